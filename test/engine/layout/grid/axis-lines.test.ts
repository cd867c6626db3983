import t from 'tap'
import type { GridLine } from '../../../../engine/css/values/grid-value.js'
import { AxisLines } from '../../../../engine/layout/grid/axis-lines.js'

const line = (number: number, name?: string): GridLine => ({ kind: 'line', number, name })
const named = (name: string): GridLine => ({ kind: 'name', name })
const span = (count: number, name?: string): GridLine => ({ kind: 'span', count, name })

/** Four tracks: `[a] 1fr [b] 1fr [a] 1fr [] 1fr [b]`, and an area over the tracks 1 and 2. */
const lines = new AxisLines(4, [['a'], ['b'], ['a'], [], ['b']], [{ name: 'area', span: { start: 1, end: 3 } }])

const TABLE: readonly (readonly [string, GridLine, GridLine, number | undefined, number])[] = [
  ['lines count from the start', line(2), line(4), 1, 2],
  ['negative ones from the end', line(-1), line(-3), 2, 2],
  ['a line alone spans one track', line(3), 'auto', 2, 1],
  ['an end alone spans one track before it', 'auto', line(3), 1, 1],
  ['lines in the wrong order change places', line(4), line(2), 1, 2],
  ['of two equal lines the end one is ignored', line(2), line(2), 1, 1],
  ['lines before the explicit grid have negative numbers', line(-7), line(1), -2, 2],
  ['lines behind it continue', line(6), span(2), 5, 2],
  ['a span counts from the start', line(2), span(2), 1, 2],
  ['and back from the end', span(3), line(4), 0, 3],
  ['of two spans the end one is ignored', span(3), span(2), undefined, 3],
  ['nothing is one track anywhere', 'auto', 'auto', undefined, 1],
  ['a name is its first line', named('b'), 'auto', 1, 1],
  ['a name that an area has is the edge of the area', named('area'), named('area'), 1, 2],
  ['edges of areas are lines with names', named('area-end'), line(5), 3, 1],
  ['names are counted', line(2, 'a'), 'auto', 2, 1],
  ['from the end, too', line(-1, 'b'), 'auto', 4, 1],
  ['beyond its lines every implicit line has the name', line(3, 'a'), 'auto', 5, 1],
  ['also before the grid', line(-3, 'a'), 'auto', -1, 1],
  ['an unknown name is the first implicit line', named('x'), 'auto', 5, 1],
  ['a span of names ends at the next line of the name', line(1), span(1, 'b'), 0, 1],
  ['or at a later one', line(1), span(2, 'b'), 0, 4],
  ['or behind the grid', line(1), span(3, 'b'), 0, 5],
  ['backwards alike', span(1, 'a'), line(4), 2, 1],
  ['and before the grid', span(3, 'a'), line(4), -1, 4],
  ['a span of names without a line is one track', span(2, 'a'), 'auto', undefined, 1],
]

t.test('two placement properties give a place in an axis', async (t) => {
  for (const [name, start, end, at, tracks] of TABLE) {
    t.strictSame(lines.place(start, end), { start: at, span: tracks }, name)
  }
})
