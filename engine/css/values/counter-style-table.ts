/** How a predefined counter style writes values (css-counter-styles-3 §3.1, §6, §7). */
export type CounterAlgorithm =
  | { readonly kind: 'numeric'; readonly digits: string; readonly width: number; readonly minus: boolean }
  | { readonly kind: 'alphabetic'; readonly letters: string }
  | { readonly kind: 'fixed'; readonly letters: string }
  | { readonly kind: 'additive'; readonly limit: number; readonly weights: readonly (readonly [number, string])[] }
  | { readonly kind: 'symbol'; readonly symbol: string }
  | { readonly kind: 'thousands'; readonly numerals: CjkNumerals }
  | { readonly kind: 'ethiopic' }

/** The numerals of a language in which digits stand before their units, up to thousands. */
export interface CjkNumerals {
  /** From zero to nine. */
  readonly digits: string
  /** Tens, hundreds and thousands. */
  readonly units: string
  /** Where a one before a unit is written: always, never, or not before ten to nineteen. */
  readonly one: 'always' | 'never' | 'not-in-teens'
  /** Zeros between other digits are written, once. */
  readonly zeros: boolean
  readonly minus: string
}

interface CounterStyle {
  readonly algorithm: CounterAlgorithm
  /** Between a marker's counter and the text of the item. */
  readonly suffix: string
  /** The style of values that this one cannot write. */
  readonly fallback: 'decimal' | 'cjk-decimal'
}

const IDEOGRAPHIC_COMMA = '\u3001'

/** The styles by name. */
export const COUNTER_STYLES: ReadonlyMap<string, CounterStyle> = new Map<string, CounterStyle>([
  ...numericStyles(),
  ...alphabeticStyles(),
  ...additiveStyles(),
  ...symbolStyles(),
  ...cjkStyles(),
  ['ethiopic-numeric', { algorithm: { kind: 'ethiopic' }, suffix: '/ ', fallback: 'decimal' }],
])

/** The style of names that stand for none. */
export const DECIMAL: CounterStyle = {
  algorithm: { kind: 'numeric', digits: '0123456789', width: 1, minus: true },
  suffix: '. ',
  fallback: 'decimal',
}

type Entry = readonly [name: string, style: CounterStyle]

function entry(name: string, algorithm: CounterAlgorithm, suffix = '. '): Entry {
  return [name, { algorithm, suffix, fallback: algorithm.kind === 'fixed' ? 'cjk-decimal' : 'decimal' }]
}

function lettersFrom(first: number, count: number): string {
  return String.fromCodePoint(...Array.from({ length: count }, (_, index) => first + index))
}

function numericStyles(): readonly Entry[] {
  const zeros: readonly (readonly [name: string, zero: number])[] = [
    ['decimal', 0x30],
    ['arabic-indic', 0x660],
    ['bengali', 0x9e6],
    ['cambodian', 0x17e0],
    ['devanagari', 0x966],
    ['gujarati', 0xae6],
    ['gurmukhi', 0xa66],
    ['kannada', 0xce6],
    ['khmer', 0x17e0],
    ['lao', 0xed0],
    ['malayalam', 0xd66],
    ['mongolian', 0x1810],
    ['myanmar', 0x1040],
    ['oriya', 0xb66],
    ['persian', 0x6f0],
    ['tamil', 0xbe6],
    ['telugu', 0xc66],
    ['thai', 0xe50],
    ['tibetan', 0xf20],
    // Browsers know this name too.
    ['urdu', 0x6f0],
  ]
  return [
    ...zeros.map(([name, zero]) =>
      entry(name, { kind: 'numeric', digits: lettersFrom(zero, 10), width: 1, minus: true }),
    ),
    entry('decimal-leading-zero', { kind: 'numeric', digits: '0123456789', width: 2, minus: true }),
  ]
}

function alphabeticStyles(): readonly Entry[] {
  const latin = lettersFrom(0x61, 26)
  const hiragana = 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん'
  const iroha = 'いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす'
  const alphabetic = (name: string, letters: string, suffix?: string) =>
    entry(name, { kind: 'alphabetic', letters }, suffix)
  return [
    alphabetic('lower-alpha', latin),
    alphabetic('lower-latin', latin),
    alphabetic('upper-alpha', latin.toUpperCase()),
    alphabetic('upper-latin', latin.toUpperCase()),
    alphabetic('lower-greek', 'αβγδεζηθικλμνξοπρστυφχψω'),
    alphabetic('hiragana', hiragana, IDEOGRAPHIC_COMMA),
    alphabetic('hiragana-iroha', iroha, IDEOGRAPHIC_COMMA),
    alphabetic('katakana', katakana(hiragana), IDEOGRAPHIC_COMMA),
    alphabetic('katakana-iroha', katakana(iroha), IDEOGRAPHIC_COMMA),
  ]
}

/** Each hiragana has its katakana 96 code points above. */
function katakana(hiragana: string): string {
  return [...hiragana].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60)).join('')
}

type Weight = readonly [value: number, letters: string]

function additiveStyles(): readonly Entry[] {
  const additive = (name: string, limit: number, weights: readonly Weight[]) =>
    entry(name, { kind: 'additive', limit, weights })
  const roman: readonly Weight[] = [
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ]
  const upperArmenian = byDecades(lettersFrom(0x531, 36))
  const georgian = byDecades('აბგდევზჱთიკლმნჲოპჟრსტჳფქღყშჩცძწჭხჴჯჰჵ')
  return [
    additive('lower-roman', 3999, roman),
    additive(
      'upper-roman',
      3999,
      roman.map(([value, letters]) => [value, letters.toUpperCase()]),
    ),
    additive('armenian', 9999, upperArmenian),
    additive('upper-armenian', 9999, upperArmenian),
    additive('lower-armenian', 9999, byDecades(lettersFrom(0x561, 36))),
    additive('georgian', 19_999, georgian),
    additive('hebrew', 10_999, hebrewWeights()),
  ]
}

/** Letters for 1 to 9, 10 to 90 and so on, the greatest first. */
function byDecades(letters: string): readonly Weight[] {
  return [...letters]
    .map((letter, index): Weight => [((index % 9) + 1) * 10 ** Math.floor(index / 9), letter])
    .reverse()
}

function hebrewWeights(): readonly Weight[] {
  const units = byDecades('אבגדהוזחטיכלמנסעפצקרשת')
  // With a geresh the letters of 1 to 10 are thousands.
  const thousands = units
    .filter(([value]) => value <= 10)
    .map(([value, letter]): Weight => [value * 1000, `${letter}׳`])
  // Fifteen to nineteen avoid what would spell a name of God.
  const teens: readonly Weight[] = [
    [19, 'יט'],
    [18, 'יח'],
    [17, 'יז'],
    [16, 'טז'],
    [15, 'טו'],
  ]
  const above = units.filter(([value]) => value > 10)
  const below = units.filter(([value]) => value <= 10)
  return [...thousands, ...above, ...teens, ...below]
}

function symbolStyles(): readonly Entry[] {
  const symbols: readonly (readonly [name: string, symbol: string])[] = [
    ['disc', '\u2022'],
    ['circle', '\u25e6'],
    ['square', '\u25aa'],
    ['disclosure-open', '\u25be'],
    ['disclosure-closed', '\u25b8'],
  ]
  return [
    ...symbols.map(([name, symbol]) => entry(name, { kind: 'symbol', symbol }, ' ')),
    entry('none', { kind: 'symbol', symbol: '' }, ''),
  ]
}

function cjkStyles(): readonly Entry[] {
  const decimal = '〇一二三四五六七八九'
  const informalChinese = { units: '十百千', one: 'not-in-teens', zeros: true } as const
  const formalChinese = { units: '拾佰仟', one: 'always', zeros: true } as const
  const japanese = { zeros: false, minus: 'マイナス' } as const
  const korean = { zeros: false, minus: '마이너스 ' } as const
  const thousands = (name: string, numerals: CjkNumerals, suffix: string): Entry => [
    name,
    { algorithm: { kind: 'thousands', numerals }, suffix, fallback: 'cjk-decimal' },
  ]
  const tradChinese = { digits: '零一二三四五六七八九', minus: '負', ...informalChinese }
  return [
    entry('cjk-decimal', { kind: 'numeric', digits: decimal, width: 1, minus: false }, IDEOGRAPHIC_COMMA),
    entry('cjk-earthly-branch', { kind: 'fixed', letters: '子丑寅卯辰巳午未申酉戌亥' }, IDEOGRAPHIC_COMMA),
    entry('cjk-heavenly-stem', { kind: 'fixed', letters: '甲乙丙丁戊己庚辛壬癸' }, IDEOGRAPHIC_COMMA),
    thousands('trad-chinese-informal', tradChinese, IDEOGRAPHIC_COMMA),
    thousands('cjk-ideographic', tradChinese, IDEOGRAPHIC_COMMA),
    thousands(
      'trad-chinese-formal',
      { digits: '零壹貳參肆伍陸柒捌玖', minus: '負', ...formalChinese },
      IDEOGRAPHIC_COMMA,
    ),
    thousands('simp-chinese-informal', { ...tradChinese, minus: '负' }, IDEOGRAPHIC_COMMA),
    thousands(
      'simp-chinese-formal',
      { digits: '零壹贰叁肆伍陆柒捌玖', minus: '负', ...formalChinese },
      IDEOGRAPHIC_COMMA,
    ),
    thousands('japanese-informal', { digits: decimal, units: '十百千', one: 'never', ...japanese }, IDEOGRAPHIC_COMMA),
    thousands(
      'japanese-formal',
      { digits: '零壱弐参四伍六七八九', units: '拾百阡', one: 'always', ...japanese },
      IDEOGRAPHIC_COMMA,
    ),
    thousands(
      'korean-hangul-formal',
      { digits: '영일이삼사오육칠팔구', units: '십백천', one: 'always', ...korean },
      ', ',
    ),
    thousands(
      'korean-hanja-informal',
      { digits: '零一二三四五六七八九', units: '十百千', one: 'never', ...korean },
      ', ',
    ),
    thousands(
      'korean-hanja-formal',
      { digits: '零壹貳參四五六七八九', units: '拾百仟', one: 'always', ...korean },
      ', ',
    ),
  ]
}
