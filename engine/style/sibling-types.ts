/** Places of siblings among those of the same name. */
export interface SiblingTypes {
  /** By index among all siblings: the place among those of the same name, from 0. */
  readonly places: Int32Array
  readonly counts: ReadonlyMap<string, number>
}

/** Counts all siblings in one pass, so that `:nth-of-type()` costs the same for each of them. */
export function countSiblingTypes(siblings: readonly { readonly name: string }[]): SiblingTypes {
  const places = new Int32Array(siblings.length)
  const counts = new Map<string, number>()
  for (const [i, { name }] of siblings.entries()) {
    const place = counts.get(name) ?? 0
    places[i] = place
    counts.set(name, place + 1)
  }
  return { places, counts }
}
