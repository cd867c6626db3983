import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { DialectProperty, DialectTables } from '../../../../engine/dialect/dialect-types.js'

/** The tables of the engine that this page came with; the build puts them in its place. */
declare const DIALECT: DialectTables

export const tables: DialectTables = DIALECT

const PROPERTIES: ReadonlyMap<string, DialectProperty> = new Map(tables.properties.map((each) => [each.name, each]))

const WIDE = ['inherit', 'initial', 'unset', 'revert']

export function propertyNamed(name: string): DialectProperty | undefined {
  return PROPERTIES.get(name)
}

/** Names that the template can use, besides those of the dialect. */
export interface KnownNames {
  /** The paths behind a text of the template. */
  paths(before: string): readonly Completion[]
  readonly partials: readonly string[]
}

/** Completes what the dialect has at this place, and nothing else. */
export function complete(kind: 'html' | 'css', names: KnownNames) {
  return (context: CompletionContext): CompletionResult | null => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - 2_000), context.pos)
    const open = /\{\{[#/]?(?:[^{}]|\{(?!\{))*$/.exec(before)
    if (open) return completeExpression(context, open[0], names)
    if (kind === 'css' || isStyle(before)) return completeStyle(context, before)
    return completeMarkup(context, before)
  }
}

/** Whether what follows a text of HTML is in a style sheet. */
export function isStyle(before: string): boolean {
  const opened = before.lastIndexOf('<style')
  if (opened > before.lastIndexOf('</style') && before.indexOf('>', opened) !== -1) return true
  return /\sstyle\s*=\s*(?:"[^"]*|'[^']*)$/.test(before)
}

function result(context: CompletionContext, word: string, options: readonly Completion[]): CompletionResult | null {
  if (word === '' && !context.explicit) return null
  return { from: context.pos - word.length, options, validFor: /^[\p{L}\p{N}_.@-]*$/u }
}

function completeExpression(
  context: CompletionContext,
  open: string,
  { paths, partials }: KnownNames,
): CompletionResult | null {
  const partial = /^\{\{\s*>\s*([\p{L}\p{N}_/-]*)$/u.exec(open)
  if (partial) {
    const options = partials.map((label) => ({ label, type: 'type' }))
    return { from: context.pos - (partial[1] ?? '').length, options, validFor: /^[\p{L}\p{N}_/-]*$/u }
  }
  const block = /^\{\{[#/]([a-z]*)$/.exec(open)
  if (block) {
    const options = tables.blocks.map((label) => ({ label, type: 'keyword' }))
    return { from: context.pos - (block[1] ?? '').length, options }
  }
  const filter = /\|\s*([\p{L}\p{N}-]*)$/u.exec(open)
  if (filter) {
    const options = tables.filters.map(({ name, usage, text }) => ({
      label: name,
      detail: usage.slice(name.length).trim(),
      info: text,
      type: 'function',
    }))
    return { from: context.pos - (filter[1] ?? '').length, options }
  }
  const word = /[\p{L}\p{N}_.@$-]*$/u.exec(open)?.[0] ?? ''
  const variables = tables.variables.map((label) => ({ label, type: 'keyword', boost: -1 }))
  return {
    from: context.pos - word.length,
    options: [...paths(context.state.sliceDoc(0, context.pos - open.length)), ...variables],
    validFor: /^[\p{L}\p{N}_.@$-]*$/u,
  }
}

function completeStyle(context: CompletionContext, before: string): CompletionResult | null {
  const value = /(?:^|[{;"'\s])([a-z-]+)\s*:\s*(?:[^;{}]*[\s,(])?([\w#-]*)$/.exec(before)
  const property = value?.[1] === undefined ? undefined : PROPERTIES.get(value[1])
  if (value && property) {
    const keywords = property.keywords.map((label) => ({ label, type: 'keyword', boost: 1 }))
    const colors = property.takesColor
      ? tables.colors.map(({ name, hex }) => ({ label: name, detail: hex, type: 'constant' }))
      : []
    const wide = WIDE.map((label) => ({ label, type: 'keyword', boost: -2 }))
    const word = value[2] ?? ''
    return { from: context.pos - word.length, options: [...keywords, ...colors, ...wide], validFor: /^[\w-]*$/ }
  }
  const descriptor = value && tables.page.descriptors.find(({ name }) => name === value[1])
  if (value && descriptor) {
    const options = descriptor.keywords.map((label) => ({ label, type: 'keyword' }))
    return { from: context.pos - (value[2] ?? '').length, options }
  }
  const at = /@([a-z-]*)$/.exec(before)
  if (at) {
    const rules = ['page', 'media print', 'font-face', 'import', 'layer', 'supports', 'counter-style']
    const boxes = /@page[^{}]*\{[^}]*$/.test(before) ? tables.page.marginBoxes : []
    const options = [...boxes, ...rules].map((label) => ({ label, type: 'keyword' }))
    return { from: context.pos - (at[1] ?? '').length, options }
  }
  const pseudo = /::([a-z-]*)$/.exec(before)
  if (pseudo) {
    const options = tables.pseudoElements.map((label) => ({ label, type: 'keyword' }))
    return { from: context.pos - (pseudo[1] ?? '').length, options }
  }
  const word = /(?:[{;]|^|["'\s])\s*([a-z-]*)$/.exec(before)
  if (!word) return null
  const page = /@page[^{}]*\{[^{}]*$/.test(before)
    ? tables.page.descriptors.map(({ name }) => ({ label: name, apply: `${name}: `, type: 'property', boost: 2 }))
    : []
  const properties = tables.properties.map(({ name, initial, longhands }) => ({
    label: name,
    apply: `${name}: `,
    detail: longhands ? 'shorthand' : (initial ?? ''),
    type: 'property',
  }))
  return result(context, word[1] ?? '', [...page, ...properties])
}

function completeMarkup(context: CompletionContext, before: string): CompletionResult | null {
  const tag = /<\/?([a-z][a-z0-9]*|)$/.exec(before)
  if (tag) {
    const options = tables.elements.map(({ name }) => ({ label: name, type: 'type' }))
    return { from: context.pos - (tag[1] ?? '').length, options }
  }
  const attribute = /<([a-z][a-z0-9]*)(?:\s+[^<>"']*(?:"[^"]*"|'[^']*')?)*\s([a-z-]*)$/.exec(before)
  if (!attribute) return null
  const element = tables.elements.find(({ name }) => name === attribute[1])
  const names = [...(element?.attributes ?? []), ...tables.attributes]
  const options = [...new Set(names)].map((label) => ({ label, apply: `${label}=""`, type: 'property' }))
  return result(context, attribute[2] ?? '', options)
}

/** Explains the word at a place in a line or two. */
export function explain(word: string, before: string): { readonly title: string; readonly text: string } | undefined {
  if (/\{\{[^}]*$/.test(before)) {
    const filter = tables.filters.find(({ name }) => name === word)
    return filter && { title: filter.usage, text: filter.text }
  }
  const property = PROPERTIES.get(word)
  if (property) {
    const { initial, inherited, longhands, keywords, takesColor, units } = property
    const values = [
      ...keywords,
      ...(takesColor ? ['a colour'] : []),
      ...(units.includes('px') ? ['a length'] : []),
      ...(units.includes('%') ? ['a percentage'] : []),
      ...(units.includes('') ? ['a number'] : []),
    ]
    const kind = longhands
      ? `Sets ${longhands.slice(0, 8).join(', ')}.`
      : `Initially ${initial}${inherited ? ', inherited' : ''}.`
    return { title: word, text: `${values.length > 0 ? `${values.slice(0, 24).join(' · ')}. ` : ''}${kind}` }
  }
  const element = tables.elements.find(({ name }) => name === word)
  if (element && /<\/?[a-z0-9]*$/.test(before)) {
    return {
      title: `<${word}>`,
      text:
        element.attributes.length > 0
          ? `Attributes: ${element.attributes.join(', ')}.`
          : 'Takes the attributes of all elements.',
    }
  }
  return undefined
}
