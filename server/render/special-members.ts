import type { JsonObject } from '../../engine/base/json.js'
import type { AddressPolicy } from '../webhooks/rules/address-guard.js'
import { findLegacyFaults, type LegacyTarget } from '../webhooks/rules/legacy-target.js'
import { SPECIAL_MEMBERS } from './request-schemas.js'
import { compileSchema, type Violation } from './validate-data.js'

interface SpecialMembers {
  readonly isTest: boolean
  /** The member `webhook`, as JSON. */
  readonly webhook: string | undefined
  /** The body without its special members: what the schema and the placeholders see. */
  readonly data: JsonObject
}

interface CheckedMembers extends SpecialMembers {
  /** The first fault of a special member, in the order isTest, webhook and its members. */
  readonly violation: Violation | undefined
}

const schema = compileSchema(JSON.stringify(SPECIAL_MEMBERS))

const NAMES = ['isTest', 'webhook']

/** The order in which faults count. */
const FIELDS = ['isTest', 'webhook', 'webhook.url', 'webhook.headers', 'webhook.retries']

export function isSpecialMember(name: string | undefined): boolean {
  return name !== undefined && NAMES.includes(name)
}

/** Takes `isTest` and `webhook`, which are addressed to the service, out of a request's body. */
export function takeSpecialMembers(body: JsonObject): SpecialMembers {
  const hasTest = Object.hasOwn(body, 'isTest')
  const hasWebhook = Object.hasOwn(body, 'webhook')
  if (!hasTest && !hasWebhook) return { isTest: false, webhook: undefined, data: body }
  const { isTest, webhook, ...data } = body
  return {
    isTest: hasTest && isTest === true,
    webhook: hasWebhook ? JSON.stringify(webhook) : undefined,
    data,
  }
}

/**
 * A body as it is kept until its document is made: without `webhook`, which may hold secrets and is kept apart,
 * encrypted.
 */
export function bodyToKeep(body: JsonObject): Uint8Array {
  return Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'webhook'))))
}

/** Takes them out and checks them. */
export function checkSpecialMembers(body: JsonObject, policy: AddressPolicy): CheckedMembers {
  const members = takeSpecialMembers(body)
  if (members.data === body) return { ...members, violation: undefined }
  const special = Object.fromEntries(
    NAMES.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name] ?? null]),
  )
  const violations = [...schema.validate(special), ...checkTarget(special.webhook, policy)]
  const [violation] = violations.sort((a, b) => rankOf(a) - rankOf(b))
  return { ...members, violation }
}

/** Rules for a webhook that its schema cannot express. */
function checkTarget(webhook: JsonObject[string] | undefined, policy: AddressPolicy): readonly Violation[] {
  if (!isTarget(webhook)) return []
  return findLegacyFaults(webhook, policy).map(({ field, code, problem }) => ({
    code,
    field,
    message: `Field "${field}" ${problem}`,
  }))
}

/** Whether a member has the types that its own rules are about; others are the schema's to refuse. */
function isTarget(value: unknown): value is LegacyTarget {
  if (typeof value !== 'object' || value === null || !('url' in value) || typeof value.url !== 'string') return false
  if (!('headers' in value) || value.headers === undefined) return true
  const { headers } = value
  return typeof headers === 'object' && headers !== null && Object.values(headers).every((it) => typeof it === 'string')
}

function rankOf({ field }: Violation): number {
  const rank = FIELDS.findLastIndex((known) => field === known || field.startsWith(`${known}.`))
  return rank < 0 ? FIELDS.length : rank
}
