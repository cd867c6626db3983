import type { JsonObject } from '../../engine/base/json.js'

/** The members of a body that are addressed to the service. */
export interface SpecialMembers {
  readonly isTest: boolean
  /** The member `webhook`, as JSON. */
  readonly webhook: string | undefined
  /** The body without its special members: what the schema and the placeholders see. */
  readonly data: JsonObject
}

export const SPECIAL_NAMES: readonly string[] = ['isTest', 'webhook']

export function isSpecialMember(name: string | undefined): boolean {
  return name !== undefined && SPECIAL_NAMES.includes(name)
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
