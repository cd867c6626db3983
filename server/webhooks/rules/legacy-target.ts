import { type AddressPolicy, describeUrlFault } from './address-guard.js'

/** The `webhook` member of a request's body. */
export interface LegacyTarget {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly retries?: number | undefined
}

/** A fault of a `webhook` member that its schema does not see. */
interface LegacyFault {
  /** Dotted path in the body. */
  readonly field: string
  readonly code: 'invalid_format' | 'invalid_value'
  /** Completes a sentence that begins with the field. */
  readonly problem: string
}

/** Headers that would break the framing of HTTP, name another host, or pass for something that we say. */
const REFUSED_HEADERS = new Set([
  'host',
  'content-length',
  'content-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'http2-settings',
  'x-service-signature',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
])

/** `Proxy-Authorization` and its relatives are between us and proxies; `Forwarded` is what proxies say. */
const REFUSED_PREFIXES = ['proxy-', 'forwarded', 'x-forwarded-', 'x-real-ip', ':']

/** RFC 9110 §5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** RFC 9110 §5.5, as far as one byte stands for one character. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

const MAX_HEADERS = 50

/** Names and values together; receivers usually take 8 to 16 KB. */
const MAX_HEADER_BYTES = 8_192

/** The faults of a `webhook` member whose types are right: of its URL, then of its headers. */
export function findLegacyFaults({ url, headers = {} }: LegacyTarget, policy: AddressPolicy): readonly LegacyFault[] {
  const problem = describeUrlFault(url, policy)
  const urlFault: LegacyFault[] =
    problem === undefined ? [] : [{ field: 'webhook.url', code: 'invalid_format', problem }]
  return [...urlFault, ...findHeaderFaults(headers)]
}

function findHeaderFaults(headers: Readonly<Record<string, string>>): readonly LegacyFault[] {
  const faults: LegacyFault[] = []
  const entries = Object.entries(headers)
  for (const [name, value] of entries) {
    const problem = describeHeaderFault(name, value)
    if (problem !== undefined) faults.push({ field: `webhook.headers.${name}`, code: 'invalid_value', problem })
  }
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (entries.length > MAX_HEADERS || bytes > MAX_HEADER_BYTES) {
    const problem = `must not have more than ${MAX_HEADERS} members or ${MAX_HEADER_BYTES} bytes`
    faults.push({ field: 'webhook.headers', code: 'invalid_value', problem })
  }
  return faults
}

function describeHeaderFault(name: string, value: string): string | undefined {
  if (!TOKEN.test(name)) return 'is no name of an HTTP header'
  const lower = name.toLowerCase()
  if (REFUSED_HEADERS.has(lower) || REFUSED_PREFIXES.some((prefix) => lower.startsWith(prefix))) {
    return 'is a header that cannot be set'
  }
  return FIELD_VALUE.test(value) ? undefined : 'holds characters that no HTTP header can hold'
}
