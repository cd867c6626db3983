import { randomBytes } from 'node:crypto'
import { hashPassword } from '../../http/password.js'
import type { Store } from '../../storage/store.js'
import { createSignInLink } from './links.js'

/** 120 bits, for a password that nobody has chosen. */
const PASSWORD_BYTES = 15

export interface FirstSignIn {
  readonly email: string
  /** Printed once, when the administrator was made here and nobody had chosen one. */
  readonly password: string | undefined
  /** The path of the link that signs the administrator in, once. */
  readonly path: string
}

/**
 * Prepares the sign-in of the first administrator, who is made when there is none; nothing as soon as an administrator
 * has signed in.
 */
export async function prepareFirstSignIn(
  store: Store,
  { email, password }: { readonly email: string; readonly password: string | undefined },
): Promise<FirstSignIn | undefined> {
  const made = password ?? randomBytes(PASSWORD_BYTES).toString('base64url')
  const administrator = await store.findFirstAdministrator({ email, passwordHash: await hashPassword(made) })
  if (!administrator) return undefined
  const { path } = await createSignInLink(store, administrator.email, 'service')
  return {
    email: administrator.email,
    password: administrator.isNew && password === undefined ? made : undefined,
    path,
  }
}
