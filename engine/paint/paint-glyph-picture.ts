import type { Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import { type Matrix, multiply, translation } from '../base/matrix.js'
import type { RgbColor } from '../base/rgb-color.js'
import type {
  GlyphBitmap,
  GlyphBounds,
  GlyphColor,
  GlyphDrawing,
  GlyphNode,
  GlyphPaint,
  GlyphPicture,
} from '../fonts/color/glyph-picture.js'
import { decodeRaster } from '../images/decode-image.js'
import { ImageError } from '../images/image-error.js'
import type { RasterImage } from '../images/image-types.js'
import type { Color } from '../style/computed-style.js'
import type { Paint, PaintTarget } from './paint-target.js'

/** Where a picture stands, and what it takes from the text around it. */
interface PicturePlace {
  /** The origin of the glyph on its baseline, in px. */
  readonly x: number
  readonly y: number
  /** Px for each font unit. */
  readonly scale: number
  /** The colour of the text. */
  readonly color: Color
  /** Told when the picture cannot be drawn. */
  readonly onDamage: (message: string) => void
}

/** Paints a glyph in colour. @param key of the glyph: equal keys mean equal pictures */
export function paintGlyphPicture(target: PaintTarget, picture: GlyphPicture, key: string, place: PicturePlace): void {
  switch (picture.kind) {
    case 'bitmap':
      paintBitmap(target, picture, place)
      return
    case 'drawing':
      paintDrawing(target, picture, key, place)
      return
    default:
      assertNever(picture)
  }
}

/** No font has images of its glyphs that are larger. */
const BITMAP_LIMITS = { imagePixels: 2048 * 2048, imageBytes: 32 * 1024 * 1024 }

/** Decoded images, for as long as their fonts keep them, or what is wrong with those that cannot be read. */
const decoded = new WeakMap<GlyphBitmap, RasterImage | ImageError>()

function paintBitmap(target: PaintTarget, bitmap: GlyphBitmap, { x, y, scale, color, onDamage }: PicturePlace): void {
  const image = decodeBitmap(bitmap)
  if (image instanceof ImageError) {
    onDamage(image.message)
    return
  }
  const px = bitmap.unitsPerPixel * scale
  const height = image.height * px
  const top = bitmap.edge === 'top' ? bitmap.offset * px : bitmap.offset * px + height
  const rect = { x: x + bitmap.left * px, y: y - top, width: image.width * px, height }
  if (color.alpha < 1) target.beginGroup(color.alpha, rect)
  target.drawImage(image, rect, true)
  if (color.alpha < 1) target.endGroup()
}

function decodeBitmap(bitmap: GlyphBitmap): RasterImage | ImageError {
  const known = decoded.get(bitmap)
  if (known) return known
  const made = decodeOrError(bitmap)
  decoded.set(bitmap, made)
  return made
}

function decodeOrError({ data }: GlyphBitmap): RasterImage | ImageError {
  try {
    return decodeRaster(data, BITMAP_LIMITS)
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    return error
  }
}

function paintDrawing(target: PaintTarget, drawing: GlyphDrawing, key: string, place: PicturePlace): void {
  const { nodes, takesTextColor } = drawing
  const bounds = rectOf(drawing.bounds)
  if (nodes.length === 0 || bounds.width <= 0 || bounds.height <= 0) return
  const { x, y, scale, color } = place
  // A picture is as translucent as the text, and in parts may have its colour.
  const { alpha } = color
  const ink: RgbColor = { ...color, alpha: 1 }
  const ownKey = takesTextColor ? `${key} ${inkKey(ink)}` : key
  target.save()
  target.transform({ a: scale, b: 0, c: 0, d: -scale, e: x, f: y })
  if (alpha < 1) target.beginGroup(alpha, bounds)
  target.drawForm(ownKey, bounds, () => paintNodes({ target, bounds, ink }, nodes))
  if (alpha < 1) target.endGroup()
  target.restore()
}

function inkKey({ red, green, blue, inks }: RgbColor): string {
  const amounts = inks ? ` ${inks.cyan} ${inks.magenta} ${inks.yellow} ${inks.black}` : ''
  return `${red} ${green} ${blue}${amounts}`
}

function rectOf({ xMin, yMin, xMax, yMax }: GlyphBounds): Rect {
  return { x: xMin, y: yMin, width: xMax - xMin, height: yMax - yMin }
}

interface PictureContext {
  readonly target: PaintTarget
  /** In font units, around all of the picture. */
  readonly bounds: Rect
  readonly ink: RgbColor
}

function paintNodes(ctx: PictureContext, nodes: readonly GlyphNode[]): void {
  for (const node of nodes) paintNode(ctx, node)
}

function paintNode(ctx: PictureContext, node: GlyphNode): void {
  const { target, bounds } = ctx
  switch (node.kind) {
    case 'fill':
      target.fillShape(node.path, 'nonzero', paintOf(ctx, node.paint))
      return
    case 'flood':
      target.fillShape([{ kind: 'rect', ...bounds }], 'nonzero', paintOf(ctx, node.paint))
      return
    case 'clip':
      target.save()
      target.clip(node.path, 'nonzero')
      paintNodes(ctx, node.children)
      target.restore()
      return
    case 'opacity':
      target.beginGroup(node.opacity, bounds)
      paintNodes(ctx, node.children)
      target.endGroup()
      return
    case 'blend':
      target.beginGroup(1, bounds)
      paintNodes(ctx, node.backdrop)
      target.beginGroup(1, bounds, node.mode)
      paintNodes(ctx, node.source)
      target.endGroup()
      target.endGroup()
      return
    case 'mask':
      target.save()
      target.mask('alpha', bounds, () => paintNodes(ctx, node.mask))
      target.beginGroup(1, bounds)
      paintNodes(ctx, node.children)
      target.endGroup()
      target.restore()
      return
    default:
      assertNever(node)
  }
}

function paintOf({ bounds, ink }: PictureContext, paint: GlyphPaint): Paint {
  const color = ({ rgb = ink, alpha }: GlyphColor): RgbColor => ({ ...rgb, alpha })
  if (paint.kind === 'color') return { kind: 'color', color: color(paint.color) }
  const stops = paint.stops.map((stop) => ({ offset: stop.offset, color: color(stop.color) }))
  const { transform } = paint
  switch (paint.kind) {
    case 'linear': {
      const { x1, y1, x2, y2 } = paint
      return gradient({ kind: 'linear', x1, y1, x2, y2, stops, transform })
    }
    case 'radial': {
      const { fx, fy, fr, cx, cy, r } = paint
      return gradient({ kind: 'radial', fx, fy, fr, cx, cy, r, stops, transform })
    }
    case 'sweep':
      return gradient({ kind: 'conic', from: 90, radius: reach(bounds), stops, transform: around(paint) })
    default:
      return assertNever(paint)
  }

  function gradient(own: Extract<Paint, { kind: 'gradient' }>['gradient']): Paint {
    return { kind: 'gradient', gradient: own, opacity: 1, area: bounds }
  }
}

/** A conic gradient is about the origin; its y axis, which points downwards, is that of fonts turned over. */
function around({ cx, cy, transform }: Extract<GlyphPaint, { kind: 'sweep' }>): Matrix {
  return multiply(transform, translation(cx, cy))
}

/** Farther than any corner from any point within. */
function reach({ width, height }: Rect): number {
  return 2 * Math.hypot(width, height)
}
