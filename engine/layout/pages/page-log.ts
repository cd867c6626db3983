import type { Bookmark, PageMark, RunningElement, TreeMarks } from '../../boxes/box-tree.js'
import type { PageCounterChange, PageCounterValues } from '../../boxes/page-counters.js'
import { pageKey } from '../../boxes/page-references.js'
import type { CounterChange } from '../../css/properties/content.js'
import type { PageStyle } from '../../style/page-style.js'
import type { LaidOutPage } from '../page.js'
import { MarkFinder, type PlacedMark } from './find-marks.js'
import { exitValues, type PageAssignment, type PageValues } from './page-values.js'

/** Values of a page that its margins may show. */
export interface PageRecord {
  readonly strings: PageValues<string>
  readonly running: PageValues<RunningElement>
  /** `page`, `group-page`, `all-page` and the counters of page rules; totals are in `PageLog.countersOf`. */
  readonly counters: PageCounterValues
  readonly group: number
}

/** The last page may still get what stands behind its last box. */
interface OpenRecord extends PageRecord {
  readonly strings: PageValues<string> & { readonly assigned: PageAssignment<string>[] }
  readonly running: PageValues<RunningElement> & { readonly assigned: PageAssignment<RunningElement>[] }
}

/** A bookmark at its place. */
export interface PlacedBookmark extends Bookmark {
  readonly page: number
  readonly x: number
  readonly y: number
}

/** The pages of the other documents of a file. */
export interface PagesAround {
  /** How many stand before the document. */
  readonly before: number
  /** How many stand behind it: asked for when something shows it, since those documents are still to be laid out. */
  readonly behind: () => number
}

const ALONE: PagesAround = { before: 0, behind: () => 0 }

/**
 * Facts about the pages of a document, collected while they are laid out one after another: their counters, the named
 * strings and running elements on them, the places of bookmarks and of all that cross-references lead to.
 */
export class PageLog {
  readonly bookmarks: PlacedBookmark[] = []
  readonly #finder: MarkFinder
  readonly #pageOf = new Map<string, PageRecord>()
  #counters: ReadonlyMap<string, number> = new Map()
  #strings: ReadonlyMap<string, string> = new Map()
  #running: ReadonlyMap<string, RunningElement> = new Map()
  readonly #footnotes = new Map<string, number>()
  #pages = 0
  /** Those that count, which pages of other documents may not. */
  #counted = 0
  #complete = false
  /** Pages in each page group. */
  readonly #groupSizes: number[] = []
  #last: OpenRecord | undefined
  /** Of all pages, where something repeats that shows their numbers. */
  readonly #records: PageRecord[] = []

  constructor(
    private readonly marks: TreeMarks,
    private readonly around = ALONE,
  ) {
    this.#finder = new MarkFinder(marks.count - marks.trailing.length)
  }

  /** Pages so far. */
  get pages(): number {
    return this.#pages
  }

  /** Takes down the next page. */
  add(page: LaidOutPage): PageRecord {
    const placed = this.#finder.find(page)
    const { group } = page
    const isCounted = page.inserted?.insertion.isCounted ?? true
    this.#pages++
    if (isCounted) this.#counted++
    this.#groupSizes[group.index] = group.page
    if (isCounted) this.#counters = advance(this.#counters, page.style, placed)
    const counters = new Map(this.#counters)
      .set('group-page', group.page)
      .set('all-page', this.around.before + this.#pages)
    const strings = { entry: this.#strings, assigned: assignedStrings(placed) }
    const running = { entry: this.#running, assigned: runningElements(placed) }
    this.#strings = exitValues(strings)
    this.#running = exitValues(running)
    const record: OpenRecord = { strings, running, counters, group: group.index }
    for (const { mark, x, y } of placed) this.#note(mark, record, x, y)
    for (const [index, mark] of footnotes(placed).entries()) this.#footnotes.set(mark.key, index + 1)
    this.#last = record
    if (this.marks.asksEachPage) this.#records.push(record)
    return record
  }

  /** Whether the last page is laid out. */
  get complete(): boolean {
    return this.#complete
  }

  /** All pages are laid out: what stands behind the last box belongs to the last page. */
  end(): void {
    this.#complete = true
    const { trailing } = this.marks
    const record = this.#last
    if (!record || trailing.length === 0) return
    const placed = trailing.map((mark) => ({ mark, x: 0, y: 0, atStart: false }))
    record.strings.assigned.push(...assignedStrings(placed))
    record.running.assigned.push(...runningElements(placed))
    for (const mark of trailing) this.#note(mark, record, 0, 0)
  }

  /** The counters of a page with the totals, which are known when all pages are. */
  countersOf(record: PageRecord): PageCounterValues {
    const { around } = this
    const totals = { pages: this.#counted, groupPages: this.#groupSizes[record.group] ?? 0 }
    return new TotalledCounters(record.counters, totals, () => around.before + this.#pages + around.behind())
  }

  /** The counters of the page of each mark, by its key, and of pages by theirs where they are asked for. */
  pagesOfMarks(): ReadonlyMap<string, PageCounterValues> {
    const pages = new Map<string, PageCounterValues>()
    const known = new Map<PageRecord, PageCounterValues>()
    for (const [key, record] of this.#pageOf) {
      let counters = known.get(record)
      if (!counters) {
        counters = this.countersOf(record)
        known.set(record, counters)
      }
      pages.set(key, counters)
    }
    for (const [index, record] of this.#records.entries()) pages.set(pageKey(index + 1), this.countersOf(record))
    return pages
  }

  /** Which footnote of its page each is, from 1, by the key of its mark. */
  footnoteNumbers(): ReadonlyMap<string, number> {
    return this.#footnotes
  }

  #note(mark: PageMark, record: PageRecord, x: number, y: number): void {
    this.#pageOf.set(mark.key, record)
    if (!mark.bookmark) return
    const { level, label, state } = mark.bookmark
    this.bookmarks.push({ level, label, state, page: this.#pages, x, y })
  }
}

/** Counters of a page with the totals; that of the whole file is worked out when it is asked for. */
class TotalledCounters extends Map<string, number> {
  constructor(
    counters: PageCounterValues,
    totals: { readonly pages: number; readonly groupPages: number },
    private readonly allPages: () => number,
  ) {
    super(counters)
    this.set('pages', totals.pages).set('group-pages', totals.groupPages)
  }

  override get(name: string): number | undefined {
    return name === 'all-pages' ? this.allPages() : super.get(name)
  }
}

function assignedStrings(placed: readonly PlacedMark[]): PageAssignment<string>[] {
  const assigned: PageAssignment<string>[] = []
  for (const { mark, atStart } of placed) for (const string of mark.strings) assigned.push({ ...string, atStart })
  return assigned
}

function footnotes(placed: readonly PlacedMark[]): readonly PageMark[] {
  return placed.flatMap(({ mark }) => (mark.footnote ? [mark] : []))
}

function runningElements(placed: readonly PlacedMark[]): PageAssignment<RunningElement>[] {
  return placed.flatMap(({ mark: { running }, atStart }) =>
    running ? [{ name: running.name, value: running, atStart }] : [],
  )
}

/**
 * The counters of the next page (css-page-3 §5.4): what page rules do to them, `page` counting on by itself, then
 * what elements on the page do to its number.
 */
function advance(
  before: ReadonlyMap<string, number>,
  { style }: PageStyle,
  placed: readonly PlacedMark[],
): ReadonlyMap<string, number> {
  const { counterReset, counterIncrement, counterSet } = style
  const counters = new Map(before)
  const add = (name: string, value: number) => counters.set(name, (counters.get(name) ?? 0) + value)
  for (const { name, value } of counterReset) counters.set(name, value)
  if (!changes(counterIncrement, 'page')) add('page', 1)
  for (const { name, value } of counterIncrement) add(name, value)
  for (const { name, value } of counterSet) counters.set(name, value)
  for (const { mark } of placed) for (const change of mark.pageCounter) changePage(counters, change)
  return counters
}

function changes(list: readonly CounterChange[], name: string): boolean {
  return list.some((change) => change.name === name)
}

function changePage(counters: Map<string, number>, { kind, value }: PageCounterChange): void {
  counters.set('page', kind === 'set' ? value : (counters.get('page') ?? 0) + value)
}
