import { FontError } from './font-error.js'

/** Fonts larger than this when unpacked are refused: a few kilobytes of WOFF can claim any size. */
const MOST_OF_ONE = 64 * 1024 * 1024

/** The bytes that fonts may still have when they are unpacked. What is taken is gone, whether or not a font comes of it. */
export class UnpackingBudget {
  /** @param left of all fonts together; without it only each by itself is bounded */
  constructor(private left = Number.MAX_SAFE_INTEGER) {}

  /** What may be asked for next. */
  get room(): number {
    return Math.min(this.left, MOST_OF_ONE)
  }

  /**
   * Asked before a font is unpacked to so many bytes, and where it turns out to be larger.
   * @param label names the font in error messages
   * @throws FontError `broken-font`
   */
  take(bytes: number, label: string): void {
    if (bytes > MOST_OF_ONE) throw new FontError('broken-font', `${label} is too large`)
    if (bytes > this.left) throw new FontError('broken-font', `${label} is too large beside the fonts before it`)
    this.left -= bytes
  }
}
