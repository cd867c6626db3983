import type { InlineRootBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import type { InlineBreakToken, InlinePosition, LineRest } from '../break-token.js'
import { below, type ConstraintSpace } from '../constraint-space.js'
import type { ExclusionSpace } from '../floats/exclusion-space.js'
import { inOnePiece, markLineTooTall } from '../flow/pieces.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult, PlacedResult } from '../layout-types.js'
import { anewAt, endOf, samePosition } from './line-set.js'
import { fragmentOfLine } from './lines-fragment.js'
import { continueTallLine, type LinePart, type LineSpace, placeOfRest } from './tall-line.js'

/**
 * A paragraph with a line that is broken, because it is taller than a page (`tall-line.ts`): the part of it that stands
 * on a page, and the lines below.
 */

/** Continues with a line that is broken, and then with the lines below it. */
export function continueBrokenLine(
  ctx: LayoutContext,
  box: InlineRootBox,
  space: ConstraintSpace,
  { position, rest }: InlineBreakToken & { readonly rest: LineRest },
): LayoutResult {
  const { x, y } = placeOfRest(rest, space)
  const part = continueTallLine(ctx, rest, lineSpace(spaceBelow(space, y, undefined)))
  if (!part) return { kind: 'no-room' }
  const line = fragmentOfLine(box, part.line)
  const children = line.children.map((child) => ({ ...child, x, y }))
  const fragment = boxFragment({ ...line, height: y + line.height, children })
  return withFollowing(ctx, box, space, { part, fragment, after: position })
}

/** The space of a paragraph as that of a line in it. */
export function lineSpace({ fixedWidth, availableWidth, availableHeight, fragmentation }: ConstraintSpace): LineSpace {
  return { fragmentation, availableWidth: fixedWidth ?? availableWidth, availableHeight }
}

/** A part of a broken line as the fragment of its paragraph, and what comes after it. */
interface PlacedPart {
  readonly part: LinePart
  readonly fragment: BoxFragment
  /** Where the line below it begins. */
  readonly after: InlinePosition
  readonly exclusions?: ExclusionSpace | undefined
}

/** The lines below a broken one stand on the page on which it ends. */
export function withFollowing(
  ctx: LayoutContext,
  box: InlineRootBox,
  space: ConstraintSpace,
  { part, fragment, after, exclusions }: PlacedPart,
): PlacedResult {
  const { fragmentation } = space
  const isReported = part.overflows && fragmentation.kind === 'paged'
  const shown = isReported ? markLineTooTall(fragment, fragmentation.room) : fragment
  const placed = { ...inOnePiece(shown), exclusions }
  const token = anewAt(after)
  if (part.rest) return { ...placed, token: { ...token, rest: part.rest } }
  if (samePosition(after, endOf(ctx, box))) return placed
  const following = ctx.layout(box, spaceBelow(space, fragment.height, exclusions), token)
  if (following.kind === 'no-room') return { ...placed, token }
  const { children, height, lastBaseline } = following.fragment
  const lowered = children.map((child) => ({ ...child, y: child.y + fragment.height }))
  return {
    ...following,
    fragment: boxFragment({
      ...shown,
      height: fragment.height + height,
      children: [...fragment.children, ...lowered],
      lastBaseline: lastBaseline === undefined ? fragment.lastBaseline : fragment.height + lastBaseline,
    }),
    breakpoint: undefined,
  }
}

/** The space of what stands below a part of a paragraph of this height. */
function spaceBelow(space: ConstraintSpace, height: number, exclusions: ExclusionSpace | undefined): ConstraintSpace {
  const { fragmentation, floats } = space
  return {
    ...space,
    fragmentation:
      fragmentation.kind === 'paged'
        ? below(fragmentation, height, fragmentation.atTop && height === 0)
        : fragmentation,
    floats: floats && { ...floats, exclusions: exclusions ?? floats.exclusions, y: floats.y + height },
  }
}
