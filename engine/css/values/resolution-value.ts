import { TokenType } from '@csstools/css-tokenizer'
import type { ValueCursor } from './value-cursor.js'

/** Units of resolutions in dots per px (css-values-4 §7.4). */
const DOTS_PER_PX: Readonly<Record<string, number>> = { dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 }

/** `<resolution>` in dots per px. UNSUPPORTED: math functions. */
export function parseResolution(cursor: ValueCursor): number | undefined {
  const { token } = cursor
  const unit = token?.[0] === TokenType.Dimension ? DOTS_PER_PX[token[4].unit.toLowerCase()] : undefined
  if (token?.[0] !== TokenType.Dimension || unit === undefined) return undefined
  cursor.advance()
  return token[4].value * unit
}
