import { type Dictionary, dictionaryOf, isArray, isDictionary, nameOf, type PdfObject, Ref } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'

/** Expressions of visibility within each other. */
const DEEPEST = 20

/** Which layers of a file are seen when it is opened (ISO 32000-1 §8.11). */
export class Layers {
  readonly #off = new Set<number>()
  readonly #on = new Set<number>()
  readonly #isOff: boolean
  /** Readers change what is seen where they print, by what the groups say of that (§8.11.4.4). */
  readonly changeInPrint: boolean
  #areUsed = false

  constructor(private readonly source: PdfSource) {
    const usual = source.dictionary(source.dictionary(source.catalog, 'OCProperties'), 'D')
    this.#isOff = nameOf(source.get(usual, 'BaseState')) === 'OFF'
    this.changeInPrint = source.list(usual, 'AS').length > 0
    for (const group of source.list(usual, 'ON')) if (group instanceof Ref) this.#on.add(group.id)
    for (const group of source.list(usual, 'OFF')) if (group instanceof Ref) this.#off.add(group.id)
  }

  /** Whether there may be anything that is not seen. */
  get hideSomething(): boolean {
    return this.#isOff || this.#off.size > 0
  }

  /** Whether anything that was asked about belongs to a layer. */
  get areUsed(): boolean {
    return this.#areUsed
  }

  /** Whether what belongs to a group, or to several, is left out. */
  hides(value: PdfObject | undefined): boolean {
    if (value !== undefined) this.#areUsed = true
    return this.hideSomething && value !== undefined && !this.#shows(value)
  }

  #shows(value: PdfObject): boolean {
    const group = dictionaryOf(this.source.resolve(value))
    if (!group) return true
    if (nameOf(this.source.get(group, 'Type')) === 'OCMD') return this.#showsMembers(group)
    return !(value instanceof Ref) || this.#isOn(value)
  }

  #isOn({ id }: Ref): boolean {
    return this.#isOff ? this.#on.has(id) : !this.#off.has(id)
  }

  #showsMembers(membership: Dictionary): boolean {
    const expression = this.source.get(membership, 'VE')
    if (isArray(expression)) return this.#evaluate(expression, 0)
    const given = membership.get('OCGs')
    const value = this.source.resolve(given)
    const groups = isArray(value) ? value : isDictionary(value) && given ? [given] : []
    const states = groups.filter((group) => group instanceof Ref).map((group) => this.#isOn(group))
    if (states.length === 0) return true
    switch (nameOf(this.source.get(membership, 'P'))) {
      case 'AllOn':
        return states.every((on) => on)
      case 'AnyOff':
        return states.some((on) => !on)
      case 'AllOff':
        return states.every((on) => !on)
      default:
        return states.some((on) => on)
    }
  }

  #evaluate([operator, ...operands]: readonly PdfObject[], depth: number): boolean {
    if (depth > DEEPEST) return true
    this.source.budget.readValues(operands.length)
    const isSeen = (operand: PdfObject): boolean => {
      const value = this.source.resolve(operand)
      if (isArray(value)) return this.#evaluate(value, depth + 1)
      return !(operand instanceof Ref) || this.#isOn(operand)
    }
    switch (nameOf(this.source.resolve(operator))) {
      case 'Not':
        return !operands.slice(0, 1).every(isSeen)
      case 'Or':
        return operands.some(isSeen)
      default:
        return operands.every(isSeen)
    }
  }
}
