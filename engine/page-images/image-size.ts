import { DEFAULT_IMAGE_WIDTH, MAX_IMAGE_PIXELS } from '../base/page-image-forms.js'
import { PageImageError } from './page-image-error.js'
import type { PageImageOptions } from './page-image-types.js'

interface Size {
  readonly width: number
  readonly height: number
}

const POINTS_PER_INCH = 72

/**
 * The size of a page's picture, in pixels.
 *
 * @param page in points, as it is shown: turned, and with its unit
 * @throws PageImageError `too-many-pixels`
 */
export function imageSizeOf(page: Size, { width, dpi }: PageImageOptions): Size {
  const scale =
    dpi !== undefined && width === undefined ? dpi / POINTS_PER_INCH : (width ?? DEFAULT_IMAGE_WIDTH) / page.width
  const size = { width: pixels(page.width * scale), height: pixels(page.height * scale) }
  if (size.width * size.height <= MAX_IMAGE_PIXELS) return size
  throw new PageImageError(
    'too-many-pixels',
    `the picture would have ${number(size.width)} × ${number(size.height)} pixels, more than ${number(MAX_IMAGE_PIXELS)}`,
  )
}

function pixels(length: number): number {
  return Math.max(1, Math.round(length))
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
