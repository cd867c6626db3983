import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import type { AddressPolicy } from '../webhooks/rules/address-guard.js'
import { type CheckableTemplate, checkData, findLossyMember, invalidData } from './check-body.js'
import { checkSpecialMembers } from './check-special-members.js'
import { parseBody } from './parse-body.js'
import { isJsonObject } from './parse-json.js'
import type { CheckedDocument, CheckResult, InvalidData } from './render-types.js'
import { MAX_BATCH, MAX_DOCUMENT_BYTES } from './request-schemas.js'
import { bodyToKeep, isSpecialMember } from './special-members.js'
import type { Violation } from './validate-data.js'
import { missingField, unknownField, withinPart, wrongType } from './violations.js'

const FIELD = 'documents'

/**
 * Checks a body with several documents, `{"documents": [{…}, …]}`: as a whole, then each as a body of its own. The
 * first fault decides for all of them.
 */
export async function checkBatch(
  body: Uint8Array,
  webhooks: AddressPolicy,
  findTemplate: () => Promise<CheckableTemplate | undefined>,
): Promise<CheckResult> {
  const parsed = parseBody(body)
  if (parsed.kind !== 'parsed') return parsed
  const { value } = parsed
  const template = await findTemplate()
  if (!template) return { kind: 'unknown-template' }
  const violation = checkFrame(value)
  if (violation) return invalidData([violation], value, template)

  const lossy = findLossyMember(body, ([, , name]) => isSpecialMember(name))
  const documents: CheckedDocument[] = []
  for (const [index, item] of listOf(value).entries()) {
    const prefix = `${FIELD}.${index}`
    if (!isJsonObject(item)) return invalidData([wrongType(prefix, 'object')], value, template)
    if (Buffer.byteLength(JSON.stringify(item)) > MAX_DOCUMENT_BYTES) {
      const message = `The document at ${prefix} exceeds ${MAX_DOCUMENT_BYTES} bytes (1 MB)`
      return { kind: 'too-large', field: prefix, message }
    }
    const { isTest, webhook, data, violation } = checkSpecialMembers(item, webhooks)
    if (!violation && lossy?.path[1] === String(index)) return invalidData([lossy.violation], item, template)
    const fault = violation ? invalidData([violation], item, template) : checkData(data, template, item)
    if (fault) return fault.kind === 'invalid-data' ? inBatch(prefix, fault) : fault
    documents.push({ isTest, webhook, body: bodyToKeep(item) })
  }
  return { kind: 'valid', documents }
}

function checkFrame(value: JsonObject): Violation | undefined {
  if (!Object.hasOwn(value, FIELD)) {
    return missingField(FIELD)
  }
  const list = value[FIELD]
  if (!Array.isArray(list)) return wrongType(FIELD, 'array')
  if (list.length < 1 || list.length > MAX_BATCH) {
    return { code: 'invalid_value', field: FIELD, message: `Field "${FIELD}" must hold 1 to ${MAX_BATCH} documents` }
  }
  const surplus = Object.keys(value).find((name) => name !== FIELD)
  return surplus === undefined ? undefined : unknownField(surplus)
}

function listOf(value: JsonObject): readonly JsonValue[] {
  const list = value[FIELD]
  return Array.isArray(list) ? list : []
}

/** A fault of one document as one of the batch. */
function inBatch(prefix: string, fault: InvalidData): InvalidData {
  const [first, ...others] = fault.violations
  return { ...fault, violations: [withinPart(prefix, first), ...others.map((other) => withinPart(prefix, other))] }
}
