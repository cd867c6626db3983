import { type DiffLine, diffLines } from './line-diff.js'

/** Which of two texts a place is taken from. */
export const TAKES = ['theirs', 'mine', 'both'] as const

export type Take = (typeof TAKES)[number]

/** Lines that two texts have in common, or a place where they differ. */
export type Stretch =
  | { readonly kind: 'same'; readonly lines: readonly DiffLine[] }
  | {
      readonly kind: 'place'
      readonly theirs: readonly DiffLine[]
      readonly mine: readonly DiffLine[]
      /** What to take where one side alone has changed the place; undefined where somebody has to decide. */
      readonly suggestion: Take | undefined
    }

/**
 * Two texts as stretches in common and places where they differ.
 *
 * @param ancestor the text that both began with, where it is known
 */
export function stretchesOf(theirs: string, mine: string, ancestor: string | undefined): readonly Stretch[] {
  const stretches: Stretch[] = []
  const changes = ancestor === undefined ? undefined : [changedIn(ancestor, theirs), changedIn(ancestor, mine)]
  let same: DiffLine[] = []
  let left: DiffLine[] = []
  let right: DiffLine[] = []
  // Lines of each text before the present one.
  let [before, after] = [0, 0]
  const endSame = () => {
    if (same.length > 0) stretches.push({ kind: 'same', lines: same })
    same = []
  }
  const endPlace = () => {
    if (left.length + right.length === 0) return
    const isChanged = changes && [
      changes[0]?.(before - left.length, before) ?? true,
      changes[1]?.(after - right.length, after) ?? true,
    ]
    stretches.push({ kind: 'place', theirs: left, mine: right, suggestion: suggest(isChanged) })
    left = []
    right = []
  }
  for (const line of diffLines(theirs, mine)) {
    if (line.kind === 'same') {
      endPlace()
      same.push(line)
      before++
      after++
    } else {
      endSame()
      if (line.kind === 'removed') before = left.push(line) && before + 1
      else after = right.push(line) && after + 1
    }
  }
  endPlace()
  endSame()
  return stretches
}

function suggest(isChanged: readonly boolean[] | undefined): Take | undefined {
  if (!isChanged || isChanged[0] === isChanged[1]) return undefined
  return isChanged[0] ? 'theirs' : 'mine'
}

/** Tells of lines of a text, from one boundary between lines to another, whether they are other than its ancestor's. */
function changedIn(ancestor: string, text: string): (from: number, to: number) => boolean {
  /** For each boundary whether lines are gone there, and for each line whether it is new. */
  const gone = new Set<number>()
  const added = new Set<number>()
  let at = 0
  for (const { kind } of diffLines(ancestor, text)) {
    if (kind === 'removed') gone.add(at)
    else {
      if (kind === 'added') added.add(at)
      at++
    }
  }
  return (from, to) => {
    for (let boundary = from; boundary <= to; boundary++) {
      if (gone.has(boundary) || (boundary < to && added.has(boundary))) return true
    }
    return false
  }
}

/** The text with what was taken at each place; undefined where a place is not decided. */
export function mergeText(stretches: readonly Stretch[], takes: readonly (Take | undefined)[]): string | undefined {
  const lines: string[] = []
  let place = 0
  for (const stretch of stretches) {
    if (stretch.kind === 'same') {
      for (const { text } of stretch.lines) lines.push(text)
      continue
    }
    const take = takes[place++]
    if (take === undefined) return undefined
    if (take !== 'mine') for (const { text } of stretch.theirs) lines.push(text)
    if (take !== 'theirs') for (const { text } of stretch.mine) lines.push(text)
  }
  return lines.join('\n')
}
