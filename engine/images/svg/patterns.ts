import type { Rect } from '../../base/geometry.js'
import { IDENTITY, inverse, mapRect, multiply, translation } from '../../base/matrix.js'
import type { VectorPaint } from '../vector-types.js'
import type { ConvertedDrawing } from './clip-and-mask.js'
import { boxMatrix } from './gradients.js'
import type { SvgElement } from './svg-element.js'
import { type LengthAxis, type LengthContext, parseSvgLength } from './svg-length.js'
import { referenceChain } from './svg-source.js'
import { parseTransform } from './transform-list.js'
import { group } from './vector-nodes.js'
import { fitViewBox, isFlatViewBox, parseFit, parseViewBox } from './view-box.js'

/** A reader draws tiles one by one; so many on what is painted show nothing but gray. */
const MAX_TILES = 100_000

export interface PatternArea {
  /** Bounding box of what is painted; undefined for text, which has one only where it is painted. */
  readonly box: Rect | undefined
  readonly viewport: LengthContext
  readonly opacity: number
}

/** The paint of a `pattern` element (SVG 2 §14.3); undefined when it paints nothing. */
export function patternPaint(
  drawing: ConvertedDrawing,
  element: SvgElement,
  { box, viewport, opacity }: PatternArea,
): VectorPaint | undefined {
  const { source, styles, active } = drawing
  const chain = referenceChain(source, element, ({ name }) => name === 'pattern')
  const attribute = (name: string) => chain.find(({ attributes }) => attributes.has(name))?.attributes.get(name)
  const viewBox = parseViewBox(attribute('viewBox'))
  const ofBox = attribute('patternContentUnits') === 'objectBoundingBox'
  if (!box && (attribute('patternUnits') !== 'userSpaceOnUse' || (ofBox && !viewBox))) {
    source.note('text is not painted with patterns in units of its box')
    return undefined
  }
  const area = box ?? { x: 0, y: 0, width: viewport.width, height: viewport.height }
  const tile = tileOf(attribute, area, viewport)
  const holder = chain.find(({ children }) => children.some(({ kind }) => kind === 'element'))
  if (!tile || isFlatViewBox(attribute('viewBox')) || !holder || active.has(element) || active.has(holder))
    return undefined
  const transform = parseTransform(attribute('patternTransform') ?? '') ?? IDENTITY
  const back = inverse(transform)
  if (!back) return undefined
  const painted = mapRect(back, area)
  if ((painted.width / tile.width) * (painted.height / tile.height) > MAX_TILES) {
    source.note('a pattern with too many tiles is left out')
    return undefined
  }
  const inner = viewBox ?? (ofBox ? { width: 1, height: 1 } : viewport)
  active.add(element).add(holder)
  const style = styles.styleOf(holder, viewport)
  const nodes = drawing.content(holder, style, { width: inner.width, height: inner.height, fontSize: style.fontSize })
  active.delete(element)
  active.delete(holder)
  if (nodes.length === 0) return undefined
  // The content starts in the corner of the tile (SVG 2 §14.3.1), whose size a view box fills.
  const content = viewBox
    ? fitViewBox(viewBox, parseFit(attribute('preserveAspectRatio')), tile)
    : multiply(translation(tile.x, tile.y), ofBox ? boxMatrix({ ...area, x: 0, y: 0 }) : IDENTITY)
  return { kind: 'pattern', pattern: { tile, transform, children: [group(nodes, { transform: content })] }, opacity }
}

/** Undefined for a tile without area. */
function tileOf(attribute: (name: string) => string | undefined, box: Rect, viewport: LengthContext): Rect | undefined {
  const inUserSpace = attribute('patternUnits') === 'userSpaceOnUse'
  const units = inUserSpace ? viewport : { width: 1, height: 1, fontSize: 16 }
  const length = (name: string, axis: LengthAxis) => parseSvgLength(attribute(name), units, axis) ?? 0
  const own = { x: length('x', 'x'), y: length('y', 'y'), width: length('width', 'x'), height: length('height', 'y') }
  const tile = inUserSpace ? own : mapRect(boxMatrix(box), own)
  return tile.width > 0 && tile.height > 0 ? tile : undefined
}
