import type { Rect } from '../../base/geometry.js'
import { IDENTITY, type Matrix, multiply } from '../../base/matrix.js'
import type { VectorGroup, VectorMask, VectorNode } from '../vector-types.js'
import { shapePath } from './basic-shapes.js'
import { effectRegion } from './effect-region.js'
import { boxMatrix } from './gradients.js'
import { transformPath } from './path-bounds.js'
import type { SvgElement } from './svg-element.js'
import type { LengthContext } from './svg-length.js'
import type { SvgSource } from './svg-source.js'
import type { SvgBox, SvgClip, SvgStyle, SvgStyles } from './svg-style.js'
import { blackened, flatShape, group, rectPath } from './vector-nodes.js'

/** The drawing whose elements are being converted. */
export interface ConvertedDrawing {
  readonly source: SvgSource
  readonly styles: SvgStyles
  /** Elements being converted, so that none contains itself by reference. */
  readonly active: Set<SvgElement>
  children(element: SvgElement, style: SvgStyle, viewport: LengthContext): readonly VectorNode[]
  /** The same of what is not part of the drawing around it, but used by it. */
  content(element: SvgElement, style: SvgStyle, viewport: LengthContext): readonly VectorNode[]
  /** The same as plain areas: whatever their fill, and without strokes. */
  areas(element: SvgElement, style: SvgStyle, viewport: LengthContext): readonly VectorNode[]
}

/** The element that is clipped or masked. */
export interface ClipTarget {
  /** Its bounding box. */
  readonly box: () => Rect | undefined
  /** How far its stroke reaches out of that. */
  readonly strokeReach: number
  readonly viewport: LengthContext
}

/** The clips and masks of a group. */
export interface Cuts {
  readonly clips: VectorGroup['clips'][number][]
  readonly masks: VectorMask[]
}

/**
 * A `clip-path` (css-masking-1 §5.1). What draws nothing has no box and stays as it is. Returns whether anything stays
 * visible.
 */
export function addClip(drawing: ConvertedDrawing, clip: string | SvgClip, target: ClipTarget, into: Cuts): boolean {
  if (typeof clip === 'string') return addClipElement(drawing, clip, target, into)
  const reference = referenceBox(clip.box, target)
  if (reference) into.clips.push(clip.outlineIn(reference))
  return true
}

function referenceBox(kind: SvgBox, { box, strokeReach: reach, viewport }: ClipTarget): Rect | undefined {
  if (kind === 'view-box') return { x: 0, y: 0, width: viewport.width, height: viewport.height }
  const area = box()
  if (!area || kind === 'fill-box') return area
  return { x: area.x - reach, y: area.y - reach, width: area.width + 2 * reach, height: area.height + 2 * reach }
}

/** A `clipPath` (css-masking-1 §8): a path when it is one shape, else a mask of all its shapes. */
function addClipElement(drawing: ConvertedDrawing, id: string, target: ClipTarget, into: Cuts): boolean {
  const { source, styles } = drawing
  const { box, viewport } = target
  const element = source.byId(id)
  if (element?.name !== 'clipPath' || drawing.active.has(element)) return true
  drawing.active.add(element)
  const style = styles.styleOf(element, viewport)
  const transform = transformIn(style, viewport)
  const area = box()
  const ofBox = element.attributes.get('clipPathUnits') === 'objectBoundingBox'
  const matrix = ofBox && area ? multiply(boxMatrix(area), transform) : transform
  const shapes = drawing.areas(element, style, viewport)
  const nested = style.own.clipPath
  const visible = nested === undefined || addClip(drawing, nested, target, into)
  drawing.active.delete(element)
  if (shapes.length === 0 || !visible) return false
  const single = shapes.length === 1 && shapes[0] ? flatShape(shapes[0], IDENTITY) : undefined
  if (single) {
    const rule = clipRule(styles, element, style, viewport) ?? single.rule
    into.clips.push({ path: transformPath(single.path, matrix), rule })
  } else into.masks.push({ kind: 'alpha', children: [group(blackened(shapes), { transform: matrix })] })
  return true
}

/** The transform of what has no box but its viewport. */
function transformIn({ own }: SvgStyle, { width, height }: LengthContext): Matrix {
  return own.transform?.matrixFor(width, height) ?? IDENTITY
}

/** The `clip-rule` of the one shape of a clip path. */
function clipRule(
  styles: SvgStyles,
  element: SvgElement,
  style: SvgStyle,
  viewport: LengthContext,
): SvgStyle['clipRule'] | undefined {
  for (const child of element.children) {
    if (child.kind !== 'element') continue
    const own = styles.inheriting(child, style, viewport)
    if (shapePath(child, viewport, own.own.geometry)) return own.clipRule
  }
  return undefined
}

/** A `mask` (css-masking-1 §9). */
export function addMask(drawing: ConvertedDrawing, id: string, { box, viewport }: ClipTarget, into: Cuts): void {
  const { source, styles } = drawing
  const element = source.byId(id)
  const area = box()
  if (element?.name !== 'mask' || !area || drawing.active.has(element)) return
  drawing.active.add(element)
  const style = styles.styleOf(element, viewport)
  const content = drawing.content(element, style, viewport)
  drawing.active.delete(element)
  const clip = rectPath(effectRegion(element, 'maskUnits', area, viewport))
  const ofBox = element.attributes.get('maskContentUnits') === 'objectBoundingBox'
  const inner = ofBox ? [group(content, { transform: boxMatrix(area) })] : content
  into.masks.push({
    kind: style.own.maskType,
    children: [group(inner, { clips: [{ path: clip, rule: 'nonzero' }] })],
  })
}
