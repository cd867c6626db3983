import { BoundedCache } from '../../base/bounded-cache.js'
import type { InlineRootBox } from '../../boxes/box-tree.js'
import type { InlineBreakToken, InlinePosition } from '../break-token.js'
import type { LineFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { layoutAtomics } from './atomic-inline.js'
import { LineCursor } from './break-lines.js'
import { buildLine } from './build-line.js'
import { buildParagraph } from './build-paragraph.js'
import { countedFrom, goesOn, linesLeft } from './clamped-lines.js'
import { lineRooms, nextLineIn } from './line-rooms.js'
import type { Paragraph } from './paragraph.js'
import type { LineTops } from './slice-lines.js'

/** The values that decide how a paragraph is divided into lines. */
interface LineBasis {
  readonly width: number
  /** Height that percentage heights of atomic inlines refer to. */
  readonly height: number | undefined
  /** Where the first line begins: not at the start when lines of another width came before. */
  readonly origin: InlinePosition
}

/** The lines of a paragraph at one width, and at one height if there are atomic inlines in it. */
export interface LineSet extends Omit<LineBasis, 'height'> {
  /** `any` where there are none. */
  readonly height: number | undefined | 'any'
  readonly lines: readonly LineFragment[]
  readonly tops: LineTops
  /** Where each line begins. */
  readonly positions: readonly InlinePosition[]
}

export const START: InlinePosition = { unit: 0, offset: undefined }

/** Paragraphs kept: what is measured is laid out soon after, and what is broken continues with the next page. */
const KEPT_PARAGRAPHS = 128

function createParagraphCache(): BoundedCache<number, Paragraph> {
  return new BoundedCache(KEPT_PARAGRAPHS)
}

function createLineCache(): BoundedCache<number, LineSet> {
  return new BoundedCache(KEPT_PARAGRAPHS)
}

export function paragraphOf(ctx: LayoutContext, box: InlineRootBox): Paragraph {
  const cache = ctx.cache(createParagraphCache)
  const known = cache.get(box.id)
  if (known) return known
  const paragraph = buildParagraph(ctx, box)
  cache.set(box.id, paragraph)
  return paragraph
}

/** The lines that were broken last, if they are the same. */
export function keptLines(
  ctx: LayoutContext,
  box: InlineRootBox,
  { width, height, origin }: LineBasis,
): LineSet | undefined {
  const known = ctx.cache(createLineCache).get(box.id)
  if (known?.width !== width || !samePosition(known.origin, origin)) return undefined
  return known.height === 'any' || known.height === height ? known : undefined
}

export function breakLines(ctx: LayoutContext, box: InlineRootBox, { width, height, origin }: LineBasis): LineSet {
  const paragraph = paragraphOf(ctx, box)
  const cursor = new LineCursor(ctx, paragraph, width, origin, layoutAtomics(ctx, paragraph, width, height))
  const atHeight = cursor.atomics.size > 0 ? height : 'any'
  const set: LineSet = { width, height: atHeight, origin, ...linesOf(ctx, paragraph, cursor, { width, origin }) }
  ctx.cache(createLineCache).set(box.id, set)
  return set
}

/** Where a paragraph ends. */
export function endOf(ctx: LayoutContext, box: InlineRootBox): InlinePosition {
  return { unit: paragraphOf(ctx, box).units.length, offset: undefined }
}

/** No width of lines. */
const NO_WIDTH = -1

/**
 * Continues at a place of a paragraph with lines that are broken anew: those beside floats have no width in common, and
 * those below a line that is broken come from no such lines.
 */
export function anewAt(position: InlinePosition): InlineBreakToken {
  return { kind: 'inline', line: 0, width: NO_WIDTH, origin: position, position }
}

export function samePosition(a: InlinePosition, b: InlinePosition): boolean {
  return a.unit === b.unit && a.offset === b.offset
}

function linesOf(
  ctx: LayoutContext,
  paragraph: Paragraph,
  cursor: LineCursor,
  { width, origin }: Pick<LineBasis, 'width' | 'origin'>,
): Pick<LineSet, 'lines' | 'tops' | 'positions'> {
  const positions: InlinePosition[] = []
  const lines: LineFragment[] = []
  const tops = [0]
  let top = 0
  const { root } = paragraph
  const most = linesLeft(root, origin)
  const rooms = lineRooms(paragraph, cursor, width)
  while (lines.length !== most) {
    const { position } = cursor
    const line = rooms ? nextLineIn(cursor, rooms(lines.length), width) : cursor.next()
    if (!line) break
    const clamped = lines.length + 1 === most && goesOn(root, cursor.hasMore)
    const fragment = buildLine(ctx, clamped ? { ...line, clamped } : line, width, cursor.atomics)
    positions.push(most === 'none' ? position : countedFrom(origin, position, lines.length))
    lines.push(fragment)
    top += fragment.height
    tops.push(top)
  }
  return { lines, tops, positions }
}
