import t from 'tap'
import { mergeText, type Stretch, stretchesOf } from '../../../server/dashboard/studio/merge-texts.js'

function suggestions(stretches: readonly Stretch[]): readonly unknown[] {
  return stretches.flatMap((stretch) => (stretch.kind === 'place' ? [stretch.suggestion] : []))
}

t.test('what one side alone has changed is suggested, and what both have is asked for', async (t) => {
  const ancestor = 'a\nb\nc\nd\ne\nf\ng'
  const theirs = 'a\nB\nc\nd\ne\nF by them\ng'
  const mine = 'a\nb\nc\nd by me\nnew\ne\nF by me\ng'
  const stretches = stretchesOf(theirs, mine, ancestor)
  t.same(suggestions(stretches), ['theirs', 'mine', undefined])
  t.equal(mergeText(stretches, ['theirs', 'mine', undefined]), undefined)
  t.equal(mergeText(stretches, ['theirs', 'mine', 'mine']), 'a\nB\nc\nd by me\nnew\ne\nF by me\ng')
  t.equal(mergeText(stretches, ['theirs', 'mine', 'both']), 'a\nB\nc\nd by me\nnew\ne\nF by them\nF by me\ng')
})

t.test('lines that one side has taken out are its change', async (t) => {
  t.same(suggestions(stretchesOf('a\nc', 'a\nb\nc', 'a\nb\nc')), ['theirs'])
  t.same(suggestions(stretchesOf('a\nb\nc', 'a\nc', 'a\nb\nc')), ['mine'])
  t.same(suggestions(stretchesOf('a\nb\nc', 'a\nc', 'a\nc')), ['theirs'])
})

t.test('without the text that both began with, each place is asked for', async (t) => {
  t.same(suggestions(stretchesOf('a\nb', 'a\nc', undefined)), [undefined])
})

t.test('taking one side everywhere gives its text', async (t) => {
  for (const [theirs, mine] of [
    ['', 'a\n'],
    ['a\nb\n', ''],
    ['a\nb', 'b\na'],
    ['x\n\n\ny', 'x\n\ny\n'],
  ] as const) {
    const stretches = stretchesOf(theirs, mine, undefined)
    const all = (take: 'theirs' | 'mine') =>
      mergeText(
        stretches,
        stretches.map(() => take),
      )
    t.equal(all('theirs'), theirs)
    t.equal(all('mine'), mine)
  }
})
