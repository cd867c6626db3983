import type { Organization, Plan } from './store.js'

export const ROLES = ['owner', 'editor', 'viewer'] as const

/** What a member of an organization may do. */
export type Role = (typeof ROLES)[number]

/** What is to be different; absent members stay as they are. */
export interface OrganizationChange {
  readonly name: string | undefined
  readonly plan: Plan | undefined
  /** Null for the plan's. */
  readonly monthlyQuota: number | null | undefined
}

export interface NewUser {
  readonly email: string
  readonly passwordHash: string
  readonly isAdmin: boolean
  readonly membership: { readonly organizationId: string; readonly role: Role } | undefined
}

export interface AuditEntry {
  readonly organizationId: string | undefined
  /** Who did it. */
  readonly actor: string
  /** What was done, like `key.revoked`. */
  readonly action: string
  /** The id of what it was done to. */
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
  readonly createdAt: number
}

/** What people who run the service do. Each act is written down in its transaction. */
export interface AdministrationStore {
  /** @throws StoreError `missing` */
  updateOrganization(slug: string, change: OrganizationChange, actor?: string): Promise<Organization>
  /** @throws StoreError `conflict` when there is a user with this address */
  createUser(user: NewUser, actor?: string): Promise<{ readonly id: string }>
}
