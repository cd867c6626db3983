import { TokenType } from '@csstools/css-tokenizer'
import type { ValueCursor } from './value-cursor.js'

const DEGREES_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['deg', 1],
  ['grad', 0.9],
  ['rad', 180 / Math.PI],
  ['turn', 360],
])

/**
 * `<angle>` in degrees; zero may stand without a unit, as in gradients and transforms.
 *
 * UNSUPPORTED: math functions of angles.
 */
export function parseAngle(cursor: ValueCursor): number | undefined {
  const token = cursor.token
  if (token?.[0] === TokenType.Number && token[4].value === 0) {
    cursor.advance()
    return 0
  }
  if (token?.[0] !== TokenType.Dimension) return undefined
  const factor = DEGREES_PER_UNIT.get(token[4].unit.toLowerCase())
  if (factor === undefined) return undefined
  cursor.advance()
  return token[4].value * factor
}
