import type { Size } from './base/geometry.js'
import { transformText } from './boxes/text-transform.js'
import type { LengthPercentage } from './css/values/compute-length.js'
import type { ComputedPaint } from './css/values/paint-value.js'
import { needsBase, resolveLength } from './css/values/resolve-length.js'
import { withOpacity } from './images/svg/svg-color.js'
import type { SvgElement } from './images/svg/svg-element.js'
import { geometryBy } from './images/svg/svg-geometry.js'
import { type LengthAxis, type LengthContext, percentageBase } from './images/svg/svg-length.js'
import {
  BASELINES,
  dashPattern,
  type PaintValue,
  SHIFT,
  type SvgOwnStyle,
  type SvgStyle,
  type SvgStyles,
  type SvgTransform,
  transformBox,
} from './images/svg/svg-style.js'
import { parseTransform } from './images/svg/transform-list.js'
import type { DrawnFonts, ForeignContent } from './images/vector-types.js'
import { styleTransform } from './layout/box-transform.js'
import { clipWithin } from './paint/clip-shape.js'
import type { ComputedStyle } from './style/computed-style.js'
import { hasTransform } from './style/grouping.js'
import type { StyledTree } from './style/styled-tree.js'
import type { BoundElement } from './template/bound-tree.js'

/** The styles of the drawings of a document, or of one in a file of its own: those of its cascade, as drawings read them. */
export class DocumentDrawings implements SvgStyles {
  /** The computed style behind each style of an element, whose document may be another one than that of what inherits. */
  static readonly #computed = new WeakMap<SvgStyle, ComputedStyle>()
  #ids: ReadonlyMap<string, BoundElement> | undefined

  /** @param file a drawing in a file of its own; the document that is rendered when absent */
  constructor(
    readonly styled: StyledTree,
    readonly file?: DrawingSource,
  ) {}

  get fonts(): DrawnFonts | undefined {
    return this.file?.fonts
  }

  styleOf(element: SvgElement, viewport: LengthContext): SvgStyle {
    const bound = element as BoundElement
    const computed = this.styled.styles[bound.id] as ComputedStyle
    return this.#make(bound, computed, decorationsAround(bound, this.styled), viewport)
  }

  inheriting(element: SvgElement, parent: SvgStyle, viewport: LengthContext): SvgStyle {
    const bound = element as BoundElement
    const around = DocumentDrawings.#computed.get(parent)
    // A drawing may change a style for its own ends. The change stays in force: the style is that of the element then.
    const computed = around ? this.styled.inheriting(bound, around) : (this.styled.styles[bound.id] as ComputedStyle)
    return this.#make(bound, computed, parent, viewport)
  }

  adopting(element: SvgElement, parent: SvgStyle, others: SvgStyles, viewport: LengthContext): SvgStyle {
    const around = DocumentDrawings.#computed.get(parent)
    if (around && others instanceof DocumentDrawings) this.styled.adopt(around, others.styled)
    return this.inheriting(element, parent, viewport)
  }

  sizeOf(root: SvgElement): { readonly [K in keyof Size]: number | undefined } {
    const { width, height } = this.styled.styles[(root as BoundElement).id] as ComputedStyle
    return { width: absoluteLength(width), height: absoluteLength(height) }
  }

  foreign(element: SvgElement, style: SvgStyle, size: Size): ForeignHtml | undefined {
    const computed = DocumentDrawings.#computed.get(style)
    const { children } = element
    return computed && children.length > 0 ? new ForeignHtml(this, element as BoundElement, computed, size) : undefined
  }

  /** Finds an element of any drawing of the document. */
  byId(id: string): SvgElement | undefined {
    this.#ids ??= elementsById(this.styled.tree.root)
    return this.#ids.get(id)
  }

  /** The styles that the drawing of an element is made of, its own first. */
  stylesWithin(element: BoundElement): readonly ComputedStyle[] {
    const { styles } = this.styled
    let last = element
    for (let next: BoundElement | undefined = element; next; ) {
      last = next
      next = next.children.findLast((child) => child.kind === 'element')
    }
    return styles.slice(element.id, last.id + 1)
  }

  #make(element: BoundElement, computed: ComputedStyle, around: Decorations, viewport: LengthContext): SvgStyle {
    const style = svgStyle(element, computed, around, viewport)
    DocumentDrawings.#computed.set(style, computed)
    return style
  }
}

/** A file that is a drawing. */
export interface DrawingSource {
  /** Its path among the assets; empty for one that is its own address. */
  readonly path: string
  /** Equal for equal files. */
  readonly key: string
  readonly fonts: DrawnFonts | undefined
}

/** The HTML of a `foreignObject` with the style that it has where it is shown. */
export class ForeignHtml implements ForeignContent {
  readonly key: string

  /** @param style that of the `foreignObject` */
  constructor(
    readonly document: DocumentDrawings,
    readonly element: BoundElement,
    readonly style: ComputedStyle,
    readonly size: Size,
  ) {
    const { width, height } = size
    this.key = `${document.file?.key ?? ''} ${element.id} ${style.id} ${width} ${height}`
  }
}

/** The drawings of the tree that was asked for last. */
export function drawingsByTree(): (styled: StyledTree) => DocumentDrawings {
  let last: DocumentDrawings | undefined
  return (styled) => {
    if (last?.styled !== styled) last = new DocumentDrawings(styled)
    return last
  }
}

type Decorations = Pick<SvgStyle, 'underline' | 'lineThrough'>

/** Decorations reach what stands within their element, as far as that is of the drawing. */
function decorationsAround({ parent }: BoundElement, { styles }: StyledTree): Decorations {
  let underline = false
  let lineThrough = false
  for (let element = parent; element && element.template.namespace === 'svg'; element = element.parent) {
    const lines = styles[element.id]?.textDecorationLine
    underline ||= lines?.underline ?? false
    lineThrough ||= lines?.lineThrough ?? false
  }
  return { underline, lineThrough }
}

function elementsById(root: BoundElement): ReadonlyMap<string, BoundElement> {
  const ids = new Map<string, BoundElement>()
  const add = (element: BoundElement) => {
    const id = element.attributes.get('id')
    if (id !== undefined && element.template.namespace === 'svg' && !ids.has(id)) ids.set(id, element)
    for (const child of element.children) if (child.kind === 'element') add(child)
  }
  add(root)
  return ids
}

function svgStyle(
  element: BoundElement,
  computed: ComputedStyle,
  around: Decorations,
  viewport: LengthContext,
): SvgStyle {
  const length = (value: LengthPercentage) => userUnitsIn(viewport, value, 'other')
  const { fontSize, textDecorationLine: lines, dominantBaseline, alignmentBaseline } = computed
  const baseline = dominantBaseline === 'auto' ? alignmentBaseline : dominantBaseline
  return {
    own: ownStyle(element, computed, viewport),
    color: computed.color,
    fill: paintValue(computed.fill, computed),
    fillOpacity: computed.fillOpacity,
    fillRule: computed.fillRule,
    clipRule: computed.clipRule,
    stroke: paintValue(computed.stroke, computed),
    strokeOpacity: computed.strokeOpacity,
    strokeWidth: Math.max(0, length(computed.strokeWidth)),
    cap: computed.strokeLinecap,
    join: computed.strokeLinejoin,
    miterLimit: Math.max(1, computed.strokeMiterlimit),
    dashes: dashPattern(computed.strokeDasharray.map(length)),
    dashOffset: length(computed.strokeDashoffset),
    paintOrder: computed.paintOrder,
    markerStart: computed.markerStart || undefined,
    markerMid: computed.markerMid || undefined,
    markerEnd: computed.markerEnd || undefined,
    visible: computed.visibility === 'visible',
    fontSize,
    families: computed.fontFamily,
    weight: computed.fontWeight,
    fontStyle: computed.fontStyle,
    letterSpacing: resolveLength(computed.letterSpacing, fontSize),
    wordSpacing: resolveLength(computed.wordSpacing, fontSize),
    transformText: computed.textTransform === 'none' ? undefined : (text) => transformText(text, computed, ''),
    language: computed.language,
    anchor: computed.textAnchor,
    direction: computed.direction,
    baseline: BASELINES.get(baseline) ?? 'alphabetic',
    underline: around.underline || lines.underline,
    lineThrough: around.lineThrough || lines.lineThrough,
    preserveSpace: computed.whiteSpaceCollapse !== 'collapse',
    mixesLight: computed.colorInterpolationFilters !== 'srgb',
  }
}

function ownStyle(element: BoundElement, computed: ComputedStyle, viewport: LengthContext): SvgOwnStyle {
  const { clipPath } = computed
  return {
    displayed: computed.display !== 'none',
    opacity: computed.opacity,
    blendMode: computed.mixBlendMode,
    showsOverflow: computed.overflow === 'visible',
    clipPath: clipOf(clipPath),
    mask: maskId(computed),
    hasOtherMasks: computed.maskImage.some((image, i) => image !== 'none' && (i > 0 || image.kind !== 'reference')),
    maskType: computed.maskType,
    transform: transformOf(element, computed),
    keepsStrokeWidth: computed.vectorEffect === 'non-scaling-stroke',
    baselineShift: baselineShift(computed),
    stopColor: withOpacity(computed.stopColor, computed.stopOpacity),
    filter: computed.filter.length > 0 ? computed.filter : undefined,
    floodColor: withOpacity(computed.floodColor, computed.floodOpacity),
    background: computed.backgroundColor,
    geometry: geometryBy((name, axis) => {
      const value = computed[name]
      return typeof value === 'string' ? undefined : userUnitsIn(viewport, value, axis)
    }),
  }
}

function absoluteLength(size: ComputedStyle['width']): number | undefined {
  if (typeof size === 'string' || (typeof size === 'object' && 'kind' in size) || needsBase(size)) return undefined
  const length = userUnits(size, 0)
  return length > 0 ? length : undefined
}

/** The edges of CSS boxes stand for the boxes that elements of drawings have (css-masking-1 §5.1). */
const SVG_BOXES = {
  'content-box': 'fill-box',
  'padding-box': 'fill-box',
  'fill-box': 'fill-box',
  'border-box': 'stroke-box',
  'margin-box': 'stroke-box',
  'stroke-box': 'stroke-box',
  'view-box': 'view-box',
} as const

function clipOf(clip: ComputedStyle['clipPath']): SvgOwnStyle['clipPath'] {
  if (clip === 'none') return undefined
  if (clip.kind === 'reference') return clip.id
  return { box: SVG_BOXES[clip.box], outlineIn: (reference) => clipWithin(clip, reference) }
}

/** UNSUPPORTED: images, gradients and several masks on elements of drawings. */
function maskId({ maskImage }: ComputedStyle): string | undefined {
  const [first] = maskImage
  return first && first !== 'none' && first.kind === 'reference' ? first.id : undefined
}

function transformOf(element: BoundElement, style: ComputedStyle): SvgTransform | undefined {
  if (!hasTransform(style)) return undefined
  const isAttribute = style.transform.some(({ kind }) => kind === 'attribute')
  const attribute = isAttribute ? parseTransform(element.attributes.get('transform') ?? '') : undefined
  return {
    box: transformBox(style.transformBox),
    ...(isAttribute && !attribute && { isWrong: true }),
    matrixFor: (width, height) => styleTransform(style, width, height, attribute),
  }
}

function userUnitsIn(viewport: LengthContext, value: LengthPercentage, axis: LengthAxis): number {
  return userUnits(value, needsBase(value) ? percentageBase(viewport, axis) : 0)
}

/** Not on the grid of layout where the value is plain. */
function userUnits(value: LengthPercentage, base: number): number {
  return typeof value === 'number' || value.expression
    ? resolveLength(value, base)
    : value.px + (value.percent * base) / 100
}

function baselineShift({ baselineShift: shift, fontSize }: ComputedStyle): number {
  if (shift === 'super') return SHIFT * fontSize
  return shift === 'sub' ? -SHIFT * fontSize : userUnits(shift, fontSize)
}

function paintValue(paint: ComputedPaint, { color }: ComputedStyle): PaintValue {
  if (paint === 'none') return { kind: 'none' }
  if (paint === 'currentcolor') return { kind: 'current' }
  if (paint === 'context-fill') return { kind: 'context', of: 'fill' }
  if (paint === 'context-stroke') return { kind: 'context', of: 'stroke' }
  if (!('kind' in paint)) return { kind: 'color', color: paint }
  const { id, fallback } = paint
  const plain = fallback === 'currentcolor' ? color : fallback === 'none' ? undefined : fallback
  return { kind: 'server', id, fallback: plain }
}
