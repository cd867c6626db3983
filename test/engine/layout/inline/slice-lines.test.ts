import t from 'tap'
import type { BreakToken } from '../../../../engine/layout/break-token.js'
import { APPEAL } from '../../../../engine/layout/break-token.js'
import { emptyPage, type PagedFragmentation } from '../../../../engine/layout/constraint-space.js'
import { createSquareFonts } from '../square-fonts.js'
import { createTestContext, testSpace } from '../test-context.js'
import { INLINE_ALGORITHMS, inlineRoot, lineTexts, type Overrides, type Piece, span } from './inline-builder.js'

/** A paragraph of `count` lines `a`, `b`, `c` … of 10px each. */
function paragraph(count: number, style: Overrides = {}) {
  const fonts = createSquareFonts()
  const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
  const text = Array.from({ length: count }, (_, i) => String.fromCharCode(97 + i)).join(' ')
  const root = inlineRoot(fonts, style, text)
  return {
    ctx,
    place(room: number, options: Partial<PagedFragmentation> & { readonly token?: BreakToken } = {}) {
      const { token, ...rest } = options
      const fragmentation = { ...emptyPage(room), freshRoom: 1000, atTop: false, ...rest }
      return ctx.layout(root, testSpace(10, { fragmentation }), token)
    },
  }
}

/** Resumes a paragraph of `paragraph` before a line: each is a letter and a space. */
function tokenAt(line: number): BreakToken {
  const position = { unit: 2 * line, offset: undefined }
  return { kind: 'inline', line, width: 10, origin: { unit: 0, offset: undefined }, position }
}

interface Case {
  readonly name: string
  readonly lines: number
  readonly room: number
  readonly style?: Overrides
  readonly options?: Partial<PagedFragmentation> & { readonly token?: BreakToken }
  /** Lines placed and the line of the token, or no room. */
  readonly expected: readonly [number, number | undefined] | 'no-room'
  readonly appeal?: number
}

const CASES: readonly Case[] = [
  { name: 'everything fits', lines: 3, room: 30, expected: [3, undefined] },
  { name: 'four lines of which three fit break two and two', lines: 4, room: 30, expected: [2, 2] },
  {
    name: 'fewer lines than widows are left only if all other places are worse',
    lines: 3,
    room: 20,
    expected: [2, 2],
    appeal: APPEAL.violatesOrphansOrWidows,
  },
  {
    name: 'a paragraph that began on an earlier page cannot move, so that no other place is better',
    lines: 5,
    room: 20,
    options: { token: tokenAt(2), atTop: true },
    expected: [2, 4],
  },
  {
    name: 'fewer lines than orphans stay only if all other places are worse, which those around decide',
    lines: 3,
    room: 10,
    expected: [1, 1],
    appeal: APPEAL.violatesOrphansOrWidows,
  },
  { name: 'nothing fits', lines: 3, room: 5, expected: 'no-room' },
  { name: 'a single line that does not fit', lines: 1, room: 5, expected: 'no-room' },
  {
    name: 'at the top of the page lines stay against orphans',
    lines: 3,
    room: 10,
    options: { atTop: true },
    expected: [1, 1],
    appeal: APPEAL.violatesOrphansOrWidows,
  },
  { name: 'orphans 1', lines: 3, room: 10, style: { orphans: 1 }, expected: [1, 1] },
  { name: 'orphans 3 at the break', lines: 6, room: 30, style: { orphans: 3 }, expected: [3, 3] },
  { name: 'widows 3', lines: 6, room: 50, style: { widows: 3 }, expected: [3, 3] },
  {
    name: 'continues from its token',
    lines: 6,
    room: 100,
    options: { token: tokenAt(4) },
    expected: [2, undefined],
  },
  { name: 'a middle part', lines: 9, room: 30, options: { token: tokenAt(2) }, expected: [3, 5] },
  {
    name: 'a middle part leaves enough lines to the last one',
    lines: 9,
    room: 40,
    style: { orphans: 1, widows: 3 },
    options: { token: tokenAt(4) },
    expected: [2, 6],
  },
  { name: 'an imposed break', lines: 9, room: 90, options: { imposed: { kind: 'line', line: 3 } }, expected: [3, 3] },
]

for (const { name, lines, room, style, options, expected, appeal = APPEAL.perfect } of CASES) {
  t.test(name, async (t) => {
    const result = paragraph(lines, style).place(room, options)
    if (expected === 'no-room') {
      t.equal(result.kind, 'no-room')
      return
    }
    if (result.kind !== 'placed') throw new Error('expected the paragraph to be placed')
    t.strictSame(
      [result.fragment.children.length, result.token?.kind === 'inline' ? result.token.line : undefined],
      expected,
    )
    t.equal(result.appeal, appeal)
    t.equal(result.fragment.height, expected[0] * 10)
  })
}

t.test('a line taller than the page is placed, with what is to be reported if it stays', async (t) => {
  const result = paragraph(2).place(5, { atTop: true })
  t.match(result, {
    kind: 'placed',
    appeal: APPEAL.lastResort,
    token: { kind: 'inline', line: 1 },
    fragment: { overflow: /^a line.* is taller than the 5px that a page has for it$/ },
  })
})

t.test('the breakpoint is the latest place that leaves enough lines on both sides', async (t) => {
  const at = (lines: number, room: number) => {
    const result = paragraph(lines).place(room)
    return result.kind === 'placed' ? result.breakpoint : undefined
  }
  t.strictSame(at(6, 100), { appeal: APPEAL.perfect, path: { kind: 'line', line: 4 } })
  t.strictSame(at(9, 50), { appeal: APPEAL.perfect, path: { kind: 'line', line: 4 } })
  t.strictSame(at(3, 100), { appeal: APPEAL.violatesOrphansOrWidows, path: { kind: 'line', line: 2 } })
  t.equal(at(1, 100), undefined)
})

t.test('lines are broken once however many pages take them', async (t) => {
  const { ctx, place } = paragraph(26)
  let token: BreakToken | undefined
  const texts: string[] = []
  do {
    const result = place(50, { atTop: true, ...(token && { token }) })
    if (result.kind !== 'placed') throw new Error('expected the paragraph to be placed')
    texts.push(...lineTexts(result.fragment))
    token = result.token
  } while (token)
  t.equal(texts.join(''), 'abcdefghijklmnopqrstuvwxyz')
  t.equal(ctx.stats.layoutCalls, 6)
  const once = paragraph(26)
  once.place(1000)
  t.equal(ctx.fonts.shapedWords, once.ctx.fonts.shapedWords)
})

t.test('baselines of the part that was placed', async (t) => {
  const result = paragraph(6).place(40)
  t.match(result, { fragment: { firstBaseline: 8, lastBaseline: 38 } })
})

/** Places a paragraph on pages of these widths, two lines on each but the last. */
function placeOn(widths: readonly number[], style: Overrides, ...pieces: readonly Piece[]): readonly string[] {
  const fonts = createSquareFonts()
  const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
  const root = inlineRoot(fonts, { widows: 1, ...style }, ...pieces)
  let token: BreakToken | undefined
  return widths.map((width, i) => {
    const room = i < widths.length - 1 ? 20 : 1000
    const fragmentation = { ...emptyPage(room), freshRoom: 1000 }
    const result = ctx.layout(root, testSpace(width, { fragmentation }), token)
    if (result.kind !== 'placed') throw new Error('expected the paragraph to be placed')
    token = result.token
    return lineTexts(result.fragment).join('|')
  })
}

t.test('lines continue where they were broken on a page of another width', async (t) => {
  const text = 'aa bb cc dd ee ff gg hh'
  t.same(placeOn([50, 80], {}, text), ['aa bb|cc dd', 'ee ff gg|hh'])
  t.same(placeOn([20, 50, 80], {}, text), ['aa|bb', 'cc dd|ee ff', 'gg hh'])
  t.same(placeOn([50, 20, 20], {}, text), ['aa bb|cc dd', 'ee|ff', 'gg|hh'])
  t.same(placeOn([50, 20, 50], {}, text), ['aa bb|cc dd', 'ee|ff', 'gg hh'])
})

t.test('so do divided words, with what is left of them', async (t) => {
  t.same(placeOn([30, 50], { overflowWrap: 'anywhere' }, 'abcdefghijkl'), ['abc|def', 'ghijk|l'])
  t.same(placeOn([80, 50], { hyphens: 'auto', language: 'en' }, 'a hyphenation'), ['a hy‐|phen‐', 'ation'])
})

t.test('inline boxes continue, and the first line is indented once', async (t) => {
  const red: Overrides = { backgroundColor: { red: 1, green: 0, blue: 0, alpha: 1 } }
  t.same(placeOn([30, 50], { textIndent: 10 }, 'aa ', span(red, 'bb cc dd'), ' ee'), ['aa|bb', 'cc dd|ee'])
})

t.test('a continued paragraph needs as many lines at its break as one broken in the middle', async (t) => {
  const widows: Overrides = { widows: 3, orphans: 1 }
  t.same(placeOn([20, 20, 20], widows, 'aa bb cc dd ee ff gg'), ['aa|bb', 'cc|dd', 'ee|ff|gg'])
  t.same(placeOn([20, 30, 40], widows, 'aa bb cc dd ee ff gg'), ['aa|bb', 'cc|dd', 'ee|ff|gg'])
})
