import t from 'tap'
import { DiagnosticList } from '../../../../engine/base/diagnostics.js'
import { createFontLibrary } from '../../../../engine/fonts/create-font-library.js'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { createTestContext, testSpace } from '../test-context.js'
import {
  INLINE_ALGORITHMS,
  inlineRoot,
  inVisualOrder,
  layOut,
  type Overrides,
  type Piece,
  span,
} from './inline-builder.js'

const fonts = createFontLibrary()
const FONT: Overrides = { font: fonts.select({ families: ['serif'], weight: 400, style: 'normal', stretch: 100 }) }

interface Drawn {
  readonly glyphs: readonly number[]
  readonly texts: readonly string[]
}

function draw(width: number, base: Overrides, ...pieces: readonly Piece[]): Drawn {
  const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
  const root = inlineRoot(fonts, { ...FONT, direction: 'rtl', ...base }, ...pieces)
  const glyphs: number[] = []
  const texts: string[] = []
  const visit = (fragment: Fragment) => {
    if (fragment.kind === 'line' || (fragment.kind === 'box' && fragment.box.kind === 'inline'))
      for (const child of inVisualOrder(fragment.children)) visit(child.fragment)
    else if (fragment.kind === 'box') for (const child of fragment.children) visit(child.fragment)
    if (fragment.kind !== 'text') return
    for (const word of fragment.words) {
      glyphs.push(...word.glyphs)
      texts.push(word.text)
      t.ok(word.clusters.every((cluster) => cluster < word.text.length))
    }
  }
  visit(layOut(ctx, root, testSpace(width)))
  t.same(ctx.diagnostics.items, new DiagnosticList().items)
  return { glyphs, texts }
}

const RED: Overrides = { color: { red: 1, green: 0, blue: 0, alpha: 1 } }

t.test('Arabic letters join across inline boxes', async (t) => {
  const whole = draw(200, {}, 'محمد').glyphs
  for (let cut = 1; cut < 4; cut++) {
    const { glyphs, texts } = draw(200, {}, 'محمد'.slice(0, cut), span(RED, 'محمد'.slice(cut)))
    t.same(glyphs, whole, `cut behind letter ${cut}`)
    t.equal([...texts].reverse().join(''), 'محمد')
  }
})

t.test('letters that do not join forward do not', async (t) => {
  t.same(draw(200, {}, 'دم', span(RED, 'م')).glyphs, draw(200, {}, 'دمم').glyphs)
  t.same(draw(200, {}, 'د', span(RED, 'م')).glyphs, draw(200, {}, 'دم').glyphs)
})

t.test('a mark does not come between letters that join', async (t) => {
  const [whole, parts] = [draw(200, {}, 'مَم'), draw(200, {}, 'مَ', span(RED, 'م'))]
  t.same(parts.glyphs, whole.glyphs)
})

t.test('room at the edge of an inline box keeps letters apart', async (t) => {
  const apart = [...draw(200, {}, 'م').glyphs, ...draw(200, {}, 'م').glyphs]
  t.same(draw(200, {}, 'م', span({ ...RED, paddingRight: 3 }, 'م')).glyphs, apart)
  t.same(draw(200, {}, 'م', span({ ...RED, verticalAlign: 'super' }, 'م')).glyphs, apart)
  t.same(draw(200, {}, 'م', span({ ...RED, unicodeBidi: 'isolate' }, 'م')).glyphs, apart)
  t.notSame(draw(200, {}, 'م', span({ ...RED, paddingLeft: 3 }, 'م')).glyphs, apart)
})

t.test('letters keep their forms where a line divides their word', async (t) => {
  const { glyphs } = draw(1, { overflowWrap: 'anywhere' }, 'ممم')
  t.same([...glyphs].reverse(), draw(200, {}, 'ممم').glyphs)
})

/** Where the texts of a line begin, of 40px letters that are kerned: A and V, and A behind a space. */
function starts(...pieces: readonly Piece[]): readonly number[] {
  const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
  const font = fonts.select({ families: ['sans-serif'], weight: 400, style: 'normal', stretch: 100 })
  const root = inlineRoot(fonts, { font, fontSize: 40 }, ...pieces)
  const found: number[] = []
  const visit = (fragment: Fragment, x: number) => {
    if (fragment.kind === 'text') found.push(x)
    else if (fragment.kind === 'line' || fragment.kind === 'box')
      for (const child of fragment.children) visit(child.fragment, x + child.x)
  }
  visit(layOut(ctx, root, testSpace(600)), 0)
  return found
}

t.test('letters of neighbouring inline boxes kern where the font is the same', async (t) => {
  const apart = 26.6875
  const kerned = 23.71875
  t.same(starts('A', span(RED, 'V')), [0, kerned])
  t.same(starts(span(RED, 'A'), 'V'), [0, kerned])
  t.same(starts('A', span({}), 'V'), [0, kerned])
  t.same(starts('A ', span(RED, 'A')), [0, 33.390625])
  t.same(starts('A', span({ fontSize: 41 }, 'V')), [0, apart])
  t.same(starts('A', span({ letterSpacing: 1 }, 'V')), [0, apart])
  t.same(starts('A', span({ verticalAlign: 'super' }, 'V')), [0, apart])
  t.same(starts('A', span({ paddingLeft: 1 }, 'V')), [0, apart + 1])
})

t.test('a no-break space is as wide as a space, and kerns as one', async (t) => {
  const spaced = starts('P A A', span({ fontSize: 41 }, 'x'))
  t.same(starts('P\u00a0A\u00a0A', span({ fontSize: 41 }, 'x')), spaced)
})

t.test('kerning across inline boxes shapes a pair of letters once', async (t) => {
  const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
  const pieces = Array.from({ length: 200 }, (_, i) => span(i % 2 ? RED : {}, 'Wy'))
  const before = fonts.shapedWords
  layOut(ctx, inlineRoot(fonts, FONT, ...pieces), testSpace(600))
  t.ok(fonts.shapedWords - before <= 4, 'the word, the pair and its letters')
})
