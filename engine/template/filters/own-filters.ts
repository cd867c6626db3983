import type { JsonValue } from '../../base/json.js'
import { ofData, say } from '../../base/message.js'
import { jsonOf, type Value } from '../values.js'
import type { Filter, FilterCall } from './filter.js'
import { FILTERS } from './registry.js'

/**
 * A filter of a program: a pure function of the value in front of it and its arguments, each undefined where a field is
 * missing. What it returns is read as `JSON.stringify` would write it; undefined leaves the placeholder as written.
 */
export type FilterFunction = (value: JsonValue | undefined, ...args: (JsonValue | undefined)[]) => unknown

/** More than a call in a template can have. */
const MOST_ARGUMENTS = 100

const NAME = /^[\p{L}_][\p{L}\p{M}\p{Nd}_-]*$/u

/**
 * The filters of the language and those of a program, which go before it.
 *
 * @throws TypeError for a name that no template could write, and for what is not a function
 */
export function withOwnFilters(own: Readonly<Record<string, FilterFunction>>): ReadonlyMap<string, Filter> {
  const filters = new Map(FILTERS)
  for (const [name, filter] of Object.entries(own)) {
    if (!NAME.test(name)) throw new TypeError(`"${name}" cannot be the name of a filter`)
    if (typeof filter !== 'function') throw new TypeError(`the filter "${name}" must be a function`)
    filters.set(name, { arguments: [0, MOST_ARGUMENTS], apply: (input, call) => applyOwn(filter, input, call) })
  }
  return filters
}

/** An error of a program's filter is told where the template uses it, and the document continues. */
function applyOwn(filter: FilterFunction, input: Value, call: FilterCall): Value {
  const args = Array.from({ length: call.count }, (_, position) => call.argument(position))
  try {
    return jsonOf(filter(input, ...args))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    call.report('filter-failed', say`filter "${call.name}" failed: ${ofData(reason)}`)
    return undefined
  }
}
