import t from 'tap'
import { splitFirstLetter } from '../../../engine/boxes/build/first-letter.js'

const CASES: readonly (readonly [text: string, letter: string, rest: string])[] = [
  ['Once upon', 'O', 'nce upon'],
  [' \n once', 'o', 'nce'],
  ['“Quoted” text', '“Q', 'uoted” text'],
  ["'“Both", "'“B", 'oth'],
  ['(a) text', '(a)', ' text'],
  ['- dash', '- d', 'ash'],
  ['1.2', '1.', '2'],
  ['A-B', 'A', '-B'],
  ['f(x)', 'f', '(x)'],
  ['$5', '$', '5'],
  ['e\u0301tude', 'e\u0301', 'tude'],
  ['👩\u200d🔬 x', '👩\u200d🔬', ' x'],
  ['“', '“', ''],
  ['“ ', '“', ' '],
  ['x', 'x', ''],
]

for (const [text, letter, rest] of CASES) {
  t.test(`the first letter of ${JSON.stringify(text)} is ${letter}`, async (t) => {
    t.match(splitFirstLetter(text), { letter, rest })
  })
}

t.test('white space alone has no first letter', async (t) => {
  t.equal(splitFirstLetter(' \n'), undefined)
  t.equal(splitFirstLetter(''), undefined)
})
