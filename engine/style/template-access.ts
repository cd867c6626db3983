import { assertNever } from '../base/invariant.js'
import { type TreeAccess, UNKNOWN, type Unknown } from '../css/match-selector.js'
import type { TemplateElement, TemplateNode, TemplateTree } from '../template/template-tree.js'

/** An element of the template; `undefined` parents mean the root. */
interface Place {
  readonly parent: TemplateElement | undefined
  /** The parent's element children when no loop, condition or markup stands among them. */
  readonly siblings: readonly TemplateElement[] | undefined
}

/** Where the elements of a template stand, as far as no data is needed to know it. */
export class TemplatePlaces {
  readonly #places: Place[] = []

  constructor(readonly tree: TemplateTree) {
    this.#add(tree.root, { parent: undefined, siblings: [tree.root] })
  }

  /** Undefined for elements that are not of the template, such as those of inserted markup. */
  get(element: TemplateElement): Place | undefined {
    return this.tree.elements[element.id] === element ? this.#places[element.id] : undefined
  }

  #add(element: TemplateElement, place: Place): void {
    this.#places[element.id] = place
    const plain = element.children.every((child) => child.kind === 'element' || child.kind === 'text')
    const siblings = plain ? element.children.filter((child) => child.kind === 'element') : undefined
    this.#addChildren(element.children, { parent: element, siblings })
  }

  #addChildren(children: readonly TemplateNode[], place: Place): void {
    for (const child of children) {
      switch (child.kind) {
        case 'element':
          this.#add(child, place)
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
        case 'text':
        case 'raw':
          break
        default:
          assertNever(child)
      }
    }
  }
}

/** Answers selectors about a template element: `UNKNOWN` wherever data decides. */
export class TemplateAccess implements TreeAccess<TemplateElement> {
  readonly siblingMemo = undefined

  /** @param attributes those of `subject` in the documents that are asked about */
  constructor(
    private readonly places: TemplatePlaces,
    private readonly subject: TemplateElement,
    private readonly attributes: ReadonlyMap<string, string>,
  ) {}

  name(element: TemplateElement): string {
    return element.name
  }

  attribute(element: TemplateElement, name: string): string | undefined | Unknown {
    if (element === this.subject) return this.attributes.get(name)
    if (element.staticAttributes) return element.staticAttributes.get(name)
    const attribute = element.attributes.find((candidate) => candidate.name === name)
    if (!attribute) return undefined
    let value = ''
    for (const part of attribute.value) {
      if (typeof part !== 'string') return UNKNOWN
      value += part
    }
    return value
  }

  parent(element: TemplateElement): TemplateElement | undefined | Unknown {
    const place = this.places.get(element)
    return place ? place.parent : UNKNOWN
  }

  previous(element: TemplateElement): TemplateElement | undefined | Unknown {
    const siblings = this.siblings(element)
    return siblings === UNKNOWN ? UNKNOWN : siblings[siblings.indexOf(element) - 1]
  }

  position(element: TemplateElement, last: boolean, typed: boolean): number | Unknown {
    const siblings = this.siblings(element)
    if (siblings === UNKNOWN) return UNKNOWN
    const counted = typed ? siblings.filter((sibling) => sibling.name === element.name) : siblings
    const index = counted.indexOf(element)
    return last ? counted.length - index : index + 1
  }

  siblings(element: TemplateElement): readonly TemplateElement[] | Unknown {
    return this.places.get(element)?.siblings ?? UNKNOWN
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
