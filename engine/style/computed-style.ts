import type { ContentAlignment, LegacyAlignment, SelfAlignment } from '../css/alignment-value.js'
import type { ContentDeclaration, ContentPart } from '../css/content-value.js'
import type { GridAreas, GridAutoFlow, GridLine, TrackList, TrackSize } from '../css/grid-value.js'
import type { LengthFunction } from '../css/length-value.js'
import type { FontSelection } from '../fonts/font-types.js'
import type { PaintingStyle } from './painting-style.js'

/**
 * The computed style of a box (css-cascade-4 §4.4): absolute lengths are px, relative ones resolved. One object
 * is shared by all boxes that compute the same, so compare by reference. No logic here.
 */
export interface ComputedStyle extends PaintingStyle {
  /** Dense number of the interned style within its template, for caches. */
  readonly id: number

  // Box
  readonly display: Display
  /** The last is for cells in quirks mode: `border-box` for heights alone. */
  readonly boxSizing: 'content-box' | 'border-box' | '-internal-border-box-height'
  readonly width: SizeValue
  readonly height: SizeValue
  readonly minWidth: SizeValue
  readonly minHeight: SizeValue
  readonly maxWidth: SizeValue | 'none'
  readonly maxHeight: SizeValue | 'none'
  readonly marginTop: LengthPercentage | 'auto'
  readonly marginRight: LengthPercentage | 'auto'
  readonly marginBottom: LengthPercentage | 'auto'
  readonly marginLeft: LengthPercentage | 'auto'
  readonly paddingTop: LengthPercentage
  readonly paddingRight: LengthPercentage
  readonly paddingBottom: LengthPercentage
  readonly paddingLeft: LengthPercentage
  /** Zero when the style is `none` or `hidden`. */
  readonly borderTopWidth: number
  readonly borderRightWidth: number
  readonly borderBottomWidth: number
  readonly borderLeftWidth: number
  readonly borderTopStyle: BorderStyle
  readonly borderRightStyle: BorderStyle
  readonly borderBottomStyle: BorderStyle
  readonly borderLeftStyle: BorderStyle
  readonly borderTopColor: Color
  readonly borderRightColor: Color
  readonly borderBottomColor: Color
  readonly borderLeftColor: Color
  readonly borderTopLeftRadius: CornerRadius
  readonly borderTopRightRadius: CornerRadius
  readonly borderBottomRightRadius: CornerRadius
  readonly borderBottomLeftRadius: CornerRadius
  readonly overflowX: 'visible' | 'hidden' | 'clip'
  readonly overflowY: 'visible' | 'hidden' | 'clip'
  /** What both axes make of the box: `hidden` starts a formatting context, `clip` does not. */
  readonly overflow: 'visible' | 'hidden' | 'clip'
  /** Preferred ratio of width to height. */
  readonly aspectRatio: AspectRatio
  readonly visibility: 'visible' | 'hidden' | 'collapse'
  readonly opacity: number

  // Floats and positioning (CSS 2.2 §9.3 to §9.9, css-position-3)
  /** Flow-relative sides are resolved. `none` for absolutely positioned boxes. */
  readonly float: 'none' | 'left' | 'right' | 'footnote'
  readonly clear: 'none' | 'left' | 'right' | 'both'
  readonly position: Positioning
  readonly top: LengthPercentage | 'auto'
  readonly right: LengthPercentage | 'auto'
  readonly bottom: LengthPercentage | 'auto'
  readonly left: LengthPercentage | 'auto'
  readonly zIndex: number | 'auto'
  /** The box would be inline-level if it neither floated nor was positioned: for its static position. */
  readonly inlineLevel: boolean

  // Background and colour
  readonly color: Color
  readonly backgroundColor: Color

  // Fonts (css-fonts-4)
  readonly fontFamily: readonly string[]
  readonly fontSize: number
  readonly fontWeight: number
  readonly fontStyle: 'normal' | 'italic' | 'oblique'
  readonly fontStretch: number
  readonly fontKerning: 'auto' | 'normal' | 'none'
  readonly fontVariantCaps: 'normal' | 'small-caps' | 'all-small-caps'
  /** OpenType features from font-variant-numeric, font-variant-ligatures and font-feature-settings together. */
  readonly fontFeatures: Readonly<Record<string, boolean>>
  /** The families above resolved against the font library. */
  readonly font: FontSelection

  // Inline text (css-text-3, css-inline)
  readonly lineHeight: LineHeight
  /** Percentages refer to the font size. */
  readonly letterSpacing: LengthPercentage
  readonly wordSpacing: LengthPercentage
  readonly textAlign: 'start' | 'end' | 'left' | 'right' | 'center' | 'justify'
  /** Block-level children are aligned as well, as by `<center>` and the `align` attribute. */
  readonly blockAlign: 'normal' | 'left' | 'center' | 'right'
  readonly textAlignLast: 'auto' | 'start' | 'end' | 'left' | 'right' | 'center' | 'justify'
  readonly textIndent: LengthPercentage
  /** The indent is that of all lines but those that would have it. */
  readonly textIndentHanging: boolean
  /** Lines behind a forced break are indented as well. */
  readonly textIndentEachLine: boolean
  readonly textTransform: 'none' | 'uppercase' | 'lowercase' | 'capitalize'
  readonly whiteSpace: 'normal' | 'nowrap' | 'pre' | 'pre-wrap' | 'pre-line' | 'break-spaces'
  readonly tabSize: TabSize
  readonly lineBreak: 'auto' | 'loose' | 'normal' | 'strict' | 'anywhere'
  readonly wordBreak: 'normal' | 'break-all' | 'keep-all'
  readonly overflowWrap: 'normal' | 'anywhere' | 'break-word'
  readonly hyphens: 'none' | 'manual' | 'auto'
  readonly hyphenateLimitChars: HyphenLimits
  /** What stands at the end of a line that ends within a word. */
  readonly hyphenateCharacter: string | 'auto'
  readonly verticalAlign: VerticalAlign
  readonly direction: 'ltr' | 'rtl'
  readonly unicodeBidi: 'normal' | 'embed' | 'isolate' | 'bidi-override' | 'isolate-override' | 'plaintext'
  readonly textDecorationLine: TextDecorationLine
  readonly textDecorationStyle: 'solid' | 'double' | 'dotted' | 'dashed' | 'wavy'
  readonly textDecorationColor: Color
  readonly textDecorationThickness: LengthPercentage | 'auto' | 'from-font'
  readonly textUnderlineOffset: LengthPercentage | 'auto'
  /** The first on top. */
  readonly textShadow: readonly TextShadow[]
  readonly textOverflow: 'clip' | 'ellipsis'
  /** BCP 47 tag from the nearest `lang` attribute, empty when unknown. */
  readonly language: string

  // Lists and generated content (css-lists-3, css-content-3)
  readonly listStyleType: ListStyleType
  readonly listStylePosition: 'inside' | 'outside'
  /** Address of the image that takes the place of the marker's text; undefined for none. */
  readonly listStyleImage: string | undefined
  readonly content: Content
  readonly counterReset: readonly CounterChange[]
  readonly counterIncrement: readonly CounterChange[]
  readonly counterSet: readonly CounterChange[]
  readonly quotes: readonly QuotePair[] | 'auto' | 'none'

  // Tables (CSS 2.2 §17)
  readonly tableLayout: 'auto' | 'fixed'
  readonly borderCollapse: 'separate' | 'collapse'
  readonly borderSpacingX: number
  readonly borderSpacingY: number
  readonly captionSide: 'top' | 'bottom'
  readonly emptyCells: 'show' | 'hide'

  // Flexible boxes and alignment (css-flexbox-1, css-align-3)
  readonly flexDirection: 'row' | 'row-reverse' | 'column' | 'column-reverse'
  readonly flexWrap: 'nowrap' | 'wrap' | 'wrap-reverse'
  readonly flexGrow: number
  readonly flexShrink: number
  readonly flexBasis: SizeValue | 'content'
  readonly order: number
  readonly alignContent: ContentAlignment
  readonly alignItems: SelfAlignment
  readonly alignSelf: SelfAlignment
  readonly justifyContent: ContentAlignment
  readonly justifyItems: LegacyAlignment
  readonly justifySelf: SelfAlignment
  readonly rowGap: LengthPercentage | 'normal'
  readonly columnGap: LengthPercentage | 'normal'
  // Grids and their items (css-grid-1)
  readonly gridTemplateColumns: TrackList<LengthPercentage>
  readonly gridTemplateRows: TrackList<LengthPercentage>
  readonly gridTemplateAreas: GridAreas
  /** Sizes of the implicit tracks, in turn. */
  readonly gridAutoColumns: readonly TrackSize<LengthPercentage>[]
  readonly gridAutoRows: readonly TrackSize<LengthPercentage>[]
  readonly gridAutoFlow: GridAutoFlow
  readonly gridRowStart: GridLine
  readonly gridRowEnd: GridLine
  readonly gridColumnStart: GridLine
  readonly gridColumnEnd: GridLine

  // Replaced elements (css-images-3)
  readonly objectFit: 'fill' | 'contain' | 'cover' | 'none' | 'scale-down'
  readonly objectPosition: Position

  // Fragmentation (css-break-3, css-page-3)
  readonly breakBefore: BreakBetween
  readonly breakAfter: BreakBetween
  readonly breakInside: 'auto' | 'avoid'
  /** Used name of the pages that the box stands on, handed on to its descendants; empty for none. */
  readonly page: string
  readonly orphans: number
  readonly widows: number
  readonly boxDecorationBreak: 'slice' | 'clone'

  // Columns (css-multicol-1)
  readonly columnCount: number | 'auto'
  readonly columnWidth: number | 'auto'
  /** Zero when the style is `none` or `hidden`. */
  readonly columnRuleWidth: number
  readonly columnRuleStyle: BorderStyle
  readonly columnRuleColor: Color
  readonly columnFill: 'balance' | 'balance-all' | 'auto'
  readonly columnSpan: 'none' | 'all'

  // Generated content for paged media (css-gcpm-3, css-content-3 §4)
  readonly stringSet: readonly NamedString[]
  /** Level in the outline of the file, from 1. */
  readonly bookmarkLevel: number | 'none'
  readonly bookmarkLabel: readonly ContentItem[]
  readonly bookmarkState: 'open' | 'closed'
  readonly footnoteDisplay: 'block' | 'inline' | 'compact'
  readonly footnotePolicy: 'auto' | 'line' | 'block'
}

type Display =
  | 'none'
  | 'contents'
  | 'inline'
  | 'block'
  | 'inline-block'
  | 'flow-root'
  | 'list-item'
  | 'table'
  | 'inline-table'
  | 'flex'
  | 'inline-flex'
  | 'grid'
  | 'inline-grid'
  | 'table-row-group'
  | 'table-header-group'
  | 'table-footer-group'
  | 'table-row'
  | 'table-cell'
  | 'table-column'
  | 'table-column-group'
  | 'table-caption'

/** `running` takes an element out of the flow and into page margins (css-gcpm-3 §1.2). */
type Positioning =
  | 'static'
  | 'relative'
  | 'absolute'
  | 'fixed'
  | 'sticky'
  | { readonly kind: 'running'; readonly name: string }

/** Either px, or a sum of px and a percentage of something that layout knows. `resolveLength` gives px. */
export type LengthPercentage = number | PercentageLength

export interface PercentageLength {
  readonly kind: 'percentage'
  readonly px: number
  /** 50 for 50 %. */
  readonly percent: number
  /** What no sum of px and percent can say, such as `min(50%, 10cm)`; both are zero then. */
  readonly expression?: LengthExpression
}

/** A math function whose operands are known in layout only. */
export type LengthExpression =
  | { readonly kind: 'linear'; readonly px: number; readonly percent: number }
  | { readonly kind: 'sum'; readonly terms: readonly LengthExpression[] }
  | { readonly kind: 'product'; readonly factor: number; readonly operand: LengthExpression }
  | { readonly kind: 'function'; readonly name: LengthFunction; readonly operands: readonly LengthExpression[] }

export type SizeValue = LengthPercentage | 'auto' | 'min-content' | 'max-content' | 'fit-content'

export interface AspectRatio {
  /** Undefined for no ratio but a natural one. */
  readonly ratio: number | undefined
  /** The natural ratio of a replaced element comes first. */
  readonly auto: boolean
}

/** `normal`, or a number of font sizes, or px. Numbers inherit as numbers. */
type LineHeight =
  | 'normal'
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'length'; readonly px: number }

type TabSize = { readonly kind: 'spaces'; readonly count: number } | { readonly kind: 'length'; readonly px: number }

type VerticalAlign =
  | 'baseline'
  | 'sub'
  | 'super'
  | 'text-top'
  | 'text-bottom'
  | 'middle'
  | 'top'
  | 'bottom'
  /** Raises by px and percent of the element's own line height. */
  | PercentageLength

/** Letters: of a word, and on either side of a hyphen; `auto` is as usual for the language. */
interface HyphenLimits {
  readonly word: number | 'auto'
  readonly before: number | 'auto'
  readonly after: number | 'auto'
}

export interface TextShadow {
  readonly x: number
  readonly y: number
  readonly blur: number
  /** `currentcolor` is the colour of the text, also where the shadow is inherited. */
  readonly color: Color | 'currentcolor'
}

interface TextDecorationLine {
  readonly underline: boolean
  readonly overline: boolean
  readonly lineThrough: boolean
}

export type BorderStyle =
  | 'none'
  | 'hidden'
  | 'solid'
  | 'dashed'
  | 'dotted'
  | 'double'
  | 'groove'
  | 'ridge'
  | 'inset'
  | 'outset'

export interface CornerRadius {
  readonly horizontal: LengthPercentage
  readonly vertical: LengthPercentage
}

/** Non-premultiplied sRGB, each component 0 to 1. Interned: compare by reference is allowed but not required. */
export interface Color {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

export interface Position {
  readonly x: LengthPercentage
  readonly y: LengthPercentage
}

/** A name such as `decimal`, or a string that is the whole marker; `none` has no marker. */
export type ListStyleType =
  | { readonly kind: 'counter-style'; readonly name: string }
  | { readonly kind: 'string'; readonly text: string }
  | 'none'

export type Content = ContentDeclaration

export type ContentItem = ContentPart

/** An assignment of `string-set`. */
interface NamedString {
  readonly name: string
  readonly value: readonly ContentItem[]
}

export interface CounterChange {
  readonly name: string
  readonly value: number
}

export interface QuotePair {
  readonly open: string
  readonly close: string
}

export type BreakBetween =
  | 'auto'
  | 'avoid'
  | 'page'
  | 'left'
  | 'right'
  | 'recto'
  | 'verso'
  /** Means something within columns only. */
  | 'column'
  | 'avoid-column'
