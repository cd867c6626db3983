import type { CounterChange } from '../css/properties/content.js'
import type { ContentDeclaration } from '../css/values/content-value.js'
import type { ContentItem } from '../style/computed-style.js'

/** Values of the counters of one page by name: `page`, `pages` and those that page rules make. */
export type PageCounterValues = ReadonlyMap<string, number>

/** Where no page is known yet. */
export const NO_PAGE: PageCounterValues = new Map()

/** A page number before it is known: two digits reserve the room of most. */
export const UNKNOWN_PAGE = 10

/** What is known of a page before the document has been laid out. */
export function guessedPage(number: number): PageCounterValues {
  return new Map([
    ['page', number],
    ['pages', UNKNOWN_PAGE],
    ['group-page', number],
    ['group-pages', UNKNOWN_PAGE],
    ['all-page', number],
    ['all-pages', UNKNOWN_PAGE],
  ])
}

/**
 * Counters that count pages (css-page-3 §5.4): the page, all pages, the page within its page group and the pages of
 * that group; and the page within its file and the pages of that, which may have several documents. Elements may set
 * `page` only.
 */
const PAGE_COUNTERS: ReadonlySet<string> = new Set([
  'page',
  'pages',
  'group-page',
  'group-pages',
  'all-page',
  'all-pages',
])

export function isPageCounter(name: string): boolean {
  return PAGE_COUNTERS.has(name)
}

/** An element's changes to the number of its page. */
export interface PageCounterChange {
  readonly kind: 'set' | 'increment'
  readonly value: number
}

/** The changes of a style's counter properties to `page`, in the order in which they apply (css-lists-3 §4.4). */
export function pageCounterChanges(
  reset: readonly CounterChange[],
  increment: readonly CounterChange[],
  set: readonly CounterChange[],
): readonly PageCounterChange[] {
  const changes: PageCounterChange[] = []
  for (const { name, value } of reset) if (name === 'page') changes.push({ kind: 'set', value })
  for (const { name, value } of increment) if (name === 'page') changes.push({ kind: 'increment', value })
  for (const { name, value } of set) if (name === 'page') changes.push({ kind: 'set', value })
  return changes
}

const answers = new WeakMap<readonly ContentItem[], boolean>()

/** Whether content shows the number of the page that it stands on. */
export function showsOwnPage(content: ContentDeclaration): boolean {
  if (typeof content === 'string') return false
  let answer = answers.get(content)
  if (answer === undefined) {
    answer = content.some((item) =>
      item.kind === 'alternative'
        ? showsOwnPage(item.parts)
        : (item.kind === 'counter' || item.kind === 'counters') && isPageCounter(item.name),
    )
    answers.set(content, answer)
  }
  return answer
}
