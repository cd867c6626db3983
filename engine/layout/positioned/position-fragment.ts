import type { Rect } from '../../base/geometry.js'
import type { Box, InlineBox } from '../../boxes/box-tree.js'
import { containsPositioned } from '../../boxes/out-of-flow.js'
import {
  type EffectBox,
  groupsContent,
  inlineEffects,
  type PlacedBox,
  splitKey,
  withEffects,
} from '../carried-effects.js'
import type { BoxFragment, LineFragment, OutOfFlowPlace, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { layoutAbsolute, type PlacedAbsolute } from './layout-absolute.js'
import type { PageSheet } from './page-sheet.js'
import { type RelativeContainer, relativeOffset } from './relative-offset.js'

/** An absolutely positioned box on its way up to its containing block. Places are those of the page. */
export interface OutOfFlowCandidate {
  readonly place: OutOfFlowPlace
  readonly x: number
  readonly y: number
  /** The boxes around its place in the flow that it is painted with. */
  readonly effects?: EffectBox | undefined
}

/** The padding box of a containing block on the page. */
export interface ContainerArea extends Rect {
  readonly direction: 'ltr' | 'rtl'
}

/** Where fragments are added, placed from (x, y) of the page. */
export interface EffectPlace {
  /** The innermost box there that affects what is in it. */
  readonly within: Box | InlineBox | undefined
  readonly x: number
  readonly y: number
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
  /** Where the first and last parts of positioned inline boxes stand, by box or, if blocks split it, element. */
  readonly #inlines = new Map<unknown, ContainerArea>()

  /**
   * @param sheet the page on which the fragments stand; undefined where nothing is to be broken
   * @param effects the boxes around the fragments
   */
  constructor(
    private readonly ctx: LayoutContext,
    private readonly sheet: PageSheet | undefined,
    private effects?: EffectBox,
  ) {}

  /** The fragment of a box placed at (x, y) with everything positioned in it; the same one if there is nothing. */
  box(fragment: BoxFragment, x: number, y: number): BoxFragment {
    const { box } = fragment
    if (!groupsContent(box) || !hasOwnStyle(fragment)) return this.#box(fragment, x, y)
    const outer = this.effects
    this.effects = { box, x, width: fragment.width, outer }
    const after = this.#box(fragment, x, y)
    this.effects = outer
    return after
  }

  /** The footnote area of the page: the containing block of what is positioned in notes and has none among them. */
  notes(fragment: BoxFragment, x: number, y: number): BoxFragment {
    const start = this.pending.length
    const after = this.box(fragment, x, y)
    const contained = this.#takeAbsolute(start, false)
    if (contained.length === 0) return after
    const children = [...after.children]
    const area = paddingArea(fragment, x, y)
    for (const candidate of contained) this.#add({ within: undefined, children, x, y }, candidate, area)
    return { ...after, children }
  }

  #box(fragment: BoxFragment, x: number, y: number): BoxFragment {
    const start = this.pending.length
    const children = this.#children(fragment.children, x, y, containerOf(fragment))
    this.#note(fragment.outOfFlow, x, y)
    if (fragment.box.kind === 'inline') this.#noteInline(fragment, fragment.box, x, y)
    const contains = containsOf(fragment)
    const isContainer = contains !== 'nothing'
    const isPart = isContainer && fragment.cut !== undefined
    if (this.pending.length === start && !isPart) {
      return children === fragment.children ? fragment : { ...fragment, children }
    }
    // Turned content has no element, and is the last to have positioned inline boxes in it for containing blocks.
    const hasInlines = fragment.box.node !== undefined || contains === 'all'
    const found = hasInlines ? this.#takeInline(start) : []
    const contained = isContainer ? this.#takeAbsolute(start, contains === 'all') : []
    const added = [...children]
    const parent = { within: this.effects?.box, children: added, x, y }
    for (const { candidate, area } of found) this.#add(parent, candidate, area)
    if (isPart) this.#addPart(fragment, added, x, y, contained)
    else for (const candidate of contained) this.#add(parent, candidate, areaFor(fragment, x, y, candidate))
    return { ...fragment, children: added }
  }

  #note(places: readonly OutOfFlowPlace[] | undefined, x: number, y: number): void {
    if (!places) return
    for (const place of places) {
      const effects = inlineEffects(place.groups, { x, width: 0 }, this.effects)
      this.pending.push({ place, x: x + place.x, y: y + place.y, effects })
    }
  }

  #addPart(
    fragment: BoxFragment,
    children: PlacedFragment[],
    x: number,
    y: number,
    candidates: readonly OutOfFlowCandidate[],
  ): void {
    const within = this.effects?.box
    this.parts.push({ fragment, area: paddingArea(fragment, x, y), children, x, y, candidates, within })
  }

  #children(
    children: readonly PlacedFragment[],
    x: number,
    y: number,
    container: RelativeContainer,
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

  #child(placed: PlacedFragment, x: number, y: number, container: RelativeContainer): PlacedFragment {
    const { fragment } = placed
    if (fragment.kind === 'line') {
      const line = this.#line(fragment, x + placed.x, y + placed.y, container)
      return line === fragment ? placed : { ...placed, fragment: line }
    }
    if (fragment.kind !== 'box') return placed
    const moves = fragment.style.position === 'relative' && hasOwnStyle(fragment)
    const { x: dx, y: dy } = moves ? relativeOffset(fragment.style, container) : { x: 0, y: 0 }
    const after = this.box(fragment, x + placed.x + dx, y + placed.y + dy)
    if (after === fragment && dx === 0 && dy === 0) return placed
    return { ...placed, x: placed.x + dx, y: placed.y + dy, fragment: after }
  }

  #line(line: LineFragment, x: number, y: number, container: RelativeContainer): LineFragment {
    const children = this.#children(line.children, x, y, container)
    this.#note(line.outOfFlow, x, y)
    return children === line.children ? line : { ...line, children }
  }

  #noteInline(fragment: BoxFragment, box: InlineBox, x: number, y: number): void {
    if (fragment.style.position === 'static') return
    const area = paddingArea(fragment, x, y)
    const key = splitKey(box)
    const first = this.#inlines.get(key)
    // From the start of the first part to the end of the last one (CSS 2.2 §10.1).
    this.#inlines.set(key, first ? spanning(first, area) : area)
  }

  /** Takes the boxes from `start` on whose containing block is an inline box that is complete. */
  #takeInline(start: number): { readonly candidate: OutOfFlowCandidate; readonly area: ContainerArea }[] {
    const taken: { readonly candidate: OutOfFlowCandidate; readonly area: ContainerArea }[] = []
    this.#keep(start, (candidate) => {
      const { inline, box } = candidate.place
      const area = inline && box.style.position === 'absolute' ? this.#inlines.get(splitKey(inline)) : undefined
      if (!area) return true
      taken.push({ candidate, area })
      return false
    })
    return taken
  }

  /** @param fixed fixed boxes are among them */
  #takeAbsolute(start: number, fixed: boolean): OutOfFlowCandidate[] {
    const taken: OutOfFlowCandidate[] = []
    this.#keep(start, (candidate) => {
      if (!fixed && candidate.place.box.style.position === 'fixed') return true
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

  /** Lays out a box in its containing block and adds it to the children of a fragment at (x, y). */
  #add(parent: OutOfFlowParent, candidate: OutOfFlowCandidate, area: ContainerArea): void {
    const placed = this.layOut(candidate, area)
    const left = area.x + placed.x
    const top = area.y + placed.y
    const fragment = this.sheet ? this.sheet.fit(candidate, placed, left, top) : placed.fragment
    if (!fragment) return
    const { effects } = this
    this.effects = candidate.effects
    insertInOrder(parent.children, this.place(fragment, left, top, parent))
    this.effects = effects
  }

  /** Lays out a box in its containing block. */
  layOut({ place, x, y }: OutOfFlowCandidate, area: ContainerArea): PlacedAbsolute {
    return layoutAbsolute(this.ctx, {
      box: place.box,
      container: area,
      direction: area.direction,
      static: { x: x - area.x, y: y - area.y, alignX: place.alignX ?? 'start', alignY: place.alignY ?? 'start' },
    })
  }

  /** A fragment at (x, y) on the page as a child, with what is positioned in it and what affects it. */
  place(fragment: BoxFragment, x: number, y: number, parent: EffectPlace): PlacedBox {
    const { effects } = this
    const placed = withEffects({ x, y, fragment: this.box(fragment, x, y) }, effects, parent.within)
    return { x: placed.x - parent.x, y: placed.y - parent.y, fragment: placed.fragment }
  }
}

/** Puts a box among its siblings where it stands in the document, which decides what is painted above what. */
export function insertInOrder(children: PlacedFragment[], placed: PlacedBox): void {
  const { id } = placed.fragment.box
  let index = children.length
  for (; index > 0; index--) {
    const before = children[index - 1]?.fragment
    if (before?.kind !== 'box' || before.box.id < id) break
  }
  children.splice(index, 0, placed)
}

function spanning(first: ContainerArea, last: ContainerArea): ContainerArea {
  const right = last.x + last.width
  const bottom = last.y + last.height
  const { x, y, direction } = first
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y), direction }
}

function containsOf(fragment: BoxFragment): 'nothing' | 'absolute' | 'all' {
  if (fragment.box.kind === 'inline' || !hasOwnStyle(fragment)) return 'nothing'
  return containsPositioned(fragment.style)
}

/** Whether the style of a fragment is its own: inline roots, table grids and sets of columns have that around them. */
function hasOwnStyle({ box }: BoxFragment): boolean {
  return box.kind !== 'inline-root' && box.kind !== 'table' && box.kind !== 'column-set'
}

function paddingArea({ width, height, border, style }: BoxFragment, x: number, y: number): ContainerArea {
  return {
    x: x + border.left,
    y: y + border.top,
    width: Math.max(0, width - border.left - border.right),
    height: Math.max(0, height - border.top - border.bottom),
    direction: style.direction,
  }
}

function areaFor(fragment: BoxFragment, x: number, y: number, { place }: OutOfFlowCandidate): ContainerArea {
  const { area } = place
  // Only the grid container itself names an area.
  if (!area || !fragment.outOfFlow?.includes(place)) return paddingArea(fragment, x, y)
  return { x: x + area.x, y: y + area.y, width: area.width, height: area.height, direction: fragment.style.direction }
}

/** The containing block that a fragment is for relatively positioned boxes in it: its content box. */
function containerOf({ style, width, height, border, padding, box }: BoxFragment): RelativeContainer {
  const definite = typeof style.height !== 'string' && box.kind !== 'inline-root'
  return {
    width: width - border.left - border.right - padding.left - padding.right,
    height: definite ? height - border.top - border.bottom - padding.top - padding.bottom : undefined,
    direction: style.direction,
  }
}
