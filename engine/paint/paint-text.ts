import type { TextShadow } from '../css/properties/text.js'
import type { TextFragment } from '../layout/fragment-tree.js'
import type { Color } from '../style/computed-style.js'
import type { Tag } from '../tags/structure-element.js'
import { paintBlurred } from './blurred-ink.js'
import { darkOnWhite } from './dark-on-white.js'
import type { PaintContext, Surroundings } from './paint-context.js'
import { shadowColor } from './paint-decoration.js'
import { paintSymbol } from './paint-symbol.js'
import { partedText } from './parted-text.js'
import { showText } from './show-text.js'

/** Paints a piece of text on a line: its shadows, its letters with their outlines, and marks beside them. */
export function paintText(ctx: PaintContext, text: TextFragment, x: number, y: number, around: Surroundings): void {
  if (text.style.visibility !== 'visible') return
  const { textShadow } = text.style
  if (ctx.ink) {
    showLine(ctx, text, x, y, { color: ctx.ink, outline: ctx.ink, tag: 'ornament' })
    showMarks(ctx, text, x, y, ctx.ink)
    return
  }
  for (let i = textShadow.length - 1; i >= 0; i--) {
    const shadow = textShadow[i]
    if (shadow) paintTextShadow(ctx, text, x + shadow.x, y + shadow.y, shadow)
  }
  const tag = text.isLeader || isBetweenParts(ctx, text, around) ? 'artifact' : around.tag
  const { textEmphasisColor, WebkitTextFillColor: fill, WebkitTextStrokeColor: stroke } = text.style
  const color = textColor(ctx, text)
  showLine(ctx, partedText(ctx, text, x, y, tag, around), x, y, {
    color: fill === 'currentcolor' ? color : fill,
    outline: stroke === 'currentcolor' ? color : stroke,
    tag,
  })
  if (text.marks) showMarks(ctx, text, x, y, textEmphasisColor === 'currentcolor' ? color : textEmphasisColor)
}

/** The colour of letters: darkened where the background that they were to be read on may be left out. */
function textColor({ savesInk }: PaintContext, { style }: TextFragment): Color {
  return savesInk && style.printColorAdjust === 'economy' ? darkOnWhite(style.color) : style.color
}

/** Blanks between the items or cells on a line, which stand in what holds no text. */
function isBetweenParts({ structure }: PaintContext, { words }: TextFragment, { tag }: Surroundings): boolean {
  if (!structure || typeof tag !== 'number' || structure.tree.holdsText(tag)) return false
  return words.every(({ text }) => text.trim() === '')
}

function paintTextShadow(ctx: PaintContext, text: TextFragment, x: number, y: number, shadow: TextShadow): void {
  const color = shadowColor(shadow, text.style.color)
  if (shadow.blur === 0) {
    showLine(ctx, text, x, y, { color, outline: color, tag: 'ornament' })
    showMarks(ctx, text, x, y, color)
    return
  }
  if (color.alpha === 0) return
  const overhang = text.fontSize
  const bounds = {
    x: x - overhang,
    y: y - overhang,
    width: text.width + 2 * overhang,
    height: text.height + 2 * overhang,
  }
  paintBlurred(ctx.target, bounds, shadow.blur, color, (ink) => {
    showLine(ctx, text, x, y, { color: ink, outline: ink, tag: 'ornament' })
    showMarks(ctx, text, x, y, ink)
  })
}

/** Emphasis marks, which are no part of what is read. */
function showMarks(
  { target }: PaintContext,
  { marks, ascent }: TextFragment,
  x: number,
  y: number,
  color: Color,
): void {
  if (!marks) return
  const { mark, fontSize, baseline, positions } = marks
  showText(target, {
    x,
    y: y + ascent + baseline,
    fontSize,
    color,
    words: positions.map(() => mark),
    positions,
    letterSpacing: 0,
    decorative: true,
    tag: 'artifact',
  })
}

interface LineInk {
  readonly color: Color
  readonly outline: Color
  readonly tag: Tag | 'ornament' | undefined
}

/** Shows the words of a line, and the outlines of their letters where they have any. */
function showLine(ctx: PaintContext, text: TextFragment, x: number, y: number, ink: LineInk): void {
  const { WebkitTextStrokeWidth: width, paintOrder } = text.style
  if (width === 0 || ink.outline.alpha === 0 || text.symbol) {
    fillLine(ctx, text, x, y, ink)
    return
  }
  const isUnder = paintOrder.indexOf('stroke') < paintOrder.indexOf('fill')
  if (isUnder) outlineLine(ctx, text, x, y, ink.outline)
  fillLine(ctx, text, x, y, ink)
  if (!isUnder) outlineLine(ctx, text, x, y, ink.outline)
}

function outlineLine({ target }: PaintContext, text: TextFragment, x: number, y: number, color: Color): void {
  const { words, positions, letterSpacing, fontSize, style } = text
  const pen = { ...LETTER_PEN, width: style.WebkitTextStrokeWidth }
  const outline = { pen, paint: { kind: 'color', color } } as const
  const run = { fontSize, color, words, positions, letterSpacing, decorative: true, outline }
  showText(target, { x, y: y + text.ascent, ...run, tag: 'artifact' })
}

const LETTER_PEN = { cap: 'butt', join: 'miter', miterLimit: 4, dashes: [], dashOffset: 0 } as const

function fillLine(ctx: PaintContext, text: TextFragment, x: number, y: number, { color, tag }: LineInk): void {
  const decorative = tag === 'ornament'
  if (text.symbol) {
    paintSymbol(ctx.target, text, text.symbol, { x, y, color })
    if (decorative) return
  }
  const separator = decorative ? undefined : text.separator
  showText(ctx.target, {
    x,
    y: y + text.ascent,
    fontSize: text.fontSize,
    color,
    words: separator ? [...text.words, separator.word] : text.words,
    positions: separator ? [...text.positions, separator.position] : text.positions,
    letterSpacing: text.letterSpacing,
    invisible: text.symbol !== undefined,
    decorative,
    tag: tag === 'ornament' ? 'artifact' : tag,
  })
}
