import { DiagnosticList } from '../../base/diagnostics.js'
import { PROFILES, type Profile } from '../../base/profile.js'
import type { RenderStats } from '../../base/stats.js'
import type { WorkBudget } from '../../base/work-budget.js'
import type { BoxTree } from '../../boxes/box-tree.js'
import { guessedPage, type PageCounterValues } from '../../boxes/page-counters.js'
import { NO_REFERENCES, type PageReferences, pageKey, sameTargets, targetId } from '../../boxes/page-references.js'
import type { FontLibrary } from '../../fonts/font-types.js'
import type { PageSelectorInput, PageStyle } from '../../style/page-style.js'
import type { StyledTree } from '../../style/styled-tree.js'
import { createLayoutContext } from '../create-layout-context.js'
import type { LayoutContext } from '../layout-types.js'
import type { LaidOutPage } from '../page.js'
import { initialBlock } from './page-area.js'
import { PageLog, type PageRecord, type PagesAround } from './page-log.js'
import { paginate } from './paginate.js'
import { fittingScale } from './shrink-to-fit.js'

interface LayOutDocumentOptions {
  readonly fonts: FontLibrary
  readonly stats: RenderStats
  /** Pays for all layouts; each has its own when absent. */
  readonly work?: WorkBudget | undefined
  readonly diagnostics: DiagnosticList
  readonly maxPages: number
  /** Pages after which the document ends, whatever follows; all when absent. */
  readonly firstPages?: number | undefined
  /** The pages of other documents in the file; none when absent. */
  readonly around?: PagesAround | undefined
  /** The images that styles name, where layout asks for them; none when absent. */
  readonly styleImage?: LayoutContext['styleImage'] | undefined
  /** See `LayoutContext`. */
  readonly keepsInlines?: boolean | undefined
  /** That of `print` when absent. */
  readonly profile?: Profile | undefined
  /** The scale at which content is printed; 1 when absent. */
  readonly scale?: number | undefined
  /** The least scale of content that is too wide for its page; that of the profile when absent. */
  readonly leastScale?: number | undefined
}

export interface DocumentLayout {
  /** As it was laid out. */
  readonly styled: StyledTree
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
export type BuildBoxes = (styled: StyledTree, references: PageReferences, diagnostics: DiagnosticList) => BoxTree

/** The same of one styled tree. */
type BuildSome = (references: PageReferences, diagnostics: DiagnosticList) => BoxTree

const FIRST_PAGE: PageSelectorInput = { number: 1, name: '', blank: false, groupPage: 1 }

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
  const { scale: wanted = 1, leastScale } = options
  const mostShrink =
    leastScale === undefined ? (options.profile ?? PROFILES.print).mostShrink : Math.max(1, wanted / leastScale)
  if (mostShrink === 1) return layOutAtScale(styled, build, options, wanted)
  const diagnostics = new DiagnosticList()
  const full = layOutAtScale(styled, build, { ...options, diagnostics }, wanted)
  const pages = [...full.pages]
  const scale = fittingScale(pages, mostShrink)
  if (scale < 1) {
    options.stats.layoutRounds++
    return layOutAtScale(styled, build, options, wanted * scale)
  }
  options.diagnostics.addAll(diagnostics.items)
  return { ...full, pages }
}

/** @param scale at which the content is to be printed */
function layOutAtScale(
  full: StyledTree,
  buildFrom: BuildBoxes,
  options: LayOutDocumentOptions,
  scale: number,
): DocumentLayout {
  const pageStyle = scaledPages(full, scale)
  const area = () => initialBlock(pageStyle(FIRST_PAGE))
  const styled = scale === 1 ? full : full.withViewport(area())
  const build: BuildSome = (known, sink) => buildFrom(styled, known, sink)
  let references: PageReferences = { ...NO_REFERENCES, wanted: idsOf(styled.pageTargets) }
  for (let round = 1; ; round++) {
    const diagnostics = new DiagnosticList()
    const boxes = buildSettled(build, references, diagnostics)
    const { fonts, stats, work, keepsInlines, profile, styleImage, around } = options
    const { asksPages, wanted, targets } = boxes.marks
    const sink = asksPages ? diagnostics : options.diagnostics
    const services = { fonts, stats, work, styleImage }
    const known = references.pages
    const pageCounters = (number: number) => known.get(pageKey(number)) ?? guessedPage(number)
    const ctx = createLayoutContext({
      ...services,
      diagnostics: sink,
      keepsInlines,
      profile,
      pageArea: area,
      pageCounters,
    })
    const log = new PageLog(boxes.marks, around)
    const pages = logPages(ctx, boxes, log, { ...options, styled, pageStyle })
    if (!asksPages) {
      options.diagnostics.addAll(diagnostics.items)
      return { styled, ctx, boxes, pages, log }
    }
    const whole = [...pages]
    const { complete } = log
    const found = { wanted, targets, complete, pages: log.pagesOfMarks(), footnotes: log.footnoteNumbers() }
    const settled =
      complete === references.complete &&
      samePages(found.pages, references.pages) &&
      sameNumbers(found.footnotes, references.footnotes)
    if (settled || round === MAX_ROUNDS) {
      options.diagnostics.addAll(diagnostics.items)
      if (!settled) reportUnsettled(options.diagnostics)
      return { styled, ctx, boxes, pages: whole, log }
    }
    references = found
    stats.layoutRounds++
  }
}

function idsOf(addresses: readonly string[]): ReadonlySet<string> {
  return new Set(addresses.map(targetId).filter((id) => id !== undefined))
}

/** Builds boxes until what they say about each other is what they were built with; page numbers apart. */
function buildSettled(build: BuildSome, earlier: PageReferences, diagnostics: DiagnosticList): BoxTree {
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

type PageStyles = (input: PageSelectorInput) => PageStyle

/** The styles of pages whose content is printed at a scale; each is made once. */
function scaledPages(styled: StyledTree, contentScale: number): PageStyles {
  if (contentScale === 1) return (input) => styled.pageStyle(input)
  const made = new Map<PageStyle, PageStyle>()
  return (input) => {
    const full = styled.pageStyle(input)
    let scaled = made.get(full)
    if (!scaled) {
      scaled = { ...full, contentScale }
      made.set(full, scaled)
    }
    return scaled
  }
}

interface LogPagesOptions {
  readonly maxPages: number
  readonly firstPages?: number | undefined
  readonly styled: StyledTree
  readonly pageStyle: PageStyles
}

function* logPages(
  ctx: LayoutContext,
  boxes: BoxTree,
  log: PageLog,
  { maxPages, firstPages, styled, pageStyle }: LogPagesOptions,
): Generator<LoggedPage, void, void> {
  const pages = paginate(ctx, boxes, {
    maxPages,
    pageStyle,
    anonymous: (parent, display) => styled.anonymous(parent, display),
  })
  let count = 0
  for (const page of pages) {
    yield { page, record: log.add(page) }
    // What stands behind the last box of the document is on a later page, or none.
    if (++count === firstPages) return
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
