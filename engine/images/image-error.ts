/** An image that cannot be used. The message says why, in words for the author of a template. */
export class ImageError extends Error {
  override readonly name = 'ImageError'

  constructor(
    readonly code: /** The format, or a variety of it, is not supported. */
      | 'unsupported-image'
      /** The data are damaged or cut off. */
      | 'invalid-image'
      /** More pixels than the limits allow. */
      | 'image-too-large',
    message: string,
  ) {
    super(message)
  }
}

/** @throws ImageError when an image has no pixels or more than `limit` */
export function checkPixels(width: number, height: number, limit: number): void {
  if (width === 0 || height === 0) throw new ImageError('invalid-image', 'the image has no pixels')
  if (width * height > limit) {
    throw new ImageError('image-too-large', `the image has ${width} × ${height} pixels, more than ${limit}`)
  }
}
