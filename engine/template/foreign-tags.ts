const LOOP = 'write {{#each items as item}}…{{/each}}'
const CONDITION = 'write {{#if …}}…{{/if}}'
const NAME = 'write {{#let name = value}}…{{/let}}'
const CHOICE = 'write {{#if a == 1}}…{{else if a == 2}}…{{/if}}'
const OTHERWISE = 'write {{else if …}}'
const PARTIAL = 'write {{> name}}'

/** Blocks of other template languages, and what this one has for them. */
export const FOREIGN_BLOCKS: ReadonlyMap<string, string> = new Map([
  ['for', LOOP],
  ['foreach', LOOP],
  ['loop', LOOP],
  ['repeat', LOOP],
  ['with', NAME],
  ['set', NAME],
  ['assign', NAME],
  ['switch', CHOICE],
  ['case', CHOICE],
  ['elseif', OTHERWISE],
  ['elsif', OTHERWISE],
  ['elif', OTHERWISE],
  ['include', PARTIAL],
  ['render', PARTIAL],
  ['partial', PARTIAL],
])

/** The words of tags with percent signs that are no blocks here under the same name. */
const FOREIGN_TAGS: ReadonlyMap<string, string> = new Map([
  ...FOREIGN_BLOCKS,
  ['if', CONDITION],
  ['unless', 'write {{#unless …}}…{{/unless}}'],
  ['else', 'write {{else}}'],
  ['endif', 'write {{/if}}'],
  ['endunless', 'write {{/unless}}'],
  ['endfor', 'write {{/each}}'],
  ['endwith', 'write {{/let}}'],
  ['end', 'write {{/if}} or {{/each}}'],
  ['capture', NAME],
  ['comment', 'write {{!-- … --}}'],
  ['extends', PARTIAL],
  ['block', PARTIAL],
  ['raw', 'write \\{{ for braces that are text'],
])

/** The advice for a tag of another language, whose inner text is given; undefined for text that is none. */
export function foreignTagHint(content: string): string | undefined {
  const printed = /^[=-]\s*([\p{L}_][\p{L}\p{Nd}_.]*)\s*-?$/u.exec(content)
  if (printed && content.startsWith('=')) return `write {{${printed[1]}}}`
  const word = /^[-~+]?\s*(\p{L}+)/u.exec(content)?.[1]
  return word === undefined ? undefined : FOREIGN_TAGS.get(word.toLowerCase())
}
