import type { PagePosition } from '../../css/values/content-value.js'

/** A value that an element of a page assigns to a name. */
export interface PageAssignment<T> {
  readonly name: string
  readonly value: T
  /** Nothing stands before the element on its page. */
  readonly atStart: boolean
}

/** The values of names on one page: named strings or running elements. */
export interface PageValues<T> {
  /** Values that earlier pages left. */
  readonly entry: ReadonlyMap<string, T>
  readonly assigned: readonly PageAssignment<T>[]
}

/** The value of a name on a page (css-gcpm-3 §1.1.2); undefined when there is none. */
export function valueOnPage<T>(values: PageValues<T>, name: string, position: PagePosition): T | undefined {
  const first = values.assigned.find((assignment) => assignment.name === name)
  const entry = values.entry.get(name)
  switch (position) {
    case 'first':
      return first ? first.value : entry
    case 'start':
      return first?.atStart ? first.value : entry
    case 'last':
      return values.assigned.findLast((assignment) => assignment.name === name)?.value ?? entry
    case 'first-except':
      return first ? undefined : entry
  }
}

/** The values that the next page begins with. Pages that assign nothing share the map. */
export function exitValues<T>({ entry, assigned }: PageValues<T>): ReadonlyMap<string, T> {
  if (assigned.length === 0) return entry
  const exit = new Map(entry)
  for (const { name, value } of assigned) exit.set(name, value)
  return exit
}
