import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import t from 'tap'
import { parseAllDocuments, parseDocument } from 'yaml'
import { readConfig } from '../../server/config.js'
import { makeFolder } from './folder.js'
import { freePort } from './free-port.js'
import { until } from './until.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DEPLOY = join(ROOT, 'server/deploy')
const STAGE = join(ROOT, 'dist/server/build/stage-image.js')

const DOCKERFILE = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8')

/** Seconds that a service may take to stop, besides those for which it drains. */
const STOP_SECONDS = 30

/** The words of an instruction of the last stage in its form of JSON. */
function wordsOf(keyword: string): readonly string[] {
  const found = DockerfileParser.parse(DOCKERFILE)
    .getInstructions()
    .findLast((instruction) => instruction.getKeyword() === keyword)
  const list = /\[.*\]$/s.exec(found?.getArgumentsContent() ?? '')?.[0] ?? '[]'
  return JSON.parse(list)
}

/** The variables that the image sets. */
function environmentOfImage(): Readonly<Record<string, string>> {
  const pairs = DockerfileParser.parse(DOCKERFILE)
    .getENVs()
    .flatMap((instruction) => instruction.getProperties())
    .map((property) => [property.getName(), property.getValue() ?? ''] as const)
  return Object.fromEntries(pairs)
}

t.test('the Dockerfile has no fault that linters know, and pins its images by arguments', async (t) => {
  t.same(
    validate(DOCKERFILE).map(({ message }) => message),
    [],
  )
  const froms = DockerfileParser.parse(DOCKERFILE).getFROMs()
  t.equal(froms.length, 2)
  for (const from of froms) t.match(from.getImage(), /^\$\{[A-Z]+_IMAGE\}$/)
  t.match(DOCKERFILE, /^USER 65532:65532$/m, 'not as root')
})

t.test('what the image holds starts, renders, is healthy by its own check and stops', async (t) => {
  const app = join(makeFolder(t), 'app')
  const staged = spawnSync(process.execPath, [STAGE, app], { encoding: 'utf8' })
  t.equal(staged.status, 0, staged.stderr)
  const port = String(await freePort())
  const env = {
    PATH: '',
    ...environmentOfImage(),
    HOST: '127.0.0.1',
    PORT: port,
    PLATEN_DATA_DIR: join(makeFolder(t), 'data'),
    PLATEN_PUBLIC_URL: `http://127.0.0.1:${port}`,
  }
  /** The image's Node.js is this one. */
  const argumentsOf = ([node = '', ...words]: readonly string[]) => {
    t.equal(node, '/usr/local/bin/node')
    return words
  }
  const entry = argumentsOf(wordsOf('ENTRYPOINT'))
  const check = argumentsOf(wordsOf('HEALTHCHECK'))
  const run = (words: readonly string[]) => spawnSync(process.execPath, words, { cwd: app, env, encoding: 'utf8' })
  t.equal(run(check).status, 1, 'nobody answers yet')
  const rendered = run([...entry, 'render', 'templates/invoice', '--out', join(app, 'invoice.pdf')])
  t.equal(rendered.status, 0, rendered.stderr)
  const service = spawn(process.execPath, [...entry, ...wordsOf('CMD')], { cwd: app, env, stdio: 'ignore' })
  const ended = new Promise<number | null>((resolve) => service.once('exit', resolve))
  t.teardown(() => service.kill('SIGKILL'))
  await until(async () => run([...check, '--ready']).status === 0)
  t.equal(run(check).stdout, 'ok\n')
  service.kill('SIGTERM')
  t.equal(await ended, 0)
})

interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[]
  readonly volumes?: readonly string[]
  readonly image?: string
  readonly stop_grace_period?: string
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** A compose file with its variables replaced: by what stands behind `:-`, and secrets by a text of 64 characters. */
function readCompose(name: string): Compose {
  const text = readFileSync(join(DEPLOY, name), 'utf8')
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replaceAll(/\$\{\w+:\?[^}]*\}/g, 'a'.repeat(64))
  const document = parseDocument(text, { merge: true })
  if (document.errors.length > 0) throw document.errors[0]
  return document.toJS()
}

/** What a service of an image is configured by. @throws ConfigError */
function configOf(own: Readonly<Record<string, string>>) {
  return readConfig({ ...environmentOfImage(), ...own })
}

for (const name of ['compose.yaml', 'compose.cluster.yaml']) {
  t.test(`${name} names what it uses, and its nodes read their settings and have time to stop`, async (t) => {
    const { services, volumes } = readCompose(name)
    const nodes = Object.values(services).filter(({ image }) => image === 'platen')
    t.ok(nodes.length > 0)
    for (const node of nodes) {
      const { drainMs } = configOf(node.environment ?? {})
      t.ok(Number.parseInt(node.stop_grace_period ?? '0', 10) >= STOP_SECONDS + (drainMs ?? 0) / 1000)
    }
    for (const { depends_on = {}, volumes: mounts = [] } of Object.values(services)) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
      for (const each of needed) t.ok(services[each], each)
      for (const mount of mounts) {
        const [source = ''] = mount.split(':')
        if (source.startsWith('./')) t.ok(readdirSync(DEPLOY).includes(source.slice(2)), source)
        else t.ok(source in volumes, source)
      }
    }
  })
}

interface Manifest {
  readonly kind: string
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly selector: { readonly matchLabels: object } & object
    readonly ports?: readonly { readonly targetPort: string }[]
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec }
  }
}

interface PodSpec {
  readonly terminationGracePeriodSeconds: number
  readonly containers: readonly (Readonly<Record<string, unknown>> & {
    readonly ports?: readonly { readonly name: string }[]
  })[]
}

t.test('the manifests of Kubernetes fit together, and probe what the service answers', async (t) => {
  const folder = join(DEPLOY, 'kubernetes')
  const manifests = readdirSync(folder).flatMap((file) =>
    parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document): Manifest => {
      if (document.errors.length > 0) throw document.errors[0]
      return document.toJS()
    }),
  )
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
  const pods = ofKind('Deployment').flatMap(({ spec }) =>
    spec?.template ? [{ ...spec, template: spec.template }] : [],
  )
  t.equal(pods.length, 2)
  const settings = ofKind('ConfigMap')[0]?.data ?? {}
  const secrets = {
    DATABASE_URL: 'postgres://platen@db/platen',
    PLATEN_SECRET: 'a'.repeat(64),
    PLATEN_S3_ACCESS_KEY_ID: 'id',
    PLATEN_S3_SECRET_ACCESS_KEY: 'key',
  }
  const { drainMs, metrics } = configOf({ ...settings, ...secrets })
  for (const { selector, template } of pods) {
    t.same(selector.matchLabels, template.metadata.labels)
    t.ok(template.spec.terminationGracePeriodSeconds >= STOP_SECONDS + (drainMs ?? 0) / 1000)
  }
  const [nodes] = pods
  const [container] = nodes?.template.spec.containers ?? []
  const ports = container?.ports?.map(({ name }) => name)
  t.same(ports, ['http', 'metrics'])
  t.match(metrics, { port: 9090 })
  const [service] = ofKind('Service')
  t.same(service?.spec?.selector, nodes?.template.metadata.labels)
  t.same(
    service?.spec?.ports?.map(({ targetPort }) => targetPort),
    ['http'],
  )
  t.same(ofKind('PodDisruptionBudget')[0]?.spec?.selector.matchLabels, nodes?.template.metadata.labels)
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container?.[name])
  t.match(probes, [
    { httpGet: { path: '/healthz', port: 'http' } },
    { httpGet: { path: '/healthz', port: 'http' } },
    { httpGet: { path: '/readyz?without=documents', port: 'http' } },
  ])
})

t.test('the unit of systemd starts what the image starts, and gives it time to stop', async (t) => {
  const unit = readFileSync(join(DEPLOY, 'platen.service'), 'utf8')
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const [, ...entry] = wordsOf('ENTRYPOINT')
  t.same(settingOf('ExecStart').split(' ').slice(1), [...entry, ...wordsOf('CMD')])
  t.ok(Number(settingOf('TimeoutStopSec')) >= STOP_SECONDS)
  t.equal(settingOf('RestartPreventExitStatus'), '3')
})
