import { availableParallelism } from 'node:os'
import { isTimeZone, nearestTimeZone } from '../engine/base/time-zone.js'
import type { SignOnSettings } from './dashboard/access/sign-on.js'
import { isKeyFormat } from './http/api-key.js'
import { isSlug } from './http/names.js'
import { MIN_PASSWORD } from './http/password.js'
import { MAX_REQUESTS_PER_SECOND } from './limits/quotas.js'
import { LOG_LEVELS, type LogLevel } from './observability/log-levels.js'
import { packageVersion } from './observability/package-version.js'
import type { S3Settings } from './storage/objects/s3-objects.js'
import type { StoreLocation } from './storage/open-store.js'
import { type AddressPolicy, isAllowEntry } from './webhooks/rules/address-guard.js'

/** How a server runs. `readConfig` makes it from the environment. */
export interface ServerConfig {
  /** 0 lets the system choose. */
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** `postgres://…`; the store is in files of the data directory when absent. */
  readonly databaseUrl?: string | undefined
  /** Of the package. */
  readonly version?: string | undefined
  /** Signs links and sessions and encrypts secrets; in a file of the data directory when absent. */
  readonly secret: string | undefined
  /** The secret before: what it signed or encrypted is still valid. */
  readonly previousSecret?: string | undefined
  /** The address clients use, without a slash at its end; from host and port when absent. */
  readonly publicUrl: string | undefined
  /** Documents of one organization, and asynchronous ones, at the same time; there is one render process more. */
  readonly workers: number
  /** The memory that one document may need, in MB. */
  readonly documentMemoryMb: number
  /** Time limit of a synchronous document, waiting included. */
  readonly syncTimeoutMs: number
  /** Time limit of an asynchronous document once it is being rendered. */
  readonly asyncTimeoutMs: number
  /** How long requests are still served after the signal to stop, while the service says that it is not ready, in ms. */
  readonly drainMs?: number | undefined
  /** Requests of each key at this process, where neither key nor organization says it; 0 for no limit. */
  readonly requestsPerSecond?: number | undefined
  /** IANA time zone of documents for which neither template nor organization names one; UTC when absent. */
  readonly timeZone?: string | undefined
  /** Documents that may wait; more are refused. */
  readonly maxQueue: number
  /** Where documents lie; in files of the data directory when absent. */
  readonly s3?: S3Settings | undefined
  /** Proxies in front of the service whose X-Forwarded-For entries are true. */
  readonly trustedProxies: number
  /** Where webhooks may be delivered to. */
  readonly webhooks: AddressPolicy
  /** Origins of pages that may call the service as assistants, besides those of the machine. */
  readonly mcpOrigins?: readonly string[] | undefined
  /** The organization for which requests as Gotenberg takes them make documents; none are taken when absent. */
  readonly gotenberg?: GotenbergSettings | undefined
  /** The first administrator, who is made when there is none. */
  readonly administrator: AdministratorSettings
  /** The provider by which people sign in to the dashboard; by password only when absent. */
  readonly signOn?: SignOnSettings | undefined
  /** Where the metrics are: beside the interface when absent. */
  readonly metrics?: ListenAddress | 'off' | undefined
  readonly logLevel: LogLevel
}

/** Who requests in the form of Gotenberg's are for. */
export interface GotenbergSettings {
  /** The slug of the organization. */
  readonly slug: string
  /** The key of requests that bring none; they are refused when absent. */
  readonly key: string | undefined
}

/** The first administrator. */
export interface AdministratorSettings {
  readonly email: string
  /** One is made up when absent. */
  readonly password: string | undefined
}

/** Where something listens. */
export interface ListenAddress {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
}

/** A setting that cannot be used; the message is one line that names its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

export const MAX_PORT = 65_535

const MAX_WORKERS = 256

/** A process needs half of it before its first document. */
const MIN_DOCUMENT_MB = 256

const MAX_DOCUMENT_MB = 65_536

/** An hour; longer documents are for the asynchronous mode. */
const MAX_TIMEOUT_MS = 3_600_000

/** With what follows it, stopping is over before those who gave the signal lose patience, usually after 30 s. */
const MAX_DRAIN_MS = 20_000

const MAX_PROXIES = 16

const MAX_QUEUE = 10_000_000

/**
 * Reads the settings. Variables that are empty count as absent.
 *
 * @throws ConfigError for the first value that cannot be used
 */
export function readConfig(env: Environment): ServerConfig {
  const storeLocation = readStoreLocation(env)
  return {
    port: readInteger(env, 'PORT', 3000, 0, MAX_PORT),
    host: read(env, 'HOST') ?? '127.0.0.1',
    ...storeLocation,
    secret: readSecret(env, storeLocation),
    previousSecret: read(env, 'PLATEN_SECRET_PREVIOUS'),
    publicUrl: readUrl(env, 'PLATEN_PUBLIC_URL'),
    workers: readInteger(env, 'PLATEN_WORKERS', Math.max(1, availableParallelism() - 1), 1, MAX_WORKERS),
    documentMemoryMb: readInteger(env, 'PLATEN_DOCUMENT_MEMORY_MB', 1_024, MIN_DOCUMENT_MB, MAX_DOCUMENT_MB),
    syncTimeoutMs: readInteger(env, 'PLATEN_SYNC_TIMEOUT_MS', 30_000, 1, MAX_TIMEOUT_MS),
    asyncTimeoutMs: readInteger(env, 'PLATEN_ASYNC_TIMEOUT_MS', 300_000, 1, MAX_TIMEOUT_MS),
    timeZone: readTimeZone(env),
    gotenberg: readGotenberg(env),
    maxQueue: readInteger(env, 'PLATEN_MAX_QUEUE', 50_000, 1, MAX_QUEUE),
    drainMs: readInteger(env, 'PLATEN_DRAIN_MS', 0, 0, MAX_DRAIN_MS),
    requestsPerSecond: readInteger(env, 'PLATEN_REQUESTS_PER_SECOND', 0, 0, MAX_REQUESTS_PER_SECOND),
    s3: readS3(env),
    trustedProxies: readProxies(env, 'PLATEN_TRUST_PROXY'),
    webhooks: readWebhookPolicy(env),
    mcpOrigins: readOrigins(env, 'PLATEN_MCP_ORIGINS'),
    administrator: readAdministrator(env),
    signOn: readSignOn(env),
    metrics: readMetrics(env),
    logLevel: readChoice(env, 'PLATEN_LOG_LEVEL', 'info', LOG_LEVELS),
  }
}

/** Where the data is: all that commands which only need the store read of the environment. */
export function readStoreLocation(env: Environment): StoreLocation {
  return {
    dataDir: read(env, 'PLATEN_DATA_DIR') ?? './data',
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    databaseDirectUrl: readDatabaseUrl(env, 'DATABASE_DIRECT_URL'),
    version: packageVersion(),
  }
}

/** Where webhooks may be delivered to: all that commands about webhooks read besides the store's place. */
export function readWebhookPolicy(env: Environment): AddressPolicy {
  const allow = (read(env, 'PLATEN_WEBHOOK_ALLOW') ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  const wrong = allow.find((entry) => !isAllowEntry(entry))
  if (wrong !== undefined) {
    throw new ConfigError(`PLATEN_WEBHOOK_ALLOW must list addresses, CIDR ranges and host names, not "${wrong}"`)
  }
  return { allowPrivate: readSwitch(env, 'PLATEN_ALLOW_PRIVATE_WEBHOOKS'), allow }
}

/** Origins of pages, such as `https://app.example.com`. */
function readOrigins(env: Environment, name: string): readonly string[] {
  const origins = (read(env, name) ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  const wrong = origins.find((origin) => !(URL.canParse(origin) && new URL(origin).origin === origin))
  if (wrong === undefined) return origins
  throw new ConfigError(`${name} must list origins such as https://app.example.com, not "${wrong}"`)
}

/** Where clients reach the service when nothing else says so. */
export function readBaseUrl(env: Environment): string {
  const { publicUrl, host, port } = readConfig(env)
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The address may contain a password and is never part of a message. */
function readDatabaseUrl(env: Environment, name: string): string | undefined {
  const url = read(env, name)
  if (url === undefined || /^postgres(?:ql)?:\/\//.test(url)) return url
  throw new ConfigError(`${name} must be an address that begins with postgres://`)
}

/** Nobody guesses so many characters; the secret that the service makes for itself has twice as many. */
export const MIN_SECRET_CHARACTERS = 32

/** Nodes that share a database need the same secret, so none may invent its own. */
function readSecret(env: Environment, { databaseUrl }: StoreLocation): string | undefined {
  const secret = read(env, 'PLATEN_SECRET')
  if (secret !== undefined && secret.length < MIN_SECRET_CHARACTERS) {
    throw new ConfigError(`PLATEN_SECRET must have at least ${MIN_SECRET_CHARACTERS} characters`)
  }
  if (secret !== undefined || databaseUrl === undefined) return secret
  throw new ConfigError('PLATEN_SECRET must be set, to the same value on every node, when DATABASE_URL is set')
}

function readAdministrator(env: Environment): AdministratorSettings {
  const email = read(env, 'PLATEN_ADMIN_EMAIL') ?? 'admin@localhost'
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new ConfigError(`PLATEN_ADMIN_EMAIL must be an e-mail address, not "${email}"`)
  }
  const password = read(env, 'PLATEN_ADMIN_PASSWORD')
  if (password !== undefined && password.length < MIN_PASSWORD) {
    throw new ConfigError(`PLATEN_ADMIN_PASSWORD must have at least ${MIN_PASSWORD} characters`)
  }
  return { email, password }
}

/** All of the settings of single sign-on or none. */
function readSignOn(env: Environment): SignOnSettings | undefined {
  // Just as the provider writes it, for which a slash at its end makes another address.
  const issuer = readUrl(env, 'PLATEN_OIDC_ISSUER') && read(env, 'PLATEN_OIDC_ISSUER')
  if (issuer === undefined) return undefined
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !LOOPBACK.test(hostname)) {
    throw new ConfigError(`PLATEN_OIDC_ISSUER must be an https address, not "${issuer}"`)
  }
  const clientId = read(env, 'PLATEN_OIDC_CLIENT_ID')
  if (clientId === undefined) {
    throw new ConfigError('PLATEN_OIDC_CLIENT_ID must be set when PLATEN_OIDC_ISSUER is set')
  }
  const label = read(env, 'PLATEN_OIDC_LABEL') ?? 'single sign-on'
  return { issuer, clientId, clientSecret: read(env, 'PLATEN_OIDC_CLIENT_SECRET'), label }
}

/** This machine, to which nobody listens on the way. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** `off`, or `host:port` with the host in brackets if it is an IPv6 address. */
function readMetrics(env: Environment): ServerConfig['metrics'] {
  const value = read(env, 'PLATEN_METRICS')
  if (value === undefined) return undefined
  if (value.toLowerCase() === 'off') return 'off'
  const [, ipv6, name, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(value) ?? []
  const host = ipv6 ?? name
  const port = Number(digits)
  if (host !== undefined && port <= MAX_PORT) return { host, port }
  throw new ConfigError(`PLATEN_METRICS must be off or an address like 127.0.0.1:9100, not "${value}"`)
}

/** All of the S3 settings or none. */
function readS3(env: Environment): S3Settings | undefined {
  const endpoint = readUrl(env, 'PLATEN_S3_ENDPOINT')
  if (endpoint === undefined) return undefined
  const setting = (name: string) => {
    const value = read(env, name)
    if (value === undefined) throw new ConfigError(`${name} must be set when PLATEN_S3_ENDPOINT is set`)
    return value
  }
  return {
    endpoint,
    bucket: setting('PLATEN_S3_BUCKET'),
    region: read(env, 'PLATEN_S3_REGION') ?? 'us-east-1',
    accessKeyId: setting('PLATEN_S3_ACCESS_KEY_ID'),
    secretAccessKey: setting('PLATEN_S3_SECRET_ACCESS_KEY'),
  }
}

/** The settings that say where documents lie, as messages name them. */
export function storageSettings(s3: S3Settings | undefined): string {
  return s3 ? 'PLATEN_S3_ENDPOINT, PLATEN_S3_BUCKET and the access key' : 'PLATEN_DATA_DIR'
}

function read(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

function readInteger(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = read(env, name)
  if (value === undefined) return fallback
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}"`)
}

function readChoice<T extends string>(env: Environment, name: string, fallback: T, choices: readonly T[]): T {
  const value = read(env, name)
  if (value === undefined) return fallback
  const choice = choices.find((candidate) => candidate === value)
  if (choice !== undefined) return choice
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${value}"`)
}

function readTimeZone(env: Environment): string | undefined {
  const name = read(env, 'PLATEN_TIME_ZONE')
  if (name === undefined || isTimeZone(name)) return name
  const hint = nearestTimeZone(name)
  throw new ConfigError(`PLATEN_TIME_ZONE must be a time zone such as Europe/Berlin, not "${name}"${hint}`)
}

function readGotenberg(env: Environment): GotenbergSettings | undefined {
  const slug = read(env, 'PLATEN_GOTENBERG')
  const key = read(env, 'PLATEN_GOTENBERG_KEY')
  if (slug === undefined && key !== undefined)
    throw new ConfigError('PLATEN_GOTENBERG_KEY needs PLATEN_GOTENBERG, the slug of its organization')
  if (slug !== undefined && !isSlug(slug))
    throw new ConfigError(`PLATEN_GOTENBERG must be the slug of an organization, not "${slug}"`)
  if (key !== undefined && !isKeyFormat(key)) throw new ConfigError('PLATEN_GOTENBERG_KEY must be an API key')
  return slug === undefined ? undefined : { slug, key }
}

function readUrl(env: Environment, name: string): string | undefined {
  const value = read(env, name)
  if (value === undefined) return undefined
  if (URL.canParse(value)) {
    const { protocol, search, hash } = new URL(value)
    if (/^https?:$/.test(protocol) && search === '' && hash === '') return value.replace(/\/+$/, '')
  }
  throw new ConfigError(`${name} must be an http or https address without query, not "${value}"`)
}

function readSwitch(env: Environment, name: string): boolean {
  const value = read(env, name)?.toLowerCase() ?? 'off'
  if (['1', 'on', 'true'].includes(value)) return true
  if (['0', 'off', 'false'].includes(value)) return false
  throw new ConfigError(`${name} must be 1 or 0, not "${value}"`)
}

/** `off` or the number of proxies; `on` means one. */
function readProxies(env: Environment, name: string): number {
  const value = read(env, name)?.toLowerCase()
  if (value === undefined || value === 'off' || value === 'false') return 0
  if (value === 'on' || value === 'true') return 1
  if (/^\d+$/.test(value) && Number(value) <= MAX_PROXIES) return Number(value)
  throw new ConfigError(`${name} must be off, on or a number of proxies up to ${MAX_PROXIES}, not "${value}"`)
}
