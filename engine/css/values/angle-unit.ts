import { TokenType } from '@csstools/css-tokenizer'
import type { CSSToken } from './value-cursor.js'

const DEGREES_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['deg', 1],
  ['grad', 0.9],
  ['rad', 180 / Math.PI],
  ['turn', 360],
])

/** The degrees of an angle with its unit; undefined for any other token. */
export function plainAngle(token: CSSToken): number | undefined {
  if (token[0] !== TokenType.Dimension) return undefined
  const factor = DEGREES_PER_UNIT.get(token[4].unit.toLowerCase())
  return factor === undefined ? undefined : token[4].value * factor
}
