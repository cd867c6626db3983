import type { Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import { translation } from '../base/matrix.js'
import { BLACK, type RgbColor } from '../base/rgb-color.js'
import type { MaskImage } from '../css/properties/masks.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { BoxCut } from '../images/svg/convert-cut.js'
import type { VectorNode } from '../images/vector-types.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import { type BoxShape, borderShape } from '../layout/shapes/box-shape.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { layTiles } from './background-tiles.js'
import type { Layer } from './layers.js'
import { edge, layerValue, paintTiles } from './paint-background.js'
import type { ImageContext } from './paint-context.js'
import type { PaintTarget } from './paint-target.js'
import { paintDrawn } from './paint-vector.js'
import { shapePath } from './shape-path.js'

/** Whether a box is masked: by images, or masks of drawings that exist. */
export function isMasked(ctx: ImageContext, { fragment }: Layer): boolean {
  const { maskImage } = fragment.style
  if (maskImage.length === 0 || isDrawing(fragment)) return false
  return maskImage.some((image) => image !== 'none' && (image.kind !== 'reference' || maskOf(ctx, fragment, image.id)))
}

/** The masks and clips of an `<svg>` element are those of the drawing. */
export function isDrawing({ box }: BoxFragment): boolean {
  return box.kind === 'replaced' && box.node?.template.namespace === 'svg'
}

function maskOf({ drawings }: ImageContext, { width, height, box }: BoxFragment, id: string): BoxCut | undefined {
  return drawings?.cut('mask', id, { width, height }, box.node)
}

/**
 * Masks what follows by the images of a box, until the matching `restore` (css-masking-1 §6). All parts of a mask are
 * brought into its alpha.
 *
 * AD-HOC: a part of a broken box is masked as a box of its own.
 */
export function beginMask(ctx: ImageContext, { fragment, x, y, bounds }: Layer): void {
  const shape = borderShape(fragment, x, y)
  const masked: MaskedBox = {
    style: fragment.style,
    fragment,
    origin: { shape, border: fragment.border, padding: fragment.padding },
    bounds,
  }
  ctx.target.mask('alpha', bounds, () => composeFrom(ctx, masked, 0))
}

interface MaskedBox {
  readonly style: ComputedStyle
  readonly fragment: BoxFragment
  readonly origin: Parameters<typeof edge>[0]
  /** Around all that the box shows. */
  readonly bounds: Rect
}

/** Paints a layer and all below it, which its operator brings together (§6.7). */
function composeFrom(ctx: ImageContext, box: MaskedBox, index: number): void {
  const { style, bounds } = box
  const own = () => paintMaskLayer(ctx, box, index)
  if (index === style.maskImage.length - 1) {
    own()
    return
  }
  const below = () => composeFrom(ctx, box, index + 1)
  const operator = layerValue(style.maskComposite, index)
  switch (operator) {
    case 'add':
      below()
      own()
      return
    case 'intersect':
      within(ctx, bounds, below, own)
      return
    case 'subtract':
      outside(ctx, bounds, below, own)
      return
    case 'exclude':
      outside(ctx, bounds, own, below)
      outside(ctx, bounds, below, own)
      return
    default:
      assertNever(operator)
  }
}

/** Paints as strongly as `mask` covers. */
function within({ target }: ImageContext, bounds: Rect, mask: () => void, paint: () => void): void {
  target.save()
  target.mask('alpha', bounds, mask)
  target.beginGroup(1, bounds)
  paint()
  target.endGroup()
  target.restore()
}

const WHITE: RgbColor = { red: 1, green: 1, blue: 1, alpha: 1 }

/** Paints where `mask` covers nothing: what it covers is black in a mask of luminance. */
function outside({ target }: ImageContext, bounds: Rect, mask: () => void, paint: () => void): void {
  target.save()
  target.mask('luminance', bounds, () => {
    target.fillRect(bounds, WHITE)
    target.save()
    target.mask('alpha', bounds, mask)
    target.fillRect(bounds, BLACK)
    target.restore()
  })
  target.beginGroup(1, bounds)
  paint()
  target.endGroup()
  target.restore()
}

function paintMaskLayer(ctx: ImageContext, box: MaskedBox, index: number): void {
  const { style, bounds } = box
  const value: MaskImage = layerValue(style.maskImage, index)
  if (value === 'none') return
  if (value.kind === 'reference') {
    paintDrawnMask(ctx, box, value.id, layerValue(style.maskMode, index))
    return
  }
  if (layerValue(style.maskMode, index) !== 'luminance') {
    paintImages(ctx, box, index, value)
    return
  }
  const { target } = ctx
  target.save()
  target.mask('luminance', bounds, () => paintImages(ctx, box, index, value))
  target.fillRect(bounds, BLACK)
  target.restore()
}

/** Covers what a `mask` of a drawing covers, which has a kind of its own (css-masking-1 §7.3). */
function paintDrawnMask(
  ctx: ImageContext,
  { fragment, origin, bounds }: MaskedBox,
  id: string,
  mode: ComputedStyle['maskMode'][number],
): void {
  const { target, fonts } = ctx
  const { x, y } = origin.shape
  for (const { kind, children } of maskOf(ctx, fragment, id)?.masks ?? []) {
    target.save()
    target.mask(mode === 'match-source' ? kind : mode, bounds, () => paintMoved(target, fonts, children, x, y, bounds))
    target.fillRect(bounds, BLACK)
    target.restore()
  }
}

/** Paints what is in coordinates of a box at (x, y). @param bounds around all that is seen, in those of the page */
export function paintMoved(
  target: PaintTarget,
  fonts: FontLibrary,
  nodes: readonly VectorNode[],
  x: number,
  y: number,
  bounds: Rect,
): void {
  target.save()
  target.transform(translation(x, y))
  paintDrawn(target, fonts, nodes, { ...bounds, x: bounds.x - x, y: bounds.y - y })
  target.restore()
}

function paintImages(
  ctx: ImageContext,
  { style, origin, bounds }: MaskedBox,
  index: number,
  value: Exclude<MaskImage, 'none' | { kind: 'reference' }>,
): void {
  const image = value.kind === 'url' ? ctx.images.resolve(value) : value
  if (!image) return
  const clip = layerValue(style.maskClip, index)
  const shape: BoxShape = clip === 'no-clip' ? { ...bounds, corners: undefined } : edge(origin, clip)
  const { x, y } = layerValue(style.maskPosition, index)
  const tiles = layTiles(
    {
      positionX: x,
      positionY: y,
      size: layerValue(style.maskSize, index),
      repeat: layerValue(style.maskRepeat, index),
      zoom: style.zoom,
    },
    'stops' in image ? undefined : image,
    edge(origin, layerValue(style.maskOrigin, index)),
    shape,
  )
  if (tiles) paintTiles(ctx, { image, tiles, shape, visible: shapePath(shape), style })
}
