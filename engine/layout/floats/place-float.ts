import { invariant } from '../../base/invariant.js'
import type { OutOfFlowBox } from '../../boxes/box-tree.js'
import { floatSide } from '../../boxes/out-of-flow.js'
import { type BreakToken, hadBetterWait } from '../break-token.js'
import type { EffectBox, PlacedBox } from '../carried-effects.js'
import { type PagedFragmentation, type PagePolicy, shrinkSpace, withoutOverflow } from '../constraint-space.js'
import { isBarred } from '../flow/barred-calls.js'
import { avoidsBreaks, fitsWhole, isMonolithic, isSliced, markTooTall } from '../flow/pieces.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { floatProfile } from '../shapes/float-profile.js'
import { resolveMargin } from '../sizing.js'
import {
  type CarriedFloat,
  clearanceLine,
  type ExclusionSpace,
  type FloatSlot,
  findFloatPlace,
  withCarried,
  withFloat,
} from './exclusion-space.js'

/** A float that is to be placed. All places are in the coordinates of its formatting context on this page. */
interface FloatTask {
  readonly box: OutOfFlowBox
  readonly token: BreakToken | undefined
  /** Content edges of its containing block, whose width percentages refer to. */
  readonly edges: FloatSlot
  readonly containingHeight: number | undefined
  /** It may not stand above this place: that of the line or block in which it is anchored. */
  readonly y: number
  readonly page: FloatPage | undefined
  /** See `CarriedFloat`. */
  readonly effects: EffectBox | undefined
}

/** The page on which a float is to be placed. */
export interface FloatPage {
  /** End of the page area. */
  readonly end: number
  /** Room that a fresh page gives. */
  readonly freshRoom: number
  /** Nothing stands above the float: it is placed although it does not fit. */
  readonly atTop: boolean
  /** The page begins here, so that what continues as high as this stands at its top, even beside other floats. */
  readonly begins?: boolean | undefined
  readonly policy: PagePolicy
  /** Room that must stay free below the float if it ends here, as its container does with it; none when absent. */
  readonly reserve?: number | undefined
}

interface PlacedFloat {
  readonly exclusions: ExclusionSpace
  /** Its border box; undefined when it waits for the next page. */
  readonly placed: PlacedBox | undefined
}

/** A float that an earlier page left to this one. */
export interface ResumedFloat extends PlacedBox {
  readonly effects: EffectBox | undefined
}

/** Places a float (CSS 2.2 §9.5.1), or the part of it that fits on the page, or leaves it to the next page. */
export function placeFloat(ctx: LayoutContext, exclusions: ExclusionSpace, task: FloatTask): PlacedFloat {
  const { box, token, edges } = task
  if (waitsBehind(exclusions, token)) return leftToNextPage(exclusions, task)
  const width = edges.right - edges.left
  const whole = token ? undefined : ctx.layoutWhole(box, shrinkSpace(width, task.containingHeight))
  const resumed = whole ? undefined : layoutFloatPart(ctx, task, task.y)
  const first = whole ?? resumed?.fragment
  if (!first) return leftToNextPage(exclusions, task)

  const { marginTop, marginRight, marginBottom, marginLeft } = box.style
  const left = resolveMargin(marginLeft, width)
  const right = resolveMargin(marginRight, width)
  const above = token ? 0 : resolveMargin(marginTop, width)
  const below = resolveMargin(marginBottom, width)
  const side = floatSide(box)
  invariant(side, 'a float')
  const outerWidth = left + first.width + right
  const y = Math.max(task.y, clearanceLine(exclusions, box.style.clear) ?? task.y)
  const place = findFloatPlace(exclusions, side, outerWidth, y, edges)
  const top = place.top + above
  // A float that continues below other floats has less room than at the top of the page.
  const part = whole
    ? beginFloat(ctx, task, whole, { top, below })
    : top > task.y
      ? layoutFloatPart(ctx, task, top)
      : resumed
  if (!part) return leftToNextPage(exclusions, task)
  const { fragment, token: rest } = part
  const margins = { top: above, right, bottom: rest ? 0 : below, left }
  const profile = floatProfile(ctx, { fragment, side, margins, containingWidth: width })
  const bottom = top + fragment.height + margins.bottom
  const area = { side, left: place.left, right: place.left + outerWidth, top: place.top, bottom, profile }
  const after = withFloat(exclusions, area)
  return {
    exclusions: rest ? carried(after, task, rest) : after,
    placed: { x: place.left + left, y: top, fragment },
  }
}

function leftToNextPage(exclusions: ExclusionSpace, task: FloatTask): PlacedFloat {
  return { exclusions: carried(exclusions, task, task.token), placed: undefined }
}

/** Whether a float continues to the next page as one before it does that has not begun: none may begin above an earlier one. */
function waitsBehind({ carried }: ExclusionSpace, token: BreakToken | undefined): boolean {
  return !token && carried.last !== undefined && !carried.last.token
}

/** Places what earlier pages left to this one, in order. */
export function placeCarried(
  ctx: LayoutContext,
  exclusions: ExclusionSpace,
  floats: readonly CarriedFloat[],
  page: FloatPage,
  y: number,
): { readonly exclusions: ExclusionSpace; readonly placed: readonly ResumedFloat[] } {
  const placed: ResumedFloat[] = []
  let after = exclusions
  for (const float of floats) {
    const { box, token, left, right, containingHeight, effects } = float
    if (waitsBehind(after, token)) {
      after = withCarried(after, float)
      continue
    }
    const atTop = page.atTop && placed.length === 0
    const edges = { left, right }
    const result = placeFloat(ctx, after, {
      box,
      token,
      edges,
      containingHeight,
      y,
      page: { ...page, atTop, begins: page.atTop },
      effects,
    })
    after = result.exclusions
    if (result.placed) placed.push({ ...result.placed, effects })
  }
  return { exclusions: after, placed }
}

function carried(exclusions: ExclusionSpace, task: FloatTask, token: BreakToken | undefined): ExclusionSpace {
  const { box, edges, containingHeight, effects } = task
  return withCarried(exclusions, { box, token, left: edges.left, right: edges.right, containingHeight, effects })
}

/** Where floats have to end that end on a page. */
function endOf({ end, reserve = 0 }: FloatPage): number {
  return end - reserve
}

interface FloatPart {
  readonly fragment: BoxFragment
  readonly token: BreakToken | undefined
}

/**
 * The part of a float on the page on which it begins; undefined where it moves to the next one.
 * @param below its lower margin
 */
function beginFloat(
  ctx: LayoutContext,
  task: FloatTask,
  whole: BoxFragment,
  { top, below }: { readonly top: number; readonly below: number },
): FloatPart | undefined {
  const { page } = task
  const fits = !page || (fitsWhole(whole, page.end - top, page.reserve ?? 0) && !isBarred(page, whole))
  if (!fits) return breakFloat(ctx, task, page, whole, top)
  if (page && ctx.profile.keepsFloatMargins && losesMargin(page, top + whole.height, below)) return undefined
  return { fragment: whole, token: undefined }
}

/** Whether the lower margin of a float has less room than on another page. A column may still become taller. */
function losesMargin({ atTop, end, policy }: FloatPage, bottom: number, margin: number): boolean {
  return !atTop && policy.columnHeight === undefined && bottom + margin > end
}

/**
 * Decides about a float that does not fit.
 *
 * AD-HOC: browsers break every float that can be broken. Here a float of at most half a page, such as a figure,
 * stays together and moves to the next page; taller ones, such as columns, are broken where they stand. So are those
 * taller than the columns in which they are, which need not become as high as the float then.
 */
function breakFloat(
  ctx: LayoutContext,
  task: FloatTask,
  page: FloatPage,
  whole: BoxFragment,
  top: number,
): FloatPart | undefined {
  const { box } = task
  const unbreakable = isMonolithic(box, page.policy)
  if (!page.atTop) {
    const fitsFresh = fitsWhole(whole, page.freshRoom, 0)
    const { columnHeight = page.freshRoom } = page.policy
    const kept = Math.min(page.freshRoom * ctx.profile.keptFloats, columnHeight)
    // One that is to stay together begins on a page of its own, also where it has to be broken there.
    if (unbreakable || avoidsBreaks(box) || (whole.height <= kept && fitsFresh)) return undefined
  }
  if (unbreakable && page.policy.strict) return undefined
  const isCut = isSliced(box, { room: endOf(page) - top, policy: page.policy }) && whole.height > endOf(page) - top
  if (unbreakable && !isCut) return { fragment: markTooTall(whole, 'float', endOf(page) - top, 0), token: undefined }
  return layoutFloatPart(ctx, task, top)
}

function layoutFloatPart(ctx: LayoutContext, task: FloatTask, top: number): FloatPart | undefined {
  const { page, token, edges } = task
  invariant(page, 'a page on which a float is broken')
  const fragmentation: PagedFragmentation = {
    kind: 'paged',
    room: page.end - top,
    reserve: page.reserve ?? 0,
    freshRoom: page.freshRoom,
    atTop: page.atTop || (page.begins === true && token !== undefined && top <= task.y),
    imposed: undefined,
    policy: withoutOverflow(page.policy),
  }
  if (fragmentation.room <= 0 && !fragmentation.atTop) return undefined
  const result = ctx.layout(
    task.box,
    { ...shrinkSpace(edges.right - edges.left, task.containingHeight), fragmentation },
    token,
  )
  if (result.kind === 'no-room' || (!fragmentation.atTop && hadBetterWait(result.appeal))) return undefined
  return { fragment: result.fragment, token: result.token }
}
