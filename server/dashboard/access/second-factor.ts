import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { SecondFactor } from '../../storage/accounts/second-factors.js'
import { secondFactorContext } from '../../webhooks/contexts.js'
import type { DashboardServices } from '../services.js'
import { hashToken } from './tokens.js'

/** Seconds for which a code is good (RFC 6238 §5.2), as all apps have it. */
const PERIOD = 30

/** Codes of the step before and after are taken too: clocks of phones differ. */
const WINDOW = 1

/** 160 bits (RFC 4226 §4, R6). */
const SECRET_BYTES = 20

const RECOVERY_CODES = 10

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 80 bits: what is stored of them is a hash that is made fast. */
const RECOVERY_CHARACTERS = 16

/** A secret for an app that makes codes, in base 32. */
export function newFactorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address that apps read from a QR code. */
export function factorAddress(secret: string, email: string): string {
  return new TOTP({ issuer: 'Platen', label: email, period: PERIOD, secret }).toString()
}

/** The time step that a code of six digits belongs to; undefined for a code that is wrong or of another time. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = new TOTP({ period: PERIOD, secret }).validate({ token: code, window: WINDOW, timestamp: now })
  return delta === null ? undefined : Math.floor(now / (PERIOD * 1_000)) + delta
}

/** Codes for the day on which the device is lost, as people read them, with what is stored of them. */
export function newRecoveryCodes(): { readonly codes: readonly string[]; readonly hashes: readonly string[] } {
  const plain = Array.from({ length: RECOVERY_CODES }, () =>
    // 256 is a multiple of 32: every character is as likely.
    [...randomBytes(RECOVERY_CHARACTERS)].map((byte) => BASE32.charAt(byte % BASE32.length)).join(''),
  )
  return { codes: plain.map((code) => code.replace(/.{4}(?=.)/g, '$&-')), hashes: plain.map(hashToken) }
}

/** Whether a text is a code of the user's device or one of their recovery codes; it is used up by this. */
export async function takeCode(
  { store, sealer }: Pick<DashboardServices, 'store' | 'sealer'>,
  userId: string,
  { sealed }: SecondFactor,
  text: string,
): Promise<boolean> {
  const given = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(given)) {
    const step = stepOfCode(sealer.open(sealed, secondFactorContext(userId)), given, Date.now())
    return step !== undefined && store.useSecondFactorStep(userId, step)
  }
  return given.length === RECOVERY_CHARACTERS && store.useRecoveryCode(userId, hashToken(given))
}
