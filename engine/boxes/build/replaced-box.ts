import type { DecodedImage } from '../../images/image-types.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { PageMark, ReplacedBox } from '../box-tree.js'
import type { BuildContext } from './build-context.js'
import { parseHtmlInteger } from './html-attributes.js'

/** Side of the mark for an image that could not be loaded, as in browsers. */
const MISSING_IMAGE_SIZE = 16

/** The image without the orientation that its file asks for (css-images-3 §6.1). */
export function asStored(image: DecodedImage): DecodedImage {
  if (image.kind !== 'raster' || image.orientation === 1) return image
  return { ...image, orientation: 1, width: image.samples.width, height: image.samples.height }
}

interface ReplacedContent {
  readonly id: number
  readonly style: ComputedStyle
  readonly node: BoundElement
  /** Undefined when it could not be loaded. */
  readonly image: DecodedImage | undefined
  readonly alternative: string
  readonly marks?: readonly PageMark[] | undefined
}

/** Whether the lines around a box run across those of the page. */
function standsAcross({ frame }: ComputedStyle): boolean {
  return frame !== 'horizontal-tb'
}

/** The box of an element whose content is an image, or of an image in generated content. */
export function replacedBox({ id, style, node, image, alternative, marks }: ReplacedContent): ReplacedBox {
  const missing = node.name === 'img' && !image
  // A missing picture is a small mark; one that is only ornament, as its empty text says, leaves nothing.
  const markSize = node.attributes.get('alt') === '' ? 0 : MISSING_IMAGE_SIZE
  const [width, height] = missing
    ? [markSize, markSize]
    : node.name === 'canvas'
      ? canvasSize(node)
      : [image?.width, image?.height]
  const zoomed = (length: number | undefined) => length && length * style.zoom
  // A picture stands upright among lines that run downwards: along these it has its height.
  const [along, across] = standsAcross(style) ? [zoomed(height), zoomed(width)] : [zoomed(width), zoomed(height)]
  const { contain, containIntrinsicWidth, containIntrinsicHeight } = style
  const naturalWidth = contain.size === 'none' ? along : containedSize(containIntrinsicWidth)
  const naturalHeight = contain.size === 'both' ? containedSize(containIntrinsicHeight) : across
  return { kind: 'replaced', id, style, node, image, naturalWidth, naturalHeight, alternative, ...(marks && { marks }) }
}

/** The size of the bitmap that a script would draw on (HTML §4.12.5). */
function canvasSize({ attributes }: BoundElement): [width: number, height: number] {
  const size = (name: string, otherwise: number) => {
    const given = parseHtmlInteger(attributes.get(name))
    return given === undefined || given < 0 ? otherwise : given
  }
  return [size('width', 300), size('height', 150)]
}

/** The natural size of an image that has no say in the size of its box (css-contain-2 §3.3). */
function containedSize(size: number | 'none'): number {
  return size === 'none' ? 0 : size
}

/** An image in `content` is an anonymous inline box of its natural size. */
export function generatedImage(
  context: BuildContext,
  element: BoundElement,
  style: ComputedStyle,
  image: DecodedImage,
): ReplacedBox {
  const anonymous = context.styled.anonymous(style, 'inline')
  return replacedBox({ id: context.nextId(), style: anonymous, node: element, image, alternative: '' })
}
