import { assertNever } from '../../engine/base/invariant.js'
import type { JsonObject } from '../../engine/base/json.js'
import type { AddressPolicy } from '../webhooks/rules/address-guard.js'
import { checkSpecialMembers } from './check-special-members.js'
import { findLossyNumber } from './find-lossy-number.js'
import { parseBody } from './parse-body.js'
import type { BodyFault, InvalidData } from './render-types.js'
import { toField } from './shorten.js'
import { bodyToKeep, isSpecialMember } from './special-members.js'
import type { DataSchema, Violation } from './validate-data.js'

/** The parts of a template by which data are checked. */
export interface CheckableTemplate {
  readonly schema: TemplateSchema
}

type TemplateSchema =
  | { readonly kind: 'usable'; readonly schema: DataSchema }
  /** Every object will do. */
  | { readonly kind: 'absent' }
  /** Published when more was taken for usable; the message says what it is about. */
  | { readonly kind: 'unusable'; readonly message: string }

interface ValidBody {
  readonly kind: 'valid'
  readonly isTest: boolean
  /** The member `webhook`, as JSON. */
  readonly webhook: string | undefined
  /** The part of the body that is kept; all of it when absent. */
  readonly body: Uint8Array | undefined
}

/** Names listed at most in debug mode. */
const MAX_FIELD_NAMES = 100

/**
 * Checks a request's body: JSON, then whether there is the template, then the members addressed to the service, then
 * the data. The first fault in this order decides.
 */
export async function checkBody(
  body: Uint8Array,
  webhooks: AddressPolicy,
  findTemplate: () => Promise<CheckableTemplate | undefined>,
): Promise<ValidBody | BodyFault> {
  const parsed = parseBody(body)
  if (parsed.kind !== 'parsed') return parsed
  const { value } = parsed
  const template = await findTemplate()
  if (!template) return { kind: 'unknown-template' }

  const { isTest, webhook, data, violation } = checkSpecialMembers(value, webhooks)
  if (violation) return invalidData([violation], value, template)
  const lossy = findLossyMember(body, ([name]) => isSpecialMember(name))
  if (lossy) return invalidData([lossy.violation], value, template)
  const fault = checkData(data, template, value)
  if (fault) return fault
  return { kind: 'valid', isTest, webhook, body: webhook === undefined ? undefined : bodyToKeep(value) }
}

/** The first number of a body's data whose digits would be lost: nobody wants another one in a document. */
export function findLossyMember(
  body: Uint8Array,
  isIgnored: (path: readonly string[]) => boolean,
): { readonly path: readonly string[]; readonly violation: Violation } | undefined {
  const lossy = findLossyNumber(new TextDecoder().decode(body), isIgnored)
  if (!lossy) return undefined
  const field = toField(lossy.path)
  const message = `Field "${field}" is a number with more digits than can be kept: send it as a string`
  return { path: lossy.path, violation: { code: 'invalid_value', field, message } }
}

/** The fault of data for a template, if there is one. @param received the document that the data is part of */
export function checkData(data: JsonObject, template: CheckableTemplate, received: JsonObject): BodyFault | undefined {
  const { schema } = template
  switch (schema.kind) {
    case 'absent':
      return undefined
    case 'unusable':
      return { kind: 'template-failed', message: schema.message }
    case 'usable': {
      const [first, ...others] = schema.schema.validate(data)
      return first && invalidData([first, ...others], received, template)
    }
    default:
      return assertNever(schema)
  }
}

export function invalidData(
  violations: readonly [Violation, ...Violation[]],
  received: JsonObject,
  { schema }: CheckableTemplate,
): InvalidData {
  return {
    kind: 'invalid-data',
    violations,
    fields: {
      received: Object.keys(received).slice(0, MAX_FIELD_NAMES),
      expected: schema.kind === 'usable' ? schema.schema.fields.slice(0, MAX_FIELD_NAMES) : [],
    },
  }
}
