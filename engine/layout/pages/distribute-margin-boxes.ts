/**
 * Sizes of the three margin boxes along one side of the page (css-page-3 §5.3.2), in the variable dimension:
 * widths at the top and bottom, heights at the left and right. All are outer sizes in px.
 */

/** Between what a margin box may be, by its least and greatest width or height. */
export interface MarginBoxLimits {
  readonly least: number
  /** Undefined for none. */
  readonly most: number | undefined
}

/** The sizes that one margin box asks for. */
export interface MarginBoxDemand extends MarginBoxLimits, ContentSizes {
  /** Given by `width` or `height`; undefined for `auto`. */
  readonly size: number | undefined
}

/** The smallest and largest sizes that the content of boxes gives them. */
interface ContentSizes {
  readonly min: number
  readonly max: number
}

export interface Extent {
  readonly offset: number
  readonly size: number
}

/** The boxes along one side: at its start, in its centre and at its end. */
type SideOf<T> = { readonly start: T; readonly centre: T; readonly end: T }

const PLACES = ['start', 'centre', 'end'] as const

/** Places up to three boxes: at the start, in the centre and at the end of `available`. */
export function distributeMarginBoxes(
  available: number,
  start: MarginBoxDemand | undefined,
  centre: MarginBoxDemand | undefined,
  end: MarginBoxDemand | undefined,
): { readonly start: number; readonly centre: Extent; readonly end: Extent } {
  // Boxes that are too large get their greatest size, then those too small their least; the others share the rest.
  const largest = limited(available, { start, centre, end }, (size, { most = size }) => Math.min(size, most))
  const demands = limited(available, largest, (size, { least }) => Math.max(size, least))
  const sizes = tentativeSizes(available, demands)
  return {
    start: sizes.start,
    centre: { offset: (available - sizes.centre) / 2, size: sizes.centre },
    end: { offset: available - sizes.end, size: sizes.end },
  }
}

/** Gives boxes that break a limit the size that it allows, until none does. */
function limited(
  available: number,
  demands: SideOf<MarginBoxDemand | undefined>,
  limit: (size: number, limits: MarginBoxLimits) => number,
): SideOf<MarginBoxDemand | undefined> {
  let result = demands
  for (let round = 0; round < PLACES.length; round++) {
    const sizes = tentativeSizes(available, result)
    const place = (at: (typeof PLACES)[number]): MarginBoxDemand | undefined => {
      const demand = result[at]
      const size = demand && limit(sizes[at], demand)
      return demand && size !== sizes[at] ? { ...demand, size } : demand
    }
    result = { start: place('start'), centre: place('centre'), end: place('end') }
  }
  return result
}

function tentativeSizes(
  available: number,
  { start, centre, end }: SideOf<MarginBoxDemand | undefined>,
): SideOf<number> {
  return centre ? aroundCentre(available, start, centre, end) : besideEachOther(available, start, end)
}

/** Without a centre box the two others share the whole side. */
function besideEachOther(
  available: number,
  start: MarginBoxDemand | undefined,
  end: MarginBoxDemand | undefined,
): SideOf<number> {
  const centre = 0
  if (!start || !end) {
    return { start: start ? (start.size ?? available) : 0, centre, end: end ? (end.size ?? available) : 0 }
  }
  if (start.size !== undefined && end.size !== undefined) return { start: start.size, centre, end: end.size }
  if (start.size !== undefined) return { start: start.size, centre, end: Math.max(0, available - start.size) }
  if (end.size !== undefined) return { start: Math.max(0, available - end.size), centre, end: end.size }
  const first = share(available, start, end)
  return { start: first, centre, end: available - first }
}

/** The centre box stays centred: the others get equal halves, measured by the larger of them. */
function aroundCentre(
  available: number,
  start: MarginBoxDemand | undefined,
  centre: MarginBoxDemand,
  end: MarginBoxDemand | undefined,
): SideOf<number> {
  const [first, last] = [sizesOf(start), sizesOf(end)]
  const sides = { min: 2 * Math.max(first.min, last.min), max: 2 * Math.max(first.max, last.max) }
  const isGiven = (side: MarginBoxDemand | undefined) => !side || side.size !== undefined
  const rest = available - sides.max
  // Two sides of given sizes leave the rest to the centre.
  const hasRest = isGiven(start) && isGiven(end) && rest >= centre.min
  const given = centre.size ?? (start || end ? undefined : available)
  const size = given ?? (hasRest ? rest : share(available, centre, sides))
  const half = Math.max(0, (available - size) / 2)
  return { start: start ? (start.size ?? half) : 0, centre: size, end: end ? (end.size ?? half) : 0 }
}

/** How small and how large a box may be that stands beside the centre, if there is one. */
function sizesOf(demand: MarginBoxDemand | undefined): ContentSizes {
  if (!demand) return { min: 0, max: 0 }
  const { size, min, max } = demand
  return { min: size ?? min, max: size ?? max }
}

/**
 * The first box's part of a space that two automatic boxes share.
 *
 * AD-HOC: where neither can have its smallest size, one that needs no more than half of the space has it, and only the
 * other does with less. css-page-3 §5.3.2 would have both give way, and so words of the one that are short overflow it.
 */
function share(available: number, first: ContentSizes, second: ContentSizes): number {
  const max = first.max + second.max
  const min = first.min + second.min
  if (max <= available) return first.max + portion(available - max, first.max, second.max)
  if (min <= available) return first.min + portion(available - min, first.max - first.min, second.max - second.min)
  if (first.min <= available / 2) return first.min
  if (second.min <= available / 2) return available - second.min
  return first.min + portion(available - min, first.min, second.min)
}

function portion(space: number, first: number, second: number): number {
  return first + second === 0 ? space / 2 : (space * first) / (first + second)
}

export interface FixedDemand extends MarginBoxLimits {
  /** Border-box size given by `width` or `height`; undefined for `auto`. */
  readonly size: number | undefined
  readonly marginStart: number | 'auto'
  readonly marginEnd: number | 'auto'
  /** Which margin faces the edge of the page; it gives way when everything is given. */
  readonly outer: 'start' | 'end'
}

/**
 * The border box in the fixed dimension, across the side of the page (css-page-3 §5.3.1): margins and size add up
 * to what the page margin gives. A size beyond its limits is replaced by these (CSS 2.2 §10.4, §10.7).
 */
export function fitAcross(available: number, demand: FixedDemand): Extent {
  const { least, most } = demand
  const wanted = unlimitedAcross(available, demand)
  const lowered =
    most !== undefined && wanted.size > most ? unlimitedAcross(available, { ...demand, size: most }) : wanted
  return lowered.size < least ? unlimitedAcross(available, { ...demand, size: least }) : lowered
}

function unlimitedAcross(available: number, { size, marginStart, marginEnd, outer }: FixedDemand): Extent {
  const start = marginStart === 'auto' ? 0 : marginStart
  const end = marginEnd === 'auto' ? 0 : marginEnd
  if (size === undefined) return { offset: start, size: Math.max(0, available - start - end) }
  const free = available - size - start - end
  // Automatic margins are never negative.
  if (free >= 0) {
    if (marginStart === 'auto') return { offset: start + (marginEnd === 'auto' ? free / 2 : free), size }
    if (marginEnd === 'auto') return { offset: start, size }
  }
  return { offset: outer === 'end' ? start : available - size - end, size }
}
