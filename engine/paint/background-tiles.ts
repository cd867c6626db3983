import type { Rect, Size } from '../base/geometry.js'
import type { BackgroundRepeat, BackgroundSize } from '../css/properties/background.js'
import type { LengthPercentage } from '../css/values/compute-length.js'
import { resolveLength } from '../css/values/resolve-length.js'
import type { DecodedImage } from '../images/image-types.js'

/** The values of one layer that say where its images are. */
interface TileRules {
  readonly positionX: LengthPercentage
  readonly positionY: LengthPercentage
  readonly size: BackgroundSize
  readonly repeat: BackgroundRepeat
  /** Of the box: images grow with it. */
  readonly zoom: number
}

/** The copies of an image that a background shows. */
export interface BackgroundTiles {
  /** The first one. */
  readonly tile: Rect
  readonly stepX: number
  readonly stepY: number
  readonly columns: number
  readonly rows: number
  /** Area that they cover: all that is seen, or less along an axis on which nothing repeats. */
  readonly covered: Rect
}

/** The copies along one axis. */
interface Course {
  readonly start: number
  readonly step: number
  readonly count: number
  readonly covered: Stretch
}

/**
 * Where the copies of a background image are (css-backgrounds-3 §2.3 to §2.9); undefined when none is to be seen.
 * @param image undefined for a gradient, which has no size of its own
 * @param origin the positioning area
 * @param seen the painting area
 */
export function layTiles(
  rules: TileRules,
  image: DecodedImage | undefined,
  origin: Rect,
  seen: Rect,
): BackgroundTiles | undefined {
  const grown = zoomed(image, rules.zoom)
  const exact = rounded(rules, tileSize(rules.size, grown, origin), grown, origin)
  const size = { width: notTiny(exact.width), height: notTiny(exact.height) }
  if (!(size.width > 0 && size.height > 0) || seen.width <= 0 || seen.height <= 0) return undefined
  const { repeat, positionX, positionY } = rules
  const x = course(repeat.x, positionX, size.width, [origin.x, origin.width], [seen.x, seen.width])
  const y = course(repeat.y, positionY, size.height, [origin.y, origin.height], [seen.y, seen.height])
  if (!x || !y) return undefined
  const tile = { x: x.start, y: y.start, ...size }
  const [left, width] = x.covered
  const [top, height] = y.covered
  const covered = { x: left, y: top, width, height }
  return { tile, stepX: x.step, stepY: y.step, columns: x.count, rows: y.count, covered }
}

function zoomed(image: DecodedImage | undefined, zoom: number): DecodedImage | undefined {
  if (!image || zoom === 1) return image
  const { width, height } = image
  if (image.kind === 'raster') return { ...image, width: image.width * zoom, height: image.height * zoom }
  return { ...image, width: width && width * zoom, height: height && height * zoom }
}

/** Copies that are smaller cannot be told apart, and there would be so many that readers take minutes for them. */
const SMALLEST_TILE = 0.25

function notTiny(length: number): number {
  return length > 0 ? Math.max(length, SMALLEST_TILE) : length
}

function ratioOf(image: DecodedImage | undefined): number | undefined {
  if (!image) return undefined
  if (image.kind === 'vector' && image.ratio !== undefined) return image.ratio
  return image.width && image.height ? image.width / image.height : undefined
}

/** §2.9, and css-images-3 §5.3 for what is `auto`. */
function tileSize(size: BackgroundSize, image: DecodedImage | undefined, area: Size): Size {
  const ratio = ratioOf(image)
  if (typeof size === 'string') return ratio === undefined ? area : fitted(ratio, area, size)
  const width = size.width === 'auto' ? undefined : resolveLength(size.width, area.width)
  const height = size.height === 'auto' ? undefined : resolveLength(size.height, area.height)
  if (width !== undefined && height !== undefined) return { width, height }
  if (width !== undefined) {
    return { width, height: ratio === undefined ? (image?.height ?? area.height) : width / ratio }
  }
  if (height !== undefined) {
    return { width: ratio === undefined ? (image?.width ?? area.width) : height * ratio, height }
  }
  return naturalSize(image, ratio, area)
}

function naturalSize(image: DecodedImage | undefined, ratio: number | undefined, area: Size): Size {
  const { width, height } = image ?? { width: undefined, height: undefined }
  if (width !== undefined && height !== undefined) return { width, height }
  if (ratio === undefined) return { width: width ?? area.width, height: height ?? area.height }
  if (width !== undefined) return { width, height: width / ratio }
  if (height !== undefined) return { width: height * ratio, height }
  return fitted(ratio, area, 'contain')
}

function fitted(ratio: number, area: Size, how: 'cover' | 'contain'): Size {
  const wide = area.width < area.height * ratio
  return wide === (how === 'contain')
    ? { width: area.width, height: area.width / ratio }
    : { width: area.height * ratio, height: area.height }
}

/** `round` makes a whole number of copies fit; what is `auto` beside it keeps the proportions (§2.9). */
function rounded({ size, repeat }: TileRules, tile: Size, image: DecodedImage | undefined, area: Size): Size {
  const ratio = ratioOf(image)
  const fit = (length: number, room: number) => (length > 0 ? room / Math.max(1, Math.round(room / length)) : 0)
  const width = repeat.x === 'round' ? fit(tile.width, area.width) : tile.width
  const height = repeat.y === 'round' ? fit(tile.height, area.height) : tile.height
  if (ratio === undefined || typeof size === 'string') return { width, height }
  if (repeat.x === 'round' && repeat.y !== 'round' && size.height === 'auto') return { width, height: width / ratio }
  if (repeat.y === 'round' && repeat.x !== 'round' && size.width === 'auto') return { width: height * ratio, height }
  return { width, height }
}

type Stretch = readonly [start: number, length: number]

function course(
  repeat: BackgroundRepeat['x'],
  position: LengthPercentage,
  length: number,
  [areaStart, area]: Stretch,
  [seenStart, seen]: Stretch,
): Course | undefined {
  let start = areaStart + resolveLength(position, area - length)
  let step = length
  if (repeat === 'space') {
    const count = Math.floor(area / length + 1e-6)
    if (count > 1) {
      start = areaStart
      step = length + (area - count * length) / (count - 1)
    }
    // An image that does not fit twice stands alone, at its position.
    if (count < 2) return alone(start, length, seenStart, seen)
  } else if (repeat === 'no-repeat') {
    return alone(start, length, seenStart, seen)
  } else if (repeat === 'round') {
    start = areaStart + resolveLength(position, area - length)
  }
  // Copies that would show by less than a rounding error are none.
  const first = start + Math.floor((seenStart - start + EPSILON) / step) * step
  const count = Math.ceil((seenStart + seen - first - EPSILON) / step)
  return { start: first, step, count: Math.max(1, count), covered: [seenStart, seen] }
}

const EPSILON = 1 / 256

function alone(start: number, length: number, seenStart: number, seen: number): Course | undefined {
  if (start >= seenStart + seen || start + length <= seenStart) return undefined
  return { start, step: length, count: 1, covered: [start, length] }
}
