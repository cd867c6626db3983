import type { Relations, TreeAccess } from '../css/selectors/match-selector.js'
import { RelationMemo } from '../css/selectors/relation-memo.js'
import { SiblingMemo } from '../css/selectors/sibling-memo.js'
import type { BoundElement } from '../template/bound-tree.js'
import { countSiblingTypes, type SiblingTypes } from './sibling-types.js'

/** The element children of a parent. */
interface Family {
  readonly elements: readonly BoundElement[]
  /** Made when a selector asks. */
  typed: SiblingTypes | undefined
}

/** Answers selectors about a bound document. What it counts it counts once per parent. */
export class BoundAccess implements TreeAccess<BoundElement>, Relations<BoundElement> {
  readonly siblingMemo = new SiblingMemo<BoundElement>()
  readonly relations = this
  readonly memo = new RelationMemo<BoundElement>()
  readonly #families = new Map<BoundElement, Family>()

  constructor(readonly quirks: boolean) {}

  name(element: BoundElement): string {
    // Names in selectors are lower-case; of elements, those of SVG alone may not be.
    return element.template.namespace === 'svg' ? element.name.toLowerCase() : element.name
  }

  attribute(element: BoundElement, name: string): string | undefined {
    return element.attributes.get(name)
  }

  parent(element: BoundElement): BoundElement | undefined {
    return element.parent
  }

  previous(element: BoundElement): BoundElement | undefined {
    return element.index === 0 ? undefined : this.siblings(element)[element.index - 1]
  }

  position(element: BoundElement, last: boolean, typed: boolean): number {
    if (!typed) return last ? this.siblings(element).length - element.index : element.index + 1
    if (!element.parent) return 1
    const family = this.#family(element.parent)
    family.typed ??= countSiblingTypes(family.elements)
    const place = family.typed.places[element.index] ?? 0
    return last ? (family.typed.counts.get(element.name) ?? 0) - place : place + 1
  }

  siblings(element: BoundElement): readonly BoundElement[] {
    return element.parent ? this.#family(element.parent).elements : [element]
  }

  isEmpty(element: BoundElement): boolean {
    return element.children.every((child) => child.kind === 'text' && child.text === '')
  }

  children(element: BoundElement): readonly BoundElement[] {
    return this.#family(element).elements
  }

  isRightToLeftText(element: BoundElement): boolean {
    return textDirection(element) === 'rtl'
  }

  #family(parent: BoundElement): Family {
    let family = this.#families.get(parent)
    if (!family) {
      family = { elements: parent.children.filter((child) => child.kind === 'element'), typed: undefined }
      this.#families.set(parent, family)
    }
    return family
  }
}

/** Elements whose text does not count for the direction of what is around them (HTML §3.2.6.4). */
const ISOLATED = new Set(['bdi', 'script', 'style', 'textarea'])

/** Strong characters: letters of either direction, and the marks that stand for one (UAX #9 §2.6). */
const STRONG = /[\p{L}\u200e\u200f\u061c]/u

/** Letters of right-to-left scripts: Hebrew to Arabic, their presentation forms and the historic ones. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200f\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * The direction of the first strong character of an element's text, for `dir=auto`. Elements with a `dir` of their
 * own are left out, so each text is read for one element only.
 */
function textDirection(element: BoundElement): 'ltr' | 'rtl' | undefined {
  for (const child of element.children) {
    if (child.kind === 'text') {
      const strong = STRONG.exec(child.text)
      if (strong) return RIGHT_TO_LEFT.test(strong[0]) ? 'rtl' : 'ltr'
    } else if (!ISOLATED.has(child.name) && !child.attributes.has('dir')) {
      const direction = textDirection(child)
      if (direction) return direction
    }
  }
  return undefined
}
