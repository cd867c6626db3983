import { FORMATTING_BARRIERS, SCOPE_BOUNDARIES, SPECIAL_ELEMENTS } from './element-tables.js'
import type { FormattingList } from './formatting-list.js'
import type { OpenElement } from './open-element.js'
import { HTML_INTEGRATION_POINTS } from './svg-names.js'

/** The `html` element and the `head` or `body` in it: no tag closes them. */
const BOTTOM = 2

/**
 * The stack of open elements (html.spec.whatwg.org §13.2.4.2) with the searches that end tags and implied ends
 * need. All `find` methods return an index, or -1.
 */
export class OpenElements {
  #stack: OpenElement[]

  constructor(
    private readonly root: OpenElement,
    first: OpenElement,
    private readonly formatting: FormattingList,
  ) {
    this.#stack = [root, first]
  }

  get current(): OpenElement {
    return this.#stack[this.#stack.length - 1] ?? this.root
  }

  get depth(): number {
    return this.#stack.length
  }

  /** Only the root and the element directly in it are open. */
  get isAtBottom(): boolean {
    return this.#stack.length === BOTTOM
  }

  /** Leaves everything and continues within another child of the root. */
  restart(first: OpenElement): void {
    this.#stack = [this.root, first]
  }

  push(element: OpenElement): void {
    element.open = true
    this.#stack.push(element)
    if (element.namespace === 'html' && FORMATTING_BARRIERS.has(element.name)) this.formatting.addBarrier()
  }

  pop(): void {
    const element = this.#stack.pop()
    if (!element) return
    element.open = false
    if (element.namespace === 'html' && FORMATTING_BARRIERS.has(element.name)) this.formatting.clearToBarrier()
  }

  /** Closes the open elements from `index` on; nothing when it is -1. */
  popThrough(index: number): void {
    if (index < BOTTOM) return
    while (this.#stack.length > index) this.pop()
  }

  indexOf(element: OpenElement): number {
    return this.#stack.lastIndexOf(element)
  }

  slice(start: number, end: number): readonly OpenElement[] {
    return this.#stack.slice(start, end)
  }

  /** Puts other elements in the place of `[start, end)`. */
  replace(start: number, end: number, by: readonly OpenElement[]): void {
    this.#stack.splice(start, end - start, ...by)
  }

  /** "Has an element in scope". */
  findInScope(matches: (name: string) => boolean, extraBoundaries?: ReadonlySet<string>): number {
    for (let index = this.#stack.length - 1; index >= BOTTOM; index--) {
      const element = this.#stack[index]
      if (!element) break
      if (element.namespace === 'svg') {
        if (HTML_INTEGRATION_POINTS.has(element.name)) break
        continue
      }
      if (matches(element.name)) return index
      if (SCOPE_BOUNDARIES.has(element.name) || extraBoundaries?.has(element.name)) break
    }
    return -1
  }

  /** An open part of the innermost table, or that table itself. */
  findInTable(name: string): number {
    for (let index = this.#stack.length - 1; index >= BOTTOM; index--) {
      const element = this.#stack[index]
      if (element?.name === name) return index
      if (element?.name === 'table' || element?.namespace === 'svg') break
    }
    return -1
  }

  /** The outermost open part of the innermost table that is among `parts`. */
  findOutermostPart(parts: ReadonlySet<string>): number {
    let found = -1
    for (let index = this.#stack.length - 1; index >= BOTTOM; index--) {
      const element = this.#stack[index]
      if (!element || element.name === 'table' || element.namespace === 'svg') break
      if (parts.has(element.name)) found = index
    }
    return found
  }

  /** The list item that the next one ends. */
  findItem(matches: (name: string) => boolean): number {
    for (let index = this.#stack.length - 1; index >= BOTTOM; index--) {
      const name = this.#stack[index]?.name ?? ''
      if (matches(name)) return index
      if (SPECIAL_ELEMENTS.has(name) && name !== 'address' && name !== 'div' && name !== 'p') break
    }
    return -1
  }

  /** An element of the innermost `svg` by its lower-case name. */
  findInSvg(name: string): number {
    for (let index = this.#stack.length - 1; index >= BOTTOM; index--) {
      const element = this.#stack[index]
      if (element?.namespace !== 'svg') break
      if (element.name.toLowerCase() === name) return index
    }
    return -1
  }

  /** An inline element whose end tag crosses no block. */
  findInline(name: string): number {
    for (let index = this.#stack.length - 1; index >= BOTTOM; index--) {
      const open = this.#stack[index]
      if (open?.name === name) return index
      if (open?.namespace === 'svg' || SPECIAL_ELEMENTS.has(open?.name ?? '')) break
    }
    return -1
  }

  /** The outermost block above `index`. */
  findBlockAbove(index: number): number {
    for (let at = index + 1; at < this.#stack.length; at++) {
      const element = this.#stack[at]
      if (element?.namespace === 'html' && SPECIAL_ELEMENTS.has(element.name)) return at
    }
    return -1
  }

  /** Whether a table cell or the like stands above `index`. */
  hasBoundaryAbove(index: number): boolean {
    for (let at = index + 1; at < this.#stack.length; at++) {
      if (SCOPE_BOUNDARIES.has(this.#stack[at]?.name ?? '')) return true
    }
    return false
  }
}
