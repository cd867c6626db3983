import { assertNever } from '../base/invariant.js'
import { type TreeAccess, UNKNOWN, type Unknown } from '../css/selectors/match-selector.js'
import { SiblingMemo } from '../css/selectors/sibling-memo.js'
import type { StyledMarkup, TemplateElement, TemplateNode } from '../template/template-tree.js'
import { countSiblingTypes, type SiblingTypes } from './sibling-types.js'

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/** An element of the template; `undefined` parents mean the root. */
interface Place {
  readonly parent: TemplateElement | undefined
  /** The parent's element children when no loop, condition or markup stands among them. */
  readonly siblings: readonly TemplateElement[] | undefined
  /** Index among the siblings, as far as they are known. */
  readonly index: number
}

/** Where the elements of a template stand, as far as no data is needed to know it. */
export class TemplatePlaces {
  readonly #places: Place[] = []
  #isComplete = true
  /** Of elements whose attributes no document changes. */
  readonly siblingMemo = new SiblingMemo<TemplateElement>()
  readonly #types = new WeakMap<readonly TemplateElement[], SiblingTypes>()

  constructor(readonly tree: StyledMarkup) {
    this.#add(tree.root, { parent: undefined, siblings: [tree.root], index: 0 })
  }

  /** Whether documents have no elements besides these: no inserted markup, and no partial that includes itself. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  /** Undefined for elements that are not of the template, such as those of inserted markup. */
  get(element: TemplateElement): Place | undefined {
    return this.tree.elements[element.id] === element ? this.#places[element.id] : undefined
  }

  /** The places of known siblings among those of the same name. */
  types(siblings: readonly TemplateElement[]): SiblingTypes {
    let types = this.#types.get(siblings)
    if (!types) {
      types = countSiblingTypes(siblings)
      this.#types.set(siblings, types)
    }
    return types
  }

  #add(element: TemplateElement, place: Place): void {
    this.#places[element.id] = place
    const plain = element.children.every((child) => child.kind === 'element' || child.kind === 'text')
    const siblings = plain ? element.children.filter((child) => child.kind === 'element') : undefined
    this.#addChildren(element.children, { parent: element, siblings })
  }

  #addChildren(children: readonly TemplateNode[], place: Omit<Place, 'index'>): void {
    let index = 0
    for (const child of children) {
      switch (child.kind) {
        case 'element':
          this.#add(child, { ...place, index: index++ })
          break
        case 'each':
          this.#addChildren(child.children, place)
          this.#addChildren(child.otherwise, place)
          break
        case 'if':
          for (const branch of child.branches) this.#addChildren(branch.children, place)
          this.#addChildren(child.otherwise, place)
          break
        case 'let':
          this.#addChildren(child.children, place)
          break
        case 'raw':
        case 'partial':
          this.#isComplete = false
          break
        case 'text':
          break
        default:
          assertNever(child)
      }
    }
  }
}

/** Answers selectors about a template element: `UNKNOWN` wherever data decides. */
export class TemplateAccess implements TreeAccess<TemplateElement> {
  readonly siblingMemo: SiblingMemo<TemplateElement> | undefined
  readonly relations = undefined
  readonly quirks: boolean
  /** How many parents selectors have asked for: a selector may look at all ancestors of an element. */
  parentsAsked = 0

  /**
   * @param subject an element whose attributes are known, although data may decide about them
   * @param attributes those of `subject` in the documents that are asked about
   */
  constructor(
    private readonly places: TemplatePlaces,
    private readonly subject?: TemplateElement,
    private readonly attributes: ReadonlyMap<string, string> = NO_ATTRIBUTES,
  ) {
    this.quirks = places.tree.mode === 'quirks'
    this.siblingMemo = subject?.staticAttributes ? places.siblingMemo : undefined
  }

  name(element: TemplateElement): string {
    // Names in selectors are lower-case; of elements, those of SVG alone may not be.
    return element.namespace === 'svg' ? element.name.toLowerCase() : element.name
  }

  attribute(element: TemplateElement, name: string): string | undefined | Unknown {
    if (element === this.subject) return this.attributes.get(name)
    if (element.staticAttributes) return element.staticAttributes.get(name)
    const attribute = element.attributes.find((candidate) => candidate.name === name)
    if (!attribute) return undefined
    if (attribute.when) return UNKNOWN
    let value = ''
    for (const part of attribute.value) {
      if (typeof part !== 'string') return UNKNOWN
      value += part
    }
    return value
  }

  parent(element: TemplateElement): TemplateElement | undefined | Unknown {
    this.parentsAsked++
    const place = this.places.get(element)
    return place ? place.parent : UNKNOWN
  }

  previous(element: TemplateElement): TemplateElement | undefined | Unknown {
    const place = this.places.get(element)
    return place?.siblings ? place.siblings[place.index - 1] : UNKNOWN
  }

  position(element: TemplateElement, last: boolean, typed: boolean): number | Unknown {
    const place = this.places.get(element)
    if (!place?.siblings) return UNKNOWN
    if (!typed) return last ? place.siblings.length - place.index : place.index + 1
    const { places, counts } = this.places.types(place.siblings)
    const among = places[place.index] ?? 0
    return last ? (counts.get(element.name) ?? 0) - among : among + 1
  }

  siblings(element: TemplateElement): readonly TemplateElement[] | Unknown {
    return this.places.get(element)?.siblings ?? UNKNOWN
  }

  isRightToLeftText(): Unknown {
    return UNKNOWN
  }

  isEmpty(element: TemplateElement): boolean | Unknown {
    let known = true
    for (const child of element.children) {
      if (child.kind === 'element') return false
      if (child.kind === 'text' && child.parts.some((part) => typeof part === 'string' && part !== '')) return false
      known = false
    }
    return known ? true : UNKNOWN
  }
}
