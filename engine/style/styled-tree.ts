import type { Size } from '../base/geometry.js'
import type { SelectorPseudoElement } from '../css/selectors/selector.js'
import type { BoundElement, BoundTree } from '../template/bound-tree.js'
import type { AppliedRule } from './applied-rules.js'
import type { ComputedStyle } from './computed-style.js'
import type { PageSelectorInput, PageStyle } from './page-style.js'

/** Pseudo-elements whose style depends on nothing but their element. */
export type PseudoElement = Exclude<SelectorPseudoElement, 'first-letter' | 'first-line'>

/** The bound tree with the computed style of every element. */
export interface StyledTree {
  readonly tree: BoundTree
  /** By `BoundElement.id`. */
  readonly styles: readonly ComputedStyle[]
  /** The style of an element that inherits from `parent`, the style of another element than the one around it. */
  inheriting(element: BoundElement, parent: ComputedStyle): ComputedStyle
  /** Lets elements inherit from a style of another document, whose elements show those of this one. */
  adopt(style: ComputedStyle, of: StyledTree): void
  /** The style of a pseudo-element that generates a box (content for before and after), else undefined. */
  pseudo(element: BoundElement, which: PseudoElement): ComputedStyle | undefined
  /** The rules that won the properties of an element. */
  rulesOf(element: BoundElement): readonly AppliedRule[]
  /** Whether rules may style the first letter of an element. */
  hasFirstLetter(element: BoundElement): boolean
  /**
   * The style of the first letter of an element (css-pseudo-4 §2.2), if a rule applies.
   * @param within the style of what the letter stands in, from which it inherits
   */
  firstLetter(element: BoundElement, within: ComputedStyle): ComputedStyle | undefined
  /** Whether rules may style the first line of an element. */
  hasFirstLine(element: BoundElement): boolean
  /**
   * The styles of what stands on the first line of a block (css-pseudo-4 §2.1), if a rule applies.
   * @param block the style of the block container that the line stands in
   */
  firstLine(block: ComputedStyle, owners: LineOwners): FirstLineStyles | undefined
  /** The style of an anonymous box: inherited properties of `parent`, initial values else. Interned per parent and display. */
  anonymous(parent: ComputedStyle, display: ComputedStyle['display']): ComputedStyle
  /** The style of a page by the `@page` rules that match it (css-page-3 §4). */
  pageStyle(page: PageSelectorInput): PageStyle
  /** The same with another area that `vw` and `vh` refer to, but for the styles of pages. */
  withViewport(size: Size): StyledTree
  /** The addresses that cross-references in page margins name. */
  readonly pageTargets: readonly string[]
}

/** The elements whose first line a line is, from the innermost on. */
export interface LineOwners {
  readonly element: BoundElement
  readonly outer: LineOwners | undefined
}

/** Styles as they are on a first line, where everything inherits from `::first-line`. */
export interface FirstLineStyles {
  /** Those of the pseudo-elements, from the outermost on, each of which inherits from the one before. */
  readonly lines: readonly ComputedStyle[]
  /** The style that something with this style has there. */
  onLine(style: ComputedStyle): ComputedStyle
}
