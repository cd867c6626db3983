import type { Rect } from '../../base/geometry.js'
import type { Box, InlineBox } from '../../boxes/box-tree.js'
import { containsPositioned } from '../../boxes/out-of-flow.js'
import { hasLevel } from '../../style/grouping.js'
import type { BoundElement } from '../../template/bound-tree.js'
import { boxFragment } from '../box-fragment.js'
import {
  type EffectBox,
  groupsContent,
  inlineEffects,
  type PlacedBox,
  splitKey,
  withEffects,
} from '../carried-effects.js'
import { clipsBelow } from '../flow/pieces.js'
import type { BoxFragment, LineFragment, OutOfFlowPlace, PlacedFragment, SafeRoom } from '../fragment-tree.js'
import { lineFragment } from '../inline/text-fragment.js'
import type { LayoutContext } from '../layout-types.js'
import type { PlacedColumns } from './column-row.js'
import type { Fragmentainer } from './fragmentainer.js'
import { layoutAbsolute, type PlacedAbsolute } from './layout-absolute.js'
import { type RelativeContainer, relativeOffset } from './relative-offset.js'

/** An absolutely positioned box on its way up to its containing block. Places are those of the page. */
export interface OutOfFlowCandidate {
  readonly place: OutOfFlowPlace
  readonly x: number
  readonly y: number
  /** The boxes around its place in the flow that it is painted with. */
  readonly effects?: EffectBox | undefined
  /** The inline box that is its containing block, by `splitKey`. */
  readonly inline?: unknown
  /** The part of that which it is painted with, if it is painted as a group. */
  readonly parent?: OutOfFlowParent | undefined
}

/** The padding box of a containing block on the page. */
export interface ContainerArea extends Rect {
  readonly direction: 'ltr' | 'rtl'
  /** How far `position: relative` moves it down from its place in its page or column. */
  readonly shift: number
  /** A box that clips what is in it ends in this page or column: the container itself, or one around it. */
  readonly clips: boolean
}

/** Where fragments are added, placed from (x, y) of the page. */
export interface EffectPlace {
  /** The innermost box there that affects what is in it. */
  readonly within: Box | InlineBox | undefined
  readonly x: number
  readonly y: number
}

/** An inline box that is a containing block. */
interface InlineContainer {
  readonly area: ContainerArea
  /** Where its first part stands. */
  readonly fragmentainer: Fragmentainer | undefined
}

interface ContainedBox extends InlineContainer {
  readonly candidate: OutOfFlowCandidate
}

/** A fragment that gets further children. */
interface OutOfFlowParent extends EffectPlace {
  readonly children: PlacedFragment[]
}

/** A containing block that continues over several pages: one part of it. */
export interface ContainerPart extends OutOfFlowParent {
  readonly fragment: BoxFragment
  readonly area: ContainerArea
  readonly candidates: readonly OutOfFlowCandidate[]
  /** The page or column on which it stands. */
  readonly fragmentainer: Fragmentainer
}

/**
 * Moves relatively positioned boxes, and lays out absolutely positioned ones in the containing blocks that are whole
 * on the page (CSS 2.2 §9.4.3, §9.6, §10.1). It works on the fragments of one page when they are complete: nothing in
 * the flow depends on positioned boxes, so no layout algorithm has to know of them but for their static positions.
 */
export class FragmentPositioner {
  /** Boxes whose containing block has not been found, in the order of the document. */
  readonly pending: OutOfFlowCandidate[] = []
  readonly parts: ContainerPart[] = []
  #clips = false
  /** The fragments are those of notes, at whose height no page ends: what is positioned there stays on the page whole. */
  #inNotes = false
  /** Where the first and last parts of positioned inline boxes stand, by box or, if blocks split it, element. */
  readonly #inlines = new Map<unknown, InlineContainer>()

  /**
   * @param fragmentainer the page or column on which the fragments stand; undefined where nothing is to be broken
   * @param effects the boxes around the fragments
   * @param shift how far they are moved down from their place in the page or column
   * @param page that on which they stand, where nothing is to be broken
   */
  constructor(
    private readonly ctx: LayoutContext,
    private fragmentainer: Fragmentainer | undefined,
    private effects?: EffectBox,
    private shift = 0,
    private readonly page?: object,
  ) {}

  /** The page or column on which the fragments stand. */
  get #on(): object | undefined {
    return this.fragmentainer ?? this.page
  }

  /**
   * The fragment of a box placed at (x, y) with everything positioned in it; the same one if there is nothing.
   * @param isItem of a flex container or grid: `z-index` applies to it
   */
  box(fragment: BoxFragment, x: number, y: number, isItem = false): BoxFragment {
    const { box } = fragment
    if (!hasOwnStyle(fragment)) return this.#box(fragment, x, y)
    const outer = this.effects
    const outerClips = this.#clips
    const isRaised = isItem && hasLevel(box.style)
    if (isRaised || groupsContent(box)) {
      const part = { fragment, y, on: this.#on }
      this.effects = { box, x, width: fragment.width, part, isRaised, outer }
    }
    if (box.kind !== 'inline' && clipsBelow(box)) this.#clips = fragment.cut?.bottom !== true
    const after = this.#box(fragment, x, y)
    this.effects = outer
    this.#clips = outerClips
    return after
  }

  /** The footnote area of the page: the containing block of what is positioned in notes and has none among them. */
  notes(fragment: BoxFragment, x: number, y: number): BoxFragment {
    this.#inNotes = true
    const after = this.#notes(fragment, x, y)
    this.#inNotes = false
    return after
  }

  #notes(fragment: BoxFragment, x: number, y: number): BoxFragment {
    const start = this.pending.length
    const after = this.box(fragment, x, y)
    const contained = this.#takeAbsolute(start, false)
    if (contained.length === 0) return after
    const children = [...after.children]
    const area = this.#paddingArea(fragment, x, y)
    const parent = { within: undefined, children, x, y }
    const { fragmentainer } = this
    for (const candidate of contained) this.#add(parent, { candidate, area, fragmentainer })
    return boxFragment({ ...after, children })
  }

  #box(fragment: BoxFragment, x: number, y: number): BoxFragment {
    const start = this.pending.length
    if (fragment.box.kind === 'column-set' && this.fragmentainer) {
      return boxFragment({
        ...fragment,
        children: this.#columns({ fragment, set: fragment.box, x, y }, this.fragmentainer),
      })
    }
    const children = this.#children(fragment.children, x, y, containerOf(fragment))
    this.#note(fragment.outOfFlow, x, y)
    if (fragment.box.kind === 'inline') this.#noteInline(fragment, fragment.box, x, y)
    const contains = containsOf(fragment)
    const isContainer = contains !== 'nothing'
    const isPart = isContainer && fragment.cut !== undefined
    if (this.pending.length === start && !isPart) {
      return children === fragment.children ? fragment : boxFragment({ ...fragment, children })
    }
    // Turned content has no element, and is the last to have positioned inline boxes in it for containing blocks.
    const hasInlines = fragment.box.node !== undefined || contains === 'all'
    const found = hasInlines ? this.#takeInline(start) : []
    const added = [...children]
    const parent = { within: this.effects?.box, children: added, x, y }
    const inline = fragment.box.kind === 'block' ? fragment.box.inline : undefined
    if (inline && !isPart) this.#leaveToInline(start, inline, groupsContent(fragment.box) ? parent : undefined)
    const contained = isContainer ? this.#takeAbsolute(start, contains === 'all', inline !== undefined) : []
    for (const each of found) this.#add(each.candidate.parent ?? parent, each)
    if (isPart) this.#addPart(fragment, added, x, y, contained)
    else this.#addAll(parent, fragment, contained)
    return boxFragment({ ...fragment, children: added })
  }

  /** Columns are fragmentainers for what is in them. */
  #columns(set: Omit<PlacedColumns, 'room' | 'within'>, outer: Fragmentainer): readonly PlacedFragment[] {
    const { fragment, x, y } = set
    const { shift } = this
    const clips = this.#clips
    this.shift = 0
    this.#clips = false
    const row = outer.containers.addRow({ ...set, room: outer.end - y, within: this.effects?.box })
    fragment.children.forEach((placed, index) => {
      if (placed.fragment.kind !== 'box') return
      const column = row.column(index, placed.fragment)
      this.fragmentainer = column
      const positioned = this.#box(placed.fragment, x + placed.x, y + placed.y)
      for (const child of positioned.children) column.children.push(child)
    })
    this.fragmentainer = outer
    this.shift = shift
    this.#clips = clips
    return row.fragments
  }

  #note(places: readonly OutOfFlowPlace[] | undefined, x: number, y: number): void {
    if (!places) return
    for (const place of places) {
      const effects = inlineEffects(place.groups, { x, width: 0 }, this.effects)
      const inline = place.inline && place.box.style.position === 'absolute' ? splitKey(place.inline) : undefined
      this.pending.push({ place, x: x + place.x, y: y + place.y, effects, inline })
    }
  }

  #addPart(
    fragment: BoxFragment,
    children: PlacedFragment[],
    x: number,
    y: number,
    candidates: readonly OutOfFlowCandidate[],
  ): void {
    const { fragmentainer } = this
    if (!fragmentainer) return
    const within = this.effects?.box
    const area = this.#paddingArea(fragment, x, y)
    this.parts.push({ fragment, area, children, x, y, candidates, within, fragmentainer })
  }

  #children(
    children: readonly PlacedFragment[],
    x: number,
    y: number,
    container: ChildContainer,
  ): readonly PlacedFragment[] {
    let changed: PlacedFragment[] | undefined
    for (let i = 0; i < children.length; i++) {
      const placed = children[i] as PlacedFragment
      const after = this.#child(placed, x, y, container)
      if (after !== placed && !changed) changed = children.slice(0, i)
      changed?.push(after)
    }
    return changed ?? children
  }

  #child(placed: PlacedFragment, x: number, y: number, container: ChildContainer): PlacedFragment {
    const { fragment } = placed
    if (fragment.kind === 'line') {
      const line = this.#line(fragment, x + placed.x, y + placed.y, container)
      return line === fragment ? placed : { ...placed, fragment: line }
    }
    if (fragment.kind !== 'box') return placed
    const moves = fragment.style.position === 'relative' && hasOwnStyle(fragment)
    const { x: dx, y: dy } = moves ? relativeOffset(fragment.style, container) : { x: 0, y: 0 }
    this.shift += dy
    const after = this.box(fragment, x + placed.x + dx, y + placed.y + dy, container.hasItems)
    this.shift -= dy
    if (after === fragment && dx === 0 && dy === 0) return placed
    return { ...placed, x: placed.x + dx, y: placed.y + dy, fragment: after }
  }

  #line(line: LineFragment, x: number, y: number, container: ChildContainer): LineFragment {
    const children = this.#children(line.children, x, y, container)
    this.#note(line.outOfFlow, x, y)
    return children === line.children ? line : lineFragment({ ...line, children })
  }

  #noteInline(fragment: BoxFragment, box: InlineBox, x: number, y: number): void {
    if (fragment.style.position === 'static') return
    const area = this.#paddingArea(fragment, x, y)
    const key = splitKey(box)
    const first = this.#inlines.get(key)
    // From the start of the first part to the end of the last one (CSS 2.2 §10.1).
    this.#inlines.set(key, first ? spanning(first, area) : { area, fragmentainer: this.fragmentainer })
  }

  /**
   * The containing block of boxes in a block that splits an inline is that inline, if a part of it stands before.
   * AD-HOC: a block over several pages or columns is one itself.
   */
  #leaveToInline(start: number, inline: BoundElement, parent: OutOfFlowParent | undefined): void {
    if (!this.#inlines.has(inline)) return
    const { pending } = this
    for (let i = start; i < pending.length; i++) {
      const candidate = pending[i] as OutOfFlowCandidate
      const isContained = candidate.inline === undefined && candidate.place.box.style.position === 'absolute'
      if (isContained) pending[i] = { ...candidate, inline, parent }
    }
  }

  /** Takes the boxes from `start` on whose containing block is an inline box that is complete. */
  #takeInline(start: number): ContainedBox[] {
    const taken: ContainedBox[] = []
    this.#keep(start, (candidate) => {
      const container = candidate.inline === undefined ? undefined : this.#inlines.get(candidate.inline)
      if (!container) return true
      taken.push({ candidate, ...container })
      return false
    })
    return taken
  }

  /**
   * @param fixed fixed boxes are among them
   * @param splits the box splits an inline, to which and to those around it boxes are left
   */
  #takeAbsolute(start: number, fixed: boolean, splits = false): OutOfFlowCandidate[] {
    const taken: OutOfFlowCandidate[] = []
    this.#keep(start, (candidate) => {
      if (!fixed && candidate.place.box.style.position === 'fixed') return true
      if (splits && candidate.inline !== undefined) return true
      taken.push(candidate)
      return false
    })
    return taken
  }

  /** Leaves those of the boxes from `start` on that `keeps` answers for. */
  #keep(start: number, keeps: (candidate: OutOfFlowCandidate) => boolean): void {
    const { pending } = this
    let length = start
    for (let i = start; i < pending.length; i++) {
      const candidate = pending[i] as OutOfFlowCandidate
      if (keeps(candidate)) pending[length++] = candidate
    }
    pending.length = length
  }

  /** Adds boxes whose containing block is a fragment at the place of `parent`. */
  #addAll(parent: OutOfFlowParent, fragment: BoxFragment, candidates: readonly OutOfFlowCandidate[]): void {
    const { fragmentainer } = this
    for (const candidate of candidates) {
      this.#add(parent, { candidate, area: this.#areaFor(fragment, parent.x, parent.y, candidate), fragmentainer })
    }
  }

  /** Lays out a box in its containing block and adds it to the children of a fragment at (x, y). */
  #add(parent: OutOfFlowParent, { candidate, area, fragmentainer }: ContainedBox): void {
    const placed = this.layOut(candidate, area)
    const { effects, shift } = this
    const { clips } = area
    const arrival = { candidate, placed, x: area.x + placed.x, y: area.y + placed.y, shift: area.shift, clips }
    const fragment = fragmentainer && !this.#inNotes ? fragmentainer.fit(arrival) : placed.fragment
    if (!fragment) return
    this.effects = candidate.effects
    this.shift = area.shift
    insertInOrder(parent.children, this.place(fragment, arrival.x, arrival.y, parent))
    this.effects = effects
    this.shift = shift
  }

  #paddingArea({ width, height, border, style }: BoxFragment, x: number, y: number): ContainerArea {
    return {
      x: x + border.left,
      y: y + border.top,
      width: Math.max(0, width - border.left - border.right),
      height: Math.max(0, height - border.top - border.bottom),
      direction: style.direction,
      shift: this.shift,
      clips: this.#clips,
    }
  }

  #areaFor(fragment: BoxFragment, x: number, y: number, { place }: OutOfFlowCandidate): ContainerArea {
    const { area } = place
    const padding = this.#paddingArea(fragment, x, y)
    // Only the grid container itself names an area.
    if (!area || !fragment.outOfFlow?.includes(place)) return padding
    return { ...padding, x: x + area.x, y: y + area.y, width: area.width, height: area.height }
  }

  /** Lays out a box in its containing block. */
  layOut({ place, x, y }: OutOfFlowCandidate, area: ContainerArea): PlacedAbsolute {
    return layoutAbsolute(this.ctx, {
      box: place.box,
      container: area,
      direction: area.direction,
      static: {
        x: x - area.x,
        y: y - area.y,
        alignX: place.alignX ?? 'start',
        alignY: place.alignY ?? 'start',
        safeX: movedRoom(place.safeX, x - place.x - area.x),
        safeY: movedRoom(place.safeY, y - place.y - area.y),
      },
    })
  }

  /** A fragment at (x, y) on the page as a child, with what is positioned in it and what affects it. */
  place(fragment: BoxFragment, x: number, y: number, parent: EffectPlace): PlacedBox {
    const { effects } = this
    const placed = withEffects({ x, y, fragment: this.box(fragment, x, y) }, effects, parent.within, this.#on)
    return { x: placed.x - parent.x, y: placed.y - parent.y, fragment: placed.fragment }
  }
}

function movedRoom(room: SafeRoom | undefined, distance: number): SafeRoom | undefined {
  return room && { ...room, from: room.from + distance, to: room.to + distance }
}

/**
 * Puts a box among its siblings where it stands in the document, which decides what is painted above what. What is
 * carried out of a box has its number, and stands behind it.
 */
export function insertInOrder(children: PlacedFragment[], placed: PlacedBox): void {
  const { id } = placed.fragment.box
  let index = children.length
  for (; index > 0; index--) {
    const before = children[index - 1]?.fragment
    if (before?.kind !== 'box' || before.box.id <= id) break
  }
  children.splice(index, 0, placed)
}

function spanning({ area: first, fragmentainer }: InlineContainer, last: ContainerArea): InlineContainer {
  const right = last.x + last.width
  const bottom = last.y + last.height
  const { x, y } = first
  const area = { ...first, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
  return { area, fragmentainer }
}

function containsOf(fragment: BoxFragment): 'nothing' | 'absolute' | 'all' {
  if (fragment.box.kind === 'inline' || !hasOwnStyle(fragment)) return 'nothing'
  return containsPositioned(fragment.style)
}

/** Whether the style of a fragment is its own: inline roots, table grids and sets of columns have that around them. */
function hasOwnStyle({ box }: BoxFragment): boolean {
  return box.kind !== 'inline-root' && box.kind !== 'table' && box.kind !== 'column-set'
}

/** What a box is to its children. */
interface ChildContainer extends RelativeContainer {
  /** They are items of a flex container or grid. */
  readonly hasItems: boolean
}

/** The containing block that a fragment is for relatively positioned boxes in it: its content box. */
function containerOf({ style, width, height, border, padding, box }: BoxFragment): ChildContainer {
  const definite = typeof style.height !== 'string' && box.kind !== 'inline-root'
  return {
    width: width - border.left - border.right - padding.left - padding.right,
    height: definite ? height - border.top - border.bottom - padding.top - padding.bottom : undefined,
    direction: style.direction,
    hasItems: box.kind === 'flex' || box.kind === 'grid',
  }
}
