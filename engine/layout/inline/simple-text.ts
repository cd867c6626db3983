import type { InlineRootBox } from '../../boxes/box-tree.js'
import type { ShapedWord } from '../../fonts/font-types.js'
import type { BoxFragment, LineFragment } from '../fragment-tree.js'
import type { IntrinsicSizes, LayoutContext } from '../layout-types.js'
import { alignmentOffset, lineAlignment } from './align-line.js'
import { findBreaks } from './line-breaks.js'
import { fragmentOfLine } from './lines-fragment.js'
import { MAX_WORD_LENGTH, shapeSpace, shapeText, spaceAdvance, WidthSum, wordAdvance } from './shape-text.js'
import { lineFragment, textFragment } from './text-fragment.js'
import { plainRun } from './text-runs.js'
import { type TextStyle, textStyleOf } from './text-style.js'

/*
 * The most frequent paragraph by far: one text in one Latin style on one line, as in table cells. It gives the
 * same fragments as the general way, without runs, units and break opportunities.
 */

/** A root that is a single plain text and fits on one line; undefined when it is anything else. */
export function layoutSingleLine(
  ctx: LayoutContext,
  root: InlineRootBox,
  availableWidth: number,
): BoxFragment | undefined {
  const line = layoutSimpleLine(ctx, root, availableWidth)
  return line && fragmentOfLine(root, line)
}

function layoutSimpleLine(ctx: LayoutContext, root: InlineRootBox, availableWidth: number): LineFragment | undefined {
  if (root.decorations.length > 0 || root.style.textIndent !== 0 || root.trim || root.clampedTo) return undefined
  const text = wholeText(root)
  const style = text === undefined ? undefined : simpleStyle(ctx, root, text)
  if (text === undefined || !style) return undefined
  const run = plainRun(style)
  const count = 2 * countSpaces(text) + 1
  const words = new Array<ShapedWord>(count)
  const positions = new Array<number>(count)
  const widths = new WidthSum()
  let width = 0
  let at = 0
  for (let start = 0; start < text.length; ) {
    const space = text.indexOf(' ', start)
    const end = space < 0 ? text.length : space
    if (end - start > MAX_WORD_LENGTH) return undefined
    if (end > start) {
      const word = shapeText(ctx, run, text.slice(start, end))
      words[at] = word
      positions[at++] = width
      width += widths.add(wordAdvance(run, word))
      if (width > availableWidth) return undefined
    }
    if (space < 0) break
    const word = shapeSpace(ctx, run)
    words[at] = word
    positions[at++] = width
    width += widths.add(spaceAdvance(ctx, run, word, text.charCodeAt(space - 1), text.charCodeAt(space + 1)))
    start = space + 1
  }
  const alignment = lineAlignment(root.style, 'last', 'ltr')
  if (alignment === 'justify') return undefined
  return lineFragment({
    width: availableWidth,
    height: style.lineHeight,
    baseline: style.lineAscent,
    children: [
      {
        x: alignmentOffset(alignment, availableWidth - width, 'ltr'),
        y: style.lineAscent - style.ascent,
        fragment: textFragment({
          style: style.style,
          fontSize: style.fontSize,
          width,
          height: style.ascent + style.descent,
          ascent: style.ascent,
          words,
          positions,
          letterSpacing: style.letterSpacing,
          isLeader: false,
        }),
      },
    ],
  })
}

/** Intrinsic sizes of a root that is a single plain text which breaks at spaces only; undefined otherwise. */
export function measureSimpleText(ctx: LayoutContext, root: InlineRootBox): IntrinsicSizes | undefined {
  if (root.style.textIndent !== 0) return undefined
  const text = wholeText(root)
  const style = text === undefined ? undefined : simpleStyle(ctx, root, text)
  if (text === undefined || !style) return undefined
  if (style.wraps && !breaksAtSpacesOnly(text, style)) return undefined
  const run = plainRun(style)
  const widths = new WidthSum()
  let maxContent = 0
  let minContent = 0
  for (let start = 0; start < text.length; ) {
    const space = text.indexOf(' ', start)
    const end = space < 0 ? text.length : space
    if (end - start > MAX_WORD_LENGTH) return undefined
    if (end > start) {
      const width = widths.add(wordAdvance(run, shapeText(ctx, run, text.slice(start, end))))
      maxContent += width
      if (width > minContent) minContent = width
    }
    if (space < 0) break
    const word = shapeSpace(ctx, run)
    maxContent += widths.add(spaceAdvance(ctx, run, word, text.charCodeAt(space - 1), text.charCodeAt(space + 1)))
    start = space + 1
  }
  return { minContent: style.wraps ? minContent : maxContent, maxContent }
}

const SPACE = 0x20
const LAST_PRINTABLE = 0x7e

/** The text of a root that holds nothing else, and whose lines all look alike. */
function wholeText({ items, style, firstLine }: InlineRootBox): string | undefined {
  const item = items[0]
  return !firstLine && items.length === 1 && item?.kind === 'text' && item.style === style && !item.symbol
    ? item.text
    : undefined
}

function countSpaces(text: string): number {
  let count = 0
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count++
  return count
}

/** The style of a text that is simple enough: single spaces stand between its words alone. */
function simpleStyle(ctx: LayoutContext, root: InlineRootBox, text: string): TextStyle | undefined {
  const { direction, unicodeBidi } = root.style
  if (direction === 'rtl' || unicodeBidi === 'bidi-override' || unicodeBidi === 'isolate-override') return undefined
  const style = textStyleOf(ctx, root.style)
  if (!style.collapses || style.synthesizedCaps !== 'none' || !style.drawsAscii || style.upright !== 'none')
    return undefined
  if (style.emphasis) return undefined
  if (text.charCodeAt(0) === SPACE || text.charCodeAt(text.length - 1) === SPACE || text.includes('  '))
    return undefined
  let ascii = true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= SPACE && code <= LAST_PRINTABLE) continue
    if (!isSimple(code)) return undefined
    ascii = false
  }
  if (!ascii) {
    const runs = root.style.font.itemize(text)
    if (runs.length !== 1 || runs[0]?.face !== style.face) return undefined
  }
  return style
}

/** Latin letters, punctuation and currency signs, but no no-break space, soft hyphen or other control. */
function isSimple(code: number): boolean {
  return (
    (code > 0xa0 && code < 0x250 && code !== 0xad) ||
    (code >= 0x2010 && code <= 0x2027) ||
    (code >= 0x2030 && code <= 0x205e) ||
    (code >= 0x20a0 && code <= 0x20bf)
  )
}

/** Characters next to which ASCII text may break besides spaces. */
const BREAKING = /[-?([{<]/

const NOT_ASCII = /\P{ASCII}/u

function breaksAtSpacesOnly(text: string, { style, breaksAnywhere, hyphenation }: TextStyle): boolean {
  if (breaksAnywhere || hyphenation || style.wordBreak !== 'normal') return false
  if (!NOT_ASCII.test(text)) return !BREAKING.test(text)
  const breaks = findBreaks(text)
  for (let i = 1; i < text.length; i++) {
    if ((breaks[i] === 1) !== (text.charCodeAt(i - 1) === SPACE && text.charCodeAt(i) !== SPACE)) return false
  }
  return true
}
