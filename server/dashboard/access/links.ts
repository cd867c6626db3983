import type { LinkPurpose } from '../../storage/accounts/account-store.js'
import { type Store, StoreError } from '../../storage/store.js'
import { hashToken, newToken } from './tokens.js'

/** Long enough for who was told of it. */
const RESET_LIFETIME_MS = 86_400_000

const SIGN_IN_LIFETIME_MS = 3_600_000

/** A link that somebody can be given. */
export interface IssuedLink {
  /** Of the user whom it is for. */
  readonly id: string
  readonly token: string
  /** Its path in the service. */
  readonly path: string
}

/** A link with which a user chooses a new password. @throws StoreError `missing` */
export function createResetLink(store: Store, email: string, actor: string): Promise<IssuedLink> {
  return issue(store, email, { purpose: 'reset', folder: 'reset', lifetimeMs: RESET_LIFETIME_MS, actor })
}

/** A link that signs a user in. @throws StoreError `missing` */
export function createSignInLink(store: Store, email: string, actor: string): Promise<IssuedLink> {
  return issue(store, email, { purpose: 'sign-in', folder: 'sign-in', lifetimeMs: SIGN_IN_LIFETIME_MS, actor })
}

interface LinkKind {
  readonly purpose: LinkPurpose
  readonly folder: string
  readonly lifetimeMs: number
  readonly actor: string
}

async function issue(
  store: Store,
  email: string,
  { purpose, folder, lifetimeMs, actor }: LinkKind,
): Promise<IssuedLink> {
  const account = await store.findCredentials(email)
  if (!account) throw new StoreError('missing', `there is no user "${email}"`)
  const token = newToken()
  await store.createAccountLink({ hash: hashToken(token), userId: account.userId, purpose, lifetimeMs }, actor)
  return { id: account.userId, token, path: `/dashboard/${folder}/${token}` }
}
