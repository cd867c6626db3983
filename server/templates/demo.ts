import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashKey, isKeyFormat, issueKey } from '../http/api-key.js'
import { isEndpointPath } from '../http/names.js'
import type { Organization, Store } from '../storage/store.js'
import { checkDataFiles } from './check-template-files.js'
import { contentOfFiles, FileError, readTemplate } from './template-files.js'

/** The template folders that come with the package. */
export const DEMO_TEMPLATES = fileURLToPath(new URL('../../../templates', import.meta.url))

const DEMO_SLUG = 'demo'

/** Is published last: the dashboard begins with the newest template. */
const LAST = 'invoice'

/** Holds the demonstration key's text, which the store does not keep. */
const KEY_FILE = 'demo-key'

export interface Demo {
  readonly slug: string
  readonly key: string
  /** Endpoint paths of the templates. */
  readonly templates: readonly string[]
  /** Why template folders were left out. */
  readonly problems: readonly string[]
}

/**
 * Prepares the organization `demo`: every template folder published under its name, as a new version when its files
 * have changed, and a key whose text is kept in the data directory, readable by its owner only.
 */
export async function seedDemo(store: Store, dataDir: string, folder: string = DEMO_TEMPLATES): Promise<Demo> {
  const organization =
    (await store.findOrganization(DEMO_SLUG)) ??
    (await store.createOrganization({ slug: DEMO_SLUG, name: 'Demonstration', plan: 'enterprise' }))
  const names = templateFolders(folder)
  const published = new Set<string>()
  const problems: string[] = []
  for (const name of [...names.filter((name) => name !== LAST), ...names.filter((name) => name === LAST)]) {
    try {
      await publish(store, organization, join(folder, name), name)
      published.add(name)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      problems.push(error.message)
    }
  }
  const templates = names.filter((name) => published.has(name))
  return { slug: DEMO_SLUG, key: await findOrIssueKey(store, organization, dataDir), templates, problems }
}

/** The names of the template folders in a folder. */
export function templateFolders(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isEndpointPath(entry.name))
    .filter((entry) => existsSync(join(folder, entry.name, 'template.html')))
    .map((entry) => entry.name)
    .sort()
}

async function publish(store: Store, organization: Organization, path: string, name: string): Promise<void> {
  const files = readTemplate(path)
  checkDataFiles({
    schema: files.schema,
    schemaFile: join(path, 'schema.json'),
    sample: files.sample,
    sampleFile: join(path, 'sample.json'),
  })
  await store.publishTemplate({ ...contentOfFiles(files), organizationId: organization.id, endpointPath: name })
}

/** The key in the data directory, or a new one when that is missing or not usable any more. */
async function findOrIssueKey(store: Store, organization: Organization, dataDir: string): Promise<string> {
  const file = join(dataDir, KEY_FILE)
  const saved = existsSync(file) ? (await readFile(file, 'utf8')).trim() : ''
  if (isKeyFormat(saved)) {
    const { key } = await store.findCaller(hashKey(saved), organization.slug)
    if (key && key.revokedAt === undefined && key.organizationId === organization.id) return saved
  }
  const { key, hash, display } = issueKey(organization.id)
  await store.createKey({
    organizationId: organization.id,
    hash,
    display,
    description: 'demonstration, kept in the data directory',
    allowIps: [],
  })
  await mkdir(dataDir, { recursive: true })
  // An existing file would keep its mode.
  await rm(file, { force: true })
  await writeFile(file, `${key}\n`, { mode: 0o600 })
  return key
}
