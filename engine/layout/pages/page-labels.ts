import { formatCounter } from '../../boxes/counter-styles.js'
import type { CounterStyle } from '../../css/values/counter-style-value.js'
import type { ContentItem } from '../../style/computed-style.js'
import { MARGIN_BOX_NAMES, type PageStyle } from '../../style/page-style.js'
import type { PageRecord } from './page-log.js'

/** Pages in a row whose labels count on. */
export interface PageLabelRange {
  /** Index of its first page, from 0. */
  readonly first: number
  /** Text in front of each number, or the whole label where there is no style. */
  readonly prefix: string
  readonly style: LabelStyle | undefined
  /** Number of the first page. */
  readonly start: number
}

/** Counter styles that readers of PDF can write themselves (ISO 32000-1 table 159). */
export type LabelStyle = 'decimal' | 'upper-roman' | 'lower-roman' | 'upper-alpha' | 'lower-alpha'

/** Readers write 27 as AA, as CSS does, but 28 as BB. */
const MOST_LETTERS = 27

/** How a page prints its number. */
interface PrintedNumber {
  readonly prefix: string
  readonly style: CounterStyle
}

const PLAIN: PrintedNumber = { prefix: '', style: 'decimal' }

/**
 * The labels of a document's pages, as readers show them beside the page: each page is called what it prints. That is
 * the `page` counter in the style of the first margin box that shows it, with what is written together with it, such as
 * the `A-` of `'A-' counter(page)`; the plain number on pages that do not print it.
 */
export class PageLabels {
  readonly #ranges: PageLabelRange[] = []
  readonly #printed = new WeakMap<PageStyle, PrintedNumber>()
  #pages = 0
  /** The number that would continue the last range. */
  #next = 1

  /** @param own what a page that does not count is called */
  add(style: PageStyle, record: PageRecord, own?: string): void {
    const number = record.counters.get('page') ?? this.#pages + 1
    const first = this.#pages++
    const range = own === undefined ? rangeOf(first, number, this.#printedOn(style)) : named(first, own)
    const last = this.#ranges.at(-1)
    if (!last || last.style !== range.style || last.prefix !== range.prefix || this.#next !== range.start) {
      this.#ranges.push(range)
    }
    this.#next = range.style ? range.start + 1 : range.start
  }

  /** Pages so far. */
  get pages(): number {
    return this.#pages
  }

  /** In order; empty where all pages are called by their places, as they are without labels. */
  get ranges(): readonly PageLabelRange[] {
    const [only, second] = this.#ranges
    const isPlain = !second && only?.style === 'decimal' && only.start === 1 && only.prefix === ''
    return isPlain ? [] : this.#ranges
  }

  #printedOn(style: PageStyle): PrintedNumber {
    let printed = this.#printed.get(style)
    if (!printed) {
      printed = printedNumber(style)
      this.#printed.set(style, printed)
    }
    return printed
  }
}

function named(first: number, prefix: string): PageLabelRange {
  return { first, prefix, style: undefined, start: 0 }
}

function rangeOf(first: number, number: number, { prefix, style }: PrintedNumber): PageLabelRange {
  const known = labelStyle(style, number)
  if (known) return { first, prefix, style: known, start: number }
  return named(first, prefix + formatCounter(number, style))
}

/** Undefined for numbers that readers would write in another way. */
function labelStyle(style: CounterStyle, number: number): LabelStyle | undefined {
  if (number < 1) return undefined
  switch (style) {
    case 'decimal':
      return style
    case 'upper-roman':
    case 'lower-roman':
      return formatCounter(number, style) === String(number) ? undefined : style
    case 'upper-alpha':
    case 'upper-latin':
      return number > MOST_LETTERS ? undefined : 'upper-alpha'
    case 'lower-alpha':
    case 'lower-latin':
      return number > MOST_LETTERS ? undefined : 'lower-alpha'
    default:
      return undefined
  }
}

function printedNumber(page: PageStyle): PrintedNumber {
  for (const name of MARGIN_BOX_NAMES) {
    const content = page.marginBoxes.get(name)?.content
    if (content === undefined || typeof content === 'string') continue
    const at = content.findIndex((item) => item.kind === 'counter' && item.name === 'page')
    const item = content[at]
    if (item?.kind === 'counter') return { prefix: gluedTo(content[at - 1]), style: item.style }
  }
  return PLAIN
}

/** The end of a text up to its last blank, where it belongs to a word: brackets and dashes alone do not. */
function gluedTo(item: ContentItem | undefined): string {
  return item?.kind === 'string' ? (/[\p{L}\p{N}][^\s\p{Ps}]*$/u.exec(item.text)?.[0] ?? '') : ''
}
