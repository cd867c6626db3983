import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import type { Violation } from './validate-data.js'

export interface SpecialMembers {
  readonly isTest: boolean
  /** The member `webhook`, as JSON. */
  readonly webhook: string | undefined
  /** The body without its special members: what the schema and the placeholders see. */
  readonly data: JsonObject
  /** The first fault of a special member, in the order isTest, webhook. */
  readonly violation: Violation | undefined
}

/** Takes `isTest` and `webhook`, which are addressed to the service, out of a request's body and checks them. */
export function checkSpecialMembers(body: JsonObject): SpecialMembers {
  const hasTest = Object.hasOwn(body, 'isTest')
  const hasWebhook = Object.hasOwn(body, 'webhook')
  if (!hasTest && !hasWebhook) return { isTest: false, webhook: undefined, data: body, violation: undefined }
  const { isTest, webhook, ...data } = body
  const violation = (hasTest ? checkTest(isTest) : undefined) ?? (hasWebhook ? checkWebhook(webhook) : undefined)
  return { isTest: isTest === true, webhook: hasWebhook ? JSON.stringify(webhook) : undefined, data, violation }
}

function checkTest(isTest: JsonValue | undefined): Violation | undefined {
  return typeof isTest === 'boolean' ? undefined : wrongType('isTest', 'boolean')
}

/** The legacy webhook object: `url`, optionally `headers` (text to text) and `retries`. */
function checkWebhook(webhook: JsonValue | undefined): Violation | undefined {
  if (!isObject(webhook)) return wrongType('webhook', 'object')
  return (
    checkUrl(member(webhook, 'url')) ??
    checkHeaders(member(webhook, 'headers')) ??
    checkRetries(member(webhook, 'retries'))
  )
}

function checkUrl(url: JsonValue | undefined): Violation | undefined {
  const field = 'webhook.url'
  if (url === undefined) {
    return { code: 'missing_required_field', field, message: `Missing required field: ${field}` }
  }
  if (typeof url !== 'string') return wrongType(field, 'string')
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return undefined
  return { code: 'invalid_format', field, message: `Field "${field}" must be an absolute http or https URL` }
}

function checkHeaders(headers: JsonValue | undefined): Violation | undefined {
  if (headers === undefined) return undefined
  if (!isObject(headers)) return wrongType('webhook.headers', 'object')
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string') return wrongType(`webhook.headers.${name}`, 'string')
  }
  return undefined
}

function checkRetries(retries: JsonValue | undefined): Violation | undefined {
  const field = 'webhook.retries'
  if (retries === undefined) return undefined
  if (typeof retries !== 'number' || !Number.isInteger(retries)) return wrongType(field, 'integer')
  return retries < 0 ? { code: 'invalid_value', field, message: `Field "${field}" must be >= 0` } : undefined
}

function wrongType(field: string, type: string): Violation {
  return { code: 'invalid_type', field, message: `Field "${field}" must be of type ${type}` }
}

function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
