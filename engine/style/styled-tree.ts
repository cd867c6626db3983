import type { SelectorPseudoElement } from '../css/selectors/selector.js'
import type { BoundElement, BoundTree } from '../template/bound-tree.js'
import type { ComputedStyle } from './computed-style.js'
import type { PageSelectorInput, PageStyle } from './page-style.js'

/** Pseudo-elements whose style depends on nothing but their element. */
export type PseudoElement = Exclude<SelectorPseudoElement, 'first-letter'>

/** The bound tree with the computed style of every element. */
export interface StyledTree {
  readonly tree: BoundTree
  /** By `BoundElement.id`. */
  readonly styles: readonly ComputedStyle[]
  /** The style of an element that inherits from `parent`, the style of another element than the one around it. */
  inheriting(element: BoundElement, parent: ComputedStyle): ComputedStyle
  /** The style of a pseudo-element that generates a box (content for before and after), else undefined. */
  pseudo(element: BoundElement, which: PseudoElement): ComputedStyle | undefined
  /** Whether rules may style the first letter of an element. */
  hasFirstLetter(element: BoundElement): boolean
  /**
   * The style of the first letter of an element (css-pseudo-4 §2.2), if a rule applies.
   * @param within the element that the letter stands in, from which it inherits
   */
  firstLetter(element: BoundElement, within: BoundElement): ComputedStyle | undefined
  /** The style of an anonymous box: inherited properties of `parent`, initial values else. Interned per parent and display. */
  anonymous(parent: ComputedStyle, display: ComputedStyle['display']): ComputedStyle
  /** The style of a page by the `@page` rules that match it (css-page-3 §4). */
  pageStyle(page: PageSelectorInput): PageStyle
  /** The addresses that cross-references in page margins name. */
  readonly pageTargets: readonly string[]
}
