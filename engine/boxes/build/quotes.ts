import type { QuotePair } from '../../css/properties/content.js'
import type { ComputedStyle } from '../../style/computed-style.js'

/** Quotation marks of `quotes: auto` by primary language subtag, outer pair first (CLDR's delimiters). */
const BY_LANGUAGE: ReadonlyMap<string, readonly QuotePair[]> = new Map(
  Object.entries({
    en: '“”‘’',
    cs: '„“‚‘',
    da: '””’’',
    de: '„“‚‘',
    el: '«»“”',
    es: '«»“”',
    fi: '””’’',
    fr: '«»«»',
    hu: '„”»«',
    it: '«»“”',
    ja: '「」『』',
    nb: '«»‘’',
    nl: '‘’“”',
    nn: '«»‘’',
    no: '«»‘’',
    pl: '„”«»',
    pt: '“”‘’',
    ro: '„”«»',
    ru: '«»„“',
    sk: '„“‚‘',
    sl: '„“‚‘',
    sv: '””’’',
    tr: '“”‘’',
    uk: '«»„“',
    zh: '“”‘’',
  }).map(([language, marks]) => [language, pairs(marks)]),
)

const ENGLISH = pairs('“”‘’')

/** The nesting of quotations (css-content-3 §4), over the whole document in document order. */
export class QuoteDepth {
  #depth = 0

  copy(): QuoteDepth {
    const copy = new QuoteDepth()
    copy.#depth = this.#depth
    return copy
  }

  /** Text of an `open-quote`, which then counts as one level deeper. */
  open(style: ComputedStyle): string {
    const pair = pairAt(style, this.#depth)
    this.#depth++
    return pair?.open ?? ''
  }

  /** Text of a `close-quote`: nothing when no quotation is open. */
  close(style: ComputedStyle): string {
    if (this.#depth === 0) return ''
    this.#depth--
    return pairAt(style, this.#depth)?.close ?? ''
  }
}

function pairAt(style: ComputedStyle, depth: number): QuotePair | undefined {
  if (style.quotes === 'none') return undefined
  const list = style.quotes === 'auto' ? pairsOf(style.language) : style.quotes
  return list[Math.min(depth, list.length - 1)]
}

function pairsOf(language: string): readonly QuotePair[] {
  const end = language.indexOf('-')
  const primary = (end < 0 ? language : language.slice(0, end)).toLowerCase()
  return BY_LANGUAGE.get(primary) ?? ENGLISH
}

function pairs(marks: string): readonly QuotePair[] {
  return [
    { open: marks.charAt(0), close: marks.charAt(1) },
    { open: marks.charAt(2), close: marks.charAt(3) },
  ]
}
