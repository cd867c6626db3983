import { assertNever } from '../../base/invariant.js'
import type { AtomicBox, InlineBox } from '../../boxes/box-tree.js'
import { floatSide } from '../../boxes/out-of-flow.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { LineFragment, OutOfFlowPlace } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { alignmentOffset, lineAlignment } from './align-line.js'
import type { AtomicInline } from './atomic-inline.js'
import type { BrokenLine } from './break-lines.js'
import { ellipsize, endsWithEllipsis, needsEllipsis } from './ellipsis.js'
import { directionAt } from './embedding-levels.js'
import {
  type AlignedSubtree,
  alignSubtrees,
  encloseFallback,
  encloseStrut,
  type InlineBoxState,
  openState,
  placeAtomic,
  rootState,
} from './inline-box-state.js'
import { clonesEdges, edgeWidth } from './inline-edges.js'
import { stretchLeaders } from './leader.js'
import { type AnchoredBox, LineWriter } from './line-fragments.js'
import { hangingWidth, justify, type LineItem } from './line-items.js'
import { noteAnchors } from './note-anchors.js'
import { type EdgeUnit, isTransparent, type LineUnit, type Paragraph, type SeparatorUnit } from './paragraph.js'
import { measureWord, shapeText } from './shape-text.js'
import { lineFragment } from './text-fragment.js'
import { plainRun } from './text-runs.js'
import { trimLine } from './trim-line.js'
import { visualOrder } from './visual-order.js'

/** Turns a broken line into its fragment: heights, alignment, visual order, nested boxes (CSS 2.2 §9.4.2, §10.8). */
export function buildLine(
  ctx: LayoutContext,
  line: BrokenLine,
  availableWidth: number,
  atomics: ReadonlyMap<AtomicBox, AtomicInline>,
): LineFragment {
  const { room } = line
  const paragraph = inOwnDirection(line)
  const { items: collected, root, subtrees, anchors } = collectItems(ctx, line, availableWidth, atomics)
  const full = alignSubtrees(root.subtree, subtrees)
  const { height, baseline } = paragraph.root.trim ? trimLine(line, full, [root.subtree, ...subtrees]) : full
  const ends = endsWithEllipsis(paragraph, line)
  const shortened = ends || needsEllipsis(paragraph, collected, room - line.indent)
  const left = shortened ? 0 : alignItems(paragraph, line, collected, room)
  const ordered = paragraph.bidi
    ? visualOrder(collected, paragraph.direction === 'rtl' ? 1 : 0, paragraph.text)
    : collected
  const items = shortened ? ellipsize(ctx, paragraph, ordered, root, line) : ordered
  const writer = new LineWriter(
    availableWidth,
    paragraph.direction,
    !shortened ? left : ends ? alignItems(paragraph, line, items, room) : startEdge(paragraph, line, items, room),
    paragraph.bidi ? new Map(collected.map((item, index) => [item, index])) : undefined,
  )
  for (const item of items) writer.add(item)
  const visible = paragraph.hasContent || items.some((item) => item.width !== 0)
  const lineHeight = visible ? Math.max(0, height) : 0
  const { outOfFlow } = writer
  const below = outOfFlow ? { behind: behindBreak(line), first: beforeContent(line) } : NOTHING_BELOW
  const spill = writer.reach > lineHeight ? writer.reach - lineHeight : undefined
  return lineFragment({
    width: room,
    height: lineHeight,
    baseline: visible ? baseline : 0,
    spill,
    children: writer.finish(),
    anchors,
    outOfFlow: outOfFlow?.map((place) => staticPlace(paragraph, place, below, room, lineHeight)),
  })
}

/** The paragraph as its line stands in it: of `plaintext`, each bidi paragraph has a direction of its own (css-text-3 §6.1). */
function inOwnDirection({ paragraph, units }: BrokenLine): Paragraph {
  if (!paragraph.bidi || paragraph.root.style.unicodeBidi !== 'plaintext') return paragraph
  const first = units.find((unit) => unit.kind === 'word' || unit.kind === 'space' || unit.kind === 'tab')
  return first ? { ...paragraph, direction: directionAt(paragraph.text, first.start) } : paragraph
}

/**
 * Static position of a box that is anchored in a line (CSS 2.2 §10.3.7): in the line if it would be inline, else where
 * a block would stand: below what the line holds before it. Behind a break it is where the text of the next line would
 * begin.
 */
function staticPlace(
  { root, direction }: Paragraph,
  { unit, x }: AnchoredBox,
  { behind, first }: BoxesBelow,
  room: number,
  height: number,
): OutOfFlowPlace {
  const { box, inline, affecting } = unit
  const rtl = direction === 'rtl'
  const isInline = box.style.inlineLevel
  const isBelow = behind.has(unit)
  const y = isBelow || (!isInline && !first.has(unit)) ? height : 0
  const atEdge = rtl ? room : 0
  return {
    box,
    x: !isInline
      ? atEdge
      : isBelow
        ? alignmentOffset(lineAlignment(root.style, 'last', direction), room, direction)
        : x,
    y,
    alignX: rtl ? 'end' : 'start',
    inline,
    groups: affecting,
  }
}

/** Which positioned boxes of a line stand below it. */
interface BoxesBelow {
  readonly behind: ReadonlySet<LineUnit>
  /** What comes before all content of the line, in the order of the text: boxes that stand at its top. */
  readonly first: ReadonlySet<LineUnit>
}

const NO_UNITS: ReadonlySet<LineUnit> = new Set()

const NOTHING_BELOW: BoxesBelow = { behind: NO_UNITS, first: NO_UNITS }

function beforeContent({ units }: BrokenLine): ReadonlySet<LineUnit> {
  const at = units.findIndex((unit) => !isTransparent(unit))
  return new Set(at === -1 ? units : units.slice(0, at))
}

/** The units on a line behind the break that ends it: boxes that are out of the flow. */
function behindBreak({ units }: BrokenLine): ReadonlySet<LineUnit> {
  const at = units.findIndex(({ kind }) => kind === 'break')
  return at === -1 ? NO_UNITS : new Set(units.slice(at + 1))
}

/** Left edge of content that fills the line. */
function startEdge(
  { direction }: Paragraph,
  { indent }: BrokenLine,
  items: readonly LineItem[],
  availableWidth: number,
): number {
  if (direction === 'ltr') return indent
  let width = indent
  for (const item of items) width += item.width
  return availableWidth - width
}

/** The units of a line in their inline boxes. */
interface CollectedItems {
  readonly items: LineItem[]
  readonly root: InlineBoxState
  readonly subtrees: readonly AlignedSubtree[]
  readonly anchors: LineFragment['anchors']
}

function collectItems(
  ctx: LayoutContext,
  line: BrokenLine,
  availableWidth: number,
  atomics: ReadonlyMap<AtomicBox, AtomicInline>,
): CollectedItems {
  const { paragraph } = line
  const root = rootState(ctx, paragraph.rootStyle, paragraph.root.decorations)
  const strutless = paragraph.root.strutless !== undefined
  if (hasRootStrut(paragraph, line)) encloseStrut(root)
  const subtrees: AlignedSubtree[] = []
  const items: LineItem[] = []
  let state = root
  // The line is as high as the innermost of these asks, whose style it has.
  for (const box of paragraph.around) state = openState(ctx, state, box, box.style, subtrees)
  const open = (box: InlineBox) => {
    state = openState(ctx, state, box, paragraph.styles?.get(box.style) ?? box.style, subtrees)
    if (!strutless || hasEdges(box.style)) encloseStrut(state)
  }
  for (const box of line.openAtStart) {
    open(box)
    if (clonesEdges(box)) items.push(edgeItem({ kind: 'open', box }, state, availableWidth))
  }
  for (const unit of line.units) {
    switch (unit.kind) {
      case 'open':
        open(unit.box)
        items.push(edgeItem(unit, state, availableWidth))
        break
      case 'close':
        items.push(edgeItem(unit, state, availableWidth))
        state = state.parent ?? root
        break
      case 'atomic': {
        const inline = atomics.get(unit.box)
        if (!inline) break
        const atomic = { inline, place: placeAtomic(ctx, state, inline, subtrees) }
        items.push({ unit, state, width: inline.width, level: unit.level, atomic })
        break
      }
      case 'break':
        if (strutless && !hasContent(state, items)) encloseStrut(state)
        if (line.end === 'forced') addSeparator(ctx, items, state)
        break
      case 'separator':
        items.push({ unit, state, width: 0, level: 0, atomic: undefined })
        break
      case 'out-of-flow':
        if (!floatSide(unit.box)) items.push({ unit, state, width: 0, level: 0, atomic: undefined })
        break
      case 'word':
      case 'space':
      case 'tab':
      case 'leader':
        if (strutless) encloseStrut(state)
        encloseFallback(state, unit.run)
        items.push({ unit, state, width: unit.width, level: unit.run.level, atomic: undefined })
        break
      default:
        assertNever(unit)
    }
  }
  closeClones(state, items, availableWidth)
  return { items, root, subtrees, anchors: noteAnchors(line.units, items) }
}

const SPACE = ' '

/** Parts what is before a forced break from the line below it, unless a space does. */
function addSeparator(ctx: LayoutContext, items: LineItem[], state: InlineBoxState): void {
  const last = items.findLast(({ unit }) => !isTransparent(unit))?.unit.kind
  const run = plainRun(state.text)
  if ((last !== 'word' && last !== 'atomic') || !run.face.hasGlyph(SPACE.charCodeAt(0))) return
  const word = shapeText(ctx, run, SPACE)
  const unit: SeparatorUnit = { kind: 'separator', run, word, overhang: measureWord(run, word) }
  items.push({ unit, state, width: 0, level: 0, atomic: undefined })
}

function hasRootStrut({ root }: Paragraph, { isFirst }: BrokenLine): boolean {
  return root.strutless === undefined || (isFirst && root.strutless === 'all-but-first')
}

/** Ends the boxes that are open at the end of a line and have their edges on each line. */
function closeClones(state: InlineBoxState, items: LineItem[], availableWidth: number): void {
  for (let at: InlineBoxState | undefined = state; at?.box; at = at.parent) {
    if (clonesEdges(at.box)) items.push(edgeItem({ kind: 'close', box: at.box }, at, availableWidth))
  }
}

function edgeItem(unit: EdgeUnit, state: InlineBoxState, availableWidth: number): LineItem {
  return { unit, state, width: edgeWidth(unit, availableWidth), level: 0, atomic: undefined }
}

/** Whether something on the line that counts for its height is in an inline box, or in boxes within it. */
function hasContent(state: InlineBoxState, items: readonly LineItem[]): boolean {
  return items.some(({ unit, state: own }) => {
    const { kind } = unit
    if (kind === 'out-of-flow' || kind === 'separator') return false
    if ((kind === 'open' || kind === 'close') && !hasEdges(unit.box.style)) return false
    for (let at: InlineBoxState | undefined = own; at; at = at.parent) if (at === state) return true
    return false
  })
}

/** Browsers let an inline box with such edges count for the height of its line though there is no text in it. */
function hasEdges(style: ComputedStyle): boolean {
  return style.borderLeftWidth > 0 || style.borderRightWidth > 0 || style.paddingLeft !== 0 || style.paddingRight !== 0
}

/** Justifies the items if that is asked for; returns the left edge of the content. */
function alignItems(
  { root, direction }: Paragraph,
  line: BrokenLine,
  items: readonly LineItem[],
  availableWidth: number,
): number {
  let width = 0
  for (const item of items) width += item.width
  const room = availableWidth - line.indent
  // Before a forced break and at the end, preserved spaces hang only as far as they do not fit (css-text-3 §4.1.3).
  const spaces = hangingWidth(items)
  const hanging = line.end === 'soft' ? spaces : Math.min(spaces, Math.max(0, width - room))
  const free = room - (width - hanging)
  if (stretchLeaders(items, free)) return direction === 'ltr' ? line.indent : -hanging
  const alignment = lineAlignment(root.style, line.end, direction)
  const justified = alignment === 'justify' && free > 0 && justify(items, free, root.style.textJustify)
  const offset = alignmentOffset(alignment, justified ? 0 : free, direction)
  return direction === 'ltr' ? line.indent + offset : offset - hanging
}
