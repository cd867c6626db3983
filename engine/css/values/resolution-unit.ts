import { TokenType } from '@csstools/css-tokenizer'
import type { CSSToken } from './value-cursor.js'

/** Units of resolutions in dots per px (css-values-4 §7.4). */
const DOTS_PER_PX: ReadonlyMap<string, number> = new Map([
  ['dppx', 1],
  ['x', 1],
  ['dpi', 1 / 96],
  ['dpcm', 2.54 / 96],
])

/** The dots per px of a resolution with its unit; undefined for any other token. */
export function plainResolution(token: CSSToken): number | undefined {
  if (token[0] !== TokenType.Dimension) return undefined
  const factor = DOTS_PER_PX.get(token[4].unit.toLowerCase())
  return factor === undefined ? undefined : token[4].value * factor
}
