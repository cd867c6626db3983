import type { Declaration, WideKeyword } from '../css/properties/declaration.js'
import { trimBlanks, wideKeyword } from '../css/properties/parse-declaration.js'
import type { PropertyRule } from '../css/syntax/property-rule.js'
import { absoluteLengths, hasRelativeLength } from '../css/values/absolute-lengths.js'
import type { UnitContext } from '../css/values/compute-length.js'
import { referencedVariables, substituteVariables } from '../css/values/substitute-variables.js'
import type { CSSToken } from '../css/values/value-cursor.js'
import type { ValueSyntax } from '../css/values/value-syntax.js'

/** Computed custom properties by name; those without a value are absent. */
export type CustomProperties = ReadonlyMap<string, readonly CSSToken[]>

export const NO_CUSTOM_PROPERTIES: CustomProperties = new Map()

/** The custom properties that are registered. */
export interface RegisteredProperties {
  /** Their initial values. */
  readonly initial: CustomProperties
  /** Names of those that are not inherited. */
  readonly own: readonly string[]
  /** What their values must be, where that is not anything. */
  readonly syntaxes: ReadonlyMap<string, ValueSyntax>
}

/** The rules of a document, of which the last with a name counts; undefined where there are none. */
export function registeredProperties(rules: readonly PropertyRule[]): RegisteredProperties | undefined {
  if (rules.length === 0) return undefined
  const byName = new Map(rules.map((rule) => [rule.name, rule]))
  const initial = new Map<string, readonly CSSToken[]>()
  const syntaxes = new Map<string, ValueSyntax>()
  for (const { name, initialValue, syntax } of byName.values()) {
    if (initialValue) initial.set(name, initialValue)
    if (syntax) syntaxes.set(name, syntax)
  }
  return { initial, syntaxes, own: [...byName.values()].flatMap(({ name, inherits }) => (inherits ? [] : name)) }
}

/** An element's custom properties before its own declarations apply. */
function handedOn(
  parent: CustomProperties | undefined,
  registered: RegisteredProperties | undefined,
): CustomProperties {
  if (!registered) return parent ?? NO_CUSTOM_PROPERTIES
  const { initial, own } = registered
  if (!parent) return initial
  if (own.every((name) => parent.get(name) === initial.get(name))) return parent
  const result = new Map(parent)
  for (const name of own) {
    const value = initial.get(name)
    if (value) result.set(name, value)
    else result.delete(name)
  }
  return result
}

type CustomDeclaration = Extract<Declaration, { kind: 'custom' }>

/** Properties may refer to each other this deep; what lies deeper has no value. */
const REFERENCE_LIMIT = 128

/**
 * Computes the custom properties of an element: references replaced, properties in a cycle without a value
 * (css-variables-1 §2.3), all others inherited or, as they are registered, initial.
 * @param units what the lengths of registered properties refer to; absent where that is not known yet
 */
export function computeCustomProperties(
  declared: ReadonlyMap<string, CustomDeclaration>,
  parent: CustomProperties | undefined,
  registered: RegisteredProperties | undefined,
  units?: UnitContext,
): CustomProperties {
  const inherited = handedOn(parent, registered)
  if (declared.size === 0) return inherited
  const resolver = new Resolver(declared, inherited, parent ?? inherited, registered, units)
  const result = new Map(inherited)
  for (const name of declared.keys()) {
    const value = resolver.valueOf(name)
    if (value) result.set(name, value)
    else result.delete(name)
  }
  return result
}

/** Whether a value is to be computed again once it is known what its lengths refer to. */
export function hasOpenLengths(
  custom: CustomProperties,
  declared: ReadonlyMap<string, CustomDeclaration>,
  registered: RegisteredProperties | undefined,
): boolean {
  if (!registered || declared.size === 0) return false
  for (const name of registered.syntaxes.keys()) {
    const value = declared.has(name) ? custom.get(name) : undefined
    if (value && hasRelativeLength(value)) return true
  }
  return false
}

/** Resolves references depth first; whatever is met again on the way down is part of a cycle. */
class Resolver {
  readonly #values = new Map<string, readonly CSSToken[] | undefined>()
  readonly #path: string[] = []
  readonly #cyclic = new Set<string>()

  constructor(
    private readonly declared: ReadonlyMap<string, CustomDeclaration>,
    /** Values that apply where nothing is declared. */
    private readonly inherited: CustomProperties,
    private readonly parent: CustomProperties,
    private readonly registered: RegisteredProperties | undefined,
    private readonly units: UnitContext | undefined,
  ) {}

  valueOf(name: string): readonly CSSToken[] | undefined {
    const declaration = this.declared.get(name)
    if (!declaration) return this.inherited.get(name)
    if (this.#values.has(name)) return this.#values.get(name)
    const value = this.#compute(name, declaration.value)
    this.#values.set(name, value)
    return value
  }

  #compute(name: string, value: CustomDeclaration['value']): readonly CSSToken[] | undefined {
    if (typeof value === 'string') return this.#wide(name, value)
    const references = referencedVariables(value)
    if (references.length === 0) return this.#checked(name, value)
    this.#path.push(name)
    for (const reference of references) this.#visit(reference)
    this.#path.pop()
    if (this.#cyclic.has(name)) return undefined
    // An invalid value of a registered property becomes its initial or inherited value (§2.5 there).
    const computed = substituteVariables(value, (reference) => this.valueOf(reference))
    const wide = computed && wideKeyword(trimBlanks(computed))
    if (wide) return this.#wide(name, wide)
    if (computed) return this.#checked(name, computed)
    return this.registered?.initial.has(name) ? this.inherited.get(name) : undefined
  }

  /** A value that is not of the registered syntax is as invalid as one without a variable that it refers to. */
  #checked(name: string, value: readonly CSSToken[]): readonly CSSToken[] | undefined {
    const syntax = this.registered?.syntaxes.get(name)
    if (!syntax) return value
    if (!syntax(trimBlanks(value))) return this.inherited.get(name)
    return this.units ? absoluteLengths(value, this.units) : value
  }

  #wide(name: string, value: WideKeyword): readonly CSSToken[] | undefined {
    if (value === 'initial') return this.registered?.initial.get(name)
    return (value === 'inherit' ? this.parent : this.inherited).get(name)
  }

  #visit(reference: string): void {
    const at = this.#path.indexOf(reference)
    if (at !== -1) for (const member of this.#path.slice(at)) this.#cyclic.add(member)
    else if (this.#path.length >= REFERENCE_LIMIT) this.#values.set(reference, undefined)
    else this.valueOf(reference)
  }
}
