import type { Filters } from './parse-expression.js'

/** Spellings of other template languages, tried in this order, and what this one has for them. */
const SPELLINGS: readonly (readonly [spelling: RegExp, hint: string])[] = [
  [/^\s*(?:elseif|elsif|elif)\b/u, 'write {{else if …}}'],
  [/[=!]==/u, 'write == for === and != for !=='],
  [/&&/u, 'write "and" for &&'],
  [/\|\|/u, 'write "or" for ||, or {{value | default "…"}}'],
  [/!(?!=)/u, 'write "not" for !'],
  [/\?/u, 'write {{#if a}}…{{else}}…{{/if}} for a choice'],
  [/(?:^|[\s(])\.\//u, 'write this.name, or the name alone, for ./name'],
  [/\|\s*[\p{L}_]\w*\s*[:(]/u, 'the argument of a filter stands behind a space, as in {{value | round 2}}'],
  [/[\p{L}_\d]\s*\(/u, 'there are no functions, but filters, as in {{value | upper}}'],
  [/^\s*[\p{L}_][\w.]*\s+["'\p{L}_@]/u, 'there are no helpers, but filters, as in {{value | date "long"}}'],
]

/** `: write "and" for &&` when it shows why a text is not an expression, else nothing. */
export function explainSyntax(written: string, filters: Filters): string {
  const withoutStrings = written.replace(/"[^"]*"|'[^']*'/gu, '""')
  if (/["']/u.test(withoutStrings.replaceAll('""', ''))) return ': a string in it has no end'
  const hint =
    SPELLINGS.find(([spelling]) => spelling.test(withoutStrings))?.[1] ?? wrongArguments(withoutStrings, filters)
  return hint === undefined ? '' : `: ${hint}`
}

/** The first filter that has too few or too many arguments. */
function wrongArguments(written: string, filters: Filters): string | undefined {
  for (const [, name = '', rest = ''] of written.matchAll(/\|\s*([\p{L}_][\p{L}\w-]*)([^|]*)/gu)) {
    const filter = filters.get(name)
    if (!filter) continue
    const [least, most] = filter.arguments
    if (least > 0 && rest.trim() === '')
      return `filter "${name}" needs ${least === 1 ? 'an argument' : `${least} arguments`}`
    if (most === 0 && rest.trim() !== '') return `filter "${name}" takes no argument`
    return `filter "${name}" takes ${least === most ? least : `${least} to ${most}`} arguments`
  }
  return undefined
}
