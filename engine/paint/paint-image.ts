import type { Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import type { DecodedImage } from '../images/image-types.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { resolveLength } from '../style/resolve-length.js'
import { borderShape, insetShape, shapePath } from './box-shape.js'
import type { PaintTarget } from './paint-target.js'

/** Paints the image of a replaced box into its content box, cut to the content edge and its rounded corners. */
export function paintImage(
  target: PaintTarget,
  fragment: BoxFragment,
  image: DecodedImage,
  x: number,
  y: number,
): void {
  const content = insetShape(insetShape(borderShape(fragment, x, y), fragment.border), fragment.padding)
  if (content.width === 0 || content.height === 0) return
  const rect = objectRect(fragment.style, image, content)
  const sticksOut =
    rect.x < content.x ||
    rect.y < content.y ||
    rect.x + rect.width > content.x + content.width ||
    rect.y + rect.height > content.y + content.height
  if (!sticksOut && !content.corners) {
    target.drawImage(image, rect)
    return
  }
  target.save()
  target.clip(shapePath(content))
  target.drawImage(image, rect)
  target.restore()
}

/** Where `object-fit` and `object-position` put an image (css-images-3 §5.5, §5.6). */
function objectRect(style: ComputedStyle, image: DecodedImage, box: Rect): Rect {
  const scale = objectScale(style.objectFit, image, box)
  const width = scale === undefined ? box.width : image.width * scale
  const height = scale === undefined ? box.height : image.height * scale
  return {
    x: box.x + resolveLength(style.objectPosition.x, box.width - width),
    y: box.y + resolveLength(style.objectPosition.y, box.height - height),
    width,
    height,
  }
}

/** Factor for both sides of the image; undefined when it is stretched to the box. */
function objectScale(fit: ComputedStyle['objectFit'], image: DecodedImage, box: Rect): number | undefined {
  const contain = Math.min(box.width / image.width, box.height / image.height)
  switch (fit) {
    case 'fill':
      return undefined
    case 'contain':
      return contain
    case 'cover':
      return Math.max(box.width / image.width, box.height / image.height)
    case 'none':
      return 1
    case 'scale-down':
      return Math.min(1, contain)
    default:
      return assertNever(fit)
  }
}
