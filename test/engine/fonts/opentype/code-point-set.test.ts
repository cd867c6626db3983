import t from 'tap'
import { CodePointSet } from '../../../../engine/fonts/opentype/code-point-set.js'

t.test('a set is written as ranges and read back', (t) => {
  const cases: readonly (readonly [codePoints: readonly number[], text: string])[] = [
    [[], ''],
    [[0x41], '41'],
    [[0x41, 0x42, 0x43], '41-43'],
    [[0x20, 0x20, 0x41, 0x42, 0x1f600], '20 41-42 1f600'],
  ]
  for (const [codePoints, text] of cases) {
    t.equal(CodePointSet.of(codePoints).toString(), text)
    t.equal(CodePointSet.parse(text).toString(), text)
  }
  t.end()
})

t.test('membership', (t) => {
  const set = CodePointSet.parse('20-7e a0 2010-2027 1f600')
  for (const inside of [0x20, 0x41, 0x7e, 0xa0, 0x2010, 0x2027, 0x1f600]) t.equal(set.has(inside), true)
  for (const outside of [0, 0x1f, 0x7f, 0x9f, 0xa1, 0x200f, 0x2028, 0x10ffff]) t.equal(set.has(outside), false)
  t.equal(CodePointSet.parse('').has(0x41), false)
  t.end()
})

t.test('ranges in any order, overlapping or not, and intersection', (t) => {
  const ranges = CodePointSet.ofRanges([
    [0x61, 0x7a],
    [0x30, 0x39],
    [0x35, 0x41],
  ])
  t.equal(ranges.toString(), '30-41 61-7a')
  t.equal(ranges.within(CodePointSet.parse('38-62 7a-80')).toString(), '38-41 61-62 7a')
  t.equal(ranges.within(CodePointSet.of([])).toString(), '')
  t.end()
})
