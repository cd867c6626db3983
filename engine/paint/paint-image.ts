import type { Rect, Size } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import { multiply, scaling, translation } from '../base/matrix.js'
import { turnBetween, turnInPlace } from '../base/writing-mode.js'
import { resolveLength } from '../css/values/resolve-length.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { DecodedImage } from '../images/image-types.js'
import { fitViewBox } from '../images/svg/view-box.js'
import type { VectorImage } from '../images/vector-types.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import { type BoxShape, borderShape, insetShape } from '../layout/shapes/box-shape.js'
import type { ComputedStyle } from '../style/computed-style.js'
import type { Tag } from '../tags/structure-element.js'
import { markDrawnLinks } from './mark-drawn-links.js'
import type { ImageContext, PaintContext, ReadContent } from './paint-context.js'
import { paintVector } from './paint-vector.js'
import { shapePath } from './shape-path.js'

/** The image of a replaced box. */
interface ShownImage {
  readonly fragment: BoxFragment
  readonly image: DecodedImage
  readonly read: ReadContent
}

/** Paints the image of a replaced box into its content box, cut to the content edge and its rounded corners. */
export function paintImage(
  ctx: PaintContext,
  fragment: BoxFragment,
  image: DecodedImage,
  x: number,
  y: number,
  tag?: Tag,
): void {
  const shown = { fragment, image, read: { ctx, tag, node: fragment.box.node } }
  const content = insetShape(insetShape(borderShape(fragment, x, y), fragment.border), fragment.padding)
  if (content.width === 0 || content.height === 0) return
  const { imagePart } = fragment
  if (imagePart) {
    ctx.target.save()
    ctx.target.clip(shapePath(content))
    paintWhole(ctx, shown, { ...content, y: content.y - imagePart.above, height: imagePart.height, corners: undefined })
    ctx.target.restore()
  } else paintWhole(ctx, shown, content)
}

/** @param content the content box of the whole image */
function paintWhole(ctx: PaintContext, shown: ShownImage, content: BoxShape): void {
  const { fragment } = shown
  const { frame, zoom } = fragment.style
  if (frame === 'horizontal-tb') {
    if (zoom !== 1 && isInDocument(fragment)) paintZoomed(ctx, shown, content)
    else paintContent(ctx, shown, content)
    return
  }
  // Upright among lines that are turned.
  const turn = turnInPlace(turnBetween(frame, 'horizontal-tb'), content.height, content.width)
  ctx.target.save()
  ctx.target.transform(multiply(translation(content.x, content.y), turn))
  paintContent(ctx, shown, { x: 0, y: 0, width: content.height, height: content.width, corners: undefined })
  ctx.target.restore()
}

/** A drawing within the document is zoomed as a whole, whatever it says of its size. */
function paintZoomed(ctx: PaintContext, shown: ShownImage, content: BoxShape): void {
  const { zoom } = shown.fragment.style
  const { x, y, width, height } = content
  ctx.target.save()
  ctx.target.transform(multiply(translation(x, y), scaling(zoom, zoom)))
  paintContent(ctx, shown, { x: 0, y: 0, width: width / zoom, height: height / zoom, corners: undefined })
  ctx.target.restore()
}

function paintContent(ctx: PaintContext, { fragment, image, read }: ShownImage, content: BoxShape): void {
  const rect = objectRect(fragment.style, image, content)
  const sticksOut =
    rect.x < content.x ||
    rect.y < content.y ||
    rect.x + rect.width > content.x + content.width ||
    rect.y + rect.height > content.y + content.height
  if (image.kind === 'vector' && image.links) {
    const { links, viewBox, fit } = framed(ctx, image, rect)
    if (links) markDrawnLinks(ctx, fragment.box, links, fitViewBox(viewBox, fit, rect), content)
  }
  if (image.kind === 'vector' && showsOverflow(fragment)) {
    paintDrawing(ctx, image, rect, { reach: FAR, read })
    return
  }
  if (!sticksOut && !content.corners) {
    drawImage(ctx, image, rect, fragment.style, read)
    return
  }
  ctx.target.save()
  ctx.target.clip(shapePath(content))
  drawImage(ctx, image, rect, fragment.style, read)
  ctx.target.restore()
}

/** How far what a drawing shows beyond its edges may reach, in px: beyond any page. */
const FAR = 20_000

/** A drawing within the document is a box whose content may overflow, other images are not (css-images-3 §5.5). */
function showsOverflow(fragment: BoxFragment): boolean {
  return fragment.style.overflow === 'visible' && isInDocument(fragment)
}

function isInDocument({ box }: BoxFragment): boolean {
  return box.node?.template.namespace === 'svg'
}

function framed({ drawings }: ImageContext, image: VectorImage, { width, height }: Rect): VectorImage {
  if (!image.inFrame || !drawings) return image
  return width === image.viewBox.width && height === image.viewBox.height
    ? image
    : drawings.inFrame(image, { width, height })
}

function fontsOf({ images, fonts }: ImageContext, { fonts: own }: VectorImage): FontLibrary {
  return (own && images.fontsOf?.(own)) ?? fonts
}

function paintDrawing(
  ctx: ImageContext,
  image: VectorImage,
  rect: Rect,
  { reach, read }: { readonly reach: number; readonly read: ReadContent | undefined },
): void {
  const { images, drawings, paintForeign } = ctx
  paintVector(ctx.target, framed(ctx, image, rect), rect, fontsOf(ctx, image), {
    reach,
    fontsOf: (own) => images.fontsOf?.(own) ?? ctx.fonts,
    onCutText: read && drawings && (() => drawings.reportCutText(read.node)),
    foreign:
      paintForeign && ((target, node, isRead) => paintForeign({ ...ctx, target }, node, isRead ? read : undefined)),
  })
}

/**
 * Draws an image of either kind so that it fills a rectangle.
 * @param read for HTML in a drawing that is read where it is
 */
export function drawImage(
  ctx: ImageContext,
  image: DecodedImage,
  rect: Rect,
  { imageRendering }: Pick<ComputedStyle, 'imageRendering'>,
  read?: ReadContent,
): void {
  switch (image.kind) {
    case 'raster':
      ctx.target.drawImage(image, rect, imageRendering === 'smooth' || imageRendering === 'high-quality')
      return
    case 'vector':
      paintDrawing(ctx, image, rect, { reach: 0, read })
      return
    default:
      assertNever(image)
  }
}

/** Where `object-fit` and `object-position` put an image (css-images-3 §5.5, §5.6). */
function objectRect(style: ComputedStyle, image: DecodedImage, box: Rect): Rect {
  const size = objectSize(style, image, box)
  return {
    x: box.x + resolveLength(style.objectPosition.x, box.width - size.width),
    y: box.y + resolveLength(style.objectPosition.y, box.height - size.height),
    ...size,
  }
}

function objectSize({ objectFit: fit, zoom }: ComputedStyle, image: DecodedImage, box: Size): Size {
  const natural = naturalSize(image, box, zoom)
  const contain = Math.min(box.width / natural.width, box.height / natural.height)
  switch (fit) {
    case 'fill':
      return { width: box.width, height: box.height }
    case 'contain':
      return scaled(natural, contain)
    case 'cover':
      return scaled(natural, Math.max(box.width / natural.width, box.height / natural.height))
    case 'none':
      return natural
    case 'scale-down':
      return scaled(natural, Math.min(1, contain))
    default:
      return assertNever(fit)
  }
}

/** The default sizing algorithm (css-images-3 §5.3): a drawing without a size takes that of the box, kept in proportion. */
function naturalSize(image: DecodedImage, box: Size, zoom: number): Size {
  const width = image.width && image.width * zoom
  const height = image.height && image.height * zoom
  if (width !== undefined && height !== undefined) return { width, height }
  const ratio = image.kind === 'vector' ? image.ratio : undefined
  if (ratio === undefined) return { width: width ?? box.width, height: height ?? box.height }
  const fitted = Math.min(box.width, box.height * ratio)
  return { width: fitted, height: fitted / ratio }
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: width * scale, height: height * scale }
}
