/** The languages that write filters behind a bar. */
export type Dialect = 'liquid' | 'jinja'

/** An expression in the language of platen. */
export interface Rewritten {
  readonly written: string
  /** The value is markup, which is not escaped. */
  readonly isMarkup: boolean
  /** Why it has no counterpart. */
  readonly fault?: string
}

/** Filters under their names here; `''` for what is done anyway. */
const FILTERS: Readonly<Record<string, string>> = {
  upcase: 'upper',
  upper: 'upper',
  downcase: 'lower',
  lower: 'lower',
  title: 'title',
  strip: 'trim',
  trim: 'trim',
  default: 'default',
  d: 'default',
  join: 'join',
  size: 'length',
  length: 'length',
  count: 'length',
  first: 'first',
  last: 'last',
  sort: 'sort',
  uniq: 'unique',
  unique: 'unique',
  reverse: 'reverse',
  map: 'map',
  sum: 'sum',
  round: 'round',
  ceil: 'ceil',
  floor: 'floor',
  abs: 'abs',
  int: 'number',
  float: 'number',
  truncate: 'truncate',
  replace: 'replace',
  split: 'split',
  date: 'date',
  url_encode: 'url',
  urlencode: 'url',
  escape: '',
  e: '',
}

/** Filters that are operators here. */
const OPERATORS: Readonly<Record<string, string>> = {
  plus: '+',
  append: '+',
  minus: '-',
  times: '*',
  divided_by: '/',
  modulo: '%',
}

/** What the languages know of a loop, and the names here. */
const LOOP_NAMES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:forloop|loop)\.index0\b/g, '@index'],
  [/\b(?:forloop|loop)\.index\b/g, '@number'],
  [/\b(?:forloop|loop)\.first\b/g, '@first'],
  [/\b(?:forloop|loop)\.last\b/g, '@last'],
]

/** What stands between literals that has no counterpart. */
const UNKNOWN: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\(\s*[\w.]+\s*\.\.\s*[\w.]+\s*\)/, 'there are no ranges: loop over a list'],
  [/\b(?:forloop|loop|tablerowloop)\b/, 'a loop has @index, @number, @first and @last'],
  [/\bif\b[\s\S]*\belse\b/, 'there is no inline condition: write a block'],
  [/[\w\])]\s*\(/, 'functions are not called'],
  [/\{|\}/, 'there are no objects in expressions'],
  [/\bis\s+(?!defined\b|none\b|not\s+(?:defined|none)\b)/, 'there are no tests but "is defined"'],
]

const LITERAL = /"[^"]*"|'[^']*'/g

/** Rewrites an expression with filters. */
export function rewriteExpression(text: string, dialect: Dialect): Rewritten {
  const [value = '', ...filters] = splitOutside(text, '|')
  const first = rewriteTerm(value, dialect)
  if (first.fault !== undefined) return first
  let written = first.written
  let isMarkup = false
  for (const filter of filters) {
    const [, name = '', given = ''] = /^\s*(\w+)\s*(?::|(?=\())?\s*([\s\S]*?)\s*$/.exec(filter) ?? []
    const list = dialect === 'jinja' ? given.replace(/^\(([\s\S]*)\)$/, '$1') : given
    const args = list.trim() === '' ? [] : splitOutside(list, ',').map((arg) => rewriteTerm(arg, dialect))
    const fault = args.find((arg) => arg.fault !== undefined)?.fault
    if (fault !== undefined) return { written, isMarkup, fault }
    if (name === 'safe' || name === 'raw') {
      isMarkup = true
      continue
    }
    const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
    if (operator !== undefined && args.length === 1) {
      written = `(${written} ${operator} ${args[0]?.written})`
      continue
    }
    const known = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
    if (known === undefined) return { written, isMarkup, fault: `there is no filter "${name}"` }
    if (known !== '') written = [written, '|', known, ...args.map((arg) => arg.written)].join(' ')
  }
  return { written, isMarkup }
}

/** A value, comparison or calculation without filters. */
function rewriteTerm(text: string, dialect: Dialect): Rewritten {
  const literals: string[] = []
  let bare = text.trim().replace(LITERAL, (literal) => `\uE000${literals.push(literal) - 1}\uE000`)
  for (const [pattern, name] of LOOP_NAMES) bare = bare.replace(pattern, name)
  const unknown = UNKNOWN.find(([pattern]) => pattern.test(bare))
  if (unknown) return { written: text, isMarkup: false, fault: unknown[1] }
  bare = bare
    .replace(/\b([\w.]+)\s+is\s+not\s+defined\b/g, 'not $1')
    .replace(/\b([\w.]+)\s+is\s+(?:defined|not\s+none)\b/g, '$1')
    .replace(/\b([\w.]+)\s+is\s+none\b/g, 'not $1')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false')
    .replace(/\b(?:None|nil)\b/g, 'null')
    .replace(/==\s*(?:blank|empty)\b/g, '== ""')
    .replace(/!=\s*(?:blank|empty)\b/g, '!= ""')
  if (dialect === 'jinja') bare = bare.replace(/\s~\s/g, ' + ')
  const written = bare.replace(/\uE000(\d+)\uE000/g, (_, index: string) => literals[Number(index)] ?? '')
  return { written, isMarkup: false }
}

/** Splits at a sign that stands in no text and no parentheses. */
function splitOutside(text: string, sign: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let quote = ''
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth--
    else if (character === sign && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
