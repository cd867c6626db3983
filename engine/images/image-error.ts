import { CODES } from '../base/diagnostic-codes.js'
import { type Message, ofData, type Shown } from '../base/message.js'

/** An image that cannot be used. The message says why, in words for the author of a template. */
export class ImageError extends Error {
  override readonly name = 'ImageError'
  /** The message without values of the data, where one was written. */
  readonly plain: string | undefined

  constructor(
    readonly code: /** The format, or a variety of it, is not supported. */
      | 'unsupported-image'
      /** The data are damaged or cut off. */
      | 'invalid-image'
      /** More pixels, bytes or parts of a drawing than the limits allow. */
      | 'image-too-large'
      /** A text that a code cannot hold. */
      | 'invalid-code',
    message: string | Message,
    /** The limit that would allow it. */
    readonly option?: ImageLimit,
    /** Bytes that decoding it took all the same. */
    readonly decodedBytes: number = 0,
  ) {
    super(typeof message === 'string' ? message : message.text)
    // Decoders repeat what they have found in an image, which may be one of the data.
    this.plain = typeof message === 'string' ? undefined : message.plain
  }

  /** Why it cannot be used, as a part of another message. */
  get reason(): Shown {
    return ofData(this.message, this.plain ?? CODES[this.code]?.means)
  }
}

/** The limits of one image. Decoders ask before they make room for anything. */
export interface ImageLimits {
  /** Width times height. */
  readonly imagePixels: number
  /** Bytes of the samples that are decoded, in every form that they pass through. */
  readonly imageBytes: number
  /** Told of the bytes that a decoder asks for, whether or not what it decodes is an image in the end. */
  readonly asked?: ((bytes: number) => void) | undefined
}

export type ImageLimit = 'imagePixels' | 'imageBytes'

/** @throws ImageError when an image has no pixels or more than the limit */
export function checkPixels(width: number, height: number, { imagePixels }: Pick<ImageLimits, 'imagePixels'>): void {
  if (width === 0 || height === 0) throw new ImageError('invalid-image', 'the image has no pixels')
  if (width * height > imagePixels) {
    const message = `the image has ${width} × ${height} pixels, more than ${imagePixels}`
    throw new ImageError('image-too-large', message, 'imagePixels')
  }
}

/** @throws ImageError when decoding an image would take more than the bytes that are left */
export function checkBytes(bytes: number, { imageBytes, asked }: Omit<ImageLimits, 'imagePixels'>): void {
  asked?.(bytes)
  if (bytes <= imageBytes) return
  const message = `decoding it takes ${bytes} bytes, more than the ${imageBytes} that are left`
  throw new ImageError('image-too-large', message, 'imageBytes')
}
