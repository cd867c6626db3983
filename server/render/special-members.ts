import type { JsonObject } from '../../engine/base/json.js'
import { SPECIAL_MEMBERS } from './request-schemas.js'
import { compileSchema, type Violation } from './validate-data.js'

export interface SpecialMembers {
  readonly isTest: boolean
  /** The member `webhook`, as JSON. */
  readonly webhook: string | undefined
  /** The body without its special members: what the schema and the placeholders see. */
  readonly data: JsonObject
  /** The first fault of a special member, in the order isTest, webhook. */
  readonly violation: Violation | undefined
}

const schema = compileSchema(JSON.stringify(SPECIAL_MEMBERS))

/** Takes `isTest` and `webhook`, which are addressed to the service, out of a request's body and checks them. */
export function checkSpecialMembers(body: JsonObject): SpecialMembers {
  const hasTest = Object.hasOwn(body, 'isTest')
  const hasWebhook = Object.hasOwn(body, 'webhook')
  if (!hasTest && !hasWebhook) return { isTest: false, webhook: undefined, data: body, violation: undefined }
  const { isTest, webhook, ...data } = body
  const special: JsonObject = {
    ...(isTest === undefined || !hasTest ? {} : { isTest }),
    ...(webhook === undefined || !hasWebhook ? {} : { webhook }),
  }
  const [violation] = schema.validate(special)
  return {
    isTest: hasTest && isTest === true,
    webhook: hasWebhook ? JSON.stringify(webhook) : undefined,
    data,
    violation,
  }
}
