import type { NthFormula } from './nth-formula.js'

/** Selectors as the matcher reads them. */

/** `a > b c`: the compounds from right to left. */
export interface ComplexSelector {
  /** At least one; the first is the one that the element itself must match. */
  readonly compounds: readonly CompoundSelector[]
  /** (ids, classes, types) in one number, each up to 1023: larger is more specific. */
  readonly specificity: number
  readonly pseudoElement: SelectorPseudoElement | undefined
  /** Number of simple selectors in it, those in parentheses and those that `&` stands for included. */
  readonly size: number
}

/** An argument of `:has()` from left to right: each step goes from the elements that the one before reached. */
export interface RelativeSelector {
  readonly steps: readonly RelativeStep[]
  readonly specificity: number
}

export interface RelativeStep {
  readonly combinator: Combinator
  readonly simple: readonly SimpleSelector[]
}

/** The parts of form controls that browsers give a style of their own (css-forms-1 §B). */
const PARTS_OF_CONTROLS = [
  '-webkit-progress-bar',
  '-webkit-progress-value',
  '-webkit-meter-bar',
  '-webkit-meter-optimum-value',
  '-webkit-meter-suboptimum-value',
  '-webkit-meter-even-less-good-value',
  '-webkit-slider-runnable-track',
  '-webkit-slider-thumb',
  '-webkit-color-swatch-wrapper',
  '-webkit-color-swatch',
  '-webkit-inner-spin-button',
  '-webkit-search-cancel-button',
  '-webkit-calendar-picker-indicator',
  'placeholder',
  'file-selector-button',
] as const

export const PSEUDO_ELEMENTS = [
  'before',
  'after',
  'marker',
  'first-letter',
  'first-line',
  'footnote-call',
  'footnote-marker',
  ...PARTS_OF_CONTROLS,
] as const

/**
 * For the default style sheet: what a control looks like by itself, the thumb of a range, icons, the text of an input, what
 * holds several parts, and parts of controls that have their look, which authors style all the same.
 */
const LOOKS = [
  '-internal-look',
  '-internal-thumb',
  '-internal-icon',
  '-internal-text',
  '-internal-row',
  '-internal-meter-bar',
  '-internal-meter-optimum-value',
  '-internal-meter-suboptimum-value',
  '-internal-meter-even-less-good-value',
] as const

/** The internal part that also takes the rules of a `::-webkit-` part, while the control keeps its own look. */
export function nativeTwin(pseudoElement: SelectorPseudoElement): SelectorPseudoElement | undefined {
  const name = pseudoElement.replace('-webkit-', '-internal-')
  return name === pseudoElement ? undefined : LOOKS.find((look) => look === name)
}

export type SelectorPseudoElement = (typeof PSEUDO_ELEMENTS)[number] | (typeof LOOKS)[number]

/** All pseudo-elements that selectors may name, those of the default style sheet included. */
export const ALL_PSEUDO_ELEMENTS: readonly SelectorPseudoElement[] = [...PSEUDO_ELEMENTS, ...LOOKS]

export function isPartOfControl(pseudoElement: SelectorPseudoElement): boolean {
  return (PARTS_OF_CONTROLS as readonly SelectorPseudoElement[]).includes(pseudoElement)
}

export interface CompoundSelector {
  readonly simple: readonly SimpleSelector[]
  /** How the next compound (to the left) relates to this one; undefined for the leftmost. */
  readonly combinator: Combinator | undefined
}

export type Combinator = 'descendant' | 'child' | 'adjacent' | 'sibling'

export type SimpleSelector =
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'class'; readonly name: string }
  | { readonly kind: 'id'; readonly name: string }
  | AttributeTest
  /** `an + b` among the siblings; `typed` among those of the same name, `last` from the end. */
  | {
      readonly kind: 'nth'
      readonly formula: NthFormula
      readonly last: boolean
      readonly typed: boolean
      /** `of S`: counts the siblings that match. */
      readonly of: readonly ComplexSelector[] | undefined
    }
  | { readonly kind: 'only'; readonly typed: boolean }
  | { readonly kind: 'is'; readonly selectors: readonly ComplexSelector[] }
  | { readonly kind: 'not'; readonly selectors: readonly ComplexSelector[] }
  | { readonly kind: 'has'; readonly selectors: readonly RelativeSelector[] }
  | { readonly kind: 'root' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'link' }
  /** Ranges in lower case. */
  | { readonly kind: 'lang'; readonly ranges: readonly string[] }
  | { readonly kind: 'dir'; readonly direction: string }
  /** The element's text begins right-to-left: for `dir=auto` in the default style sheet. */
  | { readonly kind: 'right-to-left-text' }
  /** Valid, but true of nothing on paper: `:hover`, `:focus`. */
  | { readonly kind: 'never' }

export interface AttributeTest {
  readonly kind: 'attribute'
  readonly name: string
  readonly operator: 'exists' | 'equals' | 'word' | 'hyphen' | 'start' | 'end' | 'substring'
  /** In lower case when case is ignored. */
  readonly value: string
  readonly ignoreCase: boolean
}

/** Whether a selector is true of nothing on paper, as those with `:hover` are. */
export function isForScreens({ compounds }: ComplexSelector): boolean {
  return compounds.some(({ simple }) =>
    simple.some((each) => each.kind === 'never' || (each.kind === 'is' && each.selectors.every(isForScreens))),
  )
}
