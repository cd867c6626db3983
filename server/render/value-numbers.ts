import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { isJsonObject } from './parse-json.js'

/** The cost of numbering a value, in the units of `spend`. */
const STEPS_PER_VALUE = 8

/**
 * Gives values numbers, equal ones to equal values: texts, numbers and literals by what they are, lists by their items
 * in order, objects by their members in any order. Each value is looked at once.
 */
export class ValueNumbers {
  readonly #simple = new Map<JsonValue, number>()
  readonly #composite = new Map<string, number>()
  /** The numbers of `earlier`. */
  readonly #earlierSimple: ReadonlyMap<JsonValue, number>
  readonly #earlierComposite: ReadonlyMap<string, number>
  readonly #known = new Map<object, number>()
  readonly #spend: (steps: number) => void
  #next: number

  /**
   * @param earlier numbers that hold for equal values here too; it must have all of its own when this is made
   * @param spend told of the work
   */
  constructor(earlier?: ValueNumbers, spend: (steps: number) => void = () => undefined) {
    this.#earlierSimple = earlier ? earlier.#simple : new Map()
    this.#earlierComposite = earlier ? earlier.#composite : new Map()
    this.#next = earlier ? earlier.#next : 0
    this.#spend = spend
  }

  of(value: JsonValue): number {
    if (typeof value !== 'object' || value === null) return this.#ofSimple(value)
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const number = this.#ofComposite(isJsonObject(value) ? this.#describeObject(value) : this.#describeList(value))
    this.#known.set(value, number)
    return number
  }

  #ofSimple(value: JsonValue): number {
    const known = this.#simple.get(value) ?? this.#earlierSimple.get(value)
    if (known !== undefined) return known
    this.#simple.set(value, this.#next)
    return this.#next++
  }

  #ofComposite(description: string): number {
    const known = this.#composite.get(description) ?? this.#earlierComposite.get(description)
    if (known !== undefined) return known
    this.#composite.set(description, this.#next)
    return this.#next++
  }

  #describeList(list: readonly JsonValue[]): string {
    this.#spend(STEPS_PER_VALUE * (1 + list.length))
    let description = '['
    for (const item of list) description += `${this.of(item)},`
    return description
  }

  #describeObject(object: JsonObject): string {
    const names = Object.keys(object)
    this.#spend(STEPS_PER_VALUE * (1 + 2 * names.length))
    if (names.length > 1) names.sort()
    let description = '{'
    for (const name of names) description += `${this.#ofSimple(name)}:${this.of(object[name] ?? null)},`
    return description
  }
}
