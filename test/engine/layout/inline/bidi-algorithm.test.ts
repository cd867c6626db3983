import t from 'tap'
import { resolveEmbeddings } from '../../../../engine/layout/inline/bidi-algorithm.js'
import { publishedCases } from './published-cases.js'

const DIRECTIONS = ['ltr', 'rtl', 'auto'] as const

t.test('characters have the levels that Unicode says in all cases that it publishes', async (t) => {
  const cases = publishedCases('BidiCharacterTest')
  t.equal(cases.length, 91_707)
  const failures = cases.filter((line) => {
    const [codePoints = '', direction = '', paragraph = '', levels = ''] = line.split(';')
    const characters = codePoints.split(' ').map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    const found = resolveEmbeddings(characters.join(''), DIRECTIONS[Number(direction)] ?? 'auto')
    let at = 0
    const wrong = levels.split(' ').some((level, index) => {
      const own = found.levels[at]
      at += characters[index]?.length ?? 0
      // Controls have no level.
      return level !== 'x' && Number(level) !== own
    })
    return wrong || found.firstLevel !== Number(paragraph)
  })
  t.same(failures.slice(0, 10), [], `${failures.length} differ`)
})

t.test('scripts of the upper planes run from right to left', (t) => {
  const scripts = { Adlam: '𞤀𞤣𞤤𞤢𞤥', 'Hanifi Rohingya': '𐴌𐴟𐴇𐴥', 'Old Hungarian': '𐳀𐳁', Garay: '\u{10d70}\u{10d71}' }
  for (const [name, text] of Object.entries(scripts)) {
    const { levels, firstLevel } = resolveEmbeddings(`${text} 12`, 'auto')
    t.equal(firstLevel, 1, name)
    t.same([...levels], [...Array.from(text, ({ length }) => Array.from({ length }, () => 1)).flat(), 1, 2, 2], name)
  }
  t.end()
})
