import type { ComputedStyle } from '../../style/computed-style.js'

export type Decorations = readonly ComputedStyle[]

export const NO_DECORATIONS: Decorations = []

/** The decorations that reach a box's content: those from around it and its own (css-text-decor-3 §2.1). */
export function withDecorationsOf(around: Decorations, style: ComputedStyle): Decorations {
  const line = style.textDecorationLine
  return line.underline || line.overline || line.lineThrough ? [...around, style] : around
}
