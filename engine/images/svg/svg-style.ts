import type { BlendMode } from '../../base/blend-mode.js'
import type { FilterFunction, FilterReference } from '../../base/filter-function.js'
import type { Rect, Size } from '../../base/geometry.js'
import type { Matrix } from '../../base/matrix.js'
import { BLACK, type RgbColor } from '../../base/rgb-color.js'
import type {
  DrawnFonts,
  FillRule,
  ForeignContent,
  VectorBaseline,
  VectorClip,
  VectorStroke,
  VectorTextChunk,
  VectorTextRun,
} from '../vector-types.js'
import { NORMAL_PAINT_ORDER, type PaintOrder } from './paint-order.js'
import type { SvgElement } from './svg-element.js'
import type { SvgGeometry } from './svg-geometry.js'
import type { LengthContext } from './svg-length.js'

/** Gives the styles of a drawing's elements, as the sheets of its file or of the document around it make them. */
export interface SvgStyles {
  /** The style of an element that inherits from those around it. */
  styleOf(element: SvgElement, viewport: LengthContext): SvgStyle
  /** The style of an element that inherits from `parent`: what stands around it, or a `use` that shows it. */
  inheriting(element: SvgElement, parent: SvgStyle, viewport: LengthContext): SvgStyle
  /** The same where `parent` is a style that `others` made, those of a drawing in another file. */
  adopting(element: SvgElement, parent: SvgStyle, others: SvgStyles, viewport: LengthContext): SvgStyle
  /** The size that a drawing in a file of its own has by itself, as far as lengths in px say. */
  sizeOf(root: SvgElement): { readonly [K in keyof Size]: number | undefined }
  /** The HTML of a `foreignObject` for a box of this size; undefined where it has none. */
  foreign(element: SvgElement, style: SvgStyle, size: Size): ForeignContent | undefined
  /** The fonts that the drawing brings; absent where it has those of the document around it. */
  readonly fonts?: DrawnFonts | undefined
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
  /** `color-interpolation-filters`: colours are mixed as amounts of light. */
  readonly mixesLight: boolean
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
  /** There are masks besides: several, or images. */
  readonly hasOtherMasks: boolean
  readonly maskType: 'luminance' | 'alpha'
  readonly transform: SvgTransform | undefined
  /** Strokes are as wide as they would be if nothing was scaled. */
  readonly keepsStrokeWidth: boolean
  /** In user units, upwards. */
  readonly baselineShift: number
  /** With `stop-opacity`. */
  readonly stopColor: RgbColor
  /** Undefined for none. */
  readonly filter: readonly (FilterFunction | FilterReference)[] | undefined
  /** `flood-color` with `flood-opacity`. */
  readonly floodColor: RgbColor
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
  /** The `transform` attribute is wrong, and counts as absent. */
  readonly isWrong?: true | undefined
}

const NO_PAINT: PaintValue = { kind: 'none' }

export const INITIAL_OWN_STYLE: SvgOwnStyle = {
  displayed: true,
  opacity: 1,
  blendMode: 'normal',
  showsOverflow: false,
  clipPath: undefined,
  mask: undefined,
  hasOtherMasks: false,
  maskType: 'luminance',
  transform: undefined,
  keepsStrokeWidth: false,
  baselineShift: 0,
  stopColor: BLACK,
  filter: undefined,
  floodColor: BLACK,
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
  mixesLight: true,
}

/** Boxes of CSS stand for the box of their kind (css-transforms-1 §9). */
export function transformBox(box: SvgTransform['box'] | 'content-box' | 'border-box' | undefined): SvgTransform['box'] {
  if (box === 'content-box') return 'fill-box'
  return box === 'border-box' ? 'stroke-box' : (box ?? 'view-box')
}

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
