import type { Role } from '../administration/administration-store.js'
import type { User } from './account-store.js'

/** A user of an organization. */
export interface Member extends Pick<User, 'email' | 'signedInAt' | 'disabledAt'> {
  readonly userId: string
  readonly role: Role
}

export interface NewInvitation {
  readonly organizationId: string
  readonly email: string
  readonly role: Role
  /** SHA-256 of the invitation's token. */
  readonly hash: string
  readonly lifetimeMs: number
}

export interface Invitation {
  /** `inv_…` */
  readonly id: string
  readonly organizationId: string
  readonly email: string
  readonly role: Role
  /** The e-mail address of who invites. */
  readonly invitedBy: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** An invitation as the one sees it whom it is for. */
export interface OpenInvitation extends Invitation {
  readonly organizationName: string
  readonly slug: string
  /** The account with the invited address, if there is one: it joins when its owner has signed in. */
  readonly userId: string | undefined
}

/** The members of organizations. Each act is recorded in its own transaction. */
export interface MemberStore {
  /** In place of an earlier one for the same address. @throws StoreError `conflict` when it is a member's */
  createInvitation(invitation: NewInvitation, actor: string): Promise<Invitation>
  /** @throws StoreError `missing` */
  revokeInvitation(organizationId: string, invitationId: string, actor: string): Promise<void>
  /** The invitation with this hash, as long as it is good. */
  findInvitation(hash: string): Promise<OpenInvitation | undefined>
  /**
   * Makes a member of an organization and uses the invitation up. The account is made with a password when it does not
   * exist.
   *
   * @param passwordHash absent for an account that exists, whose owner has signed in
   * @throws StoreError `missing` when the invitation is over, or the account is not there
   */
  acceptInvitation(
    hash: string,
    passwordHash: string | undefined,
  ): Promise<{ readonly userId: string; readonly slug: string }>
  /** @throws StoreError `missing`, or `conflict` when no owner would be left */
  setMemberRole(organizationId: string, userId: string, role: Role, actor: string): Promise<void>
  /** @throws StoreError `missing`, or `conflict` when no owner would be left */
  removeMember(organizationId: string, userId: string, actor: string): Promise<void>
}
