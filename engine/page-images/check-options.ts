import { PAGE_IMAGE_FORMATS } from '../base/page-image-forms.js'
import { PageImageError } from './page-image-error.js'
import type { PageImageOptions } from './page-image-types.js'

/** Beyond what any paper and any screen need; what a picture may have in all is bounded besides. */
const MOST_ACROSS = 100_000

const MOST_DPI = 4_800

/** @throws PageImageError `invalid-option` for the first option that cannot be used */
export function checkOptions(page: number, options: PageImageOptions): void {
  const { width, dpi, format, quality, timeoutMs } = options
  check(Number.isInteger(page) && page >= 1, 'page', 'a whole number from 1')
  check(width === undefined || isWithin(width, MOST_ACROSS, true), 'width', `a whole number from 1 to ${MOST_ACROSS}`)
  check(dpi === undefined || isWithin(dpi, MOST_DPI, false), 'dpi', `a number from 1 to ${MOST_DPI}`)
  check(width === undefined || dpi === undefined, 'dpi', 'absent where there is a width')
  check(
    format === undefined || PAGE_IMAGE_FORMATS.includes(format),
    'format',
    `one of ${PAGE_IMAGE_FORMATS.join(', ')}`,
  )
  check(quality === undefined || isWithin(quality, 100, false), 'quality', 'a number from 1 to 100')
  check(timeoutMs === undefined || timeoutMs > 0, 'timeoutMs', 'more than 0')
}

function isWithin(value: number, most: number, isWhole: boolean): boolean {
  return value >= 1 && value <= most && (!isWhole || Number.isInteger(value))
}

function check(holds: boolean, option: string, expected: string): void {
  if (!holds) throw new PageImageError('invalid-option', `${option} must be ${expected}`)
}
