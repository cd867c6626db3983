/** Groups within each other: readers descend into them by recursion, and each name is as long as all of its groups. */
const MOST_LEVELS = 32

/**
 * Gives fields names that are theirs alone, as a file needs them: two fields of one name would be one. A name is a path,
 * so a field cannot be the group of others.
 */
export class FieldNames {
  readonly #fields = new Set<string>()
  readonly #groups = new Set<string>()
  /** By name: how many fields asked for it. */
  readonly #asked = new Map<string, number>()

  /** @returns the name itself where it can be had, else one like it */
  take(wanted: string): string {
    const name = this.#isPath(wanted) ? wanted : wanted.replaceAll('.', '_')
    let count = this.#asked.get(name) ?? 0
    let free = name
    do {
      count++
      free = count === 1 ? name : `${name}-${count}`
    } while (this.#fields.has(free) || this.#groups.has(free))
    this.#asked.set(name, count)
    this.#fields.add(free)
    for (const group of groupsOf(free)) this.#groups.add(group)
    return free
  }

  #isPath(name: string): boolean {
    const parts = name.split('.', MOST_LEVELS + 1)
    if (parts.length > MOST_LEVELS || parts.includes('')) return false
    return !groupsOf(name).some((group) => this.#fields.has(group))
  }
}

/** The names of the groups that a field stands in, from the outermost. */
export function groupsOf(name: string): readonly string[] {
  const groups: string[] = []
  for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) groups.push(name.slice(0, at))
  return groups
}
