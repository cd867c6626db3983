import type { InlineBox, InlineItem, InlineRootBox, OutOfFlowBox, SymbolName } from '../../boxes/box-tree.js'
import type { FontFace, ShapedWord, ShapingStyle } from '../../fonts/font-types.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { ClearedSides } from '../floats/exclusion-space.js'
import type { Joins } from './joining.js'
import type { BreakOpportunities } from './line-breaks.js'
import type { TextStyle } from './text-style.js'

/** An inline formatting context ready for line breaking: independent of the width. */
export interface Paragraph {
  readonly root: InlineRootBox
  readonly rootStyle: TextStyle
  readonly direction: 'ltr' | 'rtl'
  /** Some text runs against the base direction or right to left. */
  readonly bidi: boolean
  /** Everything that is not text stands for itself in one code unit. */
  readonly text: string
  readonly breaks: BreakOpportunities
  readonly units: readonly Unit[]
  /** Per unit whether a line may break right before it. */
  readonly breakBefore: readonly boolean[]
  /** There is text, an atomic inline or a break: without any, the lines have no height (CSS 2.2 §9.4.2). */
  readonly hasContent: boolean
  /** The same as it stands on the first line, where `::first-line` styles that (css-pseudo-4 §2.1). */
  readonly firstLine: Paragraph | undefined
  /** Boxes around all that stands on a line, outermost first: those of `::first-line`. */
  readonly around: readonly InlineBox[]
  /** Styles in place of those of the inline boxes; undefined where they have their own. */
  readonly styles: ReadonlyMap<ComputedStyle, ComputedStyle> | undefined
}

/** Text of one style, face, script and level. */
export interface InlineRun {
  readonly style: TextStyle
  /** Smaller than the style's for synthesized small capitals. */
  readonly fontSize: number
  readonly face: FontFace
  readonly shaping: ShapingStyle
  readonly level: number
  /** Its letters stand upright in a line that runs down. */
  readonly upright?: boolean
}

/** The units of line breaking. Only words can be divided further. */
export type Unit = WordUnit | SpaceUnit | TabUnit | LeaderUnit | EdgeUnit | AtomicUnit | BreakUnit | OutOfFlowUnit

/** The units of a line. */
export type LineUnit = Unit | SeparatorUnit

/** Text without spaces, shaped as one. It may contain break opportunities, taken only when it does not fit. */
export interface WordUnit {
  readonly kind: 'word'
  /** Offsets in the paragraph's text. */
  readonly start: number
  readonly end: number
  readonly run: InlineRun
  readonly word: ShapedWord
  readonly width: number
  /** A soft hyphen follows: a line that ends here shows a hyphen. */
  readonly softHyphen: boolean
  /** Where its letters join those of the words next to it. */
  readonly joins: Joins
  /** What of its width is kerning with the word behind it, of another run of the same font. */
  readonly kerning: number
  /** The shape that is drawn in place of its letters. */
  readonly symbol?: SymbolName
}

export interface SpaceUnit {
  readonly kind: 'space'
  /** Offset in the paragraph's text. */
  readonly start: number
  readonly run: InlineRun
  readonly word: ShapedWord
  readonly width: number
  /** Vanishes at the start and end of a line. */
  readonly collapsible: boolean
  /** Takes no room at the end of a line. */
  readonly hangs: boolean
}

export interface TabUnit {
  readonly kind: 'tab'
  /** Offset in the paragraph's text. */
  readonly start: number
  readonly run: InlineRun
  readonly word: ShapedWord
  /** Distance of the tab stops. */
  readonly interval: number
  /** A nearer stop is skipped. */
  readonly minimum: number
  /** Room to the next stop; known once the tab stands on a line. */
  readonly width: number
}

/** Repeats its word to fill the line; `width` is what it needs at least: one repetition. */
export interface LeaderUnit {
  readonly kind: 'leader'
  readonly run: InlineRun
  readonly word: ShapedWord
  /** Separates the text before it from the text behind it for readers who do not see the page. */
  readonly space: ShapedWord
  readonly width: number
}

/**
 * The space between a line and the one below it, for readers who do not see the page: the one at which the line wraps,
 * or that a forced break stands for. It hangs beyond the end of the line and takes no room there.
 */
export interface SeparatorUnit {
  readonly kind: 'separator'
  readonly run: InlineRun
  readonly word: ShapedWord
  /** How far it hangs. */
  readonly overhang: number
}

/** Start or end of an inline box. */
export interface EdgeUnit {
  readonly kind: 'open' | 'close'
  readonly box: InlineBox
}

export interface AtomicUnit {
  readonly kind: 'atomic'
  readonly box: Extract<InlineItem, { readonly kind: 'atomic' }>['box']
  readonly level: number
}

/** A float or an absolutely positioned box, anchored in the line: it takes no room there. */
export interface OutOfFlowUnit {
  readonly kind: 'out-of-flow'
  readonly box: OutOfFlowBox
  /** The innermost positioned inline box around it. */
  readonly inline: InlineBox | undefined
  /** The inline boxes around it that move it or are painted with it as groups, outermost first. */
  readonly affecting: readonly InlineBox[] | undefined
}

/** Units that are no content: lines begin, end and are justified as if they were not there. */
export function isTransparent({ kind }: LineUnit): boolean {
  return kind === 'open' || kind === 'close' || kind === 'out-of-flow' || kind === 'separator'
}

/** Ends its line whatever follows. */
interface BreakUnit {
  readonly kind: 'break'
  /** The rest of the paragraph is placed below the floats of these sides. */
  readonly clear: ClearedSides
}
