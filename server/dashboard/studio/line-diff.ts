/** A stretch of lines in two texts. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  /** From 1, in the text that has it. */
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Lines that differ in the middle of two texts beyond which everything there counts as replaced. */
const MOST_LINES = 3_000

/** The lines of two texts, those in common once: the fewest changes, unless there are very many. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const a = before.split('\n')
  const b = after.split('\n')
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const lines: DiffLine[] = []
  for (let i = 0; i < start; i++) lines.push(same(a[i], i, i))
  lines.push(...diffMiddle(a, b, start, a.length - end, b.length - end))
  for (let i = end; i > 0; i--) lines.push(same(a.at(-i), a.length - i, b.length - i))
  return lines
}

function diffMiddle(a: readonly string[], b: readonly string[], start: number, endA: number, endB: number): DiffLine[] {
  const rows = endA - start
  const columns = endB - start
  const lines: DiffLine[] = []
  if (rows > MOST_LINES || columns > MOST_LINES) {
    for (let i = start; i < endA; i++) lines.push(removed(a[i], i))
    for (let i = start; i < endB; i++) lines.push(added(b[i], i))
    return lines
  }
  const width = columns + 1
  const lengths = commonLengths(a.slice(start, endA), b.slice(start, endB))
  let i = 0
  let j = 0
  while (i < rows || j < columns) {
    const here = i * width + j
    if (i < rows && j < columns && a[start + i] === b[start + j]) {
      lines.push(same(a[start + i], start + i, start + j))
      i++
      j++
    } else if (i < rows && (j >= columns || (lengths[here + width] ?? 0) >= (lengths[here + 1] ?? 0))) {
      lines.push(removed(a[start + i], start + i))
      i++
    } else {
      lines.push(added(b[start + j], start + j))
      j++
    }
  }
  return lines
}

/** Lengths of the longest common subsequences of the lines from i and from j on, by i and j. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const here = i * width + j
      const behind = Math.max(lengths[here + width] ?? 0, lengths[here + 1] ?? 0)
      lengths[here] = a[i] === b[j] ? (lengths[here + width + 1] ?? 0) + 1 : behind
    }
  }
  return lengths
}

function same(text: string | undefined, before: number, after: number): DiffLine {
  return { kind: 'same', text: text ?? '', before: before + 1, after: after + 1 }
}

function removed(text: string | undefined, before: number): DiffLine {
  return { kind: 'removed', text: text ?? '', before: before + 1, after: undefined }
}

function added(text: string | undefined, after: number): DiffLine {
  return { kind: 'added', text: text ?? '', before: undefined, after: after + 1 }
}

/** What stands beside each other in one row of two texts. */
export interface LinePair {
  readonly left: DiffLine | undefined
  readonly right: DiffLine | undefined
}

/** Puts lines beside each other: those in common, and what was removed beside what was added in its place. */
export function pairLines(lines: readonly (DiffLine | undefined)[]): readonly (LinePair | undefined)[] {
  const pairs: (LinePair | undefined)[] = []
  let left: DiffLine[] = []
  let right: DiffLine[] = []
  const endStretch = () => {
    const rows = Math.max(left.length, right.length)
    for (let row = 0; row < rows; row++) pairs.push({ left: left[row], right: right[row] })
    left = []
    right = []
  }
  for (const line of lines) {
    if (line?.kind === 'removed') left.push(line)
    else if (line?.kind === 'added') right.push(line)
    else {
      endStretch()
      pairs.push(line && { left: line, right: line })
    }
  }
  endStretch()
  return pairs
}
