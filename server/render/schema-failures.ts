import type { ErrorObject } from 'ajv/dist/2020.js'

/** Errors that another part of the schema found, among those of the part that asked it. */
interface ErrorGroup extends ErrorObject {
  readonly errors: readonly ErrorObject[]
  /** Where the value stands, when it is a text, number or literal whose errors were found in another place. */
  readonly at: string | undefined
}

/** A part's findings about a value that does not fit. */
export interface PartFailure {
  readonly errors: readonly ErrorObject[]
  readonly at: string | undefined
}

/** A place in a schema where another part is asked. */
export interface FailureSite {
  /** JSON Pointer in the schema of the part that asks. */
  readonly place: string
  /** The list of errors that failures went to last, and how many. */
  list: ErrorObject[] | undefined
  count: number
}

/** Failures that are told of one place of a schema. */
const MAX_FAILURES = 100

/** Errors that are looked at to find the first ones. */
const MAX_ERRORS = 5_000

/** Characters of their paths. */
const MAX_PATHS = 8_000_000

const GROUP = '$group'

/** Stands for errors that were not kept: ajv knows by the list's length whether there were any. */
const NOT_KEPT: ErrorObject = { keyword: '', instancePath: '', schemaPath: '', params: {} }

/** Adds what a part found to the errors of the one that asked it. Nothing is copied until the end. */
export function addFailure(all: ErrorObject[] | null, { errors, at }: PartFailure, site: FailureSite): ErrorObject[] {
  const list = all ?? []
  if (site.list !== list) {
    site.list = list
    site.count = 0
  }
  if (++site.count > MAX_FAILURES) {
    list.push(NOT_KEPT)
  } else {
    const group: ErrorGroup = { keyword: GROUP, instancePath: '', schemaPath: site.place, params: {}, errors, at }
    list.push(group)
  }
  return list
}

/**
 * The errors in a list and its groups, in their order, with their places in the whole schema: so many of each keyword
 * and place, and each group once, as branches that lead to the same part find the same.
 */
export function listErrors(all: readonly ErrorObject[]): readonly ErrorObject[] {
  const found: ErrorObject[] = []
  /** Lists that were gone through, with the places of their values. */
  const visited = new Map<readonly ErrorObject[], Set<string | undefined>>()
  let paths = 0
  const isFull = () => found.length >= MAX_ERRORS || paths > MAX_PATHS

  const visit = (errors: readonly ErrorObject[], place: string, at: string | undefined): void => {
    const places = visited.get(errors) ?? new Set()
    if (places.has(at)) return
    visited.set(errors, places.add(at))
    const counts = new Map<string, number>()
    for (const error of errors) {
      const count = counts.get(error.schemaPath) ?? 0
      if (error === NOT_KEPT || count >= MAX_FAILURES) continue
      if (isFull()) return
      counts.set(error.schemaPath, count + 1)
      const schemaPath = place + error.schemaPath.slice(1)
      if (isGroup(error)) {
        visit(error.errors, schemaPath, at ?? error.at)
      } else {
        paths += error.instancePath.length + schemaPath.length
        found.push({ ...error, instancePath: at ?? error.instancePath, schemaPath })
      }
    }
  }
  visit(all, '#', undefined)
  return found
}

function isGroup(error: ErrorObject | ErrorGroup): error is ErrorGroup {
  return error.keyword === GROUP
}
