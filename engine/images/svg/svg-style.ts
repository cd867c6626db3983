import { BLEND_MODES, type BlendMode } from '../../base/blend-mode.js'
import type { FilterFunction, FilterReference } from '../../base/filter-function.js'
import type { Rect } from '../../base/geometry.js'
import type { Matrix } from '../../base/matrix.js'
import { BLACK, type RgbColor } from '../../base/rgb-color.js'
import type {
  FillRule,
  VectorBaseline,
  VectorClip,
  VectorStroke,
  VectorTextChunk,
  VectorTextRun,
} from '../vector-types.js'
import { NORMAL_PAINT_ORDER, type PaintOrder, parsePaintOrder } from './paint-order.js'
import { parseSvgColor, withOpacity } from './svg-color.js'
import type { SvgElement } from './svg-element.js'
import { geometryBy, type SvgGeometry } from './svg-geometry.js'
import { type LengthContext, parseSvgLength, parseSvgLengths } from './svg-length.js'
import type { Declarations } from './svg-stylesheet.js'
import { parseSvgTransform } from './transform-list.js'

/** Gives the styles of a drawing's elements: by its own sheets, or by those of the document it stands in. */
export interface SvgStyles {
  /** The style of an element that inherits from those around it. */
  styleOf(element: SvgElement, viewport: LengthContext): SvgStyle
  /** The style of an element that inherits from `parent`: what stands around it, or a `use` that shows it. */
  inheriting(element: SvgElement, parent: SvgStyle, viewport: LengthContext): SvgStyle
  /** The `@font-face` rules of the drawing's own sheets; absent in a document, which has one set of fonts. */
  readonly fontFaces?: readonly string[]
}

/** The properties of an element: those that its children inherit (SVG 2 §6), and its own. */
export interface SvgStyle {
  readonly own: SvgOwnStyle
  readonly color: RgbColor
  readonly fill: PaintValue
  readonly fillOpacity: number
  readonly fillRule: FillRule
  readonly clipRule: FillRule
  readonly stroke: PaintValue
  readonly strokeOpacity: number
  readonly strokeWidth: number
  readonly cap: VectorStroke['cap']
  readonly join: VectorStroke['join']
  readonly miterLimit: number
  readonly dashes: readonly number[]
  readonly dashOffset: number
  readonly paintOrder: PaintOrder
  /** Ids of `marker` elements. */
  readonly markerStart: string | undefined
  readonly markerMid: string | undefined
  readonly markerEnd: string | undefined
  readonly visible: boolean
  readonly fontSize: number
  readonly families: readonly string[]
  readonly weight: number
  readonly fontStyle: VectorTextRun['style']
  readonly letterSpacing: number
  readonly wordSpacing: number
  /** `text-transform`; undefined for none. */
  readonly transformText: ((text: string) => string) | undefined
  /** Empty when unknown. */
  readonly language: string
  readonly anchor: VectorTextChunk['anchor']
  readonly direction: VectorTextChunk['direction']
  readonly baseline: VectorBaseline
  readonly underline: boolean
  readonly lineThrough: boolean
  readonly preserveSpace: boolean
}

/** `<paint>` (SVG 2 §13.2). A fallback is for a server that does not exist. */
export type PaintValue =
  | { readonly kind: 'none' }
  /** `currentColor`, which is inherited as such. */
  | { readonly kind: 'current' }
  /** That of the shape whose marker it is painted in; none elsewhere. */
  | { readonly kind: 'context'; readonly of: 'fill' | 'stroke' }
  | { readonly kind: 'color'; readonly color: RgbColor }
  | { readonly kind: 'server'; readonly id: string; readonly fallback: RgbColor | undefined }

/** The properties that are not inherited. */
export interface SvgOwnStyle {
  /** False for `display: none`. */
  readonly displayed: boolean
  readonly opacity: number
  readonly blendMode: BlendMode
  /** Whether a viewport shows what reaches out of it. */
  readonly showsOverflow: boolean
  /** The id of a `clipPath`, or a shape of CSS; and the id of a `mask`. */
  readonly clipPath: string | SvgClip | undefined
  readonly mask: string | undefined
  readonly maskType: 'luminance' | 'alpha'
  readonly transform: SvgTransform | undefined
  /** Strokes are as wide as they would be if nothing was scaled. */
  readonly keepsStrokeWidth: boolean
  /** In user units, upwards. */
  readonly baselineShift: number
  /** With `stop-opacity`. */
  readonly stopColor: RgbColor
  /** The id of a `filter`, or the list of CSS; undefined for none. */
  readonly filter: string | readonly (FilterFunction | FilterReference)[] | undefined
  /** What style sheets say of the place and size of a shape, which goes before its attributes. */
  readonly geometry: SvgGeometry | undefined
  /** Of the root of a drawing that stands alone. */
  readonly background: RgbColor | undefined
}

/** The boxes of an element that others refer to: its nearest viewport, its bounding box, and that with its stroke. */
export type SvgBox = 'view-box' | 'fill-box' | 'stroke-box'

/** An outline within a box (css-masking-1 §5.1). */
export interface SvgClip {
  readonly box: SvgBox
  outlineIn(reference: Rect): VectorClip
}

/** A transform about a point of a box (css-transforms-1 §6). */
export interface SvgTransform {
  readonly box: SvgBox
  /** The map for a box of such a size whose upper left corner is the origin. */
  matrixFor(width: number, height: number): Matrix
}

const NO_PAINT: PaintValue = { kind: 'none' }

export const INITIAL_OWN_STYLE: SvgOwnStyle = {
  displayed: true,
  opacity: 1,
  blendMode: 'normal',
  showsOverflow: false,
  clipPath: undefined,
  mask: undefined,
  maskType: 'luminance',
  transform: undefined,
  keepsStrokeWidth: false,
  baselineShift: 0,
  stopColor: BLACK,
  filter: undefined,
  geometry: undefined,
  background: undefined,
}

/** AD-HOC: browsers raise and lower text in drawings by half the height of its font, in em of usual fonts. */
export const SHIFT = 0.57

export const INITIAL_STYLE: SvgStyle = {
  own: INITIAL_OWN_STYLE,
  color: BLACK,
  fill: { kind: 'color', color: BLACK },
  fillOpacity: 1,
  fillRule: 'nonzero',
  clipRule: 'nonzero',
  stroke: NO_PAINT,
  strokeOpacity: 1,
  strokeWidth: 1,
  cap: 'butt',
  join: 'miter',
  miterLimit: 4,
  dashes: [],
  dashOffset: 0,
  paintOrder: NORMAL_PAINT_ORDER,
  markerStart: undefined,
  markerMid: undefined,
  markerEnd: undefined,
  visible: true,
  fontSize: 16,
  families: ['serif'],
  weight: 400,
  fontStyle: 'normal',
  letterSpacing: 0,
  wordSpacing: 0,
  transformText: undefined,
  language: '',
  anchor: 'start',
  direction: 'ltr',
  baseline: 'alphabetic',
  underline: false,
  lineThrough: false,
  preserveSpace: false,
}

/** The style of an element from its declarations and its parent's style. Wrong values count as absent. */
export function computeSvgStyle(parent: SvgStyle, declared: Declarations, viewport: LengthContext): SvgStyle {
  if (declared.size === 0) return withoutOwn(parent)
  const reader = new StyleReader(parent, declared, viewport)
  return reader.read()
}

/** The inherited part of a style. */
export function withoutOwn(style: SvgStyle): SvgStyle {
  return style.own === INITIAL_OWN_STYLE ? style : { ...style, own: INITIAL_OWN_STYLE }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

class StyleReader {
  readonly #style: Mutable<SvgStyle>
  #context: LengthContext

  constructor(
    private readonly parent: SvgStyle,
    private readonly declared: Declarations,
    viewport: LengthContext,
  ) {
    this.#style = { ...parent }
    this.#context = { width: viewport.width, height: viewport.height, fontSize: parent.fontSize }
  }

  read(): SvgStyle {
    const style = this.#style
    this.#readFont()
    const color = this.#value('color')
    if (color !== undefined) style.color = parseSvgColor(color, this.parent.color) ?? style.color
    style.fill = this.#paint('fill') ?? style.fill
    style.stroke = this.#paint('stroke') ?? style.stroke
    style.fillOpacity = this.#opacity('fill-opacity') ?? style.fillOpacity
    style.strokeOpacity = this.#opacity('stroke-opacity') ?? style.strokeOpacity
    style.fillRule = this.#keyword('fill-rule', ['nonzero', 'evenodd']) ?? style.fillRule
    style.clipRule = this.#keyword('clip-rule', ['nonzero', 'evenodd']) ?? style.clipRule
    this.#readPen()
    this.#readMarkers()
    const visibility = this.#keyword('visibility', ['visible', 'hidden', 'collapse'])
    if (visibility) style.visible = visibility === 'visible'
    this.#readText()
    style.own = this.#readOwn()
    return style
  }

  #readOwn(): SvgOwnStyle {
    const overflow = this.#keyword('overflow', ['visible', 'auto', 'hidden', 'scroll', 'clip'])
    const color = parseSvgColor(this.#value('stop-color') ?? 'black', this.#style.color) ?? BLACK
    const filter = this.#value('filter')
    return {
      displayed: this.#value('display') !== 'none',
      opacity: this.#opacity('opacity') ?? 1,
      blendMode: this.#keyword('mix-blend-mode', BLEND_MODES) ?? 'normal',
      showsOverflow: overflow === 'visible' || overflow === 'auto',
      clipPath: urlId(this.#value('clip-path')),
      mask: urlId(this.#value('mask')),
      maskType: this.#keyword('mask-type', ['luminance', 'alpha']) ?? 'luminance',
      transform: this.#transform(),
      keepsStrokeWidth: this.#value('vector-effect') === 'non-scaling-stroke',
      baselineShift: this.#baselineShift(),
      stopColor: withOpacity(color, this.#opacity('stop-opacity') ?? 1),
      filter: filter === undefined || filter === 'none' ? undefined : (urlId(filter) ?? ''),
      geometry: geometryBy((name, axis) => this.#length(name, axis)),
      background: this.#background(),
    }
  }

  #background(): RgbColor | undefined {
    const color = this.#value('background-color') ?? this.#value('background')
    return color === undefined ? undefined : parseSvgColor(color, this.#style.color)
  }

  #transform(): SvgTransform | undefined {
    const text = this.#value('transform')
    if (text === undefined || text === 'none') return undefined
    const box = this.#keyword('transform-box', ['view-box', 'fill-box', 'stroke-box', 'content-box', 'border-box'])
    return parseSvgTransform(text, this.#value('transform-origin'), transformBox(box), this.#context)
  }

  /** `baseline-shift` (css-inline-3 §4.2.3). */
  #baselineShift(): number {
    const { fontSize } = this.#context
    const shift = this.#value('baseline-shift')
    if (shift === 'super') return SHIFT * fontSize
    if (shift === 'sub') return -SHIFT * fontSize
    return parseSvgLength(shift, { width: fontSize, height: fontSize, fontSize }, 'x') ?? 0
  }

  #readPen(): void {
    const style = this.#style
    const width = this.#length('stroke-width', 'other')
    if (width !== undefined && width >= 0) style.strokeWidth = width
    style.cap = this.#keyword('stroke-linecap', ['butt', 'round', 'square']) ?? style.cap
    style.join = this.#keyword('stroke-linejoin', ['miter', 'round', 'bevel']) ?? style.join
    const limit = Number(this.#value('stroke-miterlimit') ?? Number.NaN)
    if (limit >= 1) style.miterLimit = limit
    const dashes = this.#value('stroke-dasharray')
    if (dashes !== undefined) style.dashes = dashPattern(parseSvgLengths(dashes, this.#context, 'other'))
    style.dashOffset = this.#length('stroke-dashoffset', 'other') ?? style.dashOffset
    const order = this.#value('paint-order')
    style.paintOrder = (order === undefined ? undefined : parsePaintOrder(order)) ?? style.paintOrder
  }

  #readMarkers(): void {
    const style = this.#style
    const all = this.#value('marker')
    const marker = (name: string, inherited: string | undefined) => {
      const value = this.#value(name) ?? all
      return value === undefined ? inherited : urlId(value)
    }
    style.markerStart = marker('marker-start', style.markerStart)
    style.markerMid = marker('marker-mid', style.markerMid)
    style.markerEnd = marker('marker-end', style.markerEnd)
  }

  /** The `font` shorthand is read for its size, family, weight and style. */
  #readFont(): void {
    const style = this.#style
    const shorthand = /^((?:[a-z0-9]+\s+)*?)([\d.]+[a-z%]*)(?:\s*\/\s*\S+)?\s+(\S.*)$/i.exec(this.#value('font') ?? '')
    const words = (shorthand?.[1] ?? '').toLowerCase().split(/\s+/)
    const size = this.#value('font-size') ?? shorthand?.[2]
    if (size !== undefined) style.fontSize = fontSize(size, this.parent.fontSize, this.#context) ?? style.fontSize
    this.#context = { ...this.#context, fontSize: style.fontSize }
    const families = this.#value('font-family') ?? shorthand?.[3]
    if (families !== undefined) style.families = familyList(families)
    const weight = this.#value('font-weight') ?? words.find((word) => fontWeight(word, 400) !== undefined)
    if (weight !== undefined) style.weight = fontWeight(weight, this.parent.weight) ?? style.weight
    const slanted = words.find((word) => word === 'italic' || word === 'oblique')
    const named = this.#keyword('font-style', ['normal', 'italic', 'oblique'])
    if (named || slanted) style.fontStyle = named ?? 'italic'
  }

  #readText(): void {
    const style = this.#style
    style.anchor = this.#keyword('text-anchor', ['start', 'middle', 'end']) ?? style.anchor
    style.direction = this.#keyword('direction', ['ltr', 'rtl']) ?? style.direction
    const spacing = this.#value('letter-spacing')
    if (spacing !== undefined) style.letterSpacing = parseSvgLength(spacing, this.#context, 'other') ?? 0
    const gap = this.#value('word-spacing')
    if (gap !== undefined) style.wordSpacing = parseSvgLength(gap, this.#context, 'other') ?? 0
    const letters = this.#keyword('text-transform', ['none', 'uppercase', 'lowercase'])
    if (letters) style.transformText = LETTER_CASES[letters]
    const baseline = this.#value('dominant-baseline') ?? this.#value('alignment-baseline')
    if (baseline !== undefined) style.baseline = BASELINES.get(baseline) ?? 'alphabetic'
    const decoration = this.#value('text-decoration') ?? this.#value('text-decoration-line')
    if (decoration !== undefined) {
      style.underline = decoration.includes('underline')
      style.lineThrough = decoration.includes('line-through')
    }
    const space = this.#value('xml:space') ?? this.#value('space')
    const whiteSpace = this.#value('white-space')
    if (space !== undefined || whiteSpace !== undefined) {
      style.preserveSpace = space === 'preserve' || (whiteSpace?.startsWith('pre') ?? false)
    }
  }

  /** The declared value; undefined when there is none or it is inherited anyway. */
  #value(name: string): string | undefined {
    const value = withoutVariables(this.declared.get(name)?.trim())
    return value === 'inherit' || value === '' ? undefined : value
  }

  #keyword<W extends string>(name: string, words: readonly W[]): W | undefined {
    const value = this.#value(name)?.toLowerCase()
    return words.find((word) => word === value)
  }

  #opacity(name: string): number | undefined {
    return parseOpacity(this.#value(name))
  }

  #length(name: string, axis: 'x' | 'y' | 'other'): number | undefined {
    return parseSvgLength(this.#value(name), this.#context, axis)
  }

  #paint(name: string): PaintValue | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    if (value.toLowerCase() === 'none') return NO_PAINT
    const server = /^url\(\s*([^)]*)\)\s*(.*)$/i.exec(value)
    if (server) {
      const fallback = parseSvgColor(server[2] ?? '', this.#style.color)
      return { kind: 'server', id: urlId(value) ?? '', fallback }
    }
    if (value.toLowerCase() === 'currentcolor') return { kind: 'current' }
    const context = /^context-(fill|stroke)$/i.exec(value)?.[1]
    if (context) return { kind: 'context', of: context.toLowerCase() === 'fill' ? 'fill' : 'stroke' }
    // SVG 1.1 lets an ICC colour follow, which counts for nothing.
    const color = parseSvgColor(value.replace(/\s*icc-color\(.*$/i, ''), this.#style.color)
    return color && { kind: 'color', color }
  }
}

/**
 * UNSUPPORTED: custom properties; `var()` stands for its fallback, and makes the value count as absent when it has
 * none.
 */
function withoutVariables(value: string | undefined): string | undefined {
  if (!value?.includes('var(')) return value
  const result = value.replace(
    /var\(\s*--[\w-]+\s*(?:,\s*([^()]*(?:\([^()]*\))?[^()]*))?\)/g,
    (_var, fallback) => fallback ?? '',
  )
  return result.trim()
}

/** The id in `url(#a)`. */
export function urlId(value: string | undefined): string | undefined {
  return /^\s*url\(\s*["']?#([^"')]+)["']?\s*\)/i.exec(value ?? '')?.[1]
}

/** Boxes of CSS stand for the box of their kind (css-transforms-1 §9). */
export function transformBox(box: SvgTransform['box'] | 'content-box' | 'border-box' | undefined): SvgTransform['box'] {
  if (box === 'content-box') return 'fill-box'
  return box === 'border-box' ? 'stroke-box' : (box ?? 'view-box')
}

/** UNSUPPORTED: `capitalize` in files of drawings. */
const LETTER_CASES = {
  none: undefined,
  uppercase: (text: string) => text.toUpperCase(),
  lowercase: (text: string) => text.toLowerCase(),
} as const

/** Baselines of text by the keywords of `dominant-baseline`; the others are alphabetic. */
export const BASELINES: ReadonlyMap<string, VectorBaseline> = new Map([
  ['middle', 'middle'],
  ['central', 'central'],
  ['hanging', 'hanging'],
  ['text-before-edge', 'text-top'],
  ['text-top', 'text-top'],
  ['before-edge', 'text-top'],
  ['text-after-edge', 'text-bottom'],
  ['text-bottom', 'text-bottom'],
  ['after-edge', 'text-bottom'],
  ['ideographic', 'text-bottom'],
] as const)

/** A number or percentage from 0 to 1. */
export function parseOpacity(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = text.trim().endsWith('%') ? Number(text.trim().slice(0, -1)) / 100 : Number(text)
  return text.trim() !== '' && Number.isFinite(value) ? Math.max(0, Math.min(value, 1)) : undefined
}

/** SVG 2 §13.5.6: an odd number of lengths is repeated; a pattern that is wrong or all zero is a solid line. */
export function dashPattern(lengths: readonly number[]): readonly number[] {
  if (lengths.some((length) => length < 0) || lengths.every((length) => length === 0)) return []
  return lengths.length % 2 === 0 ? lengths : [...lengths, ...lengths]
}

const FONT_SIZES: ReadonlyMap<string, number> = new Map([
  ['xx-small', 9],
  ['x-small', 10],
  ['small', 13],
  ['medium', 16],
  ['large', 18],
  ['x-large', 24],
  ['xx-large', 32],
])

function fontSize(text: string, inherited: number, context: LengthContext): number | undefined {
  if (text.endsWith('%')) return (Number.parseFloat(text) / 100) * inherited
  if (text === 'smaller') return inherited / 1.2
  if (text === 'larger') return inherited * 1.2
  return FONT_SIZES.get(text) ?? parseSvgLength(text, context, 'other')
}

function familyList(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim().replace(/^["']|["']$/g, ''))
    .filter((name) => name !== '')
}

/** css-fonts-4 §2.2.1. */
function fontWeight(text: string, inherited: number): number | undefined {
  switch (text.toLowerCase()) {
    case 'normal':
      return 400
    case 'bold':
      return 700
    case 'bolder':
      return inherited < 350 ? 400 : inherited < 550 ? 700 : 900
    case 'lighter':
      return inherited < 550 ? 100 : inherited < 750 ? 400 : 700
    default: {
      const weight = Number(text)
      return text.trim() !== '' && weight >= 1 && weight <= 1000 ? weight : undefined
    }
  }
}
