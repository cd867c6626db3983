import type { Box, InlineBox } from '../boxes/box-tree.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { PaintTarget } from './paint-target.js'

/** What painting one page needs everywhere. */
export interface PaintContext {
  readonly target: PaintTarget
  /** Shapes the text of vector images. */
  readonly fonts: FontLibrary
  /** The box whose background is the canvas's, and not its own (css-backgrounds-3 §2.11). */
  readonly canvasBox: Box | InlineBox | undefined
}

/** The link around what is being painted, and the height of its area, which may be less than that of images in it. */
export interface LinkArea {
  readonly target: string
  readonly top: number
  readonly bottom: number
}
