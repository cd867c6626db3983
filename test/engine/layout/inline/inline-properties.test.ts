import t from 'tap'
import type { BreakToken } from '../../../../engine/layout/break-token.js'
import { emptyPage } from '../../../../engine/layout/constraint-space.js'
import fc from '../../../fast-check.js'
import { createSquareFonts } from '../square-fonts.js'
import { createTestContext, testSpace } from '../test-context.js'
import {
  INLINE_ALGORITHMS,
  inlineRoot,
  lay,
  linesOf,
  lineTexts,
  type Overrides,
  type Piece,
  span,
} from './inline-builder.js'

const RUNS = { numRuns: 150 }

const WORD = fc.string({ unit: fc.constantFrom(...'abcdefgh1234-?/.,()é日本'), minLength: 1, maxLength: 8 })
const TEXT = fc.array(WORD, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
const STYLE: fc.Arbitrary<Overrides> = fc.record({
  textAlign: fc.constantFrom('start', 'end', 'center', 'justify'),
  whiteSpaceCollapse: fc.constantFrom('collapse', 'preserve', 'break-spaces'),
  textWrapMode: fc.constantFrom('wrap', 'nowrap'),
  overflowWrap: fc.constantFrom('normal', 'anywhere'),
  wordBreak: fc.constantFrom('normal', 'break-all', 'keep-all'),
})
const WIDTH = fc.integer({ min: 1, max: 30 }).map((characters) => characters * 10)

/** Text cut into a few spans at random places, so that words run across them. */
const PIECES: fc.Arbitrary<readonly Piece[]> = fc
  .tuple(TEXT, fc.array(fc.nat(40), { maxLength: 3 }))
  .map(([text, cuts]) => {
    const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length]
    return places.slice(1).map((end, i) => {
      const part = text.slice(places[i], end)
      return i % 2 ? span({}, part) : part
    })
  })

const withoutSpaces = (text: string) => text.replaceAll(' ', '')
const plain = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : 'pieces' in piece ? plain(piece.pieces) : '')).join('')

t.test('every character is placed exactly once and in order', async () => {
  fc.assert(
    fc.property(PIECES, STYLE, WIDTH, (pieces, style, width) => {
      const placed = lineTexts(lay(width, style, ...pieces).fragment).join('')
      return withoutSpaces(placed) === withoutSpaces(plain(pieces))
    }),
    RUNS,
  )
})

t.test('preserved spaces are placed as well', async () => {
  fc.assert(
    fc.property(PIECES, WIDTH, (pieces, width) => {
      return lineTexts(lay(width, { whiteSpaceCollapse: 'preserve' }, ...pieces).fragment).join('') === plain(pieces)
    }),
    RUNS,
  )
})

t.test('a line is wider than its room only if it cannot be broken', async () => {
  fc.assert(
    fc.property(PIECES, WIDTH, (pieces, width) => {
      const { fragment } = lay(width, { overflowWrap: 'anywhere' }, ...pieces)
      return lineTexts(fragment).every((text) => text.length * 10 <= width)
    }),
    RUNS,
  )
  fc.assert(
    fc.property(PIECES, WIDTH, (pieces, width) => {
      const { fragment } = lay(width, {}, ...pieces)
      return lineTexts(fragment).every((text) => text.length * 10 <= width || !/[^(] [^)]/.test(text))
    }),
    RUNS,
  )
})

t.test('no line could have taken the first word of the next', async () => {
  fc.assert(
    fc.property(PIECES, WIDTH, (pieces, width) => {
      const lines = lineTexts(lay(width, {}, ...pieces).fragment)
      return lines.every((line, i) => {
        const next = lines[i + 1]
        if (next === undefined) return true
        const [word = ''] = next.split(' ')
        return (line.length + 1 + word.length) * 10 > width || /[-?(é日本.,)/]/.test(line + word)
      })
    }),
    RUNS,
  )
})

t.test('the general way agrees with the simple way', async () => {
  fc.assert(
    fc.property(TEXT, STYLE, WIDTH, (text, style, width) => {
      const simple = lay(width, style, text).fragment
      const general = lay(width, style, text, span({})).fragment
      const shape = (fragment: typeof simple) => linesOf(fragment).map(({ height, baseline }) => [height, baseline])
      return (
        JSON.stringify(lineTexts(simple)) === JSON.stringify(lineTexts(general)) &&
        JSON.stringify(shape(simple)) === JSON.stringify(shape(general))
      )
    }),
    RUNS,
  )
})

t.test('min-content is enough for every piece, max-content for one line', async () => {
  fc.assert(
    fc.property(
      PIECES,
      fc.constantFrom<Overrides>({}, { overflowWrap: 'anywhere' }, { wordBreak: 'break-all' }),
      (pieces, style) => {
        const fonts = createSquareFonts()
        const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
        const root = inlineRoot(fonts, style, ...pieces)
        const { minContent, maxContent } = ctx.intrinsicSizes(root)
        const narrow = lineTexts(lay(minContent, style, ...pieces).fragment)
        const widest = Math.max(...narrow.map((text) => text.length * 10))
        return widest === minContent && lay(maxContent, style, ...pieces).fragment.children.length === 1
      },
    ),
    RUNS,
  )
})

t.test('slices for pages concatenate to the whole', async () => {
  fc.assert(
    fc.property(PIECES, WIDTH, fc.integer({ min: 1, max: 60 }), (pieces, width, room) => {
      const fonts = createSquareFonts()
      const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
      const root = inlineRoot(fonts, {}, ...pieces)
      const texts: string[] = []
      let token: BreakToken | undefined
      do {
        const result = ctx.layout(root, testSpace(width, { fragmentation: emptyPage(room) }), token)
        if (result.kind !== 'placed' || result.fragment.children.length === 0) return false
        texts.push(...lineTexts(result.fragment))
        token = result.token
      } while (token)
      return JSON.stringify(texts) === JSON.stringify(lineTexts(lay(width, {}, ...pieces).fragment))
    }),
    RUNS,
  )
})
