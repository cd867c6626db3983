import type { Size } from '../../base/geometry.js'
import { checkBytes } from '../image-error.js'
import type { VectorClip, VectorMask } from '../vector-types.js'
import { addClip, addMask, type Cuts } from './clip-and-mask.js'
import { SvgConverter } from './svg-converter.js'
import type { SvgElement } from './svg-element.js'
import { SvgSource } from './svg-source.js'
import type { ConvertOptions } from './svg-surroundings.js'

/** What a `clipPath` or `mask` leaves of a box, in px from the corner of the box. */
export interface BoxCut {
  /** Nothing of the box is to be seen. */
  readonly hidesAll: boolean
  readonly clips: readonly VectorClip[]
  readonly masks: readonly VectorMask[]
  /** Parts that are not shown, in words for the author. */
  readonly notes: readonly string[]
  /** Counted against `RenderLimits.imageBytes`. */
  readonly decodedBytes: number
}

/**
 * Converts a `clipPath` or `mask` for a CSS box of the document around its drawing (css-masking-1 §5.1, §7.1): its
 * bounding box is the border box, whose corner is the origin of user space and whose size is its viewport. (Chromium
 * takes percentages of the drawing that holds the element, which is without size where it holds nothing else.)
 *
 * @throws ImageError for a drawing beyond the limits
 */
export function convertCut(element: SvgElement, id: string, size: Size, options: ConvertOptions): BoxCut {
  const source = new SvgSource(element, options.surroundings?.byId)
  const converter = new SvgConverter(source, options)
  const cuts: Cuts = { clips: [], masks: [] }
  const target = { box: () => ({ x: 0, y: 0, ...size }), strokeReach: 0, viewport: { ...size, fontSize: 16 } }
  let isVisible = true
  if (element.name === 'clipPath') isVisible = addClip(converter, id, target, cuts)
  else addMask(converter, id, target, cuts)
  const { decodedBytes } = converter
  checkBytes(decodedBytes, options)
  return { hidesAll: !isVisible, ...cuts, notes: source.notes, decodedBytes }
}
