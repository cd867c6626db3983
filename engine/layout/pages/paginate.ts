import { LimitError } from '../../base/errors.js'
import { assertNever } from '../../base/invariant.js'
import type { BoxTree } from '../../boxes/box-tree.js'
import type { BreakBetween, ComputedStyle } from '../../style/computed-style.js'
import type { PageSelectorInput, PageStyle } from '../../style/page-style.js'
import { type BreakToken, firstChild, openToken } from '../break-token.js'
import { startPageName } from '../flow/page-names.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { LaidOutPage, PageGroup } from '../page.js'
import { positionPages, withRoot } from '../positioned/position-pages.js'
import { type BegunInsertion, Insertions, showsContent } from './insertions.js'
import { contentOffset } from './page-area.js'
import { type PageContent, PageContents } from './page-contents.js'
import { reportOverflow } from './report-overflow.js'
import { resumedPageName, startsPageGroup } from './resumed-page.js'

/** The cost of a page besides its content, in steps of work. */
const STEPS_PER_PAGE = 20

interface PaginateOptions {
  /** Greatest number of pages; one more throws a `LimitError`. */
  readonly maxPages: number
  /** The style of a page by its number and place. */
  pageStyle(page: PageSelectorInput): PageStyle
  /** The style of an anonymous box; needed for documents with footnotes. */
  anonymous?(parent: ComputedStyle, display: 'block' | 'inline'): ComputedStyle
}

/** The pages of the document with everything on them but the margin boxes. */
export function paginate(ctx: LayoutContext, tree: BoxTree, options: PaginateOptions): Iterable<LaidOutPage> {
  const pages = paginateFlow(ctx, tree, options)
  return reportOverflow(
    ctx.diagnostics,
    positionPages(ctx, tree, pages, (last, root) => emptyPage(last, root, options)),
  )
}

/**
 * A page behind the last one of the flow, for what is positioned and continues there.
 * @throws LimitError
 */
function emptyPage(last: LaidOutPage, root: BoxFragment, options: PaginateOptions): LaidOutPage {
  const number = last.number + 1
  checkPageNumber(number, options)
  const group: PageGroup = { index: last.group.index, page: last.group.page + 1 }
  const style = options.pageStyle({ number, name: '', blank: false, groupPage: group.page })
  return withRoot({ number, style, group, content: undefined }, root)
}

function checkPageNumber(number: number, { maxPages }: PaginateOptions): void {
  if (number > maxPages) throw new LimitError('too-many-pages', `the document has more than ${maxPages} pages`)
}

/**
 * Cuts the document into pages (css-page-3, css-break-3 §2): lays out the root box page by page, each time going
 * on where the last page ended. Yields a page as soon as it is laid out, so that a long document need not be
 * held in memory.
 */
function* paginateFlow(
  ctx: LayoutContext,
  tree: BoxTree,
  options: PaginateOptions,
): Generator<LaidOutPage, void, void> {
  const content = new PageContents(ctx, tree, options)
  const insertions = new Insertions(ctx, tree)
  let token: BreakToken | undefined
  let number = 1
  /** All content is placed; notes are waiting. */
  let ended = false
  let group: PageGroup = { index: 0, page: 0 }
  let groupName = startPageName(tree.root, ctx.profile)
  for (;;) {
    checkPageNumber(number, options)
    ctx.work.page = number
    ctx.work.spend(STEPS_PER_PAGE)
    const waits = token !== undefined && !suits(number, forcedBreakOf(token), tree.root.style.direction)
    // Floats continue beside the flow, also on a page that is not the one on which that continues.
    const beside = waits && hasFloats(token)
    const blank = waits && !beside
    const name = ended
      ? groupName
      : token
        ? resumedPageName(ctx, tree.root, token)
        : startPageName(tree.root, ctx.profile)
    // A blank page is the last of the group that ends with it.
    const begins = !waits && token !== undefined && (name !== groupName || startsPageGroup(ctx, tree.root, token))
    group = begins ? { index: group.index + 1, page: 1 } : { index: group.index, page: group.page + 1 }
    if (begins) groupName = name
    const style = options.pageStyle({ number, name, blank, groupPage: group.page })
    if (blank) {
      yield { number, style, group, content: undefined }
      number++
      continue
    }
    const laidOut: PageContent = ended ? content.restOfNotes(style) : content.next(style, token, beside)
    const { left, top } = contentOffset(style)
    const page = { number, style, group, ...placed(laidOut, left, top) }
    const begun = ended || beside ? undefined : insertions.at(token)
    if (!begun) yield page
    else {
      for (const inserted of insertedPages(page, begun, name, options)) {
        number = inserted.number
        group = inserted.group
        yield inserted
      }
    }
    if (!laidOut.token && !content.hasMore) {
      insertions.finish(ctx.diagnostics)
      return
    }
    token = laidOut.token
    ended = token === undefined
    number++
  }
}

/**
 * Pages of another document, which begin in the place of a page; behind them this one, if anything else is on it.
 * @throws LimitError
 */
function* insertedPages(
  page: LaidOutPage,
  { node, insertion }: BegunInsertion,
  name: string,
  options: PaginateOptions,
): Generator<LaidOutPage, void, void> {
  const { content, notes } = page
  const hasMore = notes !== undefined || (content !== undefined && showsContent(content.fragment))
  let { number, group } = page
  let begins = hasMore ? undefined : content
  for (const inserted of insertion.document.pages) {
    checkPageNumber(number, options)
    const { width, height } = inserted
    const sheet = { width, height, hasMargins: insertion.isCounted }
    const style = options.pageStyle({ number, name, blank: false, groupPage: group.page, inserted: sheet })
    yield { number, style, group, content: undefined, inserted: { page: inserted, node, insertion, begins } }
    begins = undefined
    number++
    group = { index: group.index, page: group.page + 1 }
  }
  if (!hasMore) return
  checkPageNumber(number, options)
  yield { ...page, number, group }
}

function hasFloats(token: BreakToken | undefined): boolean {
  return token?.kind === 'flow' && token.floats !== undefined && token.floats.length > 0
}

function placed(
  { fragment, offset, notes }: PageContent,
  left: number,
  top: number,
): { readonly content: PlacedFragment | undefined; readonly notes?: PlacedFragment } {
  const content = fragment && { x: left + offset.x, y: top + offset.y, fragment }
  return notes ? { content, notes: { x: left + notes.x, y: top + notes.y, fragment: notes.fragment } } : { content }
}

/**
 * Whether a page with this number may begin after a break of this kind. Page 1 is a recto page: a right one where text
 * runs from left to right (css-page-3 §3.2).
 */
function suits(number: number, forced: BreakBetween | undefined, direction: 'ltr' | 'rtl'): boolean {
  const recto = number % 2 === 1
  switch (forced) {
    case 'recto':
      return recto
    case 'verso':
      return !recto
    case 'right':
      return recto === (direction === 'ltr')
    case 'left':
      return recto !== (direction === 'ltr')
    default:
      return true
  }
}

/** Whether a page on either side suits. */
function isAnySide(forced: BreakBetween | undefined): boolean {
  return suits(1, forced, 'ltr') && suits(2, forced, 'ltr')
}

/** The forced break at which the page ended; it stands in an innermost token. */
function forcedBreakOf(token: BreakToken): BreakBetween | undefined {
  switch (token.kind) {
    case 'flow': {
      const { child } = firstChild(token)
      // Items that span the rows of a grid continue beyond a break forced between these.
      return (child && forcedBreakOf(child)) ?? token.forced
    }
    case 'parallel': {
      let found: BreakBetween | undefined
      for (const child of token.children) {
        const open = openToken(child)
        const forced = open && forcedBreakOf(open)
        // One that asks for a side holds for what continues beside it as well.
        if (forced && isAnySide(found)) found = forced
      }
      return found
    }
    case 'inline':
      return undefined
    default:
      return assertNever(token)
  }
}
