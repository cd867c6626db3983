import { ofData, say } from '../../base/message.js'
import { didYouMean } from '../../base/suggest.js'
import { compare, isList, isObject, isTrue, jsonOf, shown, toDecimal, toNumber, type Value } from '../values.js'
import { type Filter, type FilterCall, unusable } from './filter.js'

/** Filters that make one value of a list. Each takes a field's name or an expression: `sum (price * quantity)`. */
export const AGGREGATES: Readonly<Record<string, Filter>> = {
  sum: aggregate(0, (numbers) => toDecimal(numbers.reduce((sum, number) => sum + number, 0))),
  avg: aggregate(undefined, (numbers) => toDecimal(numbers.reduce((sum, number) => sum + number, 0) / numbers.length)),
  min: extreme((order) => order < 0),
  max: extreme((order) => order > 0),
  count: {
    arguments: [0, 1],
    perItem: true,
    apply(input, call) {
      if (input === undefined) return undefined
      if (input === null) return 0
      if (!isList(input)) return unusable(input, 'an array', call)
      if (call.count === 0) return input.length
      let count = 0
      for (const [index, item] of input.entries()) if (isTrue(call.ofItem(jsonOf(item), index, input.length))) count++
      return count
    },
  },
}

/** So many fields of an item are compared with one that it lacks. */
const MOST_SUGGESTED = 200

/**
 * A filter on the numbers of a list; items without one count nothing.
 *
 * @param empty the value when there are no numbers
 */
function aggregate(empty: number | undefined, combine: (numbers: readonly number[]) => number): Filter {
  return {
    arguments: [0, 1],
    perItem: true,
    sumsItems: true,
    apply(input, call) {
      if (input === undefined) return undefined
      if (input === null) return empty ?? null
      if (!isList(input)) return unusable(input, 'an array', call)
      const numbers: number[] = []
      const values = valuesOf(input, call)
      if (!values) return undefined
      for (const value of values) {
        call.countReading(value)
        const number = toNumber(value)
        if (number === undefined) return unusable(value, 'numbers', call)
        numbers.push(number)
      }
      return numbers.length === 0 ? (empty ?? null) : combine(numbers)
    },
  }
}

/** The first of the values that no other precedes in an order. */
function extreme(precedes: (order: number) => boolean): Filter {
  return {
    arguments: [0, 1],
    perItem: true,
    apply(input, call) {
      if (input === undefined || input === null) return input
      if (!isList(input)) return unusable(input, 'an array', call)
      let best: Value = null
      for (const value of valuesOf(input, call) ?? []) {
        call.countReading(value)
        const order = best === null ? undefined : compare(value, best)
        if (best === null) best = value
        else if (order === undefined) return unusable(value, say`values that compare with ${shown(best)}`, call)
        else if (precedes(order)) best = value
      }
      return best
    },
  }
}

/** The values of the items that have one; undefined, and reported, when no item has the field that is asked for. */
function valuesOf(list: readonly Value[], call: FilterCall): readonly Value[] | undefined {
  const values: Value[] = []
  let found = false
  for (const [index, item] of list.entries()) {
    const value = call.ofItem(jsonOf(item), index, list.length)
    found ||= value !== undefined
    if (value !== undefined && value !== null) values.push(value)
  }
  if (found || list.length === 0) return values
  reportMissing(list[0], call)
  return undefined
}

function reportMissing(first: Value, call: FilterCall): void {
  const { name, field } = call
  const what = field === undefined ? 'a value' : `the field "${field}"`
  const hint = field === undefined ? '' : didYouMean(field, fieldsOf(first))
  call.report('unmatched-placeholder', say`no item has ${what} for filter "${name}"${ofData(hint, '')}`)
}

function fieldsOf(item: Value): readonly string[] {
  return isObject(item) && !isList(item) ? Object.keys(item).slice(0, MOST_SUGGESTED) : []
}
