import type { TemplateElement } from './template-tree.js'

/** Combinations of values that are kept per element of the template: mostly classes, of which there are few. */
const MOST_COMBINATIONS = 16

/** Equal attributes of the elements that one element of the template makes, as one and the same map. */
export class SharedAttributes {
  readonly #known = new Map<TemplateElement, Map<string, ReadonlyMap<string, string>>>()

  shared(template: TemplateElement, attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    let known = this.#known.get(template)
    if (!known) {
      known = new Map()
      this.#known.set(template, known)
    }
    let key = ''
    for (const [name, value] of attributes) key += `${name} ${value.length} ${value} `
    const same = known.get(key)
    if (same) return same
    if (known.size < MOST_COMBINATIONS) known.set(key, attributes)
    return attributes
  }
}
