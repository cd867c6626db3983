import type { Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import type { Matrix } from '../base/matrix.js'
import type { IccProfile } from '../images/icc-profile.js'
import type { ImageColorSpace, ImageSamples, RasterImage } from '../images/image-types.js'
import type { PdfFile } from './pdf-file.js'
import type { PdfDictionary, PdfReference, PdfValue } from './pdf-values.js'

/**
 * Writes an image as an image XObject (ISO 32000-1 §8.9.5), its alpha channel as a soft mask.
 *
 * @param profiles those that the document has already, by their keys
 * @param smooth readers interpolate between samples; not allowed in archives (PDF/A), so only where it is asked for
 */
export function embedImage(
  file: PdfFile,
  profiles: Map<string, PdfReference>,
  image: RasterImage,
  smooth: boolean,
): PdfReference {
  const { samples, softMask, profile } = image
  const Interpolate = smooth || undefined
  return file.addStream(
    {
      ...imageDictionary(samples),
      ColorSpace: colorSpace(samples.colorSpace, profile && profiledColors(file, profiles, profile)),
      Interpolate,
      SMask: softMask ? file.addStream({ ...imageDictionary(softMask), Interpolate }, softMask.data) : undefined,
    },
    samples.data,
  )
}

function imageDictionary(samples: ImageSamples): PdfDictionary {
  const { predictor } = samples
  return {
    Type: 'XObject',
    Subtype: 'Image',
    Width: samples.width,
    Height: samples.height,
    BitsPerComponent: samples.bitsPerComponent,
    ColorSpace: colorSpace(samples.colorSpace),
    Decode: samples.decode,
    Filter: samples.filter,
    DecodeParms: predictor
      ? {
          Predictor: 15,
          Colors: predictor.colors,
          BitsPerComponent: predictor.bitsPerComponent,
          Columns: predictor.columns,
        }
      : undefined,
  }
}

/** The colours that a profile describes (§8.6.5.5). */
function profiledColors(file: PdfFile, profiles: Map<string, PdfReference>, profile: IccProfile): PdfValue {
  let reference = profiles.get(profile.key)
  if (!reference) {
    reference = file.addStream({ N: profile.channels, Filter: 'FlateDecode' }, profile.data)
    profiles.set(profile.key, reference)
  }
  return ['ICCBased', reference]
}

/** @param profiled what the colours are by a profile; those of the device when absent */
function colorSpace(space: ImageColorSpace, profiled?: PdfValue): PdfValue {
  switch (space.kind) {
    case 'gray':
      return profiled ?? 'DeviceGray'
    case 'rgb':
      return profiled ?? 'DeviceRGB'
    case 'cmyk':
      return profiled ?? 'DeviceCMYK'
    case 'indexed':
      return ['Indexed', profiled ?? 'DeviceRGB', space.palette.length / 3 - 1, space.palette]
    default:
      return assertNever(space)
  }
}

/**
 * The matrix that maps the unit square of an image XObject, whose first row of samples is at the top, to a
 * rectangle in px, y downwards, with the EXIF orientation undone. The matrix for an orientation sends the corners
 * of the stored picture to where they belong on the page.
 */
export function imageMatrix(orientation: number, { x, y, width, height }: Rect): Matrix {
  // [a b c d e f]: x' = a u + c v + e, y' = b u + d v + f; the stored picture's top edge is v = 1.
  const right = x + width
  const bottom = y + height
  switch (orientation) {
    case 2:
      return { a: -width, b: 0, c: 0, d: -height, e: right, f: bottom }
    case 3:
      return { a: -width, b: 0, c: 0, d: height, e: right, f: y }
    case 4:
      return { a: width, b: 0, c: 0, d: height, e: x, f: y }
    case 5:
      return { a: 0, b: height, c: -width, d: 0, e: right, f: y }
    case 6:
      return { a: 0, b: height, c: width, d: 0, e: x, f: y }
    case 7:
      return { a: 0, b: -height, c: width, d: 0, e: x, f: bottom }
    case 8:
      return { a: 0, b: -height, c: -width, d: 0, e: right, f: bottom }
    default:
      return { a: width, b: 0, c: 0, d: -height, e: x, f: bottom }
  }
}
