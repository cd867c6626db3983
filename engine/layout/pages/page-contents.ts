import type { Point, Size } from '../../base/geometry.js'
import { invariant } from '../../base/invariant.js'
import type { BoxTree, PageMark } from '../../boxes/box-tree.js'
import { usedLineHeight } from '../../css/properties/fonts.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { PageStyle } from '../../style/page-style.js'
import { type BreakToken, sameContent, samePlace } from '../break-token.js'
import {
  emptyPage,
  type PagedFragmentation,
  type PagePolicy,
  PLAIN_POLICY,
  type TakesCall,
} from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult, PlacedResult } from '../layout-types.js'
import { resolveMargin } from '../sizing.js'
import { NO_NOTES, type Notes } from './footnote-area.js'
import { initialBlock, pageArea, pageRoom } from './page-area.js'
import { layoutPageWithNotes, layoutRestOfNotes, type NotesInput, type PageWithNotes } from './page-with-notes.js'
import { type RootPlace, rootPlace } from './root-place.js'

/** The content of a page, placed relative to its page area. */
export interface PageContent {
  readonly fragment: BoxFragment | undefined
  /** Where the fragment stands, by the margins of the root and its relative position. */
  readonly offset: Point
  readonly notes: PlacedFragment | undefined
  readonly token: BreakToken | undefined
}

/** Lines of content that every page has room for, however many notes are waiting. */
const LEAST_LINES = 3

const NOWHERE: Point = { x: 0, y: 0 }

const ON_PAGE: PagePolicy = { ...PLAIN_POLICY, letsOverflow: true }

/** Lays out the content of one page after the other, footnotes included. */
export class PageContents {
  readonly #seen = new Set<PageMark>()
  #carried: Notes = NO_NOTES

  constructor(
    private readonly ctx: LayoutContext,
    private readonly tree: BoxTree,
    private readonly options: { anonymous?(parent: ComputedStyle, display: 'block' | 'inline'): ComputedStyle },
  ) {}

  /** Notes are waiting for the next page. */
  get hasMore(): boolean {
    return this.#carried.boxes.length > 0
  }

  /** @param waits whether the flow continues on a later page, so that only its floats stand on this one */
  next(style: PageStyle, token: BreakToken | undefined, waits: boolean): PageContent {
    const page = { ...initialBlock(style), freshRoom: pageRoom(style), waits }
    const place = rootPlace(this.ctx, this.tree.root, page, token === undefined)
    const { top } = place
    const whole = (): PlacedResult => {
      const result = this.#layout(page, place, token, { room: Math.max(0, page.freshRoom - top), policy: ON_PAGE })
      invariant(result.kind === 'placed', 'something to be placed on every page')
      return result
    }
    if (this.tree.marks.footnotes === 0) {
      const { fragment, token: next } = whole()
      return { fragment, offset: place.offset(fragment), notes: undefined, token: next }
    }
    const within = (room: number, takesCall?: TakesCall): PlacedResult | undefined => {
      const policy = { ...ON_PAGE, strict: true, takesCall }
      const result = this.#layout(page, place, token, { room, policy })
      return result.kind === 'placed' && !isStuck(result, token) ? result : undefined
    }
    const progresses = (result: PlacedResult): boolean => !result.token || !sameContent(result.token, token)
    const laidOut = layoutPageWithNotes(this.ctx, { whole, within, progresses }, this.#input(style, top))
    return this.#take(style, place, laidOut)
  }

  /** A page after the end of the content. */
  restOfNotes(style: PageStyle): PageContent {
    const place = rootPlace(this.ctx, this.tree.root, initialBlock(style), false)
    return this.#take(style, place, layoutRestOfNotes(this.ctx, this.#input(style, 0)))
  }

  #take(style: PageStyle, place: RootPlace, { content, notes, rest, calls }: PageWithNotes): PageContent {
    for (const mark of calls) this.#seen.add(mark)
    const before = this.#carried
    this.#carried = rest
    // A page that takes neither content nor notes will never do: what does not fit any page is given up.
    if (!content && rest.boxes.length === before.boxes.length && samePlace(rest.token, before.token)) {
      this.#carried = NO_NOTES
      this.ctx.diagnostics.warn('footnote-without-room', 'a footnote does not fit on any page and is left out')
    }
    const left = notes ? resolveMargin(style.footnote.marginLeft, notes.fragment.width) : 0
    return {
      fragment: content?.fragment,
      offset: content ? place.offset(content.fragment) : NOWHERE,
      notes: notes && { x: left, y: place.top + notes.y, fragment: notes.fragment },
      token: content?.token,
    }
  }

  #input(style: PageStyle, top: number): NotesInput {
    const { tree, options } = this
    const { width, height: whole } = pageArea(style)
    const height = Math.max(0, whole - top)
    return {
      area: {
        style: style.footnote,
        width,
        nextId: () => tree.nextId(),
        anonymous: (parent, display) => options.anonymous?.(parent, display) ?? parent,
      },
      height,
      carried: this.#carried,
      seen: this.#seen,
      leastContent: Math.min(LEAST_LINES * usedLineHeight(tree.root.style), height / 2),
    }
  }

  #layout(
    { freshRoom, waits }: PageRoom,
    { space }: RootPlace,
    token: BreakToken | undefined,
    { room, policy }: { readonly room: number; readonly policy: PagePolicy },
  ): LayoutResult {
    const fragmentation: PagedFragmentation = {
      ...emptyPage(room, policy),
      freshRoom,
      imposed: waits && token?.kind === 'flow' ? { kind: 'before', index: token.index } : undefined,
    }
    return this.ctx.layout(this.tree.root, { ...space, fragmentation }, token)
  }
}

/** The initial containing block on a page, and what the flow may take of it. */
interface PageRoom extends Size {
  /** The height that the flow may take. */
  readonly freshRoom: number
  /** The flow continues on a later page. */
  readonly waits: boolean
}

/** Whether a page on which content continued placed none of it. */
function isStuck(result: PlacedResult, start: BreakToken | undefined): boolean {
  return result.token !== undefined && samePlace(result.token, start)
}
