import { DiagnosticList } from '../../base/diagnostics.js'
import type { RenderStats } from '../../base/stats.js'
import type { WorkBudget } from '../../base/work-budget.js'
import type { BoxTree } from '../../boxes/box-tree.js'
import type { PageCounterValues } from '../../boxes/page-counters.js'
import { NO_REFERENCES, type PageReferences, sameTargets, targetId } from '../../boxes/page-references.js'
import type { FontLibrary } from '../../fonts/font-types.js'
import type { StyledTree } from '../../style/styled-tree.js'
import { createLayoutContext } from '../create-layout-context.js'
import type { LayoutContext } from '../layout-types.js'
import type { LaidOutPage } from '../page.js'
import { PageLog, type PageRecord } from './page-log.js'
import { paginate } from './paginate.js'

interface LayOutDocumentOptions {
  readonly fonts: FontLibrary
  readonly stats: RenderStats
  /** Pays for all layouts; each has its own when absent. */
  readonly work?: WorkBudget | undefined
  readonly diagnostics: DiagnosticList
  readonly maxPages: number
  /** See `LayoutContext`. */
  readonly keepsInlines?: boolean | undefined
}

interface DocumentLayout {
  readonly ctx: LayoutContext
  readonly boxes: BoxTree
  /** Each page once, as soon as it is laid out where nothing in the flow asks for page numbers. */
  readonly pages: Iterable<LoggedPage>
  /** Complete when all pages have been taken. */
  readonly log: PageLog
}

export interface LoggedPage {
  readonly page: LaidOutPage
  readonly record: PageRecord
}

/** Builds the boxes of a document that know so much of its pages. */
export type BuildBoxes = (references: PageReferences, diagnostics: DiagnosticList) => BoxTree

/** Layouts of a document whose text depends on its own page numbers. */
const MAX_ROUNDS = 3

/** Builds without layout until cross-references to texts and counters have found their targets. */
const MAX_BUILDS = 4

/**
 * Lays out the boxes of a document into pages, built as often as it takes. Where the flow shows page numbers, as a table of
 * contents does, the first layout reserves room for them, the second has the numbers that the first found, and so on
 * until a layout finds the numbers it was made with. Documents without such references are laid out once.
 */
export function layoutDocument(styled: StyledTree, build: BuildBoxes, options: LayOutDocumentOptions): DocumentLayout {
  let references = { ...NO_REFERENCES, wanted: idsOf(styled.pageTargets) }
  for (let round = 1; ; round++) {
    const diagnostics = new DiagnosticList()
    const boxes = buildSettled(build, references, diagnostics)
    const { fonts, stats, work, keepsInlines } = options
    const { asksPages, wanted, targets } = boxes.marks
    const sink = asksPages ? diagnostics : options.diagnostics
    const ctx = createLayoutContext({ fonts, stats, work, diagnostics: sink, keepsInlines })
    const log = new PageLog(boxes.marks)
    const pages = logPages(ctx, boxes, log, styled, options.maxPages)
    if (!asksPages) {
      options.diagnostics.addAll(diagnostics.items)
      return { ctx, boxes, pages, log }
    }
    const whole = [...pages]
    const found: PageReferences = { wanted, targets, pages: log.pagesOfMarks(), footnotes: log.footnoteNumbers() }
    const settled = samePages(found.pages, references.pages) && sameNumbers(found.footnotes, references.footnotes)
    if (settled || round === MAX_ROUNDS) {
      options.diagnostics.addAll(diagnostics.items)
      if (!settled) reportUnsettled(options.diagnostics)
      return { ctx, boxes, pages: whole, log }
    }
    references = found
    stats.layoutRounds++
  }
}

function idsOf(addresses: readonly string[]): ReadonlySet<string> {
  return new Set(addresses.map(targetId).filter((id) => id !== undefined))
}

/** Builds boxes until what they say about each other is what they were built with; page numbers apart. */
function buildSettled(build: BuildBoxes, earlier: PageReferences, diagnostics: DiagnosticList): BoxTree {
  let references = earlier
  for (let count = 1; ; count++) {
    const found = new DiagnosticList()
    const boxes = build(references, found)
    const { wanted, targets } = boxes.marks
    const settled = wanted.size === references.wanted.size && sameTargets(targets, references.targets)
    if (settled || count === MAX_BUILDS) {
      diagnostics.addAll(found.items)
      return boxes
    }
    references = { ...references, wanted, targets }
  }
}

function* logPages(
  ctx: LayoutContext,
  boxes: BoxTree,
  log: PageLog,
  styled: StyledTree,
  maxPages: number,
): Generator<LoggedPage, void, void> {
  const pages = paginate(ctx, boxes, {
    maxPages,
    pageStyle: (input) => styled.pageStyle(input),
    anonymous: (parent, display) => styled.anonymous(parent, display),
  })
  for (const page of pages) {
    yield { page, record: log.add(page) }
  }
  log.end()
}

function sameNumbers(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  if (a.size !== b.size) return false
  for (const [key, number] of a) if (b.get(key) !== number) return false
  return true
}

type MarkPages = ReadonlyMap<string, PageCounterValues>

function samePages(a: MarkPages, b: MarkPages): boolean {
  if (a.size !== b.size) return false
  for (const [key, counters] of a) {
    const others = b.get(key)
    if (!others) return false
    for (const [name, value] of counters) if (others.get(name) !== value) return false
  }
  return true
}

function reportUnsettled(diagnostics: DiagnosticList): void {
  const message =
    `the page numbers in the text still change after ${MAX_ROUNDS} layouts, because writing them moves what they ` +
    'refer to; some may be wrong'
  diagnostics.warn('unsettled-page-numbers', message)
}
