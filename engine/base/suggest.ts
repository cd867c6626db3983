/**
 * ` (did you mean "each"?)` when one of the candidates is a likely misspelling's origin, else nothing.
 *
 * @param prefix stands before the candidate in the answer
 * @param farthest so many letters may differ
 */
export function didYouMean(
  word: string,
  candidates: Iterable<string>,
  prefix = '',
  farthest = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3)),
): string {
  let best: string | undefined
  let least = farthest + 1
  const written = word.slice(0, 40).toLowerCase()
  for (const candidate of candidates) {
    const distance = editDistance(written, candidate.slice(0, 60).toLowerCase())
    // Of two that are as near, the one with its first letter right is meant: few begin a word with a wrong one.
    const isBetter = distance === least && best?.[0] !== written[0] && candidate[0] === written[0]
    if ((distance < least || (best !== undefined && isBetter)) && distance < candidate.length) {
      least = distance
      best = candidate
    }
  }
  return best === undefined ? '' : ` (did you mean "${prefix}${best}"?)`
}

/** The forms in which messages say what to write in place of what they are about. */
const HINT = / \(did you mean ("[^"]*")\?\)|: ((?:write|bring|use a|there are|the argument of a filter stands)\b.*)$/u

/** The replacement that a message advises: `"each"`, or `write and for &&`. Undefined when it gives no advice. */
export function hintOf(message: string): string | undefined {
  const found = HINT.exec(message)
  return found?.[1] ?? found?.[2]
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const substitution = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      let cost = Math.min(substitution, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
