import type { AppContext } from '../../http/app-state.js'
import { SealError } from '../../webhooks/sealer.js'
import { ownerOfForm } from '../access/form-token.js'
import { isMemberRole } from '../access/roles.js'
import type { DashboardRoute } from '../route.js'
import type { DashboardServices } from '../services.js'
import type { FormFields } from './form-fields.js'
import { readForm } from './read-form.js'

/** How long a form is kept that was sent after its session had ended. */
export const KEPT_MS = 15 * 60_000

/** Bytes of a form that is kept. */
const MAX_BYTES = 1_048_576

/** Forms of people who are not signed in that are read at the same time. */
const READ_AT_ONCE = 4

let beingRead = 0

/** A form that is kept for its user. */
export interface SentAgain {
  /** Of the session that it is from, by which it is forgotten. */
  readonly sessionId: string
  /** Where it was sent to: a path of the dashboard. */
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly createdAt: number
}

/** The field that says which kept form is sent again. */
export const KEPT_FIELD = 'kept-form'

/**
 * Keeps a form that comes without a session, if it is from one that was valid.
 *
 * @returns false for what is not kept: forms with files, those that are too large, and those of strangers
 */
export async function keepForm(ctx: AppContext, route: DashboardRoute, services: DashboardServices): Promise<boolean> {
  const length = Number(ctx.get('Content-Length'))
  const isText = Boolean(ctx.is('application/x-www-form-urlencoded'))
  // Forms of accounts hold passwords.
  if (!isMemberRole(route.least) || !isText || !(length > 0 && length <= MAX_BYTES) || beingRead >= READ_AT_ONCE) {
    return false
  }
  beingRead++
  try {
    const { fields } = await readForm(ctx, { maxBytes: MAX_BYTES })
    return await keepFields(ctx, route, fields, services)
  } finally {
    beingRead--
  }
}

/** Keeps a form that was read already. @param userId the only one whose form it may be */
export async function keepFields(
  ctx: AppContext,
  route: DashboardRoute,
  form: FormFields,
  { store, sealer }: DashboardServices,
  userId?: string,
): Promise<boolean> {
  const owner = ownerOfForm(sealer, form.raw('csrf'))
  const fields = form.entries().filter(([name]) => name !== 'csrf' && name !== KEPT_FIELD)
  const isTheirs = owner !== undefined && (userId === undefined || owner.userId === userId)
  const text = JSON.stringify({ action: ctx.url, fields })
  if (!isTheirs || !isMemberRole(route.least) || fields.length === 0 || text.length > MAX_BYTES) return false
  return store.keepForm({ ...owner, sealed: sealer.seal(text, contextOf(owner.userId)), lifetimeMs: KEPT_MS })
}

/** The form that is kept for a user. */
export async function findKeptForm(
  userId: string,
  { store, sealer }: DashboardServices,
): Promise<SentAgain | undefined> {
  const kept = await store.findKeptForm(userId)
  if (!kept) return undefined
  const { sessionId, createdAt } = kept
  try {
    return { ...JSON.parse(sealer.open(kept.sealed, contextOf(userId))), sessionId, createdAt }
  } catch (error) {
    // The service has got another secret meanwhile.
    if (!(error instanceof SealError)) throw error
    return undefined
  }
}

function contextOf(userId: string): string {
  return `kept form of ${userId}`
}
