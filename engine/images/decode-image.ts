import { createHash } from 'node:crypto'
import type { Size } from '../base/geometry.js'
import { decodeJpeg } from './decode-jpeg.js'
import { decodePng } from './decode-png.js'
import { decodeGif } from './gif/decode-gif.js'
import { ImageError, type ImageLimits } from './image-error.js'
import { imageFormat } from './image-format.js'
import type { RasterImage } from './image-types.js'
import { type BoxCut, convertCut } from './svg/convert-cut.js'
import { convertSvg } from './svg/convert-svg.js'
import type { SvgElement } from './svg/svg-element.js'
import type { SvgSurroundings } from './svg/svg-surroundings.js'
import type { VectorImage } from './vector-types.js'
import { decodeWebp } from './webp/decode-webp.js'

/** Converts a drawing, of a file or within a document, with the images in it. @throws ImageError */
export function decodeSvg(root: SvgElement, limits: ImageLimits, surroundings: SvgSurroundings): VectorImage {
  const decode = (bytes: Uint8Array, imageBytes: number) => decodeRaster(bytes, { ...limits, imageBytes })
  return convertSvg(root, { decodeRaster: decode, imageBytes: limits.imageBytes, surroundings })
}

/** Converts what a `clipPath` or `mask` of a drawing in the document leaves of a box. @throws ImageError */
export function decodeCut(
  element: SvgElement,
  id: string,
  size: Size,
  limits: ImageLimits,
  surroundings: SvgSurroundings,
): BoxCut {
  const decode = (bytes: Uint8Array, imageBytes: number) => decodeRaster(bytes, { ...limits, imageBytes })
  return convertCut(element, id, size, { decodeRaster: decode, imageBytes: limits.imageBytes, surroundings })
}

/**
 * Reads an image file: PNG, JPEG, GIF (its first picture) or WebP, told apart by their first bytes. One image pixel is
 * one CSS px; resolutions named in the file do not count, as in browsers.
 *
 * UNSUPPORTED: AVIF, HEIC, JPEG 2000, JPEG XL, TIFF, ICO, BMP, compressed SVG.
 * @throws ImageError which says what decoding took in vain
 */
export function decodeRaster(bytes: Uint8Array, limits: ImageLimits): RasterImage {
  const picture = decodeCounted(bytes, limits)
  const sideways = picture.orientation >= 5
  const { width, height } = picture.samples
  return {
    kind: 'raster',
    key: createHash('sha256').update(bytes).digest('hex'),
    width: sideways ? height : width,
    height: sideways ? width : height,
    ...picture,
  }
}

/** The part of an image that its decoder finds out. */
export type Picture = Pick<
  RasterImage,
  'orientation' | 'samples' | 'softMask' | 'profile' | 'profileProblem' | 'decodedBytes'
>

function decodeCounted(bytes: Uint8Array, limits: ImageLimits): Picture {
  let asked = 0
  try {
    return decode(bytes, {
      ...limits,
      asked: (more) => {
        asked += more
      },
    })
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw new ImageError(error.code, error.message, error.option, asked)
  }
}

function decode(bytes: Uint8Array, limits: ImageLimits): Picture {
  const format = imageFormat(bytes)
  switch (format) {
    case 'PNG':
      return decodePng(bytes, limits)
    case 'JPEG':
      return decodeJpeg(bytes, limits)
    case 'GIF':
      return decodeGif(bytes, limits)
    case 'WebP':
      return decodeWebp(bytes, limits)
    case undefined:
      throw new ImageError('unsupported-image', `the file is not an image of a known format: ${ADVICE}`)
    default:
      throw new ImageError('unsupported-image', `${format} files are not read: ${ADVICE}`)
  }
}

const ADVICE = 'use a PNG, JPEG, GIF, WebP, SVG or PDF file'
