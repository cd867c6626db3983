/**
 * Generates clients of the interface in several languages, compiles them, and has each make an invoice at a running service:
 * at once, later, as a picture, two as one file. Prints a line for each; ends with 1 if an operation is missing or a client
 * fails, and with 2 if a language could not be tried.
 *
 *     node dist/test/tools/generated-clients.js [JAR] [java|go|python|typescript|csharp …]
 *
 * Without the jar of the generator, pip fetches the package that has it. What the languages need comes from their
 * registries. Programs that use the clients stand in `generated-clients/`.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXIT } from '../verify/step.js'
import { type Demo, withDemo } from './demo-service.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const PROGRAMS = join(ROOT, 'test/tools/generated-clients')

const GENERATOR = 'openapi-generator-cli==7.26.0'

/** Nothing that is fetched, compiled or run takes longer. */
const TIMEOUT_MS = 300_000

/** What this machine lacks: no fault of the interface. */
class Missing extends Error {}

/** The words of a command. */
type Command = readonly [program: string, ...words: readonly string[]]

interface Language {
  readonly generator: string
  readonly properties?: string
  /** Where the generated client goes in the folder of the language. */
  readonly client: string
  /** What shows that the language can be had. */
  readonly toolchain: Command
  /** Fetch what the client needs; that may be out of reach. */
  readonly fetch: readonly Command[]
  /** Compile the client and the program. */
  readonly compile: readonly Command[]
  /** The file among the programs, and how it is run in the folder of the language. */
  readonly program: string
  readonly run: Command
  readonly env?: Readonly<Record<string, string>>
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  java: {
    generator: 'java',
    // Absent lists and maps stay absent: they are members that do not go with others.
    properties: 'library=native,hideGenerationTimestamp=true,containerDefaultToNull=true',
    client: 'client',
    toolchain: ['javac', '-version'],
    fetch: [
      [
        'mvn',
        '-q',
        '-f',
        'client/pom.xml',
        'dependency:copy-dependencies',
        '-DincludeScope=compile',
        '-DoutputDirectory=../jars',
      ],
    ],
    compile: [
      ['javac', '-nowarn', '-cp', 'jars/*', '-sourcepath', 'client/src/main/java:.', '-d', 'classes', 'Main.java'],
    ],
    program: 'Main.java',
    run: ['java', '-cp', 'classes:jars/*', 'Main'],
  },
  go: {
    generator: 'go',
    client: '.',
    toolchain: ['go', 'version'],
    fetch: [['go', 'mod', 'download']],
    compile: [
      ['go', 'vet', '.'],
      ['go', 'build', '-o', 'call', './cmd'],
    ],
    program: 'cmd/main.go',
    run: ['./call'],
  },
  python: {
    generator: 'python',
    client: '.',
    toolchain: ['python3', '--version'],
    fetch: [['python3', '-m', 'pip', 'install', '-q', '--target', 'packages', '-r', 'requirements.txt']],
    compile: [['python3', '-m', 'compileall', '-q', 'openapi_client']],
    program: 'main.py',
    run: ['python3', 'main.py'],
    env: { PYTHONPATH: 'packages' },
  },
  typescript: {
    generator: 'typescript-fetch',
    properties: 'importFileExtension=.js',
    client: 'source',
    toolchain: [process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '--version'],
    fetch: [],
    compile: [
      [
        process.execPath,
        join(ROOT, 'node_modules/typescript/bin/tsc'),
        ...['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'],
        ...['--rootDir', 'source', '--outDir', 'client', 'source/index.ts'],
      ],
    ],
    program: 'main.mjs',
    run: [process.execPath, 'main.mjs'],
  },
  csharp: {
    generator: 'csharp',
    client: '.',
    // Its packages come from a registry of their own: without it the operations are looked for in the sources.
    toolchain: ['dotnet', '--version'],
    fetch: [['dotnet', 'restore', 'src/Org.OpenAPITools']],
    compile: [['dotnet', 'build', '--no-restore', 'src/Org.OpenAPITools']],
    program: '',
    run: ['dotnet', '--version'],
  },
}

/** @throws Error with what the command wrote when it fails */
function execute([program, ...words]: Command, cwd: string, env: Readonly<Record<string, string>> = {}): string {
  const options = { cwd, env: { ...process.env, ...env }, encoding: 'utf8', timeout: TIMEOUT_MS } as const
  const { status, stdout, stderr, error } = spawnSync(program, words, options)
  if (error) throw error
  if (status === 0) return stdout
  throw new Error(`${program} ended with ${status}\n${(stdout + stderr).slice(-4_000)}`)
}

/** @throws Missing */
function tryToHave(what: string, command: Command, cwd: string): void {
  try {
    execute(command, cwd)
  } catch (error) {
    throw new Missing(`${what}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}

/** The jar of the generator. @throws Missing */
function fetchGenerator(folder: string): string {
  tryToHave('the generator needs Java', ['java', '-version'], folder)
  const download = ['-m', 'pip', 'download', '-q', '--no-deps', '-d', 'wheel', GENERATOR]
  tryToHave(`no ${GENERATOR}`, ['python3', ...download], folder)
  const [wheel = ''] = readdirSync(join(folder, 'wheel'))
  execute(['python3', '-m', 'zipfile', '-e', join('wheel', wheel), 'generator'], folder)
  return join(folder, 'generator/openapi_generator_cli/openapi-generator.jar')
}

/** The ids of the operations of an OpenAPI document. */
function operationIds(document: string): readonly string[] {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, { operationId: string }>> }
  return Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
}

/** The operations that no source has a method of, however the language writes it. */
function missingOperations(folder: string, ids: readonly string[]): readonly string[] {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:java|go|py|ts|cs)$/.test(file) && /api/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('_', '').toLowerCase())
    .join('\n')
  return ids.filter((id) => !new RegExp(`\\b${id.toLowerCase()}(?:async)?\\(`).test(sources))
}

interface Generation {
  readonly folder: string
  readonly jar: string
  /** The OpenAPI document. */
  readonly document: string
  readonly demo: Demo
}

/** Generates, compiles and runs a client. @throws Missing, Error with what went wrong */
function tryLanguage(
  { generator, properties, client, toolchain, fetch, compile, program, run, env }: Language,
  { folder, jar, document, demo }: Generation,
): void {
  mkdirSync(folder)
  const file = join(folder, 'openapi.json')
  writeFileSync(file, document)
  const options = properties === undefined ? [] : [`--additional-properties=${properties}`]
  execute(
    ['java', '-jar', jar, 'generate', '-i', file, '-g', generator, '-o', join(folder, client), ...options],
    folder,
  )
  const missing = missingOperations(folder, operationIds(document))
  if (missing.length > 0) throw new Error(`has no ${missing.join(', ')}`)
  tryToHave('operations found, but not compiled', toolchain, folder)
  for (const command of fetch) tryToHave('operations found, but not compiled', command, folder)
  mkdirSync(join(folder, program, '..'), { recursive: true })
  copyFileSync(join(PROGRAMS, program.replace(/^.*\//, '')), join(folder, program))
  for (const command of compile) execute(command, folder, env)
  const data = join(ROOT, 'templates/invoice/sample.json')
  const [command, ...words] = run
  execute([command, ...words, demo.url, demo.key, data], folder, env)
}

function attempt(name: string, language: Language, generation: Generation): number {
  const say = (text: string) => process.stdout.write(`${name}: ${text}\n`)
  const started = performance.now()
  try {
    tryLanguage(language, generation)
    say(`generated, compiled and called in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    return EXIT.right
  } catch (error) {
    if (!(error instanceof Error)) throw error
    say(`${error instanceof Missing ? 'NOT TRIED: ' : ''}${error.message}`)
    return error instanceof Missing ? EXIT.missing : EXIT.fault
  }
}

async function main(words: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'clients-'))
  try {
    const jar = words.find((word) => word.endsWith('.jar')) ?? fetchGenerator(folder)
    const names = words.filter((word) => Object.hasOwn(LANGUAGES, word))
    const chosen = Object.entries(LANGUAGES).filter(([name]) => names.length === 0 || names.includes(name))
    const env = { ...process.env, PLATEN_DATA_DIR: join(folder, 'data'), DATABASE_URL: undefined }
    const program = { node: process.execPath, main: join(ROOT, 'dist/bundle/main.js'), env }
    const outcomes = await withDemo(program, async (demo) => {
      const document = await (await fetch(`${demo.url}/api/v1/openapi.json?without=webhooks`)).text()
      return chosen.map(([name, language]) =>
        attempt(name, language, { folder: join(folder, name), jar, document, demo }),
      )
    })
    if (outcomes.includes(EXIT.fault)) return EXIT.fault
    return outcomes.includes(EXIT.missing) ? EXIT.missing : EXIT.right
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    process.stdout.write(`NO CLIENT WAS GENERATED: ${error.message}\n`)
    return EXIT.missing
  } finally {
    rmSync(folder, { recursive: true })
  }
}

process.exitCode = await main(process.argv.slice(2))
