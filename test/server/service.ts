import { existsSync } from 'node:fs'
import root from 'tap'
import type { ServerConfig } from '../../server/config.js'
import { issueKey } from '../../server/http/api-key.js'
import { openStore, type StoreLocation } from '../../server/storage/open-store.js'
import type { KeyScope, NewTemplateVersion, Organization, Plan, Store } from '../../server/storage/store.js'
import { currentEngine } from './engines.js'
import type { Teardown } from './folder.js'
import { type Call, type Reply, send } from './http/request.js'
import { type ServiceProcess, type Settings, startProcess } from './service-process.js'
import { LETTER } from './storage/store-inputs.js'
import { until } from './until.js'

/** A server process, the store that it works on, and an organization in it that no other test uses. */
export interface Service extends StoreLocation {
  readonly url: string
  /** The store, opened by the test itself: what the command line would do. */
  readonly store: Store
  readonly organization: Organization
  /** Where the organization's resources are: `…/api/v1/{org_slug}`. */
  readonly base: string
  /** A usable key of `organization`. */
  readonly key: string
  readonly process: ServiceProcess
  addKey(options?: {
    readonly organizationId?: string
    readonly allowIps?: readonly string[]
    readonly scopes?: readonly KeyScope[]
  }): Promise<string>
  addTemplate(endpointPath: string, html: string, template?: Partial<NewTemplateVersion>): Promise<void>
  /** A request below `base` with its key. */
  call(path: string, call?: Call): Promise<Reply>
  /** Posts data to a template. */
  generate(template: string, body: string, key?: string): Promise<Reply>
  /** The same with `Prefer: respond-async`. */
  generateLater(template: string, body: string): Promise<Reply>
  /** Waits until a request has left the queue for good. */
  finished(requestId: string): Promise<FinishedRequest>
}

/** A completed request as the interface shows it; one that failed has less. */
export interface FinishedRequest {
  readonly request_id: string
  readonly status: 'completed' | 'failed'
  readonly document_id: string
  readonly document_url: string
  readonly size_bytes: number
  readonly is_test: boolean
}

/** The part of the configuration that a test sets. */
export type TestConfig = Partial<
  Pick<
    ServerConfig,
    | 'workers'
    | 'documentMemoryMb'
    | 'syncTimeoutMs'
    | 'drainMs'
    | 'asyncTimeoutMs'
    | 'maxQueue'
    | 's3'
    | 'trustedProxies'
    | 'publicUrl'
    | 'host'
    | 'webhooks'
    | 'timeZone'
    | 'gotenberg'
    | 'logLevel'
  >
> & {
  readonly metrics?: string
  /** The address of a provider of sign-on. */
  readonly issuer?: string
  /** Documents are made by the engine. */
  readonly engine?: boolean
}

interface Running extends StoreLocation {
  readonly process: ServiceProcess
  readonly store: Store
}

/** Servers that all tests of a file share, by their engine and settings. */
const shared = new Map<string, Promise<Running>>()

let organizations = 0

/** A new organization on the server with these settings, which is started once for all tests of a file. */
export async function startService(
  t: Teardown,
  config: TestConfig = {},
  monthlyQuota?: number,
  plan: Plan = 'free',
): Promise<Service> {
  const settings = toSettings(config)
  const name = JSON.stringify([currentEngine().name, settings])
  const known = shared.get(name)
  const running = known ?? start(root, settings)
  if (!known) shared.set(name, running)
  return settle(t, await running, monthlyQuota, plan)
}

/** The same on a server of the test's own, which it may stop; `location` when the data is there already. */
export async function startOwnService(
  t: Teardown,
  config: TestConfig = {},
  location?: StoreLocation,
): Promise<Service> {
  return settle(t, await start(t, toSettings(config), location), undefined, 'free')
}

/** The environment that sets a place and these settings. */
export function locationSettings({ dataDir, databaseUrl, databaseDirectUrl }: StoreLocation): Settings {
  return {
    PLATEN_DATA_DIR: dataDir,
    PLATEN_SECRET: 'a secret for tests that nobody guesses',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(databaseDirectUrl === undefined ? {} : { DATABASE_DIRECT_URL: databaseDirectUrl }),
  }
}

/** Waits until a document of the template `gate` is being rendered. */
export async function reached(gate: string): Promise<void> {
  await until(() => existsSync(`${gate}.reached`))
}

function toSettings(config: TestConfig): Settings {
  const {
    workers,
    documentMemoryMb,
    syncTimeoutMs,
    drainMs,
    asyncTimeoutMs,
    maxQueue,
    s3,
    trustedProxies,
    publicUrl,
    host,
    webhooks,
    metrics,
    engine,
    issuer,
    timeZone,
    gotenberg,
    logLevel,
  } = config
  const text = (value: number | undefined) => (value === undefined ? undefined : String(value))
  return Object.fromEntries(
    Object.entries({
      PLATEN_WORKERS: text(workers),
      PLATEN_DOCUMENT_MEMORY_MB: text(documentMemoryMb),
      PLATEN_SYNC_TIMEOUT_MS: text(syncTimeoutMs),
      PLATEN_DRAIN_MS: text(drainMs),
      PLATEN_ASYNC_TIMEOUT_MS: text(asyncTimeoutMs),
      PLATEN_MAX_QUEUE: text(maxQueue),
      PLATEN_TIME_ZONE: timeZone,
      PLATEN_GOTENBERG: gotenberg?.slug,
      PLATEN_GOTENBERG_KEY: gotenberg?.key,
      PLATEN_LOG_LEVEL: logLevel,
      PLATEN_TRUST_PROXY: text(trustedProxies),
      PLATEN_PUBLIC_URL: publicUrl,
      HOST: host,
      PLATEN_ALLOW_PRIVATE_WEBHOOKS: webhooks?.allowPrivate ? '1' : undefined,
      PLATEN_WEBHOOK_ALLOW: webhooks?.allow.join(','),
      PLATEN_METRICS: metrics,
      PLATEN_OIDC_ISSUER: issuer,
      PLATEN_OIDC_CLIENT_ID: issuer && 'platen',
      PLATEN_OIDC_CLIENT_SECRET: issuer && 'a secret of the client',
      PLATEN_OIDC_LABEL: issuer && 'Example ID',
      TEST_ENGINE: engine ? '1' : undefined,
      PLATEN_S3_ENDPOINT: s3?.endpoint,
      PLATEN_S3_BUCKET: s3?.bucket,
      PLATEN_S3_REGION: s3?.region,
      PLATEN_S3_ACCESS_KEY_ID: s3?.accessKeyId,
      PLATEN_S3_SECRET_ACCESS_KEY: s3?.secretAccessKey,
    }).filter(([, value]) => value !== undefined),
  )
}

async function start(t: Teardown, settings: Settings, given?: StoreLocation): Promise<Running> {
  const location = given ?? (await currentEngine().newLocation(t))
  const process = await startProcess('server', { ...locationSettings(location), ...settings })
  t.teardown(() => process.end('SIGTERM'))
  const store = await openStore(location)
  t.teardown(() => store.close())
  // The first read starts what reads, which is not what tests wait for.
  await store.reader.listOrganizations({ limit: 1 })
  return { ...location, process, store }
}

async function settle(
  t: Teardown,
  { process, store, dataDir, databaseUrl }: Running,
  monthlyQuota: number | undefined,
  plan: Plan,
): Promise<Service> {
  const slug = `acme-${++organizations}`
  const organization = await store.createOrganization({ slug, name: 'Acme', plan, monthlyQuota })
  const { url } = process
  const base = `${url}/api/v1/${slug}`

  const addKey: Service['addKey'] = async ({ organizationId = organization.id, allowIps = [], scopes } = {}) => {
    const { key, hash, display } = issueKey(organizationId)
    await store.createKey({ organizationId, hash, display, description: 'test', allowIps, scopes })
    return key
  }
  const addTemplate: Service['addTemplate'] = async (endpointPath, html, template = {}) => {
    const name = endpointPath
    const organizationId = organization.id
    await store.publishTemplate({ ...LETTER, organizationId, endpointPath, name, html, ...template })
  }
  const key = await addKey()
  const call: Service['call'] = (path, { headers, ...rest } = {}) =>
    send(`${base}/${path}`, { headers: { authorization: `Bearer ${key}`, ...headers }, ...rest })
  const post = (template: string, body: string, headers: Record<string, string>) =>
    call(`templates/${template}/documents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  const finished: Service['finished'] = (requestId) =>
    new Promise((resolve, reject) => {
      const look = async () => {
        const request = (await call(`requests/${requestId}`)).json as FinishedRequest
        if (request.status !== 'completed' && request.status !== 'failed') return
        stop()
        resolve(request)
      }
      const stop = store.changes.onChange('finished', () => void look().catch(reject))
      t.teardown(stop)
      look().catch(reject)
    })
  return {
    url,
    dataDir,
    databaseUrl,
    process,
    store,
    organization,
    base,
    key,
    addKey,
    addTemplate,
    call,
    generate: (template, body, usedKey = key) => post(template, body, { authorization: `Bearer ${usedKey}` }),
    generateLater: (template, body) => post(template, body, { prefer: 'respond-async' }),
    finished,
  }
}
