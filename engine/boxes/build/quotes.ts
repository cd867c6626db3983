import type { QuotePair } from '../../css/properties/content.js'
import type { ComputedStyle } from '../../style/computed-style.js'

/**
 * Quotation marks of `quotes: auto`, outer pair first, by lower-case language tag (CLDR's delimiters); other languages
 * have those of English.
 */
const BY_LANGUAGE: ReadonlyMap<string, readonly QuotePair[]> = new Map(
  Object.entries({
    am: '«»‹›',
    ar: '”“’‘',
    bg: '„“„“',
    ca: '«»“”',
    cs: '„“‚‘',
    da: '””’’',
    de: '„“‚‘',
    el: '«»“”',
    es: '«»“”',
    'es-mx': '“”‘’',
    et: '„“‚‘',
    fa: '«»‹›',
    fi: '””’’',
    fr: '«»«»',
    'fr-ca': '«»”“',
    'fr-ch': '«»‹›',
    he: '””’’',
    hr: '„“‚‘',
    hu: '„”»«',
    it: '«»“”',
    ja: '「」『』',
    lt: '„“„“',
    nb: '«»‘’',
    nl: '‘’‘’',
    nn: '«»‘’',
    no: '«»‘’',
    pl: '„”«»',
    'pt-pt': '«»“”',
    ro: '„”«»',
    ru: '«»„“',
    sk: '„“‚‘',
    sl: '„“‚‘',
    sr: '„”’’',
    sv: '””’’',
    uk: '«»„“',
    ur: '”“’‘',
    'zh-hant': '「」『』',
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

  /** How many quotations are open. */
  get depth(): number {
    return this.#depth
  }

  /** Goes back to as many open quotations as there were. */
  restore(depth: number): void {
    this.#depth = depth
  }

  /**
   * Text of an `open-quote`, which then counts as one level deeper.
   * @param language of the text that the quotation stands in
   */
  open(style: ComputedStyle, language: string): string {
    const pair = pairAt(style, language, this.#depth)
    this.#depth++
    return pair?.open ?? ''
  }

  /** Text of a `close-quote`: nothing when no quotation is open. */
  close(style: ComputedStyle, language: string): string {
    if (this.#depth === 0) return ''
    this.#depth--
    return pairAt(style, language, this.#depth)?.close ?? ''
  }
}

function pairAt({ quotes }: ComputedStyle, language: string, depth: number): QuotePair | undefined {
  if (quotes === 'none') return undefined
  const list = quotes === 'auto' ? pairsOf(language.toLowerCase()) : quotes
  return list[Math.min(depth, list.length - 1)]
}

/** Of the longest tag that the language begins with (RFC 4647 §3.4). */
function pairsOf(language: string): readonly QuotePair[] {
  const known = BY_LANGUAGE.get(language)
  if (known) return known
  const end = language.lastIndexOf('-')
  return end < 0 ? ENGLISH : pairsOf(language.slice(0, end))
}

function pairs(marks: string): readonly QuotePair[] {
  return [
    { open: marks.charAt(0), close: marks.charAt(1) },
    { open: marks.charAt(2), close: marks.charAt(3) },
  ]
}
