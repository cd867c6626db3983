import type { Role } from '../administration/administration-store.js'
import type { Organization } from '../store.js'
import type { NewSecondFactor, SecondFactor } from './second-factors.js'

export const THEMES = ['system', 'light', 'dark'] as const

/** How somebody wants the dashboard to look. */
export type Theme = (typeof THEMES)[number]

/** Somebody who uses the dashboard. */
export interface User {
  /** `usr_…` */
  readonly id: string
  /** Lower-case. */
  readonly email: string
  /** May administer all organizations. */
  readonly isAdmin: boolean
  readonly theme: Theme
  readonly createdAt: number
  /** The last time that a session began. */
  readonly signedInAt: number | undefined
  /** Nobody signs in as this user any more. */
  readonly disabledAt: number | undefined
  /** Signs in with a code besides the password. */
  readonly hasSecondFactor: boolean
}

/** The credentials that a sign-in is checked against. */
export interface Credentials extends Pick<User, 'email' | 'disabledAt'> {
  readonly userId: string
  readonly passwordHash: string
}

export interface NewSession {
  readonly userId: string
  /** SHA-256 of the session's token, lower-case hexadecimal: the token itself is in the cookie only. */
  readonly hash: string
  /** How long it lasts however much it is used, and how long without use. */
  readonly absoluteMs: number
  readonly idleMs: number
  /** Where it began, for its owner to recognize it. */
  readonly address: string
  readonly userAgent: string
}

export interface Session {
  /** `ses_…` */
  readonly id: string
  readonly address: string
  readonly userAgent: string
  readonly createdAt: number
  /** The last use, within some minutes. */
  readonly seenAt: number
}

/** The user of a session, and their role in the organization that they ask for. */
export interface Visitor {
  readonly session: Session
  readonly user: User
  /** The session's token has to be exchanged for another: what its user may do has changed. */
  readonly mustRenew: boolean
  /** The organization by its slug, as far as it exists. */
  readonly organization: Organization | undefined
  /** Absent for those who do not belong to the organization. */
  readonly role: Role | undefined
}

/** Something that can be tried only so often within a time: an address, or an account. */
export interface AttemptBound {
  readonly subject: string
  readonly limit: number
}

export type AttemptCheck =
  | { readonly kind: 'allowed' }
  /** Too many have failed; the time until the next is looked at. */
  | { readonly kind: 'refused'; readonly retryAfterMs: number }

/** Somebody as a provider of sign-on knows them (OpenID Connect Core 1.0 §5.1). */
export interface Identity {
  /** The provider's address. */
  readonly issuer: string
  /** Never another person's, at this provider. */
  readonly subject: string
  readonly email: string | undefined
  /** The provider has made sure that the address is theirs. */
  readonly isVerified: boolean
}

/** Whom a provider's word lets in. */
export type IdentityVerdict =
  | { readonly kind: 'user'; readonly userId: string }
  /** There is no account for them. */
  | { readonly kind: 'unknown' }
  /** The account has their address, but the provider knows its user as somebody else. */
  | { readonly kind: 'taken' }
  /** The provider does not say that the address is theirs. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'disabled' }

/** A form that somebody sent after their session had ended. */
export interface NewKeptForm {
  /** Of the session that the form is from. */
  readonly sessionId: string
  readonly userId: string
  /** Encrypted, with its address. */
  readonly sealed: string
  readonly lifetimeMs: number
}

export interface KeptForm extends Pick<NewKeptForm, 'sessionId' | 'sealed'> {
  readonly createdAt: number
}

/** The one-time purpose of a link that somebody was given. */
export type LinkPurpose = 'reset' | 'sign-in'

export interface NewAccountLink {
  /** SHA-256 of the link's token. */
  readonly hash: string
  readonly userId: string
  readonly purpose: LinkPurpose
  readonly lifetimeMs: number
}

/** Whom a link is for. */
export interface AccountLink extends Pick<User, 'email'> {
  readonly userId: string
  readonly purpose: LinkPurpose
}

/** An administrator who is made when there is none. */
export interface FirstAdministrator {
  readonly email: string
  readonly passwordHash: string
}

/** Users, their sessions, and how they come by them. */
export interface AccountStore {
  /** By the address, whatever its case. */
  findCredentials(email: string): Promise<Credentials | undefined>
  /**
   * Counts an attempt against all bounds before it is made, so that attempts at the same time are counted too; it is
   * refused when more than the limit of one were counted in its time.
   */
  countSignInAttempt(bounds: readonly AttemptBound[], windowMs: number): Promise<AttemptCheck>
  /** Forgets what was counted: somebody has signed in. */
  forgetSignInAttempts(subjects: readonly string[]): Promise<void>

  /** @param replaced the hash of a session that ends with the beginning of this one */
  startSession(session: NewSession, replaced?: string): Promise<Session>
  /** Finds the user of the session with this hash while it lasts, and prolongs it. */
  findVisitor(hash: string, idleMs: number, slug?: string): Promise<Visitor | undefined>
  /** Gives a session another token; false when it has got another one already, or has ended. */
  renewSession(hash: string, newHash: string): Promise<boolean>
  /** Ends one session of a user; one that is not theirs is left alone. */
  endSession(userId: string, sessionId: string): Promise<void>
  /** Ends all sessions of a user but one. */
  endSessions(userId: string, except?: string): Promise<void>

  /** Keeps a form for its user to send again, one for each session; false when there is no such user any more. */
  keepForm(form: NewKeptForm): Promise<boolean>
  /** The last form that is kept for a user, while its time lasts. */
  findKeptForm(userId: string): Promise<KeptForm | undefined>
  forgetKeptForm(userId: string, sessionId: string): Promise<void>

  /**
   * The user who is known by this identity. Somebody new is known by their verified address: as the user who has it, or
   * by invitations that wait for it, which are accepted. From then on the identity is the user's, whatever the address.
   */
  recognizeIdentity(identity: Identity): Promise<IdentityVerdict>

  findSecondFactor(userId: string): Promise<SecondFactor | undefined>
  /** Also ends all sessions but one, which began without it. @throws StoreError `conflict` when there is one already */
  setSecondFactor(factor: NewSecondFactor, exceptSession: string): Promise<void>
  /** With all recovery codes. @throws StoreError `missing` when there is no such user, or no second factor */
  removeSecondFactor(email: string, actor?: string): Promise<{ readonly id: string }>
  /** Uses up the code of a time step and of all before it; false when it was used before. */
  useSecondFactorStep(userId: string, step: number): Promise<boolean>
  /** Uses up a recovery code by its hash; false when there is none. */
  useRecoveryCode(userId: string, hash: string): Promise<boolean>
  /** @throws StoreError `missing` when the user has no second factor */
  replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void>

  setTheme(userId: string, theme: Theme): Promise<void>
  /** Also ends all sessions but one. @throws StoreError `missing` */
  setPassword(userId: string, passwordHash: string, exceptSession?: string, actor?: string): Promise<void>
  /** @throws StoreError `missing` when there is no such user */
  disableUser(email: string, isDisabled: boolean, actor?: string): Promise<{ readonly id: string }>
  /** @throws StoreError `missing` when the user is gone */
  createAccountLink(link: NewAccountLink, actor?: string): Promise<void>
  /** Whom a link is for, as long as it is good. */
  findAccountLink(hash: string): Promise<AccountLink | undefined>
  /** The same, and it is used up. */
  takeAccountLink(hash: string): Promise<AccountLink | undefined>
  /**
   * The administrator whom a newcomer becomes: the oldest, as long as no administrator has signed in. One is made when
   * there is none. Undefined as soon as somebody has signed in.
   */
  findFirstAdministrator(
    administrator: FirstAdministrator,
  ): Promise<{ readonly id: string; readonly email: string; readonly isNew: boolean } | undefined>
  /** Removes sessions, links, invitations, kept forms and counts whose time is over, of each so many at most; says how many. */
  deleteExpiredAccess(limit: number): Promise<number>
}
