/** Which values below another one a part is asked about. */
export interface ValueStep {
  readonly kind: 'property' | 'item' | 'name'
  /** One of them; any of its kind when absent. */
  readonly key: string | undefined
}

/** Where a part of a schema asks another one. */
export interface PartSite {
  readonly from: number
  readonly to: number
  /** Absent when it asks about the same value. */
  readonly step: ValueStep | undefined
}

/**
 * Finds the parts that may be asked about one value twice: by two parts, or two places of one, that are asked about the
 * same value themselves. All others are asked once at most, if these remember what they said.
 */
export function findSharedParts(parts: number, sites: readonly PartSite[]): ReadonlySet<number> {
  const classes = new Classes(parts)
  const shared = new Set<number>()
  const used = new Map<number, number>()
  for (const { to } of sites) used.set(to, (used.get(to) ?? 0) + 1)
  for (const { from, to, step } of sites) {
    if (step) continue
    classes.join(from, to)
    if ((used.get(to) ?? 0) > 1) shared.add(to)
  }
  // Joining classes brings more sites together, until there is nothing more to join.
  for (let before = -1; before !== classes.joined; ) {
    before = classes.joined
    for (const meeting of meetings(sites, classes)) {
      const seen = new Set<number>()
      for (const { to } of meeting) {
        if (seen.has(to)) shared.add(to)
        seen.add(to)
        classes.join(meeting[0]?.to ?? to, to)
      }
    }
  }
  return shared
}

/** Sites that may ask about the same value, in lists of two or more. */
function* meetings(sites: readonly PartSite[], classes: Classes): Generator<readonly PartSite[]> {
  const anyOf = new Map<string, PartSite[]>()
  const oneOf = new Map<string, PartSite[]>()
  for (const site of sites) {
    if (!site.step) continue
    const { kind, key } = site.step
    const group = `${classes.of(site.from)} ${kind}`
    if (key === undefined) append(anyOf, group, site)
    else append(oneOf, `${group} ${key}`, site)
  }
  for (const meeting of anyOf.values()) if (meeting.length > 1) yield meeting
  for (const meeting of oneOf.values()) {
    const [first] = meeting
    const others = first?.step ? (anyOf.get(`${classes.of(first.from)} ${first.step.kind}`) ?? []) : []
    if (meeting.length + others.length > 1) yield [...meeting, ...others]
  }
}

function append(lists: Map<string, PartSite[]>, key: string, site: PartSite): void {
  const list = lists.get(key)
  if (list) list.push(site)
  else lists.set(key, [site])
}

/** Parts that may be asked about the same value. */
class Classes {
  readonly #parents: number[]
  joined = 0

  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, index) => index)
  }

  /** The part that stands for the class of another one. */
  of(part: number): number {
    let root = part
    for (let parent = this.#parents[root] ?? root; parent !== root; parent = this.#parents[root] ?? root) root = parent
    this.#parents[part] = root
    return root
  }

  join(a: number, b: number): void {
    const [first, second] = [this.of(a), this.of(b)]
    if (first === second) return
    this.#parents[second] = first
    this.joined++
  }
}
