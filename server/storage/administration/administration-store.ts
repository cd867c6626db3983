import type { Page, TimeCursor } from '../page.js'
import type { Organization, Plan } from '../store.js'
import type { Resealed, SealedPage, SealedPlace, SealedText } from '../webhooks/sealed-texts.js'

export const ROLES = ['owner', 'editor', 'viewer'] as const

/** A member's role in an organization, which decides what they may do. */
export type Role = (typeof ROLES)[number]

/** A change; absent members stay as they are. */
export interface OrganizationChange {
  readonly name: string | undefined
  readonly plan: Plan | undefined
  /** Null for the plan's. */
  readonly monthlyQuota: number | null | undefined
  /** Null for that of the service. */
  readonly timeZone?: string | null | undefined
  readonly requiresSecondFactor?: boolean | undefined
  /** Null for the plan's. */
  readonly documentDays?: number | null | undefined
  /** Null for not at all. What is kept already goes as if it had been so before. */
  readonly keepDataDays?: number | null | undefined
  /** Null for that of the service. */
  readonly requestsPerSecond?: number | null | undefined
}

export interface NewUser {
  readonly email: string
  readonly passwordHash: string
  readonly isAdmin: boolean
  readonly membership: { readonly organizationId: string; readonly role: Role } | undefined
}

export interface AuditEntry {
  /** `adt_…` */
  readonly id: string
  readonly organizationId: string | undefined
  /** The one who did it. */
  readonly actor: string
  /** The act, like `key.revoked`. */
  readonly action: string
  /** The id of what it was done to. */
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
  readonly createdAt: number
}

/** Entries that are looked for, newest first. */
export interface AuditQuery extends Page<TimeCursor> {
  /** Absent for those of all organizations, and of none. */
  readonly organizationId?: string | undefined
  /** The actor, the act, and the id of its subject; only searched for within one organization. */
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
}

/** Acts of those who run the service. Each is recorded in its own transaction. */
export interface AdministrationStore {
  /** @throws StoreError `missing` */
  updateOrganization(slug: string, change: OrganizationChange, actor?: string): Promise<Organization>
  /** @throws StoreError `conflict` when there is a user with this address */
  createUser(user: NewUser, actor?: string): Promise<{ readonly id: string }>
  /** Removes entries that are older than the trail is kept; says how many. */
  deleteExpiredAudit(limit: number): Promise<number>
  /** Encrypted texts in one kind of place, in the order of their ids. */
  listSealed(page: SealedPage): Promise<readonly SealedText[]>
  /** Puts texts in the place of others, each by itself and only where the other still stands; says how many. */
  replaceSealed(place: SealedPlace, texts: readonly Resealed[]): Promise<number>
}
