import t from 'tap'
import type { InlineItem, ReplacedBox } from '../../../../engine/boxes/box-tree.js'
import { dumpFragment } from '../../../../engine/dump/dump-fragments.js'
import { boxFragment } from '../../../../engine/layout/box-fragment.js'
import type { BoxFragment } from '../../../../engine/layout/fragment-tree.js'
import { missingGlyphs } from '../../../../engine/layout/inline/missing-glyphs.js'
import type { LayoutAlgorithm } from '../../../../engine/layout/layout-types.js'
import type { Color, ComputedStyle } from '../../../../engine/style/computed-style.js'
import { createSquareFonts, MISSING_CHARACTER } from '../square-fonts.js'
import { createTestContext, testSpace } from '../test-context.js'
import { testStyle } from '../test-style.js'
import {
  INLINE_ALGORITHMS,
  inlineRoot,
  lay,
  layOut,
  linesOf,
  type Overrides,
  type Piece,
  span,
} from './inline-builder.js'

const GREY: Color = { red: 0.5, green: 0.5, blue: 0.5, alpha: 1 }

/** The dump of the lines, ids left out. */
function dumpLines(fragment: BoxFragment): string {
  return dumpFragment(fragment)
    .split('\n')
    .slice(1)
    .map((line) => line.slice(2).replace(/#\d+/, ''))
    .join('\n')
}

/** An image of this size as the only thing that is not text; its style is given. */
function layWithImage(
  width: number,
  size: readonly [number, number],
  style: Overrides,
  ...around: readonly [Piece, Piece]
) {
  const fonts = createSquareFonts()
  const layoutImage: LayoutAlgorithm<ReplacedBox> = (_ctx, box) => ({
    kind: 'placed',
    token: undefined,
    appeal: 3,
    breakpoint: undefined,
    fragment: boxFragment({ box, width: size[0], height: size[1], children: [] }),
  })
  const ctx = createTestContext(fonts, {
    ...INLINE_ALGORITHMS,
    replaced: { layout: layoutImage, intrinsic: () => ({ minContent: size[0], maxContent: size[0] }) },
  })
  const box = {
    kind: 'replaced',
    id: 1,
    style: testStyle(fonts, style),
    image: undefined,
    naturalWidth: size[0],
    naturalHeight: size[1],
    alternative: '',
  }
  const atomic: InlineItem = { kind: 'atomic', box: box as unknown as ReplacedBox }
  const root = inlineRoot(fonts, {}, around[0], [atomic], around[1])
  return { ctx, root, fragment: layOut(ctx, root, testSpace(width)) }
}

t.test('a simple line', async (t) => {
  t.equal(
    dumpLines(lay(100, { lineHeight: { kind: 'number', value: 2 } }, 'ab c').fragment),
    ['line 0,0 100×20 baseline 13', '  text 0,5 40×10 "ab c"'].join('\n'),
  )
})

t.test('the simple way and the general way give the same fragments', async (t) => {
  for (const style of [{}, { textAlign: 'center' }, { letterSpacing: 2 }, { wordSpacing: 3 }] satisfies Overrides[]) {
    const simple = lay(300, style, 'Total: 12.50 für £5').fragment
    const general = lay(300, style, 'Total: 12.50 für £5', span({})).fragment
    t.equal(dumpLines(simple), dumpLines(general))
  }
})

const METRICS: readonly {
  readonly name: string
  readonly style: Overrides
  readonly height: number
  readonly baseline: number
}[] = [
  { name: 'line-height as a number', style: { lineHeight: { kind: 'number', value: 1.5 } }, height: 15, baseline: 10 },
  { name: 'line-height in px', style: { lineHeight: { kind: 'length', px: 30 } }, height: 30, baseline: 18 },
  {
    name: 'normal line-height rounds ascent and descent',
    style: { lineHeight: 'normal', fontSize: 13 },
    height: 13,
    baseline: 10,
  },
  { name: 'a line-height of zero', style: { lineHeight: { kind: 'number', value: 0 } }, height: 0, baseline: 3 },
]

for (const { name, style, height, baseline } of METRICS) {
  t.test(name, async (t) => {
    const line = linesOf(lay(100, style, 'x').fragment)[0]
    t.strictSame([line?.height, line?.baseline], [height, baseline])
  })
}

t.test('a fallback face makes a normal line taller, but not one of fixed height', async (t) => {
  t.equal(lay(100, { lineHeight: 'normal' }, 'a\u2605').fragment.height, 16)
  t.equal(lay(100, {}, 'a\u2605').fragment.height, 10)
})

t.test('a face that lends its signs makes no line taller', async (t) => {
  t.equal(lay(100, { lineHeight: 'normal' }, 'a\u2705').fragment.height, 10)
})

const LARGE: Overrides = { fontSize: 20 }

const ALIGNED: readonly {
  readonly name: string
  readonly style: Overrides
  readonly height: number
  readonly y: number
}[] = [
  { name: 'a larger span on the baseline', style: LARGE, height: 20, y: 0 },
  {
    name: 'super raises by a third of the font size and 1px',
    style: { verticalAlign: 'super' },
    height: 14.328125,
    y: 0,
  },
  { name: 'sub lowers by a fifth of the font size and 1px', style: { verticalAlign: 'sub' }, height: 13, y: 3 },
  { name: 'a length raises', style: { verticalAlign: { kind: 'percentage', px: 4, percent: 0 } }, height: 14, y: 0 },
  {
    name: 'a percentage is of the line height',
    style: { verticalAlign: { kind: 'percentage', px: 0, percent: -50 } },
    height: 15,
    y: 5,
  },
  { name: 'text-top', style: { ...LARGE, verticalAlign: 'text-top' }, height: 20, y: 0 },
  { name: 'text-bottom', style: { ...LARGE, verticalAlign: 'text-bottom' }, height: 20, y: 0 },
  { name: 'top', style: { ...LARGE, verticalAlign: 'top' }, height: 20, y: 0 },
  { name: 'bottom', style: { ...LARGE, verticalAlign: 'bottom' }, height: 20, y: 0 },
  { name: 'middle', style: { ...LARGE, verticalAlign: 'middle' }, height: 20, y: 0 },
]

for (const { name, style, height, y } of ALIGNED) {
  t.test(`vertical-align: ${name}`, async (t) => {
    const line = linesOf(lay(200, {}, 'a', span(style, 'x')).fragment)[0]
    t.equal(line?.height, height)
    t.equal(line?.children[1]?.y, y)
  })
}

t.test('text beside a span keeps to the baseline that the span moved', async (t) => {
  const baselineOf = (verticalAlign: ComputedStyle['verticalAlign']) =>
    linesOf(lay(200, {}, 'a', span({ ...LARGE, verticalAlign }, 'x')).fragment)[0]?.baseline
  t.strictSame(
    (['text-top', 'text-bottom', 'top', 'bottom', 'middle', 'baseline'] as const).map(baselineOf),
    [8, 18, 8, 18, 12.5, 16],
  )
})

t.test('an image stands on the baseline with its margins', async (t) => {
  const { fragment } = layWithImage(200, [30, 40], { marginLeft: 5, marginBottom: 2, marginTop: 1 }, 'a', 'b')
  t.equal(
    dumpLines(fragment),
    ['line 0,0 200×45 baseline 43', '  text 0,35 10×10 "a"', '  replaced 15,1 30×40', '  text 45,35 10×10 "b"'].join(
      '\n',
    ),
  )
})

t.test('an image breaks from the text around it', async (t) => {
  const { fragment } = layWithImage(40, [30, 10], {}, 'aa', 'bb')
  t.equal(fragment.children.length, 3)
})

t.test('a span with a background is a box around its content area, open where it continues', async (t) => {
  const style: Overrides = {
    backgroundColor: GREY,
    paddingLeft: 5,
    paddingRight: 5,
    paddingTop: 2,
    borderBottomWidth: 1,
    marginLeft: 3,
  }
  t.equal(
    dumpLines(lay(60, {}, 'a ', span(style, 'bb cc'), ' d').fragment),
    [
      'line 0,0 60×10 baseline 8',
      '  text 0,0 20×10 "a "',
      '  inline 23,-2 25×13 border 0 0 1 0 padding 2 0 0 5',
      '    text 5,2 20×10 "bb"',
      'line 0,10 60×10 baseline 8',
      '  inline 0,-2 25×13 border 0 0 1 0 padding 2 5 0 0',
      '    text 0,2 20×10 "cc"',
      '  text 25,0 20×10 " d"',
    ].join('\n'),
  )
})

t.test('a span that clones its edges has both of them on each line', async (t) => {
  const style: Overrides = { boxDecorationBreak: 'clone', paddingLeft: 5, paddingRight: 3, marginLeft: 2 }
  t.equal(
    dumpLines(lay(60, {}, 'a ', span({ ...style, backgroundColor: GREY }, 'bb ', span(style, 'cc dd')), ' e').fragment),
    [
      'line 0,0 60×10 baseline 8',
      '  text 0,0 20×10 "a "',
      '  inline 22,0 28×10 padding 0 3 0 5',
      '    text 5,0 20×10 "bb"',
      'line 0,10 60×10 baseline 8',
      '  inline 2,0 38×10 padding 0 3 0 5',
      '    text 12,0 20×10 "cc"',
      'line 0,20 60×10 baseline 8',
      '  inline 2,0 38×10 padding 0 3 0 5',
      '    text 12,0 20×10 "dd"',
      '  text 40,0 20×10 " e"',
    ].join('\n'),
  )
})

t.test('spans without anything to show leave no boxes', async (t) => {
  t.equal(
    dumpLines(lay(100, {}, span({ paddingLeft: 4 }, 'a', span({ fontSize: 5 }, 'b'))).fragment),
    ['line 0,0 100×10 baseline 8', '  text 4,0 10×10 "a"', '  text 14,4 5×5 "b"'].join('\n'),
  )
})

const UNDERLINE = { underline: true, overline: false, lineThrough: false }
const THROUGH = { underline: false, overline: true, lineThrough: true }

t.test('an underline lies below the text it crosses, nested spans included, in the font of its own box', async (t) => {
  t.equal(
    dumpLines(
      lay(100, {}, span({ fontSize: 20, textDecorationLine: UNDERLINE }, 'a', span({ fontSize: 10 }, 'b'))).fragment,
    ),
    [
      'line 0,0 100×20 baseline 16',
      '  decoration 0,17 30×2 underline',
      '  text 0,0 20×20 "a"',
      '  text 20,8 10×10 "b"',
    ].join('\n'),
  )
})

t.test('a line of decoration is in one piece as far as its text is', async (t) => {
  const lines = dumpLines(
    lay(
      200,
      { textDecorationLine: UNDERLINE },
      span(
        { textDecorationLine: UNDERLINE },
        'a',
        span({ textDecorationLine: THROUGH }, 'b'),
        span({ paddingLeft: 5 }, 'c'),
        span({ backgroundColor: GREY }, 'd'),
        'e',
      ),
    ).fragment,
  )
  t.strictSame(
    lines.split('\n').map((line) => line.trim()),
    [
      'line 0,0 200×10 baseline 8',
      'decoration 0,9 20×1 underline',
      'decoration 25,9 10×1 underline',
      'decoration 10,-1 10×1 overline',
      'text 0,0 10×10 "a"',
      'text 10,0 10×10 "b"',
      'text 25,0 10×10 "c"',
      'decoration 10,5 10×1 line-through',
      'inline 35,0 10×10',
      'decoration 0,9 10×1 underline',
      'text 0,0 10×10 "d"',
      'decoration 45,9 10×1 underline',
      'text 45,0 10×10 "e"',
    ],
  )
})

t.test('line-through lies above the text, overlines below', async (t) => {
  const lines = dumpLines(lay(100, {}, span({ fontSize: 30, textDecorationLine: THROUGH }, 'a')).fragment).split('\n')
  t.strictSame(
    lines.map((line) => line.trim().split(' ')[0]),
    ['line', 'decoration', 'text', 'decoration'],
  )
  t.match(lines[1], '0,-3 30×3 overline')
  t.match(lines[3], '0,15 30×3 line-through')
})

t.test('an offset of an underline is measured from the baseline, whatever its unit', async (t) => {
  const percent = (value: number, px: number) => ({ kind: 'percentage', px, percent: value }) as const
  for (const offset of [5, percent(25, 0), percent(5, 4)]) {
    const style = { fontSize: 20, textDecorationLine: UNDERLINE, textUnderlineOffset: offset }
    t.match(dumpLines(lay(100, {}, span(style, 'a')).fragment), 'decoration 0,21 20×2 underline')
  }
})

t.test('an underline may stand below the em box, or where the font has it', async (t) => {
  const line = (textUnderlinePosition: 'under' | 'from-font', textUnderlineOffset: number | 'auto' = 'auto') => {
    const style = { fontSize: 20, textDecorationLine: UNDERLINE, textUnderlinePosition, textUnderlineOffset }
    return / decoration (\S+)/.exec(dumpLines(lay(100, {}, span(style, 'a')).fragment))?.[1]
  }
  // The em box ends 4 px below the baseline, at 16; the line of the font is 1 px thick and 2 px below.
  t.equal(line('under'), '0,21')
  t.equal(line('under', 3), '0,24')
  t.equal(line('from-font'), '0,17.5')
  t.equal(line('from-font', 3), '0,20.5')
})

t.test('decorations of the block reach its text', async (t) => {
  const fonts = createSquareFonts()
  const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
  const root = inlineRoot(fonts, {}, 'ab')
  const decorated = { ...root, decorations: [testStyle(fonts, { textDecorationLine: UNDERLINE })] }
  t.match(dumpLines(layOut(ctx, decorated, testSpace(100))), 'decoration 0,9 20×1 underline')
})

t.test('small capitals are made of capitals at 0.7 of the size', async (t) => {
  t.equal(
    dumpLines(lay(100, { fontVariantCaps: 'small-caps' }, 'Ab').fragment),
    ['line 0,0 100×10 baseline 8', '  text 0,0 10×10 "A"', '  text 10,0 7×10 "B"'].join('\n'),
  )
})

t.test('capitals of other kinds are made as small ones are', async (t) => {
  const drawn = (style: Parameters<typeof lay>[1]) =>
    dumpLines(lay(100, style, 'Ab').fragment)
      .split('\n')
      .slice(1)
  const lowercase = drawn({ fontVariantCaps: 'small-caps' })
  const plain = ['  text 0,0 20×10 "Ab"']
  t.same(drawn({ fontVariantCaps: 'petite-caps' }), lowercase)
  t.same(drawn({ fontVariantCaps: 'all-petite-caps' }), ['  text 0,0 14×10 "AB"'])
  t.same(drawn({ fontVariantCaps: 'unicase' }), ['  text 0,0 7×10 "A"', '  text 7,0 10×10 "b"'])
  t.same(drawn({ fontVariantCaps: 'titling-caps' }), plain, 'but for those that would be larger')
  t.same(drawn({ fontVariantCaps: 'small-caps', fontSynthesisSmallCaps: 'none' }), plain, 'and not where they must not')
})

t.test('a line without any content has no height', async (t) => {
  const { fragment } = lay(100, {}, span({}))
  t.equal(fragment.height, 0)
  t.equal(lay(100, {}, span({ paddingLeft: 5 })).fragment.height, 10)
})

t.test('a missing glyph is noted once per character', async (t) => {
  const { ctx } = lay(100, {}, `a${MISSING_CHARACTER} b${MISSING_CHARACTER}`, span({}, MISSING_CHARACTER))
  t.strictSame([...missingGlyphs(ctx)], [[0xe000, 'Square']])
})
