import { dataUriBytes } from '../../base/data-uri.js'
import { ImageError } from '../image-error.js'
import type { RasterImage } from '../image-types.js'
import type { VectorNode } from '../vector-types.js'
import type { SvgElement } from './svg-element.js'
import { type LengthAxis, type LengthContext, parseSvgLength } from './svg-length.js'
import type { SvgSource } from './svg-source.js'
import { group, rectPath } from './vector-nodes.js'
import { fitViewBox, parseFit } from './view-box.js'

/** Decodes a raster image. @throws ImageError */
type DecodeRaster = (bytes: Uint8Array) => RasterImage

/** The image that an `image` element names by a `data:` URI. @throws ImageError for one beyond the limits */
export function loadPicture(
  source: SvgSource,
  element: SvgElement,
  decodeRaster: DecodeRaster,
): RasterImage | undefined {
  const bytes = dataUriBytes(element.attributes.get('href') ?? '')
  if (!bytes) {
    source.note('images outside the drawing are not loaded')
    return undefined
  }
  try {
    return decodeRaster(bytes)
  } catch (error) {
    if (!(error instanceof ImageError) || error.code === 'image-too-large') throw error
    source.note(`an image in the drawing cannot be shown: ${error.message}`)
    return undefined
  }
}

/** Places the image of an `image` element (SVG 2 §12.3). */
export function convertPicture(
  element: SvgElement,
  image: RasterImage,
  viewport: LengthContext,
): VectorNode | undefined {
  const length = (name: string, axis: LengthAxis) => parseSvgLength(element.attributes.get(name), viewport, axis)
  const givenWidth = length('width', 'x')
  const givenHeight = length('height', 'y')
  const width = givenWidth ?? (givenHeight === undefined ? image.width : (givenHeight * image.width) / image.height)
  const height = givenHeight ?? (width * image.height) / image.width
  const place = { x: length('x', 'x') ?? 0, y: length('y', 'y') ?? 0, width, height }
  if (!(width > 0) || !(height > 0)) return undefined
  const fit = parseFit(element.attributes.get('preserveAspectRatio'))
  const matrix = fitViewBox({ x: 0, y: 0, width: image.width, height: image.height }, fit, place)
  const rect = { x: matrix.e, y: matrix.f, width: image.width * matrix.a, height: image.height * matrix.d }
  const picture: VectorNode = { kind: 'picture', image, rect }
  return fit.kind === 'slice' ? group([picture], { clips: [{ path: rectPath(place), rule: 'nonzero' }] }) : picture
}
