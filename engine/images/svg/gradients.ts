import type { Rect } from '../../base/geometry.js'
import { IDENTITY, inverse, type Matrix, mapRect, multiply } from '../../base/matrix.js'
import type { GradientStop, VectorGradient, VectorPaint } from '../vector-types.js'
import { withOpacity } from './svg-color.js'
import type { SvgElement } from './svg-element.js'
import { type LengthAxis, type LengthContext, parseSvgLength } from './svg-length.js'
import { referenceChain, type SvgSource } from './svg-source.js'
import { parseOpacity, type SvgStyles } from './svg-style.js'
import { parseTransform } from './transform-list.js'

/** A stop takes as much in the file as so many segments of a path. */
const PARTS_PER_STOP = 10

/** Lengths of gradients in units of the bounding box. */
const UNIT_SQUARE: LengthContext = { width: 1, height: 1, fontSize: 16 }

const UNIT_RECT: Rect = { x: 0, y: 0, width: 1, height: 1 }

interface PaintedArea {
  /** Bounding box of what is painted; undefined for text, whose gradients refer to the box it will have. */
  readonly box: Rect | undefined
  /** How far beyond the box is painted, as by strokes. */
  readonly reach: number
  readonly viewport: LengthContext
  readonly opacity: number
}

/** The paint of a gradient element (SVG 2 §14.2); undefined when it paints nothing. */
export function gradientPaint(
  source: SvgSource,
  styles: SvgStyles,
  element: SvgElement,
  area: PaintedArea,
): VectorPaint | undefined {
  const chain = referenceChain(source, element, ({ name }) => name.endsWith('Gradient'))
  const stops = gradientStops(source, styles, chain)
  source.count(PARTS_PER_STOP * stops.length)
  const last = stops.at(-1)
  if (!last) return undefined
  const solid: VectorPaint = { kind: 'color', color: withOpacity(last.color, area.opacity) }
  if (stops.length === 1) return solid
  const attribute = (name: string) => chain.find(({ attributes }) => attributes.has(name))?.attributes.get(name)
  const inUserSpace = attribute('gradientUnits') === 'userSpaceOnUse'
  const transform = parseTransform(attribute('gradientTransform') ?? '') ?? IDENTITY
  const { box } = area
  if (!inUserSpace && box && (box.width === 0 || box.height === 0)) return undefined
  const context = inUserSpace ? area.viewport : UNIT_SQUARE
  const length = (name: string, axis: LengthAxis) => parseSvgLength(attribute(name), context, axis)
  const ends = {
    stops,
    transform: inUserSpace || !box ? transform : multiply(boxMatrix(box), transform),
  }
  const gradient =
    element.name === 'linearGradient' ? linearGradient(length, context, ends) : radialGradient(length, context, ends)
  const spread = attribute('spreadMethod')
  const repeats = spread === 'reflect' || spread === 'repeat'
  const count = (parts: number) => source.count(parts)
  const whole =
    gradient && repeats ? repeated(gradient, spread === 'reflect', paintedRect(area, inUserSpace), count) : gradient
  return whole ? { kind: 'gradient', gradient: whole, opacity: area.opacity, ofBox: !inUserSpace && !box } : solid
}

/** All that is painted, in the coordinates outside of the gradient's transform. AD-HOC: that of text is guessed. */
function paintedRect({ box, reach, viewport }: PaintedArea, inUserSpace: boolean): Rect {
  if (!box) return inUserSpace ? { x: 0, y: 0, width: viewport.width, height: viewport.height } : UNIT_RECT
  const { x, y, width, height } = box
  return { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach }
}

/** From the unit square to a bounding box. */
export function boxMatrix({ x, y, width, height }: Rect): Matrix {
  return { a: width, b: 0, c: 0, d: height, e: x, f: y }
}

type LengthReader = (name: string, axis: LengthAxis) => number | undefined
type Ends = Pick<VectorGradient, 'stops' | 'transform'>

function linearGradient(length: LengthReader, context: LengthContext, ends: Ends): VectorGradient | undefined {
  const x1 = length('x1', 'x') ?? 0
  const y1 = length('y1', 'y') ?? 0
  const x2 = length('x2', 'x') ?? context.width
  const y2 = length('y2', 'y') ?? 0
  return x1 === x2 && y1 === y2 ? undefined : { kind: 'linear', x1, y1, x2, y2, ...ends }
}

function radialGradient(length: LengthReader, context: LengthContext, ends: Ends): VectorGradient | undefined {
  const cx = length('cx', 'x') ?? context.width / 2
  const cy = length('cy', 'y') ?? context.height / 2
  const r = length('r', 'other') ?? Math.hypot(context.width, context.height) / Math.SQRT2 / 2
  if (!(r > 0)) return undefined
  const fr = Math.max(0, Math.min(length('fr', 'other') ?? 0, r))
  let fx = length('fx', 'x') ?? cx
  let fy = length('fy', 'y') ?? cy
  // A focus outside the circle is moved to just within its edge, as SVG 1.1 has it.
  const distance = Math.hypot(fx - cx, fy - cy)
  const most = (r - fr) * 0.999
  if (distance > most) {
    fx = cx + ((fx - cx) * most) / distance
    fy = cy + ((fy - cy) * most) / distance
  }
  return { kind: 'radial', cx, cy, r, fx, fy, fr, ...ends }
}

/** Gradients are repeated this often on each side at most; closer stripes could not be told apart. */
const MAX_REPETITIONS = 100

/**
 * `spreadMethod` (SVG 2 §14.2.2.3): PDF has no repetition, so this is a longer gradient with the stops of several.
 * @param area what is painted, in the coordinates outside of the gradient's transform
 * @param count is told how many stops are made
 */
function repeated(
  gradient: VectorGradient,
  reflect: boolean,
  area: Rect,
  count: (parts: number) => void,
): VectorGradient {
  const [before, behind] = repetitions(gradient, area)
  const periods = before + 1 + behind
  count(PARTS_PER_STOP * periods * gradient.stops.length)
  const stops: GradientStop[] = []
  for (let period = 0; period < periods; period++) {
    const backwards = reflect && (period - before) % 2 !== 0
    const own = backwards ? gradient.stops.toReversed() : gradient.stops
    for (const { offset, color } of own)
      stops.push({ offset: (period + (backwards ? 1 - offset : offset)) / periods, color })
  }
  const at = (from: number, to: number, period: number) => from + (to - from) * period
  if (gradient.kind === 'radial') {
    const { fx, fy, fr, cx, cy, r } = gradient
    // Inside the focal circle it goes on to where a circle has no radius, within the first of the periods.
    const inner = Math.max(-before, -fr / (r - fr))
    return {
      ...gradient,
      stops: stopsFrom(stops, (before + inner) / periods),
      fx: at(fx, cx, inner),
      fy: at(fy, cy, inner),
      fr: Math.max(0, at(fr, r, inner)),
      cx: at(fx, cx, 1 + behind),
      cy: at(fy, cy, 1 + behind),
      r: at(fr, r, 1 + behind),
    }
  }
  const { x1, y1, x2, y2 } = gradient
  return {
    ...gradient,
    stops,
    x1: at(x1, x2, -before),
    y1: at(y1, y2, -before),
    x2: at(x1, x2, 1 + behind),
    y2: at(y1, y2, 1 + behind),
  }
}

/** How often a gradient must be repeated before its start and behind its end to cover an area. */
function repetitions(gradient: VectorGradient, area: Rect): readonly [number, number] {
  const back = inverse(gradient.transform)
  if (!back) return [0, 0]
  const { x, y, width, height } = mapRect(back, area)
  const limited = (count: number) => Math.max(0, Math.min(Math.ceil(count - 1e-9), MAX_REPETITIONS))
  if (gradient.kind === 'radial') {
    const { cx, cy, r, fx, fy, fr } = gradient
    const far = Math.hypot(Math.max(cx - x, x + width - cx), Math.max(cy - y, y + height - cy))
    // The circles grow on the side of the focus by less than on the other.
    return [fr > 0 ? limited(fr / (r - fr)) : 0, limited(far / (r - Math.hypot(fx - cx, fy - cy)))]
  }
  const { x1, y1, x2, y2 } = gradient
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2
  const along = [0, width].flatMap((dx) =>
    [0, height].map((dy) => ((x + dx - x1) * (x2 - x1) + (y + dy - y1) * (y2 - y1)) / length),
  )
  return [limited(-Math.min(...along)), limited(Math.max(...along) - 1)]
}

/** The stops behind an offset, with that as the new beginning. */
function stopsFrom(stops: readonly GradientStop[], start: number): readonly GradientStop[] {
  if (start <= 0) return stops
  const next = stops.findIndex(({ offset }) => offset > start)
  const from = stops[next - 1]
  const to = stops[next]
  if (!from || !to) return stops
  const share = (start - from.offset) / (to.offset - from.offset)
  const mix = (a: number, b: number) => a + (b - a) * share
  const color = {
    red: mix(from.color.red, to.color.red),
    green: mix(from.color.green, to.color.green),
    blue: mix(from.color.blue, to.color.blue),
    alpha: mix(from.color.alpha, to.color.alpha),
  }
  const behind = stops.slice(next).map((stop) => ({ ...stop, offset: (stop.offset - start) / (1 - start) }))
  return [{ offset: 0, color }, ...behind]
}

function gradientStops(source: SvgSource, styles: SvgStyles, chain: readonly SvgElement[]): readonly GradientStop[] {
  for (const element of chain) {
    const stops = source.stopsOf(element, () => stopsOf(styles, element))
    if (stops.length > 0) return stops
  }
  return []
}

function stopsOf(styles: SvgStyles, { children }: SvgElement): readonly GradientStop[] {
  const stops: GradientStop[] = []
  for (const child of children) {
    if (child.kind !== 'element' || child.name !== 'stop') continue
    const offset = Math.max(stops.at(-1)?.offset ?? 0, parseOpacity(child.attributes.get('offset')) ?? 0)
    stops.push({ offset, color: styles.styleOf(child, UNIT_SQUARE).own.stopColor })
  }
  return padded(stops)
}

/** Stops that begin at 0 and end at 1. */
function padded(stops: readonly GradientStop[]): readonly GradientStop[] {
  const first = stops[0]
  const last = stops.at(-1)
  if (!first || !last || stops.length === 1) return stops
  const before = first.offset > 0 ? [{ offset: 0, color: first.color }] : []
  const behind = last.offset < 1 ? [{ offset: 1, color: last.color }] : []
  return [...before, ...stops, ...behind]
}
