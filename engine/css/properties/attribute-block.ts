import { hasAttribute, referencedAttributes, substituteAttributes } from '../values/substitute-attributes.js'
import type { CSSToken } from '../values/value-cursor.js'
import type { Declaration, DeclarationBlock, PendingSource } from './declaration.js'

/** The declarations of a rule, with the attributes that they ask for. */
export function blockOf(declarations: readonly Declaration[]): DeclarationBlock {
  let names: Set<string> | undefined
  for (const declaration of declarations) {
    const tokens = tokensOf(declaration)
    if (!tokens || !hasAttribute(tokens)) continue
    names ??= new Set()
    for (const name of referencedAttributes(tokens) ?? []) names.add(name)
  }
  return names ? { declarations, attributes: [...names] } : { declarations }
}

function tokensOf(declaration: Declaration): readonly CSSToken[] | undefined {
  if (declaration.kind === 'pending') return declaration.source.tokens
  return declaration.kind === 'custom' && typeof declaration.value !== 'string' ? declaration.value : undefined
}

/** The block as it is for an element with these attributes. What has no value is unset (css-values-5 §3.1). */
export function blockWith(block: DeclarationBlock, attributes: ReadonlyMap<string, string>): DeclarationBlock {
  const sources = new Map<PendingSource, PendingSource | undefined>()
  const withAttributes = (source: PendingSource): PendingSource | undefined => {
    if (!sources.has(source)) {
      const tokens = substituteAttributes(source.tokens, attributes)
      sources.set(source, tokens && { ...source, tokens })
    }
    return sources.get(source)
  }
  const declarations = block.declarations.map((declaration): Declaration => {
    const tokens = tokensOf(declaration)
    if (!tokens || !hasAttribute(tokens)) return declaration
    if (declaration.kind === 'custom') {
      return { ...declaration, value: substituteAttributes(tokens, attributes) ?? 'initial' }
    }
    if (declaration.kind !== 'pending') return declaration
    const source = withAttributes(declaration.source)
    return source ? { ...declaration, source } : { ...declaration, kind: 'wide', value: 'unset' }
  })
  return { declarations }
}
