import type { LayoutContext } from '../layout-types.js'
import type { BrokenLine } from './break-lines.js'
import { cutToFit } from './divide-word.js'
import type { InlineBoxState } from './inline-box-state.js'
import { hangingWidth, type LineItem } from './line-items.js'
import { isTransparent, type Paragraph, type WordUnit } from './paragraph.js'
import { shapeWordUnit } from './shape-text.js'
import { plainRun } from './text-runs.js'

/** Whether an ellipsis takes the place of what does not fit into a line of `room` (css-overflow-3 §5). */
export function needsEllipsis({ root }: Paragraph, items: readonly LineItem[], room: number): boolean {
  const { textOverflow, overflow } = root.style
  if (textOverflow !== 'ellipsis' || overflow === 'visible') return false
  let width = -hangingWidth(items)
  for (const item of items) width += item.width
  return width > room
}

/** Whether an ellipsis tells that there is more below a line (css-overflow-4 §4.2). */
export function endsWithEllipsis({ root }: Paragraph, { clamped }: BrokenLine): boolean {
  return clamped === true && root.style.blockEllipsis !== 'none'
}

/**
 * The items of a line that fit before an ellipsis, and the ellipsis, in visual order. What is cut off at the end
 * of the line, by the base direction, is gone: it is not drawn and not found. Something of the text always stays.
 */
export function ellipsize(
  ctx: LayoutContext,
  paragraph: Paragraph,
  items: readonly LineItem[],
  root: InlineBoxState,
  line: BrokenLine,
): LineItem[] {
  const room = line.room - line.indent
  const ltr = paragraph.direction === 'ltr'
  const ellipsis = ellipsisOf(ctx, paragraph, line)
  const kept: LineItem[] = []
  let left = room - ellipsis.width
  let hasContent = false
  for (let i = 0; i < items.length; i++) {
    const item = items[ltr ? i : items.length - 1 - i] as LineItem
    // Nothing of the line below follows the ellipsis.
    if (item.unit.kind === 'separator') continue
    if (item.width > left) {
      const part = item.unit.kind === 'word' ? cutWord(ctx, item, item.unit, { left, ltr, hasContent }) : undefined
      if (part) kept.push(part)
      else if (item.unit.kind === 'atomic' && !hasContent) kept.push(item)
      for (i++; i < items.length; i++) {
        const cut = items[ltr ? i : items.length - 1 - i] as LineItem
        if (cut.unit.kind === 'out-of-flow') kept.push(cut)
      }
      break
    }
    kept.push(item)
    left -= item.width
    if (!isTransparent(item.unit)) hasContent = true
  }
  kept.push({ unit: ellipsis, state: root, width: ellipsis.width, level: 0, atomic: undefined })
  return ltr ? kept : kept.reverse()
}

/**
 * The part of a word next to the start of the line.
 * @param line the room that is left on it, its direction, and whether something stands on it already
 */
function cutWord(
  ctx: LayoutContext,
  item: LineItem,
  unit: WordUnit,
  line: { readonly left: number; readonly ltr: boolean; readonly hasContent: boolean },
): LineItem | undefined {
  const { left, ltr, hasContent } = line
  const wordIsLtr = (unit.run.level & 1) === 0
  const part = cutToFit(ctx, unit, left, wordIsLtr === ltr ? 'start' : 'end', !hasContent)
  return part && { ...item, unit: part, width: part.width }
}

const ELLIPSIS = 0x2026

function ellipsisOf(ctx: LayoutContext, { root, rootStyle, text }: Paragraph, { clamped }: BrokenLine): WordUnit {
  const { blockEllipsis } = root.style
  const character = rootStyle.face.hasGlyph(ELLIPSIS) ? String.fromCharCode(ELLIPSIS) : '...'
  const shown = clamped && typeof blockEllipsis === 'object' ? blockEllipsis.text : character
  const at = text.length
  const place = { start: at, end: at, softHyphen: false, joins: 'none', kerning: 0 } as const
  return shapeWordUnit(ctx, plainRun(rootStyle), shown, place)
}
