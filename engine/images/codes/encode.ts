import { createRequire } from 'node:module'
import { say } from '../../base/message.js'
import { ImageError } from '../image-error.js'

/** A code as the encoder gives it: bars, or squares. */
export type EncodedCode = EncodedBars | EncodedMatrix

export interface EncodedBars {
  /** Widths of bars and the spaces between them in modules, a bar first. */
  readonly sbs: readonly number[]
  /** Heights of the bars, and how far above the bottom they begin, in inches of 72 modules. */
  readonly bhs: readonly number[]
  readonly bbs: readonly number[]
  /** The human-readable text below: text, place from the left and above the bottom in modules, font, size. */
  readonly txt?: readonly (readonly [text: string, x: number, y: number | null, font: string, size: number])[]
}

export interface EncodedMatrix {
  /** Row by row from the top: 1 is dark. */
  readonly pixs: readonly number[]
  readonly pixx: number
  readonly pixy: number
}

interface Encoder {
  raw(options: Readonly<Record<string, unknown>>): readonly unknown[]
}

/** No symbology holds more, and what it costs to find that out is bounded. */
export const LONGEST_VALUE = 4_000

const load: (name: string) => Encoder = createRequire(import.meta.url)
let encoder: Encoder | undefined

/**
 * Encodes a text. The package that does is read when the first code is drawn.
 *
 * @param symbology the encoder's name for it
 * @throws ImageError for a text that the symbology does not have, or with a wrong check digit
 */
export function encode(
  symbology: string,
  text: string,
  options: Readonly<Record<string, string | number | boolean>>,
): EncodedCode {
  if (text.length > LONGEST_VALUE)
    throw new ImageError('invalid-code', say`it has more than ${LONGEST_VALUE} characters`)
  encoder ??= load('bwip-js')
  const given = { ...options, bcid: symbology, text }
  try {
    const [code] = encoder.raw(given)
    return code as EncodedCode
  } catch (error) {
    const message = reasonOf(error)
    throw new ImageError('invalid-code', `${message}${checkDigitHint(message, given, encoder)}`)
  }
}

/** Messages of the encoder begin with its own name for the error. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const text = message.replace(/^\S*bwipp\.\S+:\s*/, '')
  // Names of symbologies keep their capitals.
  return /^\p{Lu}[\p{Lu}\d]|-/u.test(text.split(' ')[0] ?? '') ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

/** `, it would be 0` when the last digit is a wrong check digit. */
function checkDigitHint(message: string, given: { readonly text: string }, { raw }: Encoder): string {
  const { text } = given
  if (!/check digit/i.test(message) || !/\d$/.test(text)) return ''
  try {
    const [code] = raw({ ...given, text: text.slice(0, -1), includetext: true }) as EncodedBars[]
    const digit = code?.txt
      ?.map(([part]) => part)
      .join('')
      .at(-1)
    return digit === undefined ? '' : `, it would be ${digit}`
  } catch {
    // Without its last digit the text is wrong for another reason: there is nothing to suggest.
    return ''
  }
}
