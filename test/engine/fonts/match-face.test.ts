import t from 'tap'
import type { FontRequest, FontStyle } from '../../../engine/fonts/font-types.js'
import { matchFaces } from '../../../engine/fonts/match-face.js'

const face = (weight: number, style: FontStyle = 'normal', stretch = 100) => ({
  weight,
  style,
  styles: [style],
  stretch,
})

t.test('weights are matched as css-fonts-4 §5.2 says', (t) => {
  const cases: readonly (readonly [wanted: number, available: readonly number[], expected: number])[] = [
    [400, [300, 400, 500, 700], 400],
    [400, [300, 500, 700], 500],
    [400, [300, 700], 300],
    [400, [600, 700], 600],
    [450, [400, 500], 500],
    [500, [400, 700], 400],
    [500, [510, 490], 490],
    [300, [200, 400], 200],
    [300, [100, 400], 100],
    [300, [400, 700], 400],
    [600, [500, 700], 700],
    [600, [400, 500], 500],
    [900, [400, 700], 700],
    [1000, [400, 700], 700],
    [1, [400, 700], 400],
  ]
  for (const [wanted, available, expected] of cases) {
    const found = matchFaces(
      available.map((weight) => face(weight)),
      face(wanted),
    )
    t.same(found, [face(expected)], `${wanted} of ${available.join(', ')}`)
  }
  t.end()
})

t.test('style decides before weight', (t) => {
  const faces = [face(400, 'normal'), face(700, 'italic')]
  t.same(matchFaces(faces, face(400, 'italic')), [face(700, 'italic')])
  t.same(matchFaces(faces, face(700, 'normal')), [face(400, 'normal')])
  t.same(matchFaces(faces, face(400, 'oblique')), [face(700, 'italic')])
  t.same(matchFaces([face(400, 'oblique'), face(400, 'italic')], face(400, 'normal')), [face(400, 'oblique')])
  t.end()
})

t.test('angles of oblique letters are matched as browsers do, italics as obliques of 14 degrees', (t) => {
  const leaning = (angle: number) => ({ ...face(400, 'oblique'), angles: angle })
  const normal = face(400)
  const italic = face(400, 'italic')
  const cases: readonly (readonly [
    wanted: FontRequest['style'],
    available: readonly ReturnType<typeof face>[],
    expected: ReturnType<typeof face>,
  ])[] = [
    [3, [normal, italic], normal],
    [13, [normal, italic], normal],
    [14, [normal, italic], italic],
    [60, [normal, italic], italic],
    [-5, [normal, italic], normal],
    [-20, [normal, italic], normal],
    [10, [normal, leaning(20)], normal],
    ['oblique', [normal, leaning(20)], leaning(20)],
    ['italic', [normal, leaning(20)], leaning(20)],
    ['normal', [leaning(5), italic], leaning(5)],
    [13, [leaning(5), italic], leaning(5)],
    [14, [leaning(5), italic], italic],
    [-20, [leaning(5), italic], leaning(5)],
    [-20, [normal, leaning(-25), leaning(-15)], leaning(-25)],
    [20, [leaning(10), leaning(25), leaning(40)], leaning(25)],
  ]
  for (const [style, available, expected] of cases) {
    t.same(matchFaces(available, { weight: 400, stretch: 100, style }), [expected], `${style}`)
  }
  t.end()
})

t.test('a variable face counts with the style that comes closest', (t) => {
  const slanting = { ...face(400), styles: ['normal', 'oblique'] as const }
  const italic = face(400, 'italic')
  t.same(matchFaces([slanting, italic], face(400, 'italic')), [italic])
  t.same(matchFaces([slanting, italic], face(400, 'oblique')), [slanting])
  t.same(matchFaces([slanting, italic], face(400)), [slanting])
  t.same(matchFaces([slanting, face(400)], face(400, 'italic')), [slanting])
  t.end()
})

t.test('stretch decides before style', (t) => {
  const faces = [face(400, 'normal', 75), face(400, 'italic', 100), face(400, 'italic', 125)]
  t.same(matchFaces(faces, face(400, 'normal', 100)), [face(400, 'italic', 100)])
  t.same(matchFaces(faces, face(400, 'italic', 90)), [face(400, 'normal', 75)], 'narrower first up to 100%')
  t.same(matchFaces(faces, face(400, 'italic', 50)), [face(400, 'normal', 75)], 'then the closest wider one')
  t.same(matchFaces(faces, face(400, 'normal', 110)), [face(400, 'italic', 125)], 'wider first above 100%')
  t.end()
})

t.test('faces that differ in nothing are all kept, in order', (t) => {
  const [a, b] = [face(400), face(400)]
  const found = matchFaces([a, b, face(700)], face(400))
  t.equal(found.length, 2)
  t.equal(found[0], a)
  t.equal(found[1], b)
  t.same(matchFaces([], face(400)), [])
  t.end()
})
