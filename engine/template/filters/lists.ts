import type { JsonValue } from '../../base/json.js'
import { areEqual, compare, isList, isObject, isTrue, jsonOf, toNumber, toText, type Value } from '../values.js'
import { escapeMarkup } from './escape-markup.js'
import { type Filter, type FilterCall, unusable, wholeArgument, wrongArgument } from './filter.js'

/** Those whose value is a list of items of the list in front. */
const KEEPING = ['sort', 'where', 'unique', 'slice', 'reverse'] as const

/** Filters that make lists of lists, pick from them, or print them. */
const FILTERS = {
  join: onList([0, 1], (list, call) => {
    const separator = call.argument(0)
    return joined(list, typeof separator === 'string' ? separator : ', ', call)
  }),

  length: {
    arguments: [0, 0],
    takesText: true,
    apply(input, call) {
      if (input === undefined) return undefined
      if (input === null) return 0
      if (isList(input)) return input.length
      if (typeof input === 'string') return countCharacters(input)
      return isObject(input) ? Object.keys(input).length : unusable(input, 'an array, an object or text', call)
    },
  },

  sort: onItems([0, 2], (list, call) => {
    const direction = call.argument(1) ?? 'asc'
    if (direction !== 'asc' && direction !== 'desc') return wrongArgument(direction, '"asc" or "desc"', call)
    const keyed = list.map((item, index) => {
      const key = call.ofItem(jsonOf(item), index, list.length)
      return { item, key, text: call.text(key ?? null) }
    })
    const { compare: compareTexts } = new Intl.Collator(call.language, { numeric: true })
    const sign = direction === 'desc' ? -1 : 1
    countSorting(keyed, call)
    // Items without the field come last either way.
    return keyed.sort((a, b) => orderOf(a, b, compareTexts, sign)).map(({ item }) => item)
  }),

  where: onItems([1, 2], (list, call) => {
    const isCompared = call.count > 1
    const wanted = call.argument(1)
    return list.filter((item, index) => {
      const value = call.ofItem(jsonOf(item), index, list.length)
      call.countReading(value)
      return isCompared ? areEqual(value, wanted) : isTrue(value)
    })
  }),

  map: onItems([1, 1], (list, call) =>
    list.map((item, index) => call.ofItem(jsonOf(item), index, list.length) ?? null),
  ),

  group: onItems([1, 1], (list, call) => {
    const groups = new Map<string, { readonly key: JsonValue; readonly items: JsonValue[] }>()
    for (const [index, item] of list.entries()) {
      const key = call.ofItem(jsonOf(item), index, list.length) ?? null
      const name = `${typeof key} ${call.text(key)}`
      let group = groups.get(name)
      if (!group) {
        group = { key, items: [] }
        groups.set(name, group)
      }
      group.items.push(item)
    }
    return [...groups.values()]
  }),

  unique: onItems([0, 1], (list, call) => {
    const seen = new Set<string>()
    return list.filter((item, index) => {
      const key = call.ofItem(jsonOf(item), index, list.length) ?? null
      const name = `${typeof key} ${call.text(key)}`
      if (seen.has(name)) return false
      seen.add(name)
      return true
    })
  }),

  first: onList([0, 1], (list, call) => {
    if (call.count === 0) return jsonOf(list[0])
    const count = wholeArgument(call, 0, ANY_COUNT, 'a number of items')
    return count === undefined ? undefined : list.slice(0, count)
  }),

  last: onList([0, 1], (list, call) => {
    if (call.count === 0) return jsonOf(list.at(-1))
    const count = wholeArgument(call, 0, ANY_COUNT, 'a number of items')
    return count === undefined ? undefined : list.slice(Math.max(0, list.length - count))
  }),

  slice: {
    arguments: [1, 2],
    takesText: true,
    apply(input, call) {
      if (input === undefined || input === null) return input
      const from = wholeArgument(call, 0, ANY_PLACE, 'a position')
      const count = wholeArgument(call, 1, ANY_COUNT, 'a number of items', Number.MAX_SAFE_INTEGER)
      if (from === undefined || count === undefined) return undefined
      if (isList(input)) return cut(input, from, count)
      return isObject(input)
        ? unusable(input, 'an array or text', call)
        : cut(Array.from(toText(input)), from, count).join('')
    },
  },

  chunk: onList([1, 2], (list, call) => {
    const size = wholeArgument(call, 0, [1, Number.MAX_SAFE_INTEGER], 'a number of items from 1')
    if (size === undefined) return undefined
    const rows: JsonValue[][] = []
    for (let at = 0; at < list.length; at += size) rows.push(list.slice(at, at + size))
    const last = rows.at(-1)
    return call.count > 1 && last ? [...rows.slice(0, -1), filledUp(last, size, call)] : rows
  }),

  reverse: {
    arguments: [0, 0],
    apply(input, call) {
      if (input === undefined || input === null) return input
      return isList(input) ? input.toReversed() : unusable(input, 'an array', call)
    },
  },

  contains: {
    arguments: [1, 1],
    takesText: true,
    apply(input, call) {
      if (input === undefined) return undefined
      if (isList(input)) call.countItems(input.length)
      return contains(input, call.argument(0))
    },
  },

  lines: {
    arguments: [0, 0],
    takesText: true,
    apply(input, call) {
      if (input === undefined || input === null) return input
      if (isObject(input) && !isList(input)) return unusable(input, 'an array or text', call)
      return joined(linesOf(input, call), '\n', call)
    },
    toMarkup: breakLines,
  },

  nl2br: {
    arguments: [0, 0],
    takesText: true,
    apply(input, call) {
      if (input === undefined || input === null) return input
      return isObject(input) ? unusable(input, 'text', call) : toText(input)
    },
    toMarkup: breakLines,
  },
} satisfies Record<string, Filter>

export const LIST_FILTERS: Readonly<Record<string, Filter>> = {
  ...FILTERS,
  ...Object.fromEntries(KEEPING.map((name) => [name, { ...FILTERS[name], keepsItems: true }])),
}

const ANY_COUNT = [0, Number.MAX_SAFE_INTEGER] as const
const ANY_PLACE = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const

/** Whether a list has an item, a text a part, or an object a field. */
export function contains(whole: Value, part: Value): boolean {
  if (isList(whole)) return whole.some((item) => areEqual(jsonOf(item), part))
  if (part === undefined || part === null || isObject(part)) return false
  if (isObject(whole)) return Object.hasOwn(whole, toText(part))
  return whole !== undefined && whole !== null && toText(whole).includes(toText(part))
}

function onList(count: Filter['arguments'], change: (list: readonly JsonValue[], call: FilterCall) => Value): Filter {
  return {
    arguments: count,
    apply(input, call) {
      if (input === undefined || input === null) return input
      return isList(input) ? change(input, call) : unusable(input, 'an array', call)
    },
  }
}

/** The same for filters whose first argument is evaluated for each item. */
function onItems(count: Filter['arguments'], change: (list: readonly JsonValue[], call: FilterCall) => Value): Filter {
  return { ...onList(count, change), perItem: true }
}

/** The key that an item is sorted by, and how it prints. */
interface SortKey {
  readonly key: Value
  readonly text: string
}

/** Comparisons by the rules of a language take several times as long as a look at an item. */
const ITEMS_PER_COMPARISON = 2

function countSorting(keyed: readonly SortKey[], call: FilterCall): void {
  const rounds = Math.ceil(Math.log2(keyed.length + 1))
  call.countItems(ITEMS_PER_COMPARISON * keyed.length * rounds)
  for (const { text } of keyed) for (let round = 1; round < rounds; round++) call.countReading(text)
}

function orderOf(a: SortKey, b: SortKey, compareTexts: (a: string, b: string) => number, sign: number): number {
  const missingA = a.key === undefined || a.key === null
  const missingB = b.key === undefined || b.key === null
  if (missingA || missingB) return Number(missingA) - Number(missingB)
  const [numberA, numberB] = [toNumber(a.key), toNumber(b.key)]
  const areNumbers = numberA !== undefined && numberB !== undefined
  return sign * (areNumbers ? (compare(numberA, numberB) ?? 0) : compareTexts(a.text, b.text))
}

/** The texts of a list, joined. @throws LimitError before that becomes too long */
function joined(list: readonly JsonValue[], separator: string, call: FilterCall): string {
  let length = separator.length * Math.max(0, list.length - 1)
  const texts = list.map((item) => {
    call.checkLength(length)
    const text = call.text(jsonOf(item) ?? null)
    length += text.length
    return text
  })
  call.checkLength(length)
  return texts.join(separator)
}

/** A row with its argument in place of the items that it lacks. */
function filledUp(row: readonly JsonValue[], size: number, call: FilterCall): readonly JsonValue[] {
  call.checkLength(size)
  const filling = call.argument(1) ?? null
  return [...row, ...Array.from({ length: size - row.length }, () => filling)]
}

/** Positions below 0 count from the end. */
function cut<T>(items: readonly T[], from: number, count: number): readonly T[] {
  const start = from < 0 ? Math.max(0, items.length + from) : from
  return items.slice(start, start + count)
}

function countCharacters(text: string): number {
  let characters = 0
  for (const _character of text) characters++
  return characters
}

/** The lines of a list of texts or of one text; those with nothing in them are left out. */
function linesOf(input: readonly JsonValue[] | string | number | boolean | null, call: FilterCall): readonly string[] {
  const texts = isList(input) ? input.map((item) => call.text(jsonOf(item) ?? null)) : toText(input).split(/\r\n?|\n/)
  return texts.filter((text) => text.trim() !== '')
}

function breakLines(text: string): string {
  return escapeMarkup(text).replace(/\r\n?|\n/g, '<br>')
}
