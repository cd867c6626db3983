import type { ComputedStyle } from '../../style/computed-style.js'
import { resolveLength } from '../../style/resolve-length.js'
import type { DecorationFragment } from '../fragment-tree.js'
import type { Decorator, InlineBoxState } from './inline-box-state.js'

/** A decoration and its top edge from the top of the line. */
export interface PlacedDecoration {
  readonly y: number
  readonly fragment: DecorationFragment
}

const NONE: readonly PlacedDecoration[] = []

/**
 * The decoration lines across a text of `width` (css-text-decor-3 §2): one for each box around it that asks for
 * it, with that box's font and baseline. Underlines and overlines lie below the text, line-through above it.
 */
export function decorateText(
  state: InlineBoxState,
  layer: 'below-text' | 'above-text',
  width: number,
): readonly PlacedDecoration[] {
  if (state.decorations.length === 0) return NONE
  const placed: PlacedDecoration[] = []
  for (const decorator of state.decorations) {
    const { underline, overline, lineThrough } = decorator.style.textDecorationLine
    if (layer === 'below-text') {
      if (underline) placed.push(place(decorator, 'underline', width))
      if (overline) placed.push(place(decorator, 'overline', width))
    } else if (lineThrough) {
      placed.push(place(decorator, 'line-through', width))
    }
  }
  return placed
}

function place(decorator: Decorator, line: DecorationFragment['line'], width: number): PlacedDecoration {
  const { style, subtree, shift } = decorator
  const thickness = lineThickness(decorator, line)
  return {
    y: subtree.baseline + shift + topFromBaseline(decorator, line, thickness),
    fragment: {
      kind: 'decoration',
      line,
      width,
      thickness,
      lineStyle: style.textDecorationStyle,
      color: style.textDecorationColor,
      shadows: shadowsOf(style),
    },
  }
}

/** Shadows in the colour of the text have that of the box that decorates, which the line may not have. */
function shadowsOf({ textShadow, color }: ComputedStyle): ComputedStyle['textShadow'] {
  if (textShadow.length === 0) return textShadow
  return textShadow.map((shadow) => (shadow.color === 'currentcolor' ? { ...shadow, color } : shadow))
}

/** css-text-decor-4 §2.3. Browsers take a tenth of the font size for `auto`, at least 1 px. */
function lineThickness({ style, text }: Decorator, line: DecorationFragment['line']): number {
  const value = style.textDecorationThickness
  if (value === 'auto') return Math.max(1, text.fontSize / 10)
  if (value !== 'from-font') return Math.max(1, resolveLength(value, text.fontSize))
  const { underlineThickness, strikeoutThickness } = text.face.metrics
  return Math.max(1, (line === 'line-through' ? strikeoutThickness : underlineThickness) * text.fontSize)
}

/** Top edge of a line below the baseline, as browsers place it. */
function topFromBaseline({ style, text }: Decorator, line: DecorationFragment['line'], thickness: number): number {
  const ascent = text.face.metrics.ascent * text.fontSize
  switch (line) {
    case 'underline': {
      const offset = style.textUnderlineOffset
      if (typeof offset === 'number') return offset
      const gap = Math.max(1, Math.ceil(thickness / 2))
      return offset === 'auto' ? gap : gap + resolveLength(offset, text.fontSize)
    }
    case 'overline':
      return -text.ascent
    case 'line-through':
      return -text.ascent + (2 * ascent) / 3 - thickness / 2
  }
}
