import t from 'tap'
import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { SourceText } from '../../../engine/base/source.js'
import { formatCounter, markerPrefix, markerSuffix, reportUnknownStyle } from '../../../engine/boxes/counter-styles.js'
import { counterStylesOf } from '../../../engine/css/syntax/counter-style-rule.js'
import { parseStylesheet } from '../../../engine/css/syntax/parse-stylesheet.js'
import { computeCounterStyle } from '../../../engine/css/values/counter-style-value.js'

function unknown(style: string): string[] {
  const diagnostics = new DiagnosticList()
  reportUnknownStyle(style, undefined, diagnostics)
  return diagnostics.items.map(({ message }) => message)
}

const CASES: readonly (readonly [string, readonly (readonly [number, string])[]])[] = [
  [
    'decimal',
    [
      [0, '0'],
      [7, '7'],
      [-12, '-12'],
    ],
  ],
  [
    'decimal-leading-zero',
    [
      [0, '00'],
      [7, '07'],
      [123, '123'],
      [-5, '-5'],
    ],
  ],
  [
    'lower-alpha',
    [
      [1, 'a'],
      [26, 'z'],
      [27, 'aa'],
      [52, 'az'],
      [53, 'ba'],
      [702, 'zz'],
      [703, 'aaa'],
      [0, '0'],
      [-1, '-1'],
    ],
  ],
  ['upper-latin', [[28, 'AB']]],
  [
    'lower-greek',
    [
      [1, 'α'],
      [17, 'ρ'],
      [18, 'σ'],
      [24, 'ω'],
      [25, 'αα'],
    ],
  ],
  [
    'lower-roman',
    [
      [1, 'i'],
      [4, 'iv'],
      [9, 'ix'],
      [1994, 'mcmxciv'],
      [3999, 'mmmcmxcix'],
      [4000, '4000'],
      [0, '0'],
    ],
  ],
  ['upper-roman', [[49, 'XLIX']]],
  ['disc', [[5, '•']]],
  ['circle', [[5, '◦']]],
  ['square', [[5, '▪']]],
  ['none', [[5, '']]],
  ['disclosure-open', [[5, '▾']]],
  ['disclosure-closed', [[5, '▸']]],
  ...(
    [
      ['arabic-indic', '-١٥ ٠ ١ ١٠'],
      ['bengali', '-১৫ ০ ১ ১০'],
      ['cambodian', '-១៥ ០ ១ ១០'],
      ['devanagari', '-१५ ० १ १०'],
      ['gujarati', '-૧૫ ૦ ૧ ૧૦'],
      ['gurmukhi', '-੧੫ ੦ ੧ ੧੦'],
      ['kannada', '-೧೫ ೦ ೧ ೧೦'],
      ['khmer', '-១៥ ០ ១ ១០'],
      ['lao', '-໑໕ ໐ ໑ ໑໐'],
      ['malayalam', '-൧൫ ൦ ൧ ൧൦'],
      ['mongolian', '-᠑᠕ ᠐ ᠑ ᠑᠐'],
      ['myanmar', '-၁၅ ၀ ၁ ၁၀'],
      ['oriya', '-୧୫ ୦ ୧ ୧୦'],
      ['persian', '-۱۵ ۰ ۱ ۱۰'],
      ['tamil', '-௧௫ ௦ ௧ ௧௦'],
      ['telugu', '-౧౫ ౦ ౧ ౧౦'],
      ['thai', '-๑๕ ๐ ๑ ๑๐'],
      ['tibetan', '-༡༥ ༠ ༡ ༡༠'],
      ['urdu', '-۱۵ ۰ ۱ ۱۰'],
      ['cjk-decimal', '-15 〇 一 一〇'],
    ] as const
  ).map(([style, written]): (typeof CASES)[number] => {
    const values = written.split(' ')
    return [style, [-15, 0, 1, 10].map((value, index) => [value, values[index] ?? ''])]
  }),
  ...(
    [
      ['hiragana', { 0: '0', 1: 'あ', 48: 'ん', 49: 'ああ' }],
      ['hiragana-iroha', { 1: 'い', 47: 'す', 48: 'いい' }],
      ['katakana', { 1: 'ア', 48: 'ン', 49: 'アア' }],
      ['katakana-iroha', { 1: 'イ', 47: 'ス', 48: 'イイ' }],
      ['cjk-earthly-branch', { '-1': '-1', 0: '〇', 1: '子', 12: '亥', 13: '一三' }],
      ['cjk-heavenly-stem', { 1: '甲', 10: '癸', 11: '一一' }],
      ['armenian', { 0: '0', 1: 'Ա', 1999: 'ՌՋՂԹ', 9999: 'ՔՋՂԹ', 10000: '10000' }],
      ['upper-armenian', { 15: 'ԺԵ' }],
      ['lower-armenian', { 15: 'ժե' }],
      ['georgian', { 1: 'ა', 1234: 'ჩსლდ', 19999: 'ჵჰშჟთ', 20000: '20000' }],
      [
        'hebrew',
        { 9: 'ט', 10: 'י', 15: 'טו', 16: 'טז', 19: 'יט', 115: 'קטו', 999: 'תתקצט', 5678: 'ה׳תרעח', 11000: '11000' },
      ],
      [
        'japanese-informal',
        { 0: '〇', 10: '十', 21: '二十一', 111: '百十一', 5678: '五千六百七十八', '-15': 'マイナス十五' },
      ],
      ['japanese-formal', { 0: '零', 111: '壱百壱拾壱', 10000: '一〇〇〇〇' }],
      ['korean-hangul-formal', { 0: '영', 111: '일백일십일', '-15': '마이너스 일십오' }],
      ['korean-hanja-informal', { 111: '百十一' }],
      ['korean-hanja-formal', { 111: '壹百壹拾壹', 1234: '壹仟貳百參拾四' }],
      [
        'simp-chinese-informal',
        { 11: '十一', 21: '二十一', 110: '一百一十', 1010: '一千零一十', 1001: '一千零一', '-15': '负十五' },
      ],
      ['simp-chinese-formal', { 10: '壹拾', 1234: '壹仟贰佰叁拾肆' }],
      ['trad-chinese-informal', { 0: '零', 101: '一百零一', '-15': '負十五' }],
      ['trad-chinese-formal', { 1234: '壹仟貳佰參拾肆' }],
      ['cjk-ideographic', { 101: '一百零一' }],
      [
        'ethiopic-numeric',
        { 0: '0', 1: '፩', 10: '፲', 99: '፺፱', 100: '፻', 111: '፻፲፩', 10000: '፼', 78010092: '፸፰፻፩፼፺፪' },
      ],
    ] as const
  ).map(([style, values]): (typeof CASES)[number] => [
    style,
    Object.entries(values).map(([value, written]) => [Number(value), written]),
  ]),
  ['constructor', [[5, '5']]],
]

t.test('counter styles', (t) => {
  for (const [style, values] of CASES) {
    for (const [value, expected] of values) t.equal(formatCounter(value, style), expected, `${style} ${value}`)
  }
  t.same(unknown('upper-alpha'), [])
  t.same(unknown('constructor'), ['counter style "constructor" is not known; decimal is used'])
  t.equal(markerSuffix('upper-alpha'), '. ')
  t.equal(markerSuffix('disc'), ' ')
  t.equal(markerSuffix('none'), '')
  t.equal(markerSuffix('katakana'), '、')
  t.equal(markerSuffix('korean-hangul-formal'), ', ')
  t.equal(markerSuffix('ethiopic-numeric'), '/ ')
  t.end()
})

/** Numbers in the style `x` of these rules, as its document writes them. */
function written(rules: string, ...values: readonly number[]): string {
  const source = new SourceText('a.css', rules)
  const { counterStyles } = parseStylesheet(source, { diagnostics: new DiagnosticList(), mode: 'no-quirks' })
  const style = computeCounterStyle('x', counterStylesOf(counterStyles.map((rule) => rule.style)))
  return values.map((value) => `${markerPrefix(style)}${formatCounter(value, style)}${markerSuffix(style)}`).join('|')
}

const DEFINED: readonly (readonly [rules: string, values: readonly number[], written: string])[] = [
  ['@counter-style x { system: cyclic; symbols: a b; suffix: "" }', [-1, 0, 1, 2, 3], 'a|b|a|b|a'],
  ['@counter-style x { system: fixed 3; symbols: a b; suffix: "" }', [2, 3, 4, 5], '2|a|b|5'],
  ['@counter-style x { symbols: "*" "†"; suffix: " " }', [0, 1, 2, 3, 4], '0 |* |† |** |†† '],
  ['@counter-style x { system: alphabetic; symbols: a b; suffix: "" }', [-1, 1, 2, 3, 7], '-1|a|b|aa|aaa'],
  ['@counter-style x { system: numeric; symbols: o l; suffix: "" }', [-2, 0, 5], '-lo|o|lol'],
  ['@counter-style x { system: additive; additive-symbols: V 5, 1 I, 0 N }', [0, 7, -2], 'N. |VII. |-2. '],
  ['@counter-style x { system: additive; additive-symbols: 2 b; fallback: lower-roman }', [3, 4], 'iii. |bb. '],
  [
    '@counter-style x { system: extends decimal; prefix: "("; suffix: ") "; negative: "<" ">" }',
    [-1, 2],
    '(<1>) |(2) ',
  ],
  ['@counter-style x { system: extends decimal; pad: 4 "0"; suffix: "" }', [-7, 7, 12345], '-007|0007|12345'],
  [
    '@counter-style x { system: extends upper-roman; range: infinite 2, 4 4 }',
    [-1, 2, 3, 4, 5],
    '-I. |II. |3. |IV. |5. ',
  ],
  ['@counter-style x { system: extends y; suffix: ")" } @counter-style y { symbols: a; prefix: "§" }', [2], '§aa)'],
  ['@counter-style x { system: extends y; suffix: "" } @counter-style y { system: extends x }', [2], '2'],
  ['@counter-style x { system: extends disc } @counter-style disc { symbols: a }', [1], '• '],
  [
    '@counter-style x { symbols: a; range: 2 2; fallback: y } @counter-style y { symbols: b; range: 3 3; fallback: x }',
    [1],
    '1. ',
  ],
  ['@counter-style x { symbols: a } @counter-style x { symbols: b; suffix: "" }', [1], 'b'],
  ['@counter-style x { system: alphabetic; symbols: a } @counter-style none { symbols: a }', [1], '1. '],
  ['@counter-style x { symbols: a; suffix: 1; pad: -1 a; range: 3 2; suffix: "" ; negative: "a" "b" "c" }', [1], 'a'],
]

t.test('styles of @counter-style', (t) => {
  for (const [rules, values, expected] of DEFINED) t.equal(written(rules, ...values), expected, rules)
  t.end()
})

t.test('no style writes numbers that are longer than a line', (t) => {
  const long = 2_000_000_000
  t.equal(written('@counter-style x { symbols: a; suffix: "" }', long), String(long))
  t.equal(written('@counter-style x { system: additive; additive-symbols: 1 a; suffix: "" }', long), String(long))
  t.equal(
    written('@counter-style x { system: extends upper-roman; range: 1 infinite; suffix: "" }', long),
    String(long),
  )
  t.equal(written('@counter-style x { system: extends decimal; pad: 1000000000 a; suffix: "" }', 1), '1')
  t.end()
})
