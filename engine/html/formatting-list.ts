import type { OpenElement } from './open-element.js'

/** How many equal elements the list keeps (§13.2.4.3): more nesting of the same changes nothing that is seen. */
const EQUAL_ENTRIES = 3

/** The list of active formatting elements (html.spec.whatwg.org §13.2.4.3); `undefined` entries are markers. */
export class FormattingList {
  readonly #entries: (OpenElement | undefined)[] = []

  get length(): number {
    return this.#entries.length
  }

  at(index: number): OpenElement | undefined {
    return this.#entries[index]
  }

  add(element: OpenElement): void {
    let equal = 0
    let earliest = -1
    for (let index = this.#entries.length - 1; index >= 0; index--) {
      const entry = this.#entries[index]
      if (!entry) break
      if (isEqual(entry, element)) {
        equal++
        earliest = index
      }
    }
    if (equal >= EQUAL_ENTRIES) this.#entries.splice(earliest, 1)
    this.#entries.push(element)
  }

  addBarrier(): void {
    this.#entries.push(undefined)
  }

  clearToBarrier(): void {
    while (this.#entries.length > 0 && this.#entries.pop() !== undefined);
  }

  /** The last entry of that name behind the last barrier. */
  find(name: string): OpenElement | undefined {
    for (let index = this.#entries.length - 1; index >= 0; index--) {
      const entry = this.#entries[index]
      if (!entry || entry.name === name) return entry
    }
    return undefined
  }

  remove(element: OpenElement): void {
    const index = this.#entries.lastIndexOf(element)
    if (index >= 0) this.#entries.splice(index, 1)
  }

  replace(element: OpenElement, by: OpenElement): void {
    const index = this.#entries.lastIndexOf(element)
    if (index >= 0) this.#entries[index] = by
  }

  /** Index of the first of the entries at the end that are no longer open. */
  firstClosed(): number {
    let index = this.#entries.length
    while (index > 0) {
      const entry = this.#entries[index - 1]
      if (!entry || entry.open) break
      index--
    }
    return index
  }
}

function isEqual(a: OpenElement, b: OpenElement): boolean {
  if (a.name !== b.name || a.attributes.length !== b.attributes.length) return false
  return a.attributes.every((attribute, index) => {
    const other = b.attributes[index]
    return other?.name === attribute.name && other.value.join('\0') === attribute.value.join('\0')
  })
}
