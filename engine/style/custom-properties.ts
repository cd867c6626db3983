import type { Declaration } from '../css/properties/declaration.js'
import { referencedVariables, substituteVariables } from '../css/values/substitute-variables.js'
import type { CSSToken } from '../css/values/value-cursor.js'

/** Computed custom properties by name; those without a value are absent. */
export type CustomProperties = ReadonlyMap<string, readonly CSSToken[]>

export const NO_CUSTOM_PROPERTIES: CustomProperties = new Map()

type CustomDeclaration = Extract<Declaration, { kind: 'custom' }>

/** Properties may refer to each other this deep; what lies deeper has no value. */
const REFERENCE_LIMIT = 128

/**
 * Computes the custom properties of an element: references replaced, properties in a cycle without a value
 * (css-variables-1 §2.3), all others inherited.
 */
export function computeCustomProperties(
  declared: ReadonlyMap<string, CustomDeclaration>,
  inherited: CustomProperties,
): CustomProperties {
  if (declared.size === 0) return inherited
  const resolver = new Resolver(declared, inherited)
  const result = new Map(inherited)
  for (const name of declared.keys()) {
    const value = resolver.valueOf(name)
    if (value) result.set(name, value)
    else result.delete(name)
  }
  return result
}

/** Resolves references depth first; whatever is met again on the way down is part of a cycle. */
class Resolver {
  readonly #values = new Map<string, readonly CSSToken[] | undefined>()
  readonly #path: string[] = []
  readonly #cyclic = new Set<string>()

  constructor(
    private readonly declared: ReadonlyMap<string, CustomDeclaration>,
    private readonly inherited: CustomProperties,
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
    if (typeof value === 'string') return value === 'initial' ? undefined : this.inherited.get(name)
    const references = referencedVariables(value)
    if (references.length === 0) return value
    this.#path.push(name)
    for (const reference of references) this.#visit(reference)
    this.#path.pop()
    return this.#cyclic.has(name) ? undefined : substituteVariables(value, (reference) => this.valueOf(reference))
  }

  #visit(reference: string): void {
    const at = this.#path.indexOf(reference)
    if (at !== -1) for (const member of this.#path.slice(at)) this.#cyclic.add(member)
    else if (this.#path.length >= REFERENCE_LIMIT) this.#values.set(reference, undefined)
    else this.valueOf(reference)
  }
}
