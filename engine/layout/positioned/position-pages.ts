import type { BoxTree, FixedBox, OutOfFlowBox, PositionedBoxes } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { LaidOutPage } from '../page.js'
import { contentOffset, initialBlock, pageArea } from '../pages/page-area.js'
import { BrokenContainer } from './broken-container.js'
import { BrokenContainers } from './broken-containers.js'
import { PageSheet } from './page-sheet.js'
import { FragmentPositioner, insertInOrder, type OutOfFlowCandidate } from './position-fragment.js'

/** Makes a page behind the last one, with an empty fragment of the root, of which `root` is one. */
type AddPage = (last: LaidOutPage, root: BoxFragment) => LaidOutPage

/**
 * Puts the positioned boxes on the pages of a document as they come: boxes whose containing block is whole at once,
 * those of a containing block over several pages when it is complete, fixed ones on every page. Pages are handed on
 * as soon as nothing more can come to them.
 */
export function* positionPages(
  ctx: LayoutContext,
  tree: BoxTree,
  pages: Iterable<LaidOutPage>,
  addPage: AddPage,
): Generator<LaidOutPage, void, void> {
  if (!tree.positioned) {
    yield* pages
    return
  }
  const positioner = new PagePositioner(ctx, tree.positioned, tree.root.style.direction)
  let last: LaidOutPage | undefined
  let root: BoxFragment | undefined
  for (const each of pages) {
    // Where notes are all that is left of the flow, positioned boxes continue beside them, and stand in them.
    const page = each.notes && !each.content && root ? withRoot(each, root) : each
    positioner.add(page)
    last = page
    if (page.content?.fragment.kind === 'box') root = page.content.fragment
    if (positioner.isSettled) yield* positioner.take()
  }
  positioner.endFlow()
  do {
    while (positioner.hasRest && last && root) {
      last = addPage(last, root)
      positioner.add(last)
    }
    positioner.finish()
  } while (positioner.hasRest && last && root)
  yield* positioner.take()
}

/** A page whose root fragment may still get children. */
interface OpenPage {
  readonly page: LaidOutPage
  readonly sheet: PageSheet | undefined
}

class PagePositioner {
  readonly #held: OpenPage[] = []
  #last: PageSheet | undefined
  readonly #containers: BrokenContainers
  /** The initial containing block: as tall as the first page area, but over all pages. */
  readonly #initial: BrokenContainer
  /** Its height, once the first page has come. */
  #initialHeight: number | undefined
  readonly #fixed: readonly FixedBox[]
  /** Fixed boxes whose place in the flow decides and has not been found yet. */
  readonly #unplaced: Set<OutOfFlowBox>
  /** Boxes still to come that may go to an earlier page. */
  #awaited: number

  constructor(
    private readonly ctx: LayoutContext,
    private readonly positioned: PositionedBoxes,
    private readonly direction: 'ltr' | 'rtl',
  ) {
    this.#containers = new BrokenContainers(ctx)
    this.#initial = new BrokenContainer(ctx)
    // Those in others come after these, which say where they stand.
    this.#fixed = positioned.fixed.toSorted((a, b) => a.box.id - b.box.id)
    this.#unplaced = new Set(positioned.fixed.map(({ box }) => box).filter(needsStaticPosition))
    this.#awaited = positioned.onFirstPage
  }

  /** Nothing more can come to the pages taken so far. */
  get isSettled(): boolean {
    for (const box of this.#unplaced) if (this.#containers.fixed.has(box)) this.#unplaced.delete(box)
    if (this.#awaited > 0 || this.#unplaced.size > 0 || this.#initial.hasWaiting || this.#containers.awaitsColumns)
      return false
    return !this.#containers.some((node) => this.positioned.containers.has(node))
  }

  /** Parts of boxes are left for which there is no page yet. */
  get hasRest(): boolean {
    return this.#last?.hasRest ?? false
  }

  add(page: LaidOutPage): void {
    const { content } = page
    if (content?.fragment.kind !== 'box') {
      this.#held.push({ page, sheet: undefined })
      return
    }
    const { x, y, fragment } = content
    const { size, contentScale } = page.style
    const root = { box: fragment.box, x, y, size: pageArea(page.style), pageEnd: size.height / contentScale }
    const sheet = new PageSheet(this.ctx, this.#containers, root, page.notes?.y)
    const positioner = new FragmentPositioner(this.ctx, sheet)
    const positioned = positioner.box(fragment, x, y)
    for (const child of positioned.children) sheet.children.push(child)
    const placed = { ...page, content: { x, y, fragment: boxFragment({ ...positioned, children: sheet.children }) } }
    const notes = positionNotes(positioner, page.notes)
    this.#held.push({ page: notes ? { ...placed, notes } : placed, sheet })
    const { left, top } = contentOffset(page.style)
    const area = { x: left, y: top, ...root.size, direction: this.direction, shift: 0, clips: false }
    this.#initial.addPart({ area, ...sheet.place, children: sheet.children, fragmentainer: sheet }, [])
    this.#containers.add(positioner)
    this.#addPending(positioner)
    this.#initialHeight ??= initialBlock(page.style).height
    this.#initial.resolveStarted(this.#initialHeight)
    this.#last?.follow(sheet)
    this.#containers.settle()
    this.#last = sheet
  }

  #addPending({ pending }: FragmentPositioner): void {
    for (const candidate of pending) {
      const { style } = candidate.place.box
      if (style.position === 'fixed') continue
      if (style.top !== 'auto' || style.bottom !== 'auto') this.#awaited--
      this.#initial.addCandidate(candidate)
    }
  }

  /** No more boxes come that refer to the initial containing block. */
  endFlow(): void {
    this.#initial.resolve()
    this.#containers.settle()
  }

  /** No more parts of containing blocks come: what was not found is not there. */
  finish(): void {
    this.#containers.finish()
  }

  *take(): Generator<LaidOutPage, void, void> {
    for (const { page, sheet } of this.#held.splice(0)) {
      if (sheet) for (const box of this.#fixed) this.#addFixed(box, sheet, page)
      yield page
    }
  }

  /** CSS 2.2 §9.6.1: fixed boxes stand on every page, relative to the page area. */
  #addFixed({ box, onPage }: FixedBox, sheet: PageSheet, { number, style }: LaidOutPage): void {
    const { children } = sheet
    const { left: x, top: y } = contentOffset(style)
    const found: OutOfFlowCandidate = this.#containers.fixed.get(box) ?? { place: { box, x: 0, y: 0 }, x, y }
    const own = onPage?.(this.ctx.pageCounters(number))
    const candidate = own ? { ...found, place: { ...found.place, box: own } } : found
    const positioner = new FragmentPositioner(this.ctx, undefined, candidate.effects, 0, sheet)
    const placed = positioner.layOut(candidate, {
      x,
      y,
      ...initialBlock(style),
      direction: this.direction,
      shift: 0,
      clips: false,
    })
    insertInOrder(children, positioner.place(placed.fragment, x + placed.x, y + placed.y, sheet.place))
    this.#containers.add(positioner)
  }
}

function positionNotes(positioner: FragmentPositioner, notes: PlacedFragment | undefined): PlacedFragment | undefined {
  if (notes?.fragment.kind !== 'box') return undefined
  return { ...notes, fragment: positioner.notes(notes.fragment, notes.x, notes.y) }
}

/** A page with an empty fragment of the root, of which `root` is one. */
export function withRoot(page: LaidOutPage, root: BoxFragment): LaidOutPage {
  const { left, top } = contentOffset(page.style)
  const { width, height } = pageArea(page.style)
  const fragment: BoxFragment = { ...root, width, height, children: [] }
  return { ...page, content: { x: left, y: top, fragment } }
}

function needsStaticPosition({ style }: OutOfFlowBox): boolean {
  const { top, right, bottom, left } = style
  return (left === 'auto' && right === 'auto') || (top === 'auto' && bottom === 'auto')
}
