import { assertNever } from '../../base/invariant.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { DecorationFragment } from '../fragment-tree.js'
import type { Decorator, InlineBoxState } from './inline-box-state.js'

/** A decoration and its top left corner on the line. */
interface PlacedDecoration {
  readonly x: number
  readonly y: number
  readonly fragment: DecorationFragment
}

/** Where text stands on its line, and the boxes whose decorations reach it. */
export interface TextPlace {
  readonly x: number
  readonly width: number
  readonly state: InlineBoxState
}

/**
 * The decoration lines across neighbouring texts (css-text-decor-3 §2): for each box around them that asks for
 * it, with that box's font and baseline, and in one piece as far as its text is, so that patterns continue.
 * Underlines and overlines lie below the texts, line-through above.
 */
export function decorateTexts(
  texts: readonly TextPlace[],
  layer: 'below-text' | 'above-text',
): readonly PlacedDecoration[] {
  const placed: PlacedDecoration[] = []
  const done = new Set<Decorator>()
  for (let i = 0; i < texts.length; i++) {
    for (const decorator of (texts[i] as TextPlace).state.decorations) {
      if (done.has(decorator)) continue
      done.add(decorator)
      addLines(texts, i, decorator, layer, placed)
    }
  }
  return placed
}

/** @param first index of the first text that the box decorates */
function addLines(
  texts: readonly TextPlace[],
  first: number,
  decorator: Decorator,
  layer: 'below-text' | 'above-text',
  placed: PlacedDecoration[],
): void {
  const { underline, overline, lineThrough } = decorator.style.textDecorationLine
  if (layer === 'below-text' ? !underline && !overline : !lineThrough) return
  for (let start = first; start < texts.length; ) {
    const { x, width, state } = texts[start] as TextPlace
    let end = start + 1
    if (state.decorations.includes(decorator)) {
      let right = x + width
      for (let next = texts[end]; next?.x === right && next.state.decorations.includes(decorator); next = texts[end]) {
        right += next.width
        end++
      }
      if (layer === 'above-text') placed.push(place(decorator, 'line-through', x, right - x))
      if (layer === 'below-text' && underline) placed.push(place(decorator, 'underline', x, right - x))
      if (layer === 'below-text' && overline) placed.push(place(decorator, 'overline', x, right - x))
    }
    start = end
  }
}

function place(decorator: Decorator, line: DecorationFragment['line'], x: number, width: number): PlacedDecoration {
  const { style, subtree, shift } = decorator
  const thickness = usedThickness(decorator)
  return {
    x,
    y: subtree.baseline + shift + topFromBaseline(decorator, line, thickness),
    fragment: {
      kind: 'decoration',
      line,
      width,
      thickness: Math.floor(thickness),
      lineStyle: style.textDecorationStyle,
      color: lineColor(style),
      shadows: shadowsOf(style),
    },
  }
}

/** The colour of the element, which lines have that name none, stands for what fills its letters, as in browsers. */
function lineColor({ color, textDecorationColor, WebkitTextFillColor: fill }: ComputedStyle): ComputedStyle['color'] {
  return fill !== 'currentcolor' && textDecorationColor === color ? fill : textDecorationColor
}

/** Shadows in the colour of the text have that of the box that decorates, which the line may not have. */
function shadowsOf({ textShadow, color }: ComputedStyle): ComputedStyle['textShadow'] {
  if (textShadow.length === 0) return textShadow
  return textShadow.map((shadow) => (shadow.color === 'currentcolor' ? { ...shadow, color } : shadow))
}

/**
 * css-text-decor-4 §2.3. Browsers take a tenth of the font size for `auto`, the thickness of underlines for all
 * lines with `from-font`, and round what is specified.
 */
function usedThickness({ style, text }: Decorator): number {
  const value = style.textDecorationThickness
  if (value === 'auto') return Math.max(1, text.fontSize / 10)
  if (value === 'from-font') return Math.max(1, text.face.metrics.underlineThickness * text.fontSize)
  return Math.max(1, Math.round(resolveLength(value, text.style.fontSize)))
}

/** Top edge of a line below the baseline, as browsers place it: on whole px, so that lines are crisp. */
function topFromBaseline({ style, text }: Decorator, line: DecorationFragment['line'], thickness: number): number {
  switch (line) {
    case 'underline':
      return underlineTop(style, text, thickness)
    case 'overline':
      return Math.ceil(-text.ascent - thickness)
    case 'line-through':
      return Math.round(-text.ascent / 3 - thickness / 2)
  }
}

/** css-text-decor-4 §2.7, §2.8. */
function underlineTop(
  { textUnderlineOffset, textUnderlinePosition }: ComputedStyle,
  { style, fontSize, face: { metrics } }: Decorator['text'],
  thickness: number,
): number {
  const offset = textUnderlineOffset === 'auto' ? undefined : resolveLength(textUnderlineOffset, style.fontSize)
  switch (textUnderlinePosition) {
    case 'auto':
      return offset ?? Math.max(1, Math.ceil(thickness / 2))
    case 'from-font':
      return -(metrics.underlinePosition + metrics.underlineThickness / 2) * fontSize + (offset ?? 0)
    case 'under':
      // Below the em box, with a px between as browsers have it.
      return Math.ceil((metrics.descent / (metrics.ascent + metrics.descent)) * fontSize + (offset ?? 0)) + 1
    default:
      return assertNever(textUnderlinePosition)
  }
}
