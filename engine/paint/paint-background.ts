import { around, type Insets, type Rect } from '../base/geometry.js'
import { assertNever, invariant } from '../base/invariant.js'
import type { Path } from '../base/path.js'
import type { CssGradient } from '../css/values/image-value.js'
import type { DecodedImage } from '../images/image-types.js'
import { type BoxShape, insetShape } from '../layout/shapes/box-shape.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { type BackgroundTiles, layTiles } from './background-tiles.js'
import type { BackgroundOrigin, BrokenPart } from './broken-backgrounds.js'
import type { ImageContext, PaintContext } from './paint-context.js'
import { paintGradient } from './paint-gradient.js'
import { drawImage } from './paint-image.js'
import { shapePath } from './shape-path.js'

/** Where a background is painted. */
interface BackgroundArea extends BackgroundOrigin {
  /** The area belongs to a part of a box. */
  readonly part?: BrokenPart | undefined
  /** Shows only within these: the cells of a table's row, or the canvas. Never empty. */
  readonly within?: readonly Rect[]
  /** Paints the text of the box, for `background-clip: text`. */
  readonly text?: (() => void) | undefined
}

/** A rectangle that a background covers, with the edges of a box without border and padding. */
export function plainArea(rect: Rect, within?: readonly Rect[], part?: BrokenPart): BackgroundArea {
  const shape = { ...rect, corners: undefined }
  return { shape, border: NONE, padding: NONE, ...(within && { within }), part }
}

const NONE: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

export function hasBackground(style: ComputedStyle): boolean {
  return style.backgroundColor.alpha > 0 || style.backgroundImage.length > 0
}

/** Where layers of images are painted. */
type LayerContext = ImageContext & Pick<PaintContext, 'viewport'>

/** Paints the colour and then the layers of images from the last to the first (css-backgrounds-3 §2). */
export function paintBackground(ctx: PaintContext, style: ComputedStyle, area: BackgroundArea): void {
  if (style.backgroundColor.alpha > 0) paintColor(ctx, style, area)
  if (style.backgroundImage.length === 0) return
  const { part, ...own } = area
  if (!part || ctx.silhouette) {
    paintLayers(ctx, style, area, area)
    return
  }
  const { target, fonts, images, drawings, paintForeign, viewport } = ctx
  const draw = target.drawLater(own.within ? around(own.within) : own.shape)
  const later = { target, fonts, images, drawings, paintForeign, viewport }
  const paint = (origin: BackgroundOrigin) => paintLayers(later, style, own, origin)
  ctx.broken.add({ part, origin: own, draw, paint })
}

/** @param origin the box to which the images are positioned */
function paintLayers(ctx: LayerContext, style: ComputedStyle, area: BackgroundArea, origin: BackgroundOrigin): void {
  for (let i = style.backgroundImage.length - 1; i >= 0; i--) paintLayer(ctx, style, area, origin, i)
}

/** The colour fills the clip area of the bottom layer (§2.4). */
function paintColor(ctx: PaintContext, style: ComputedStyle, area: BackgroundArea): void {
  const { target } = ctx
  const color = style.backgroundColor
  const bottom = Math.max(0, style.backgroundImage.length - 1)
  const clip = layerValue(style.backgroundClip, bottom)
  if (clip === 'text') {
    paintInText(ctx, area, () => target.fillRect(area.shape, color))
    return
  }
  const shape = edge(area, clip)
  if (area.within) target.fillShape(rectPath(area.within), 'nonzero', { kind: 'color', color })
  else if (shape.corners) target.fillPath(shapePath(shape), color)
  else target.fillRect(shape, color)
}

function paintLayer(
  ctx: LayerContext,
  style: ComputedStyle,
  area: BackgroundArea,
  origin: BackgroundOrigin,
  index: number,
): void {
  const value = style.backgroundImage[index]
  if (!value || value === 'none') return
  const image = value.kind === 'url' ? ctx.images.resolve(value) : value
  if (!image) return
  const clip = layerValue(style.backgroundClip, index)
  const shape = edge(area, clip)
  const isFixed = ctx.viewport && layerValue(style.backgroundAttachment, index) === 'fixed'
  const tiles = layTiles(
    {
      positionX: layerValue(style.backgroundPositionX, index),
      positionY: layerValue(style.backgroundPositionY, index),
      size: layerValue(style.backgroundSize, index),
      repeat: layerValue(style.backgroundRepeat, index),
      zoom: style.zoom,
    },
    'stops' in image ? undefined : image,
    isFixed ? ctx.viewport : edge(origin, layerValue(style.backgroundOrigin, index)),
    area.within ? around(area.within) : shape,
  )
  if (!tiles) return
  const visible = area.within ? rectPath(area.within) : shapePath(shape)
  const layer = { image, tiles, shape: area.within ? undefined : shape, visible, style }
  if (clip === 'text') paintInText(ctx, area, () => paintTiles(ctx, layer))
  else paintTiles(ctx, layer)
}

/** Shows what is painted in the letters of the box alone. */
function paintInText({ target }: ImageContext, { shape, text }: BackgroundArea, paint: () => void): void {
  if (!text) return
  target.save()
  target.mask('alpha', shape, text)
  paint()
  target.restore()
}

/** One layer, ready to be painted. */
interface PaintedLayer {
  readonly image: DecodedImage | CssGradient
  readonly tiles: BackgroundTiles
  /** The edge whose outline `visible` is; undefined for other outlines. */
  readonly shape: BoxShape | undefined
  readonly visible: Path
  readonly style: ComputedStyle
}

/** Paints all copies of an image. */
export function paintTiles(ctx: ImageContext, layer: PaintedLayer): void {
  const { image, tiles, shape, visible } = layer
  const { target } = ctx
  const { tile, columns, rows } = tiles
  if (columns * rows > MOST_SINGLE_TILES) {
    paintRepeated(ctx, layer)
    return
  }
  if (columns * rows > 1) {
    paintOneByOne(ctx, layer)
    return
  }
  if ('stops' in image && shape && contains(tile, shape)) {
    paintGradient(target, visible, image, tile)
    return
  }
  const cut = !shape || shape.corners !== undefined || !contains(shape, tile)
  if (cut) {
    target.save()
    target.clip(visible)
  }
  paintTile(ctx, layer, tile)
  if (cut) target.restore()
}

/** A few copies, as show in the border of a box whose background begins at the padding edge, need no pattern. */
const MOST_SINGLE_TILES = 9

function paintOneByOne(ctx: ImageContext, layer: PaintedLayer): void {
  const { tile, stepX, stepY, columns, rows } = layer.tiles
  ctx.target.save()
  ctx.target.clip(layer.visible)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const place = { ...tile, x: tile.x + column * stepX, y: tile.y + row * stepY }
      paintTile(ctx, layer, place)
    }
  }
  ctx.target.restore()
}

function paintRepeated(ctx: ImageContext, layer: PaintedLayer): void {
  const { tiles, shape, visible } = layer
  const { tile, stepX, stepY, covered } = tiles
  const { target } = ctx
  const cut = !shape || !contains(covered, shape)
  if (cut) {
    target.save()
    target.clip(visible)
  }
  const path: Path = cut ? [{ kind: 'rect', ...covered }] : visible
  target.fillTiled(path, { tile, stepX, stepY }, () => paintTile(ctx, layer, tile))
  if (cut) target.restore()
}

function paintTile(ctx: ImageContext, { image, style }: PaintedLayer, tile: Rect): void {
  if ('stops' in image) paintGradient(ctx.target, [{ kind: 'rect', ...tile }], image, tile)
  else drawImage(ctx, image, tile, style)
}

function rectPath(rects: readonly Rect[]): Path {
  return rects.map((rect) => ({ kind: 'rect', ...rect }))
}

function contains(outer: Rect, inner: Rect): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  )
}

/** An edge of a box. */
export function edge(
  { shape, border, padding }: BackgroundOrigin,
  box: 'border-box' | 'padding-box' | 'content-box' | 'text',
): BoxShape {
  switch (box) {
    case 'border-box':
    case 'text':
      return shape
    case 'padding-box':
      return insetShape(shape, border)
    case 'content-box':
      return insetShape(insetShape(shape, border), padding)
    default:
      return assertNever(box)
  }
}

/** The value of a layer in a list that repeats; none is empty. */
export function layerValue<T>(list: readonly T[], index: number): T {
  const value = list[index % list.length]
  invariant(value !== undefined, 'a list of background values that is not empty')
  return value
}
