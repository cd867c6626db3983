import type { IccProfile } from './icc-profile.js'
import type { VectorImage } from './vector-types.js'

/** The values of the image stage. No logic here. */

/** Sample data ready to become a PDF image object: already encoded, so that documents share the bytes. */
export interface ImageSamples {
  readonly width: number
  readonly height: number
  readonly bitsPerComponent: 1 | 2 | 4 | 8 | 16
  readonly colorSpace: ImageColorSpace
  readonly filter: 'FlateDecode' | 'DCTDecode'
  /** PNG predictor parameters of a Flate stream, when its rows are filtered. */
  readonly predictor:
    | { readonly colors: number; readonly bitsPerComponent: number; readonly columns: number }
    | undefined
  /** The Decode array, e.g. inverted for CMYK JPEG files of Adobe's kind. */
  readonly decode: readonly number[] | undefined
  readonly data: Uint8Array
}

export type ImageColorSpace =
  | { readonly kind: 'gray' }
  | { readonly kind: 'rgb' }
  | { readonly kind: 'cmyk' }
  /** `palette` holds RGB triples. */
  | { readonly kind: 'indexed'; readonly palette: Uint8Array }

/** A decoded raster image. Immutable and shared by all documents of a worker; compare by reference. */
export interface RasterImage {
  readonly kind: 'raster'
  /** Content hash: equal bytes have equal keys. */
  readonly key: string
  /** Natural size in CSS px, orientation applied. */
  readonly width: number
  readonly height: number
  /** EXIF orientation 1 to 8, to be undone when the samples are placed. */
  readonly orientation: number
  readonly samples: ImageSamples
  /** Alpha channel as a gray image, or undefined when opaque. */
  readonly softMask: ImageSamples | undefined
  /** The profile of its colours; that of the document when absent. */
  readonly profile?: IccProfile | undefined
  /** Why the profile that its file brings is left out, as the rest of a sentence. */
  readonly profileProblem?: string | undefined
  /** Bytes that decoding took, counted against `RenderLimits.imageBytes`. */
  readonly decodedBytes: number
}

/** Everything that can stand where CSS allows an image. */
export type DecodedImage = RasterImage | VectorImage
