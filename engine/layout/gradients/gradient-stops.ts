import { mixInks, mixRgb, type RgbColor } from '../../base/rgb-color.js'
import { mixColors } from '../../css/values/color-mix.js'
import { COLOR_SPACES } from '../../css/values/color-space.js'
import type { CssGradient } from '../../css/values/image-value.js'
import { resolveLength } from '../../css/values/resolve-length.js'

/** A colour at a place along a gradient: 0 is its start, 1 its end. */
export interface ColorAt {
  readonly offset: number
  readonly color: RgbColor
}

/** A stop with its place, or a hint between two stops, which has no colour. */
interface Placed {
  readonly offset: number
  readonly color: RgbColor | undefined
}

/** Pieces into which a stretch is cut whose colours do not change evenly in sRGB. */
const PIECES = 16

/** A gradient that repeats more often shows its mean colour: nobody could tell its bands apart. */
const MOST_REPETITIONS = 1000

/**
 * The stops of a gradient so that colours between each two change evenly in sRGB, without premultiplication: what
 * is uneven (hints, differing alphas, other colour spaces) is cut into pieces. One stop alone stands for a colour
 * that is the same everywhere; else offsets ascend and the first and last differ.
 * @param length of the gradient line, to which places in px refer
 * @param reach how far the gradient is seen, from 0
 */
export function gradientStops(gradient: CssGradient, length: number, reach: number): readonly ColorAt[] {
  const placed = placedStops(gradient, length)
  const even = evenStops(placed, gradient)
  const first = even[0]
  const last = even.at(-1)
  if (!first || !last) return []
  if (gradient.repeating) return repeated(even, first, last, reach)
  const needsStart = gradient.kind !== 'linear-gradient' && first.offset < 0
  const cut = needsStart ? cutAtStart(even) : even
  return widened(gradient.kind === 'conic-gradient' ? filledTurn(cut) : withClearEnds(cut, reach))
}

/** css-images-4 §3.5.3: places that are missing, and places that would go back. */
function placedStops({ stops }: CssGradient, length: number): readonly Placed[] {
  const offsets: (number | undefined)[] = stops.map(({ position }, i) => {
    if (position !== undefined) return length > 0 ? placeOf(position, length) : 0
    return i === 0 ? 0 : i === stops.length - 1 ? 1 : undefined
  })
  let highest = Number.NEGATIVE_INFINITY
  for (const [i, offset] of offsets.entries()) {
    if (offset === undefined) continue
    highest = Math.max(highest, offset)
    offsets[i] = highest
  }
  let known = 0
  for (let i = 1; i < offsets.length; i++) {
    const end = offsets[i]
    if (end === undefined) continue
    const start = offsets[known] ?? 0
    for (let j = known + 1; j < i; j++) offsets[j] = start + ((end - start) * (j - known)) / (i - known)
    known = i
  }
  return stops.map(({ color }, i) => ({ offset: offsets[i] ?? 0, color }))
}

/** Not on the layout grid, on which a place would move by up to 1/64 px. */
function placeOf(position: NonNullable<CssGradient['stops'][number]['position']>, length: number): number {
  if (typeof position === 'number') return position / length
  if (position.expression) return resolveLength(position, length) / length
  return position.px / length + position.percent / 100
}

function evenStops(placed: readonly Placed[], gradient: CssGradient): readonly ColorAt[] {
  const even: ColorAt[] = []
  let hint: number | undefined
  for (const { offset, color } of placed) {
    if (!color) {
      hint = offset
      continue
    }
    const before = even.at(-1)
    if (before) addStretch(even, before, { offset, color }, hint, gradient)
    even.push({ offset, color })
    hint = undefined
  }
  return even
}

/** Adds what stands between two stops. */
function addStretch(
  into: ColorAt[],
  from: ColorAt,
  to: ColorAt,
  hint: number | undefined,
  { interpolation }: CssGradient,
): void {
  const range = to.offset - from.offset
  if (range <= 0) return
  if (hint === undefined && !interpolation) {
    if (from.color.alpha === to.color.alpha) return
    // Premultiplied, a transparent colour has no part in the mixture but its alpha.
    if (from.color.alpha === 0) {
      into.push({ offset: from.offset, color: { ...to.color, alpha: 0 } })
      return
    }
    if (to.color.alpha === 0) {
      into.push({ offset: to.offset, color: { ...from.color, alpha: 0 } })
      return
    }
  }
  const space = interpolation && COLOR_SPACES.get(interpolation.space)
  const middle = hint === undefined ? 0.5 : (hint - from.offset) / range
  if (middle <= 0 || middle >= 1) {
    const jump = middle <= 0 ? from.offset : to.offset
    into.push({ offset: jump, color: middle <= 0 ? to.color : from.color })
    return
  }
  const exponent = Math.log(0.5) / Math.log(middle)
  for (let i = 1; i < PIECES; i++) {
    const part = i / PIECES
    const share = hint === undefined ? part : part ** exponent
    const color = space
      ? mixColors(space, interpolation?.hue ?? 'shorter', from.color, to.color, share)
      : mixed(from.color, to.color, share)
    into.push({ offset: from.offset + range * part, color })
  }
}

/** Mixes premultiplied colours (css-images-4 §3.5.4). */
function mixed(from: RgbColor, to: RgbColor, share: number): RgbColor {
  const alpha = from.alpha * (1 - share) + to.alpha * share
  if (alpha === 0) return { ...from, alpha }
  const mix = (a: number, b: number) => (a * from.alpha * (1 - share) + b * to.alpha * share) / alpha
  return {
    red: mix(from.red, to.red),
    green: mix(from.green, to.green),
    blue: mix(from.blue, to.blue),
    alpha,
    inks: mixInks(from.inks, to.inks, (to.alpha * share) / alpha),
  }
}

/** Copies of the stops side by side, from the last that begins before 0 to the first that ends behind `reach`. */
function repeated(stops: readonly ColorAt[], first: ColorAt, last: ColorAt, reach: number): readonly ColorAt[] {
  const period = last.offset - first.offset
  if (!(period > 0) || reach / period > MOST_REPETITIONS) return [{ offset: 0, color: meanColor(stops) }]
  const copies: ColorAt[] = []
  const from = Math.floor((0 - first.offset) / period)
  for (let i = from; first.offset + i * period < reach; i++) {
    for (const { offset, color } of stops) copies.push({ offset: offset + i * period, color })
  }
  return widened(cutAtEnd(cutAtStart(copies), reach))
}

/** The mean over the length of the gradient (css-images-3 §3.6.1). */
function meanColor(stops: readonly ColorAt[]): RgbColor {
  let mean: RgbColor | undefined
  let alpha = 0
  let length = 0
  for (const [i, to] of stops.entries()) {
    const from = stops[i - 1]
    const part = from ? to.offset - from.offset : 0
    if (!from || part <= 0) continue
    const color = mixed(from.color, to.color, 0.5)
    const weight = color.alpha * part
    alpha += weight
    length += part
    if (weight > 0) mean = mean ? mixRgb(mean, color, weight / alpha) : color
  }
  if (!mean) return stops.at(-1)?.color ?? TRANSPARENT_BLACK
  return { ...mean, alpha: alpha / length }
}

/** Cuts off the stops before 0: circles have no negative radius. */
function cutAtStart(stops: readonly ColorAt[]): readonly ColorAt[] {
  const kept = stops.findIndex(({ offset }) => offset >= 0)
  const after = stops[kept]
  const before = stops[kept - 1]
  if (kept === -1) return [{ offset: 0, color: stops.at(-1)?.color ?? TRANSPARENT_BLACK }]
  if (!after || !before || after.offset === 0) return stops.slice(kept)
  return [{ offset: 0, color: between(before, after, 0) }, ...stops.slice(kept)]
}

function cutAtEnd(stops: readonly ColorAt[], end: number): readonly ColorAt[] {
  const cut = stops.findIndex(({ offset }) => offset > end)
  const [before, after] = [stops[cut - 1], stops[cut]]
  if (!before || !after) return stops
  return [...stops.slice(0, cut), { offset: end, color: between(before, after, end) }]
}

const TRANSPARENT_BLACK: RgbColor = { red: 0, green: 0, blue: 0, alpha: 0 }

function between(before: ColorAt, after: ColorAt, offset: number): RgbColor {
  return mixed(before.color, after.color, (offset - before.offset) / (after.offset - before.offset))
}

/** Where two colours meet at an end, the outer one is given room: else nothing of it would be seen. */
function withClearEnds(stops: readonly ColorAt[], reach: number): readonly ColorAt[] {
  const [first, second] = stops
  const [last, secondLast] = [stops.at(-1), stops.at(-2)]
  if (!first || !last || stops.length < 3) return stops
  const atStart = first.offset > 0 && first.offset === second?.offset
  const atEnd = last.offset < reach && last.offset === secondLast?.offset
  return [
    ...(atStart ? [{ offset: 0, color: first.color }] : []),
    ...stops,
    ...(atEnd ? [{ offset: reach, color: last.color }] : []),
  ]
}

/** A turn is painted from 0 to 1 and no further. */
function filledTurn(stops: readonly ColorAt[]): readonly ColorAt[] {
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last) return stops
  const whole = [...(first.offset > 0 ? [{ ...first, offset: 0 }] : []), ...stops]
  return last.offset < 1 ? [...whole, { ...last, offset: 1 }] : cutAtEnd(whole, 1)
}

/** Stops that all stand in one place still part two colours: room is made before and behind it. */
function widened(stops: readonly ColorAt[]): readonly ColorAt[] {
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last || stops.length === 1 || first.offset < last.offset) return stops
  if (first.offset <= 0) return [first, last, { ...last, offset: last.offset + 1 }]
  return [{ ...first, offset: 0 }, first, last, { ...last, offset: last.offset + 1 }]
}
