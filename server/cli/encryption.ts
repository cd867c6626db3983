import type { EncryptionOptions } from '../../engine/index.js'
import { areSamePasswords, isPassword, PERMISSIONS } from '../../engine/pdf/encryption.js'
import { readText } from '../templates/template-files.js'
import { UsageError } from './command.js'

/** Values of the options about encryption, as they were given. */
export interface EncryptionValues {
  readonly userPassword: string | undefined
  readonly ownerPassword: string | undefined
  readonly permissions: string | undefined
}

/**
 * Reads passwords from where they are kept: other users of the machine see what stands on a command line.
 *
 * @throws UsageError, FileError; no message has a password
 */
export function readEncryption(values: EncryptionValues): EncryptionOptions | undefined {
  const userPassword = readPassword(values.userPassword, 'user-password')
  const ownerPassword = readPassword(values.ownerPassword, 'owner-password')
  if (userPassword === undefined && ownerPassword === undefined) {
    if (values.permissions === undefined) return undefined
    throw new UsageError('--permissions needs --owner-password or --user-password')
  }
  if (userPassword !== undefined && ownerPassword !== undefined && areSamePasswords(userPassword, ownerPassword))
    throw new UsageError('--user-password and --owner-password are the same')
  return { userPassword, ownerPassword, permissions: readPermissions(values.permissions) }
}

function readPassword(value: string | undefined, option: string): string | undefined {
  if (value === undefined) return undefined
  const password = passwordAt(value, option)
  if (password === '') throw new UsageError(`--${option}: the password is empty`)
  if (isPassword(password)) return password
  throw new UsageError(`--${option}: the password has control characters, more than 127 bytes, or nothing that is seen`)
}

function passwordAt(value: string, option: string): string {
  const [, kind, place = ''] = /^(file|env):(.+)$/s.exec(value) ?? []
  if (kind === 'file') return readText(place).replace(/\r?\n$/, '')
  if (kind !== 'env') {
    throw new UsageError(
      `--${option} must be file:PATH or env:NAME, where the password is: command lines are seen by all`,
    )
  }
  const password = process.env[place]
  if (password === undefined) throw new UsageError(`--${option}: the environment has no variable of this name`)
  return password
}

function readPermissions(value: string | undefined): EncryptionOptions['permissions'] {
  if (value === undefined) return undefined
  const words = value.split(',').filter((word) => word !== '')
  return words.map((word) => {
    const permission = PERMISSIONS.find((candidate) => candidate === word)
    if (permission) return permission
    throw new UsageError(`--permissions is a list of ${PERMISSIONS.join(', ')}, not "${word}"`)
  })
}
