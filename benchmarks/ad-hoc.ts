/**
 * The latency of documents whose requests bring their HTML beside that of the same template where it is stored, for a client
 * that sends one after the other, in turns of one run. Once the HTML is known, the rest is the larger body, which is read twice.
 *
 *     npm run build && node dist/benchmarks/ad-hoc.js
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { HttpLoad } from './http-load.js'
import { quantile } from './measure.js'
import { PLATEN, type ServiceProcess, startService } from './service-process.js'

const TEMPLATES = fileURLToPath(new URL('../../templates/', import.meta.url))

const NAMES = ['letter', 'invoice', 'label']

const WARM_UP_MS = 2_000
const TURN_MS = 1_500
const TURNS = 8

/** Not part of what requests bring: the settings are, and whatever the HTML names. */
const OTHER_FILES = new Set(['template.html', 'template.json', 'schema.json', 'sample.json', 'factur-x.json'])

function textOf(name: string, file: string): string {
  return readFileSync(`${TEMPLATES}${name}/${file}`, 'utf8')
}

/** The request that brings a template of the samples with its data. */
function adHocBody(name: string): Buffer {
  const files = readdirSync(`${TEMPLATES}${name}`, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !OTHER_FILES.has(entry.name))
    .map((entry) => [entry.name, readFileSync(`${TEMPLATES}${name}/${entry.name}`).toString('base64')])
  const { facturX: _, testInvoices: __, ...settings } = JSON.parse(textOf(name, 'template.json'))
  const data = JSON.parse(textOf(name, 'sample.json'))
  return Buffer.from(
    JSON.stringify({ html: textOf(name, 'template.html'), assets: Object.fromEntries(files), settings, data }),
  )
}

/** Runs the command line on the data of the service. */
function platen({ dataDir }: ServiceProcess, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [PLATEN, ...args], {
    env: { ...process.env, PLATEN_DATA_DIR: dataDir },
  }).toString()
}

const service = await startService(1, { LOG_LEVEL: 'error' })
try {
  const { slug, url } = service
  platen(service, 'org', 'update', slug, '--plan', 'enterprise')
  const created = platen(
    service,
    'key',
    'create',
    '--org',
    slug,
    '--scope',
    'generate-html',
    '--scope',
    'manage',
    '--json',
  )
  const { key } = JSON.parse(created)
  const headers = { authorization: `Bearer ${key}` }
  const rows = []
  for (const name of NAMES) {
    const body = adHocBody(name)
    const { html, assets, settings, data } = JSON.parse(body.toString())
    const files = { ...assets, 'template.html': { text: html } }
    const template = `${url}/api/v1/${slug}/templates/plain-${name}`
    await call('PUT', template, headers, { settings, files })
    await call('POST', `${template}/publish`, headers, {})
    const loads = [
      new HttpLoad(
        { url: `${template}/documents`, headers, bodies: [Buffer.from(JSON.stringify(data))], expectedStatus: 200 },
        1,
      ),
      new HttpLoad({ url: `${url}/api/v1/${slug}/documents`, headers, bodies: [body], expectedStatus: 200 }, 1),
    ]
    for (const load of loads) await load.closedLoop(1, WARM_UP_MS)
    const times: number[][] = loads.map(() => [])
    for (let turn = 0; turn < TURNS; turn++) {
      for (let place = 0; place < loads.length; place++) {
        // Who goes first takes turns as well.
        const kind = (turn + place) % loads.length
        times[kind]?.push(...((await loads[kind]?.closedLoop(1, TURN_MS)) ?? []))
      }
    }
    for (const load of loads) load.close()
    const [stored = 0, adHoc = 0] = times.map((each) =>
      quantile(
        each.sort((a, b) => a - b),
        0.5,
      ),
    )
    rows.push({
      template: name,
      'body, kB': Math.round(body.length / 1000),
      'stored, ms': Math.round(stored * 100) / 100,
      'sent, ms': Math.round(adHoc * 100) / 100,
      ratio: Math.round((adHoc / stored) * 1000) / 1000,
    })
  }
  console.table(rows)
} finally {
  await service.stop()
}

async function call(method: string, address: string, headers: Record<string, string>, body: object): Promise<void> {
  const answer = await fetch(address, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`)
}
