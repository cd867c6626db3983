import type { JsonObject } from '../../engine/base/json.js'
import type { AddressPolicy } from '../webhooks/rules/address-guard.js'
import { type CheckableTemplate, findLossyMember, invalidData } from './check-body.js'
import { checkSpecialMembers } from './check-special-members.js'
import type { CheckResult } from './render-types.js'
import { faultOfAssets, faultOfSettings, readSentHtml } from './sent-html.js'
import { bodyToKeep } from './special-members.js'

/** Every data will do for a template that comes with them. */
const NO_SCHEMA: CheckableTemplate = { schema: { kind: 'absent' } }

/**
 * Checks a body that brings its template, `{"html": "…", "data": {…}}`: its members, then those addressed to the service,
 * then its files, its settings and its data.
 */
export function checkHtml(body: Uint8Array, value: JsonObject, webhooks: AddressPolicy): CheckResult {
  const sent = readSentHtml(value)
  if ('code' in sent) return invalidData([sent], value, NO_SCHEMA)
  const { isTest, webhook, violation } = checkSpecialMembers(value, webhooks)
  const fault =
    violation ??
    faultOfAssets(sent) ??
    faultOfSettings(sent) ??
    findLossyMember(body, ([name]) => name !== 'data')?.violation
  if (fault) return invalidData([fault], value, NO_SCHEMA)
  const kept = webhook === undefined ? undefined : bodyToKeep(value)
  return { kind: 'valid', documents: [{ isTest, webhook, body: kept }], isAdHoc: true }
}
