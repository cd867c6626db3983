import t from 'tap'
import { parsePreferences, waitSeconds } from '../../../server/http/preferences.js'

const CASES: readonly [header: string, preferences: Record<string, string>][] = [
  ['', {}],
  ['respond-async', { 'respond-async': '' }],
  ['Respond-ASYNC', { 'respond-async': '' }],
  ['respond-async, wait=100', { 'respond-async': '', wait: '100' }],
  ['wait = 5 ,respond-async;x=1 ; y="a,b"', { wait: '5', 'respond-async': '' }],
  ['foo="a, respond-async \\" b", bar=""', { foo: 'a, respond-async " b', bar: '' }],
  [', ,,respond-async,', { 'respond-async': '' }],
  ['wait=1, WAIT=2', { wait: '1' }],
  ['handling=lenient; respond-async', { handling: 'lenient' }],
  ['"respond-async"', {}],
  ['respond-async=', {}],
  ['respond async', {}],
  ['__proto__=1', { ['__proto__']: '1' }],
]
for (const [header, preferences] of CASES) {
  t.test(`Prefer: ${header}`, async (t) => {
    t.strictSame([...parsePreferences(header)], Object.entries(preferences))
  })
}

t.test('wait', async (t) => {
  t.equal(waitSeconds(parsePreferences('wait="7"')), 7)
  for (const header of ['wait', 'wait=x', 'wait=-1', 'wait=1.5', '']) {
    t.equal(waitSeconds(parsePreferences(header)), undefined, header)
  }
})
