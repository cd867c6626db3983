import { segmentText } from '../../base/segment-text.js'
import { isList, isObject, toNumber, toText, type Value } from '../values.js'
import {
  type Filter,
  type FilterCall,
  formatNothing,
  isBlank,
  onText,
  textArgument,
  unusable,
  wholeArgument,
  wrongArgument,
} from './filter.js'

export const TEXT_FILTERS: Readonly<Record<string, Filter>> = {
  upper: onText([0, 0], (text, { language }) => text.toLocaleUpperCase(language)),
  lower: onText([0, 0], (text, { language }) => text.toLocaleLowerCase(language)),
  title: onText([0, 0], (text, { language }) => titleCase(text, language)),
  trim: onText([0, 0], (text) => text.trim()),
  url: onText([0, 0], encodeUrl),

  truncate: onText([1, 1], (text, call) => {
    const most = toNumber(call.argument(0))
    if (most === undefined || most < 1) return wrongArgument(call.argument(0), 'a number of characters', call)
    return truncate(text, most, call.language)
  }),

  split: onText([0, 1], (text, call) => {
    const separator = textArgument(call, 0, 'a text', ',')
    if (separator === undefined) return undefined
    return separator === '' ? Array.from(text) : text.split(separator).map((part) => part.trim())
  }),

  replace: onText([2, 2], (text, call) => {
    const wanted = textArgument(call, 0, 'a text to look for')
    const replacement = textArgument(call, 1, 'a text to put in its place')
    if (wanted === undefined || replacement === undefined) return undefined
    if (wanted === '') return wrongArgument(wanted, 'a text to look for', call)
    const growth = replacement.length - wanted.length
    if (growth > 0) call.checkLength(text.length + growth * occurrences(text, wanted))
    return text.replaceAll(wanted, () => replacement)
  }),

  'starts-with': onText([1, 1], (text, call) => {
    const start = textArgument(call, 0, 'a text')
    return start === undefined ? undefined : text.startsWith(start)
  }),

  'ends-with': onText([1, 1], (text, call) => {
    const end = textArgument(call, 0, 'a text')
    return end === undefined ? undefined : text.endsWith(end)
  }),

  pad: onText([1, 2], (text, call) => {
    const width = wholeArgument(call, 0, [-MAX_WIDTH, MAX_WIDTH], `a width of at most ${MAX_WIDTH}`)
    const filling = textArgument(call, 1, 'a text to fill with', ' ')
    if (width === undefined || filling === undefined) return undefined
    return width < 0 ? text.padEnd(-width, filling) : text.padStart(width, filling)
  }),

  mask: onText([0, 2], (text, call) => {
    const shown = wholeArgument(call, 0, [0, MAX_WIDTH], 'a number of characters that stay', 4)
    const sign = textArgument(call, 1, 'a text to show instead', '•')
    if (shown === undefined || sign === undefined) return undefined
    call.checkLength(text.length * sign.length)
    return mask(text, shown, sign)
  }),

  plural: {
    arguments: [2, 6],
    apply(input, call) {
      if (input === undefined || input === null) return input
      if (isBlank(input)) return formatNothing(call)
      const number = isList(input) ? input.length : toNumber(input)
      return number === undefined ? unusable(input, 'a number or an array', call) : plural(number, call)
    },
  },

  default: {
    arguments: [1, 1],
    passesValues: true,
    apply: (input, call) => (input === undefined || input === null || input === '' ? call.argument(0) : input),
  },

  json: { arguments: [0, 0], apply: (input, call) => (input === undefined ? undefined : call.json(input)) },
}

/** Far more than a line has room for. */
const MAX_WIDTH = 1000

function occurrences(text: string, wanted: string): number {
  let count = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) count++
  return count
}

/** Half a character of UTF-16, which no URL can hold. */
const LONE_SURROGATE = /\p{Surrogate}/gu

/** A text as part of a URL: all but letters, digits and `-._~` in percent signs (RFC 3986 §2.1 and §2.3). */
function encodeUrl(text: string): string {
  const encoded = encodeURIComponent(text.replace(LONE_SURROGATE, '\ufffd'))
  return encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Upper case at the start of each word, lower case behind it. */
function titleCase(text: string, language: string): string {
  return text.replace(/([\p{L}\p{N}])([\p{L}\p{M}\p{N}'’]*)/gu, (_word, first: string, rest: string) => {
    return first.toLocaleUpperCase(language) + rest.toLocaleLowerCase(language)
  })
}

/** At most so many characters as readers count them, the ellipsis among them. */
function truncate(text: string, most: number, language: string): string {
  if (text.length <= most) return text
  let characters = 0
  let kept = 0
  for (const { index, segment } of segmentText(new Intl.Segmenter(language), text)) {
    characters++
    if (characters < most) kept = index + segment.length
    if (characters > most) return `${text.slice(0, kept).trimEnd()}…`
  }
  return text
}

/** Letters and digits are hidden but the last ones; blanks and signs between them stay, as in an IBAN. */
function mask(text: string, shown: number, sign: string): string {
  const characters = Array.from(text)
  const isHidden = (character: string) => /[\p{L}\p{N}]/u.test(character)
  let toHide = characters.filter(isHidden).length - shown
  return characters.map((character) => (isHidden(character) && toHide-- > 0 ? sign : character)).join('')
}

/** The order in which a language's forms are written: `plural "item" "items"`, Polish with one, few and many. */
const CATEGORIES: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

function plural(number: number, call: FilterCall): Value {
  const rules = new Intl.PluralRules(call.language)
  const known = rules.resolvedOptions().pluralCategories
  const categories = CATEGORIES.filter((category) => known.includes(category))
  const given = call.count
  const position = categories.indexOf(rules.select(number))
  // Fewer forms than the language has end with the one for everything else.
  const form = call.argument(Math.min(position, given - 1))
  if (form === undefined || isObject(form)) return wrongArgument(form, 'a word for each form', call)
  return toText(form)
}
