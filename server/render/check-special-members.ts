import type { JsonObject } from '../../engine/base/json.js'
import type { AddressPolicy } from '../webhooks/rules/address-guard.js'
import { findLegacyFaults, type LegacyTarget } from '../webhooks/rules/legacy-target.js'
import { SPECIAL_MEMBERS } from './request-schemas.js'
import { SPECIAL_NAMES, type SpecialMembers, takeSpecialMembers } from './special-members.js'
import { compileSchema, type DataSchema, type Violation } from './validate-data.js'

interface CheckedMembers extends SpecialMembers {
  /** The first fault of a special member, in the order isTest, webhook and its members. */
  readonly violation: Violation | undefined
}

/** The schema of the special members, made for the first body that has some: most have none. */
let schema: DataSchema | undefined

/** The order in which faults count. */
const FIELDS = ['isTest', 'webhook', 'webhook.url', 'webhook.headers', 'webhook.retries']

/** Takes the special members out of a request's body and checks them. */
export function checkSpecialMembers(body: JsonObject, policy: AddressPolicy): CheckedMembers {
  const members = takeSpecialMembers(body)
  if (members.data === body) return { ...members, violation: undefined }
  const special = Object.fromEntries(
    SPECIAL_NAMES.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name] ?? null]),
  )
  schema ??= compileSchema(JSON.stringify(SPECIAL_MEMBERS))
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
