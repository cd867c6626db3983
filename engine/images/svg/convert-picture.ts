import { dataUriBytes } from '../../base/data-uri.js'
import type { Rect, Size } from '../../base/geometry.js'
import { type Matrix, multiply } from '../../base/matrix.js'
import { ImageError } from '../image-error.js'
import { drawingText } from '../image-format.js'
import type { DecodedImage, RasterImage } from '../image-types.js'
import type { VectorImage, VectorNode } from '../vector-types.js'
import type { SvgElement } from './svg-element.js'
import { type LengthAxis, type LengthContext, parseSvgLength } from './svg-length.js'
import type { SvgSource } from './svg-source.js'
import { group, rectPath } from './vector-nodes.js'
import { fitViewBox, parseFit } from './view-box.js'

/** Size of a drawing that names none (CSS 2.2 §10.3.2). */
export const DEFAULT_SIZE = { width: 300, height: 150 }

interface PictureSources {
  /** Decodes a raster image. @throws ImageError */
  decodeRaster(bytes: Uint8Array): RasterImage
  /** Finds an image that the document around the drawing may show. */
  readonly outside: ((address: string) => DecodedImage | undefined) | undefined
  /** Told of the bytes that decoding took in vain. */
  wasted(bytes: number): void
}

/**
 * The image that an `image` element names by a `data:` URI, or among those of the document.
 *
 * @throws ImageError for one beyond the limits
 */
export function loadPicture(
  source: SvgSource,
  { attributes }: SvgElement,
  { decodeRaster, outside, wasted }: PictureSources,
): DecodedImage | undefined {
  const address = attributes.get('href') ?? attributes.get('xlink:href') ?? ''
  const bytes = dataUriBytes(address)
  if (!bytes || drawingText(bytes) !== undefined) {
    if (outside) return outside(address)
    source.note('images outside the drawing are not loaded')
    return undefined
  }
  try {
    return decodeRaster(bytes)
  } catch (error) {
    if (!(error instanceof ImageError) || error.code === 'image-too-large') throw error
    wasted(error.decodedBytes)
    source.note(`an image in the drawing cannot be shown: ${error.message}`)
    return undefined
  }
}

/** Places the image of an `image` element (SVG 2 §12.3). */
export function convertPicture(
  element: SvgElement,
  image: DecodedImage,
  viewport: LengthContext,
): VectorNode | undefined {
  const length = (name: string, axis: LengthAxis) => parseSvgLength(element.attributes.get(name), viewport, axis)
  const givenWidth = length('width', 'x')
  const givenHeight = length('height', 'y')
  const natural = naturalSize(image, { width: givenWidth, height: givenHeight })
  const width =
    givenWidth ?? (givenHeight === undefined ? natural.width : (givenHeight * natural.width) / natural.height)
  const height = givenHeight ?? (width * natural.height) / natural.width
  const place = { x: length('x', 'x') ?? 0, y: length('y', 'y') ?? 0, width, height }
  if (!(width > 0) || !(height > 0)) return undefined
  const fit = parseFit(element.attributes.get('preserveAspectRatio'))
  if (image.kind === 'vector')
    return drawingIn(
      image.inFrame?.(natural) ?? image,
      fitViewBox({ x: 0, y: 0, ...natural }, fit, place),
      natural,
      place,
    )
  const matrix = fitViewBox({ x: 0, y: 0, ...natural }, fit, place)
  const rect = { x: matrix.e, y: matrix.f, width: natural.width * matrix.a, height: natural.height * matrix.d }
  const picture: VectorNode = { kind: 'picture', image, rect }
  return fit.kind === 'slice' ? group([picture], { clips: [{ path: rectPath(place), rule: 'nonzero' }] }) : picture
}

/**
 * A drawing that has proportions but no size is large enough to be scaled to any; one without proportions takes the
 * size that it is given (CSS 2.2 §10.3.2).
 */
function naturalSize(
  { width, height, ...image }: DecodedImage,
  given: { readonly [K in keyof Size]: Size[K] | undefined },
): Size {
  if (width && height) return { width, height }
  const ratio = image.kind === 'vector' ? image.ratio : undefined
  if (ratio === undefined) {
    return {
      width: given.width ?? width ?? DEFAULT_SIZE.width,
      height: given.height ?? height ?? DEFAULT_SIZE.height,
    }
  }
  return { width: DEFAULT_SIZE.height * ratio, height: DEFAULT_SIZE.height }
}

/** A drawing of another file, cut off at the edges of its place. @param matrix from its natural size to its place */
function drawingIn(
  { viewBox, fit, content, fonts }: VectorImage,
  matrix: Matrix,
  natural: Size,
  place: Rect,
): VectorNode {
  const transform = multiply(matrix, fitViewBox(viewBox, fit, { x: 0, y: 0, ...natural }))
  return group([group(content, { transform, fonts })], { clips: [{ path: rectPath(place), rule: 'nonzero' }] })
}
