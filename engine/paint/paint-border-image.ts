import type { Insets, Rect } from '../base/geometry.js'
import { IDENTITY } from '../base/matrix.js'
import type { BorderImageRepeat, FourSides } from '../css/properties/border-image.js'
import { resolveLength } from '../css/values/resolve-length.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { borderImageOutsets } from './border-image-outsets.js'
import type { ImageContext } from './paint-context.js'
import { paintGradient } from './paint-gradient.js'
import { drawImage } from './paint-image.js'

/**
 * Paints an image in the place of a border (css-backgrounds-3 §6): cut into nine, of which the corners and sides stand
 * where those of the border are. False, with nothing painted, where there is no image that can be shown.
 *
 * AD-HOC: each part of a broken box has an image of its own, without the sides at which the box continues.
 */
export function paintBorderImage(ctx: ImageContext, style: ComputedStyle, border: Insets, box: Rect): boolean {
  const source = style.borderImageSource
  if (source === 'none') return false
  const image = source.kind === 'url' ? ctx.images.resolve(source) : source
  if (!image) return false
  const outset = borderImageOutsets(style, border)
  const area = {
    x: box.x - outset.left,
    y: box.y - outset.top,
    width: box.width + outset.left + outset.right,
    height: box.height + outset.top + outset.bottom,
  }
  if (area.width <= 0 || area.height <= 0) return true
  const natural = 'stops' in image ? area : image
  const size = { width: natural.width || area.width, height: natural.height || area.height }
  const cut = slices(style, size)
  const [top, right, bottom, left] = usedWidths(style, border, area, cut)
  const xs = [0, left, area.width - right, area.width] as const
  const ys = [0, top, area.height - bottom, area.height] as const
  const { fill } = style.borderImageSlice
  const paint = (): void => {
    if ('stops' in image)
      paintGradient(ctx.target, [{ kind: 'rect', x: 0, y: 0, ...size }], image, { x: 0, y: 0, ...size })
    else drawImage(ctx, image, { x: 0, y: 0, ...size }, style)
  }
  // A middle part is scaled like the sides beside it.
  const middle = {
    x: scaleOf(top, cut[0]) ?? scaleOf(bottom, cut[2]) ?? 1,
    y: scaleOf(left, cut[3]) ?? scaleOf(right, cut[1]) ?? 1,
  }
  for (const row of [0, 1, 2] as const) {
    for (const column of [0, 1, 2] as const) {
      if (row === 1 && column === 1 && !fill) continue
      const [x, width] = partAlong(size.width, cut[3], cut[1], column)
      const [y, height] = partAlong(size.height, cut[0], cut[2], row)
      const part = { x, y, width, height }
      const place = span(xs, ys, column, row)
      if (isNothing(part) || isNothing(place)) continue
      const copies = copiesOf(part, place, { row, column, middle, repeat: style.borderImageRepeat })
      const where = { ...place, x: area.x + place.x, y: area.y + place.y }
      if (copies) paintPart(ctx, where, part, copies, paint)
    }
  }
  return true
}

function isNothing({ width, height }: Rect): boolean {
  return width <= 0 || height <= 0
}

/** One of the nine parts: `middle` is the scale of those in the middle, along both axes. */
interface PartOfNine {
  readonly row: 0 | 1 | 2
  readonly column: 0 | 1 | 2
  readonly middle: { readonly x: number; readonly y: number }
  readonly repeat: ComputedStyle['borderImageRepeat']
}

/** The copies of a part of the image that fill its place: corners are stretched, all else is repeated as asked for. */
function copiesOf(part: Rect, place: Rect, { row, column, middle, repeat }: PartOfNine): Copies | undefined {
  const [across, down] = repeat
  const scaleX = row === 1 ? middle.x : place.height / part.height
  const scaleY = column === 1 ? middle.y : place.width / part.width
  const x = column === 1 ? steps(place.width, part.width * scaleX, across) : ONE
  const y = row === 1 ? steps(place.height, part.height * scaleY, down) : ONE
  return x && y && { x, y }
}

/** A third of the image along one axis: those at its ends may overlap, and leave nothing between them then (§6.2). */
function partAlong(
  length: number,
  before: number,
  after: number,
  index: 0 | 1 | 2,
): readonly [start: number, length: number] {
  if (index === 0) return [0, before]
  return index === 1 ? [before, length - before - after] : [length - after, after]
}

type Edges = readonly [number, number, number, number]

/** One of nine parts. */
function span(xs: Edges, ys: Edges, column: 0 | 1 | 2, row: 0 | 1 | 2): Rect {
  const [x, y] = [xs[column], ys[row]]
  return { x, y, width: (xs[column + 1] ?? 0) - x, height: (ys[row + 1] ?? 0) - y }
}

/** Where the image is cut, from its sides. */
function slices({ borderImageSlice }: ComputedStyle, size: { width: number; height: number }): FourSides<number> {
  const of = (side: 0 | 1 | 2 | 3, whole: number) => {
    const { kind, value } = borderImageSlice.sides[side]
    return Math.min(whole, kind === 'percentage' ? (value * whole) / 100 : value)
  }
  return [of(0, size.height), of(1, size.width), of(2, size.height), of(3, size.width)]
}

/** How wide the sides are painted: sides that would overlap are made smaller, all by one factor. */
function usedWidths(style: ComputedStyle, border: Insets, area: Rect, cut: FourSides<number>): FourSides<number> {
  const borders = [border.top, border.right, border.bottom, border.left] as const
  const of = (side: 0 | 1 | 2 | 3, whole: number) => {
    const value = style.borderImageWidth[side]
    if (value === 'auto') return cut[side]
    if (typeof value === 'object' && value.kind === 'multiple') return value.value * borders[side]
    return resolveLength(value, whole)
  }
  const [top, right, bottom, left] = [of(0, area.height), of(1, area.width), of(2, area.height), of(3, area.width)]
  const factor = Math.min(1, area.width / (left + right), area.height / (top + bottom))
  return factor < 1 ? [top * factor, right * factor, bottom * factor, left * factor] : [top, right, bottom, left]
}

function scaleOf(width: number, cut: number): number | undefined {
  return width > 0 && cut > 0 ? width / cut : undefined
}

/** Copies along one axis: their size as a part of the room, where the first begins and how far it is to the next. */
interface Steps {
  readonly size: number
  readonly start: number
  readonly step: number
  readonly count: number
}

/** Copies along both axes. */
interface Copies {
  readonly x: Steps
  readonly y: Steps
}

const ONE: Steps = { size: 1, start: 0, step: 1, count: 1 }

/** Undefined where not even one has room. */
function steps(room: number, length: number, repeat: BorderImageRepeat): Steps | undefined {
  if (repeat === 'stretch' || length <= 0) return ONE
  const part = length / room
  switch (repeat) {
    case 'repeat': {
      // One stands in the middle.
      const before = Math.ceil((0.5 - part / 2) / part - 1e-6)
      return { size: part, start: 0.5 - part / 2 - before * part, step: part, count: 2 * before + 1 }
    }
    case 'round': {
      const count = Math.max(1, Math.round(1 / part))
      return { size: 1 / count, start: 0, step: 1 / count, count }
    }
    case 'space': {
      const count = Math.floor(1 / part + 1e-6)
      if (count < 1) return undefined
      const gap = (1 - count * part) / (count + 1)
      return { size: part, start: gap, step: part + gap, count }
    }
  }
}

/** So many copies are painted one by one, more as a pattern. */
const MOST_SINGLE = 64

/**
 * Readers soften the edges of clips: if copies did not overlap a little, seams would show between them. In px. They are
 * stretched by twice as much, so that nothing of the parts beside them shows at their edges.
 */
const OVERLAP = 0.2

/** Paints copies of a part of the image within a rectangle. */
function paintPart({ target }: ImageContext, where: Rect, part: Rect, { x, y }: Copies, paint: () => void): void {
  const tile = {
    x: where.x + x.start * where.width,
    y: where.y + y.start * where.height,
    width: x.size * where.width,
    height: y.size * where.height,
  }
  const [stepX, stepY] = [x.step * where.width, y.step * where.height]
  const overlapX = x.count > 1 && x.step === x.size ? OVERLAP : 0
  const overlapY = y.count > 1 && y.step === y.size ? OVERLAP : 0
  const copy = ({ x: left, y: top, width, height }: Rect): void => {
    const [a, d] = [(width + 4 * overlapX) / part.width, (height + 4 * overlapY) / part.height]
    target.save()
    const shown = { x: left - overlapX, y: top - overlapY, width: width + 2 * overlapX, height: height + 2 * overlapY }
    target.clip([{ kind: 'rect', ...shown }])
    target.transform({ ...IDENTITY, a, d, e: left - 2 * overlapX - part.x * a, f: top - 2 * overlapY - part.y * d })
    paint()
    target.restore()
  }
  if (x.count * y.count === 1 && x.size <= 1 && y.size <= 1) {
    copy(tile)
    return
  }
  target.save()
  target.clip([{ kind: 'rect', ...where }])
  if (x.count * y.count > MOST_SINGLE) {
    target.fillTiled([{ kind: 'rect', ...where }], { tile, stepX, stepY }, () => copy(tile))
  } else {
    for (let row = 0; row < y.count; row++) {
      for (let column = 0; column < x.count; column++) {
        copy({ ...tile, x: tile.x + column * stepX, y: tile.y + row * stepY })
      }
    }
  }
  target.restore()
}
