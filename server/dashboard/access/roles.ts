import type { Role } from '../../storage/administration/administration-store.js'
import type { LeastRole } from '../route.js'

/** From the least to the most. */
const ORDER: readonly Role[] = ['viewer', 'editor', 'owner']

/** Whether a role is enough. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ORDER.indexOf(role) >= ORDER.indexOf(least)
}

export function isMemberRole(least: LeastRole): least is Role {
  return ORDER.some((role) => role === least)
}
