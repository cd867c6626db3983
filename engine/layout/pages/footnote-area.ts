import { invariant } from '../../base/invariant.js'
import type { BlockBox, FlowChild, Footnote, InlineBox, InlineItem, InlineRootBox } from '../../boxes/box-tree.js'
import { haveFloats } from '../../boxes/out-of-flow.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import { boxFragment } from '../box-fragment.js'
import { type BreakToken, type FlowBreakToken, flowToken, hadBetterWait } from '../break-token.js'
import { emptyPage, type Fragmentation, flowSpace, UNFRAGMENTED } from '../constraint-space.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import { resolveBoxHeight, resolveEdges, resolveMargin } from '../sizing.js'

/** Notes that stand, or are still to stand, at the foot of a page. */
export interface Notes {
  readonly boxes: readonly FlowChild[]
  /** Where the first continues, when its beginning stands on the page before. */
  readonly token: BreakToken | undefined
}

export const NO_NOTES: Notes = { boxes: [], token: undefined }

/** The footnote area of one page, before it has content (css-gcpm-3 §2.5). */
export interface FootnoteArea {
  readonly style: ComputedStyle
  /** Width of the page area. */
  readonly width: number
  /** Numbers boxes. */
  nextId(): number
  /** The style of an anonymous box in or around one of this style. */
  anonymous(style: ComputedStyle, display: 'block' | 'inline'): ComputedStyle
}

/** Notes that stay on a page, and what the next page has to take. */
export interface PlacedNotes {
  /** Undefined when nothing fits. */
  readonly fragment: BoxFragment | undefined
  readonly rest: Notes
}

/** Room that notes take in one piece, the margins of their area included. */
export function notesHeight(ctx: LayoutContext, area: FootnoteArea, notes: Notes): number {
  if (notes.boxes.length === 0) return 0
  // Continued notes are laid out in a very high page: only unbroken ones can be laid out without one.
  const result = notes.token
    ? layoutNotes(ctx, area, notes, emptyPage(ENDLESS))
    : layoutNotes(ctx, area, notes, UNFRAGMENTED)
  invariant(result.kind === 'placed', 'notes to be placed where there is room')
  const { height } = result.fragment
  const most = maxHeight(area)
  // Of notes that continue because of `max-height`, the area holds whole lines: perhaps less than it may.
  const isLimited = most !== undefined && height >= most
  const held = isLimited ? placeNotes(ctx, area, notes, { room: ENDLESS, atTop: false }).fragment : undefined
  return (held?.height ?? height) + verticalMargins(area)
}

/** Higher than any page. */
const ENDLESS = 2 ** 30

/**
 * Places as much of the notes as fits into `room`, which the margins of the area are part of. `atTop`: the page has
 * nothing else, so something must be placed.
 */
export function placeNotes(
  ctx: LayoutContext,
  area: FootnoteArea,
  notes: Notes,
  { room, atTop }: { readonly room: number; readonly atTop: boolean },
): PlacedNotes {
  if (notes.boxes.length === 0) return { fragment: undefined, rest: NO_NOTES }
  const left = Math.max(0, room - verticalMargins(area))
  const most = maxHeight(area)
  // As much as the area may hold continues nowhere below it on the page; a line of it stands there all the same.
  const page = most !== undefined && most < left ? { ...emptyPage(most), atTop: true } : { ...emptyPage(left), atTop }
  const result = layoutNotes(ctx, area, notes, page)
  const overflows = result.kind === 'placed' && !atTop && result.fragment.height > left
  const waits = overflows || result.kind === 'no-room' || (!atTop && !notes.token && hadBetterWait(result.appeal))
  if (waits) return { fragment: undefined, rest: notes }
  const token = flowToken(result.token)
  if (!token) return { fragment: result.fragment, rest: NO_NOTES }
  const rest = { boxes: notes.boxes.slice(token.index), token: token.child }
  return { fragment: shrunk(result.fragment), rest }
}

/** An area whose notes continue is as high as what it holds, and so are they, not as the room that they had. */
function shrunk(fragment: BoxFragment): BoxFragment {
  const { box, padding, border, style } = fragment
  if (box.kind !== 'block' || style.height !== 'auto' || style.minHeight !== 'auto') return fragment
  let held = border.top + padding.top
  const children = fragment.children.map((placed) => {
    const child = placed.fragment
    const own = child.kind === 'box' && child.cut?.bottom ? shrunk(child) : child
    if (own.kind !== 'decoration') held = Math.max(held, placed.y + own.height)
    return own === child ? placed : { ...placed, fragment: own }
  })
  const height = Math.min(fragment.height, held + padding.bottom + border.bottom)
  return height === fragment.height ? fragment : boxFragment({ ...fragment, children, height })
}

/** The greatest border-box height of the area; undefined if it may be as high as the page has room. */
function maxHeight({ style, width }: FootnoteArea): number | undefined {
  return resolveBoxHeight(style, style.maxHeight, undefined, resolveEdges(style, width, undefined))
}

export function verticalMargins({ style, width }: FootnoteArea): number {
  return resolveMargin(style.marginTop, width) + resolveMargin(style.marginBottom, width)
}

function layoutNotes(ctx: LayoutContext, area: FootnoteArea, notes: Notes, fragmentation: Fragmentation): LayoutResult {
  const { style, width } = area
  const box: BlockBox = {
    kind: 'block',
    id: area.nextId(),
    style,
    node: undefined,
    children: notes.boxes,
    marker: undefined,
    formattingContext: true,
    ...(haveFloats(notes.boxes) && { floats: true }),
  }
  const token: FlowBreakToken | undefined = notes.token && {
    kind: 'flow',
    index: 0,
    child: notes.token,
    consumed: 0,
    forced: undefined,
  }
  return ctx.layout(box, flowSpace(width, undefined, fragmentation), token)
}

/** The boxes of footnotes in their order; those that are displayed inline share lines (css-gcpm-3 §2.7). */
export function noteBoxes(ctx: LayoutContext, area: FootnoteArea, notes: readonly Footnote[]): readonly FlowChild[] {
  const boxes: FlowChild[] = []
  let line: NoteLines[] = []
  let lineWidth = 0
  const endLine = (): void => {
    const [first] = line
    if (first) boxes.push(joined(area, first, line))
    line = []
    lineWidth = 0
  }
  for (const { boxes: own, display } of notes) {
    const note = display === 'block' ? undefined : onlyLines(own)
    if (!note) {
      endLine()
      boxes.push(...own)
      continue
    }
    const width = display === 'compact' ? ctx.intrinsicSizes(note.text).maxContent + note.text.style.fontSize / 2 : 0
    if (lineWidth + width > area.width) endLine()
    line.push(note)
    lineWidth += width
  }
  endLine()
  return boxes
}

interface NoteLines {
  readonly node: BoundElement | undefined
  readonly text: InlineRootBox
}

/** The lines of a note that is nothing but lines. */
function onlyLines(boxes: readonly FlowChild[]): NoteLines | undefined {
  const [only] = boxes
  if (boxes.length !== 1 || only?.kind !== 'block' || only.children.length !== 1) return undefined
  const content = only.children[0]
  return content?.kind === 'inline-root' ? { node: only.node, text: content } : undefined
}

function joined(area: FootnoteArea, first: NoteLines, line: readonly NoteLines[]): BlockBox {
  const items: InlineItem[] = []
  for (const { node, text } of line) {
    const style = area.anonymous(text.style, 'inline')
    const box: InlineBox = { kind: 'inline', id: area.nextId(), style, node, part: 'note' }
    items.push({ kind: 'open', box }, ...text.items)
    if (text !== line.at(-1)?.text) items.push({ kind: 'text', text: ' ', style: first.text.style })
    items.push({ kind: 'close', box })
  }
  return {
    kind: 'block',
    id: area.nextId(),
    style: area.anonymous(first.text.style, 'block'),
    node: undefined,
    children: [{ ...first.text, id: area.nextId(), items }],
    marker: undefined,
    formattingContext: false,
  }
}
