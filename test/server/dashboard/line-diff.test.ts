import t from 'tap'
import { diffLines, pairLines } from '../../../server/dashboard/studio/line-diff.js'

function shown(before: string, after: string): string {
  const signs = { same: ' ', removed: '-', added: '+' }
  return diffLines(before, after)
    .map(({ kind, text }) => signs[kind] + text)
    .join('|')
}

t.test('lines in common stand once, and the others where they were', async (t) => {
  t.equal(shown('a\nb\nc', 'a\nb\nc'), ' a| b| c')
  t.equal(shown('a\nb\nc', 'a\nx\nc'), ' a|-b|+x| c')
  t.equal(shown('a\nc', 'a\nb\nc'), ' a|+b| c')
  t.equal(shown('a\nb\nc\nd', 'b\nd\ne'), '-a| b|-c| d|+e')
  t.equal(shown('a\na', 'a'), ' a|-a')
  t.equal(shown('', 'a'), '-|+a')
})

t.test('both texts can be read off the lines, with their numbers', async (t) => {
  const before = 'one\ntwo\nthree\nfour\nfive'
  const after = 'zero\ntwo\nfour\nfive\nsix'
  const lines = diffLines(before, after)
  t.equal(
    lines
      .filter(({ before }) => before !== undefined)
      .map(({ text }) => text)
      .join('\n'),
    before,
  )
  t.equal(
    lines
      .filter(({ after }) => after !== undefined)
      .map(({ text }) => text)
      .join('\n'),
    after,
  )
  t.same(
    lines.flatMap(({ after }) => after ?? []),
    [1, 2, 3, 4, 5],
  )
})

t.test('very long texts that have little in common are replaced as a whole', async (t) => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, i) => `${word} ${i}`).join('\n')
  t.equal(diffLines(text('a'), text('b')).length, 40_000)
})

t.test('lines in common stand beside each other, and what was removed beside what came in its place', async (t) => {
  const pairs = (before: string, after: string) =>
    pairLines(diffLines(before, after)).map((pair) => `${pair?.left?.text ?? '.'}${pair?.right?.text ?? '.'}`)
  t.same(pairs('a\nb\nc', 'a\nx\nc'), ['aa', 'bx', 'cc'])
  t.same(pairs('a\nb\nc\nd', 'a\nx\nd'), ['aa', 'bx', 'c.', 'dd'])
  t.same(pairs('a\nd', 'a\nb\nc\nd'), ['aa', '.b', '.c', 'dd'])
  t.same(pairLines([undefined]), [undefined], 'a gap stays one')
})
