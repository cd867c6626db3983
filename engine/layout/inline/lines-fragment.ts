import type { InlineRootBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import type { BoxFragment, LineFragment, PlacedFragment } from '../fragment-tree.js'
import type { FloatLineSet } from './float-lines.js'
import type { LineSet } from './line-set.js'

/** A single line as a fragment of its paragraph. */
export function fragmentOfLine(box: InlineRootBox, line: LineFragment): BoxFragment {
  const { width, height, baseline } = line
  const children = [{ x: 0, y: 0, fragment: line }]
  return boxFragment({ box, width, height, children, firstBaseline: baseline, lastBaseline: baseline })
}

/** The lines `[start, end)` of a paragraph. */
export function fragmentOfLines(box: InlineRootBox, set: LineSet, start: number, end: number): BoxFragment {
  const { lines, tops, width } = set
  const top = tops[start] ?? 0
  const children: PlacedFragment[] = []
  for (let i = start; i < end; i++) {
    children.push({ x: 0, y: (tops[i] as number) - top, fragment: lines[i] as LineFragment })
  }
  return boxFragment({
    box,
    width,
    height: (tops[end] ?? top) - top,
    children,
    firstBaseline: end > start ? lines[start]?.baseline : undefined,
    lastBaseline: end > start ? (tops[end - 1] as number) - top + (lines[end - 1]?.baseline ?? 0) : undefined,
  })
}

/** The first lines of a paragraph beside floats, up to `end`, with the floats among them. */
export function fragmentOfFloatLines(box: InlineRootBox, width: number, set: FloatLineSet, end: number): BoxFragment {
  const children: PlacedFragment[] = []
  for (const { line, placed } of set.floats) if (line < end) children.push(placed)
  for (let i = 0; i < end; i++) {
    children.push({ x: set.lefts[i] ?? 0, y: set.tops[i] ?? 0, fragment: set.lines[i] as LineFragment })
  }
  const last = set.lines[end - 1]
  return boxFragment({
    box,
    width,
    height: end === set.lines.length ? set.height : (set.ends[end] ?? 0),
    children,
    firstBaseline: end > 0 ? (set.tops[0] ?? 0) + (set.lines[0]?.baseline ?? 0) : undefined,
    lastBaseline: last && (set.tops[end - 1] ?? 0) + last.baseline,
    outOfFlow: set.outOfFlow,
  })
}

/** Some lines with one more below them. */
export function withLine(lines: BoxFragment, line: LineFragment): BoxFragment {
  const { height, firstBaseline, children } = lines
  return boxFragment({
    ...lines,
    height: height + line.height,
    children: [...children, { x: 0, y: height, fragment: line }],
    firstBaseline: firstBaseline ?? line.baseline,
    lastBaseline: height + line.baseline,
  })
}
