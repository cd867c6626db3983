import type { Insets, Rect } from '../base/geometry.js'
import type { Box, InlineBox, OutOfFlowBox, SymbolName } from '../boxes/box-tree.js'
import type { ShapedWord } from '../fonts/font-types.js'
import type { DecodedImage } from '../images/image-types.js'
import type { BorderStyle, Color, ComputedStyle } from '../style/computed-style.js'

/**
 * The outcome of layout. A fragment never knows where it is: its parent holds its offset. So the same fragment
 * can stand on many pages (repeated table headers) and a cached one on whichever page it lands. Immutable.
 */
export type Fragment = BoxFragment | LineFragment | TextFragment | DecorationFragment

export interface PlacedFragment {
  /** Offset of the fragment's border box from the parent fragment's border box, in px. */
  readonly x: number
  readonly y: number
  readonly fragment: Fragment
  /** Of an atomic inline on a line: tells readers of the structure in which order. */
  readonly anchors?: Anchors | undefined
  /** Of a text among others that stand in another order than they are read in: its place among them as read, from 0. */
  readonly readAs?: number | undefined
}

/** The part of a box on one page: the whole box, unless it was broken. Made by `boxFragment`. */
export interface BoxFragment {
  readonly kind: 'box'
  readonly box: Box | InlineBox
  readonly style: ComputedStyle
  /** Size of the border box. */
  readonly width: number
  readonly height: number
  /** Used border and padding; zero at a side where the box continues in another fragment (`slice`). */
  readonly border: Insets
  readonly padding: Insets
  readonly children: readonly PlacedFragment[]
  /** Baselines of the first and last line within, from the top of the border box. */
  readonly firstBaseline: number | undefined
  readonly lastBaseline: number | undefined
  /** The image of a replaced box, painted into its content box by `object-fit`. */
  readonly image: DecodedImage | undefined
  /** Of an image that is cut at the ends of pages: which part of it this fragment shows. */
  readonly imagePart: ImagePart | undefined
  /**
   * Borders of the collapsing model that a table paints over its children, or rules in the gaps of another box, below its
   * content; relative to its border box.
   */
  readonly collapsedBorders: readonly CollapsedBorder[] | undefined
  /** Absolutely positioned children whose place is found when the page is complete. */
  readonly outOfFlow: readonly OutOfFlowPlace[] | undefined
  /** To be reported if the fragment stays where it is: that it is taller than the room on its page, or cuts content off. */
  readonly overflow: string | undefined
  /** How far below the box, laid out in one piece, content in its flow reaches that is longer than its height. */
  readonly spill: number | undefined
  /** Of a fieldset that begins here, where its legend stands in the border. */
  readonly legend: LegendGap | undefined
  /** Undefined when the box is whole. */
  readonly cut: CutSides | undefined
}

/** A part of an image, by the content box that the whole image has. */
interface ImagePart {
  /** How much of it stands on earlier pages. */
  readonly above: number
  readonly height: number
}

/**
 * How a fieldset is painted with its rendered legend (HTML §15.3.13): its box begins lower than its fragment, whose top
 * border is the room for the legend, and its border is left out behind the legend.
 */
export interface LegendGap {
  /** The legend's border box, from the left edge of the fragment. */
  readonly x: number
  readonly width: number
  /** Where the painted box begins. */
  readonly inset: number
  /** Width of the top border. */
  readonly border: number
}

/** Sides at which a box continues in another fragment. */
export interface CutSides {
  readonly top: boolean
  readonly bottom: boolean
  /** The box ends with its edge at the bottom, and nothing but what overflows it continues. */
  readonly overflows?: true | undefined
  /** Those of inline boxes that continue on other lines. */
  readonly left?: boolean
  readonly right?: boolean
}

/**
 * The room along an axis for something whose alignment is `safe` (css-align-3 §4.4): with less than it needs it begins at
 * the start. Edges are relative to the fragment that names the box.
 */
export interface SafeRoom {
  readonly from: number
  readonly to: number
  /** The start is the right edge. */
  readonly fromRight: boolean
}

/**
 * Where an absolutely positioned box would stand if it were in the flow (its static position), relative to the
 * fragment that names it.
 */
export interface OutOfFlowPlace {
  readonly box: OutOfFlowBox
  readonly x: number
  readonly y: number
  /** Which edge, or middle, of its margin box stands at `x`; `start` when absent. Likewise below for `y`. */
  readonly alignX?: PlaceAlignment | undefined
  readonly alignY?: PlaceAlignment | undefined
  /** Where a margin box that has no room there stands, if its alignment is `safe`. */
  readonly safeX?: SafeRoom | undefined
  readonly safeY?: SafeRoom | undefined
  /** The innermost inline box around it that is positioned. */
  readonly inline?: InlineBox | undefined
  /** The inline boxes around it that are painted as groups, outermost first. */
  readonly groups?: readonly InlineBox[] | undefined
  /** The grid area that takes the place of the fragment's padding box if the fragment is its containing block. */
  readonly area?: Rect | undefined
}

export type PlaceAlignment = 'start' | 'center' | 'end'

/** One straight stretch of a collapsed table border, or a rule in a gap: a filled rectangle along its centre line. */
export interface CollapsedBorder {
  readonly orientation: 'horizontal' | 'vertical'
  /** Start of the centre line; it runs right or down for `length`. */
  readonly x: number
  readonly y: number
  readonly length: number
  readonly width: number
  readonly style: BorderStyle
  readonly color: Color
  /** The lower or right one of two bands, where it begins and ends elsewhere: from the start of the other. */
  readonly farBand: { readonly offset: number; readonly length: number } | undefined
}

/** A line box. Made by `lineFragment`. */
export interface LineFragment {
  readonly kind: 'line'
  readonly width: number
  readonly height: number
  /** From the top of the line box. */
  readonly baseline: number
  /** How far content reaches below the line that is longer than an atomic inline in it. */
  readonly spill: number | undefined
  /** Inline boxes, text and atomic inlines in painting order, which is that of reading; x positions are visual, after bidi reordering. */
  readonly children: readonly PlacedFragment[]
  /** Absolutely positioned boxes anchored in the line. */
  readonly outOfFlow: readonly OutOfFlowPlace[] | undefined
  /** Boxes beside the flow that are anchored in the line where nothing is next to them: told behind it. */
  readonly anchors: readonly Box[] | undefined
  /** Boxes in the line that may be painted before the text that says where they are told. */
  readonly apart: readonly Box[] | undefined
}

/** Text of one style on one line, from the top of its content area: `ascent` above the baseline. Made by `textFragment`. */
export interface TextFragment {
  readonly kind: 'text'
  readonly style: ComputedStyle
  /** May differ from the style's for synthesized small capitals. */
  readonly fontSize: number
  readonly width: number
  readonly height: number
  readonly ascent: number
  /** Shaped words and spaces in visual order, spaces included so that text extracts with them. */
  readonly words: readonly ShapedWord[]
  /** Left edge of each word relative to the fragment; letter, word and justification spacing are in it. */
  readonly positions: readonly number[]
  /** The space between the line and the one below it, for readers who do not see the page; its left edge likewise. */
  readonly separator: { readonly word: ShapedWord; readonly position: number } | undefined
  /** Added after each glyph cluster within a word. */
  readonly letterSpacing: number
  /** It fills the line and says nothing. */
  readonly isLeader: boolean
  /** A shape is drawn in place of the letters. */
  readonly symbol: SymbolName | undefined
  readonly marks: EmphasisMarks | undefined
  /** Tells readers of the structure in which order. */
  readonly anchors: Anchors | undefined
}

/** Marks beside the characters of a text, which are no part of what is read. */
export interface EmphasisMarks {
  readonly mark: ShapedWord
  readonly fontSize: number
  /** Below the baseline of the text. */
  readonly baseline: number
  /** Left edge of each relative to the fragment. */
  readonly positions: readonly number[]
}

/**
 * Boxes right before and behind a text or an atomic inline that may be painted at another time: floats, positioned and
 * broken ones.
 */
export interface Anchors {
  readonly before: readonly Box[]
  readonly behind: readonly Box[]
}

/** A text decoration line across (a part of) an inline or block box. Its top edge is the placed y. */
export interface DecorationFragment {
  readonly kind: 'decoration'
  readonly line: 'underline' | 'overline' | 'line-through'
  readonly width: number
  readonly thickness: number
  readonly lineStyle: ComputedStyle['textDecorationStyle']
  readonly color: Color
  /** The first on top. */
  readonly shadows: ComputedStyle['textShadow']
}
