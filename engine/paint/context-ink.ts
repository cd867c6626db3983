import type { Rect } from '../base/geometry.js'
import type { Box, InlineBox } from '../boxes/box-tree.js'
import { isAbsolutelyPositioned } from '../boxes/out-of-flow.js'
import type { BoundElement } from '../template/bound-tree.js'
import { intersects, joinLines } from './join-lines.js'
import type { Layer } from './layers.js'

/** Height of the bands into which a page is cut to find what overlaps. */
const BAND = 64

/** Bands of the tallest page there is. What lies above a page or below it, however far, is in one band each. */
const LAST_BAND = 256

/** Comparisons for one context; a page so crowded is painted in the order of the specification throughout. */
const MOST_COMPARISONS = 100_000

/** Layers of one context painted behind all else, beyond which others are not held against each of them. */
const MOST_DEFERRED = 4000

/** A layer that was found, with what its place in the order of the tree means. */
interface Found {
  readonly layer: Layer
  /** Numbers of the first and behind the last piece of ink within it. */
  readonly start: number
  end: number
  bounds: Rect
  /** The innermost layer around it within the context. */
  readonly around: Found | undefined
  /** Of a float that its layer may have to paint before its lines. */
  readonly floatOwner: Layer | undefined
}

/** A piece of text, an image or an inline box, in the order of the tree. */
interface Ink extends Rect {
  /** The innermost layer around it. */
  readonly within: Found | undefined
  /** The innermost positioned layer around it. */
  readonly around: Found | undefined
  /** It is a float, which is painted before or behind other floats of its layer as the tree has them. */
  readonly isFloat: boolean
}

/**
 * Decides which layers of a stacking context may be painted where they stand in the document, so that the text of
 * the file keeps the order of reading: those that overlap nothing whose order with them would be another. The parts of
 * a box that columns break are painted one after another.
 */
export class ContextInk {
  readonly #inks: Ink[] = []
  readonly #found: Found[] = []
  #innermost: Found | undefined
  #comparisons = 0

  add(x: number, y: number, width: number, height: number): void {
    this.#addInk({ x, y, width, height }, false)
  }

  #addInk({ x, y, width, height }: Rect, isFloat: boolean): void {
    const within = this.#innermost
    this.#inks.push({ x, y, width, height, within, around: this.#positionedAround(within), isFloat })
  }

  open(layer: Layer, floatOwner: Layer | undefined): void {
    const start = this.#inks.length
    const found: Found = { layer, start, end: start, bounds: layer.bounds, around: this.#innermost, floatOwner }
    this.#found.push(found)
    this.#innermost = found
  }

  /** @param bounds of the layer that was opened last, as seen from outside */
  close(bounds: Rect): void {
    const found = this.#innermost
    if (!found) return
    this.#innermost = found.around
    // A float is painted among the lines, so positioned boxes before it must look out for it.
    if (found.layer.kind === 'float') this.#addInk(bounds, found.floatOwner !== undefined)
    found.end = this.#inks.length
    found.bounds = bounds
  }

  /** Sorts the layers that were found into the lists of their context and of the layers that own floats. */
  decide(context: Layer): void {
    if (this.#found.length === 0) return
    const bands = this.#bands()
    const deferred: Found[] = []
    const deferredBoxes = new Set<Box | InlineBox>()
    const joined = joinLines(this.#found.map(({ layer }) => layer))
    this.#placeFloats(bands)
    for (const { found, passes } of inDocumentOrder(this.#found)) {
      const { layer } = found
      if (layer.kind === 'float' || joined.has(layer)) continue
      if (layer.parts) found.bounds = layer.bounds
      if (layer.zIndex < 0) context.below.push(layer)
      else if (layer.zIndex > 0) context.above.push(layer)
      else {
        layer.inPlace =
          deferred.length < MOST_DEFERRED &&
          !passes &&
          !layer.parts &&
          !deferredBoxes.has(layer.fragment.box) &&
          !deferred.some((other) => intersects(other.bounds, found.bounds)) &&
          !this.#overlaps(found, bands, (ink, i) => i >= found.end && isWithin(found, ink.around))
        if (!layer.inPlace) {
          deferred.push(found)
          deferredBoxes.add(layer.fragment.box)
          context.above.push(layer)
        }
      }
    }
    context.below.sort((a, b) => a.zIndex - b.zIndex)
    context.above.sort((a, b) => a.zIndex - b.zIndex)
  }

  /**
   * Sorts floats into the lists of the layers that own them, where something before them would be painted over them.
   * Floats before such a one that it overlaps are painted before it. Drop caps are always written with their words.
   */
  #placeFloats(bands: ReadonlyMap<number, readonly number[]>): void {
    const floats = this.#found.filter(({ layer }) => layer.kind === 'float')
    const early: Found[] = []
    const earlyBoxes = new Set<Box | InlineBox>()
    for (let i = floats.length - 1; i >= 0; i--) {
      const found = floats[i] as Found
      const { layer, floatOwner } = found
      const isBelow = (other: Found) => other.floatOwner === floatOwner && this.#compare(other.bounds, found.bounds)
      layer.inPlace =
        !floatOwner ||
        isDropCap(layer.fragment.box) ||
        (!earlyBoxes.has(layer.fragment.box) &&
          !early.some(isBelow) &&
          !this.#overlaps(found, bands, (ink, at) => at < found.start && ink.within === found.around && !ink.isFloat))
      if (layer.inPlace) continue
      early.push(found)
      earlyBoxes.add(layer.fragment.box)
    }
    for (const { layer, floatOwner } of early.reverse()) floatOwner?.floats.push(layer)
  }

  /** Whether two rectangles overlap, as far as there are comparisons left: then all do. */
  #compare(a: Rect, b: Rect): boolean {
    return ++this.#comparisons > MOST_COMPARISONS || intersects(a, b)
  }

  #positionedAround(found: Found | undefined): Found | undefined {
    let around = found
    while (around && around.layer.kind === 'float') around = around.around
    return around
  }

  /** Indices of pieces of ink by the bands that they touch. */
  #bands(): ReadonlyMap<number, readonly number[]> {
    const bands = new Map<number, number[]>()
    for (const [i, { y, height }] of this.#inks.entries()) {
      const last = bandAt(y + height)
      for (let band = bandAt(y); band <= last; band++) {
        const list = bands.get(band)
        if (list) list.push(i)
        else bands.set(band, [i])
      }
    }
    return bands
  }

  #overlaps(
    { bounds }: Found,
    bands: ReadonlyMap<number, readonly number[]>,
    matters: (ink: Ink, index: number) => boolean,
  ): boolean {
    const last = bandAt(bounds.y + bounds.height)
    for (let band = bandAt(bounds.y); band <= last; band++) {
      for (const i of bands.get(band) ?? []) {
        if (++this.#comparisons > MOST_COMPARISONS) return true
        const ink = this.#inks[i]
        if (ink && matters(ink, i) && intersects(ink, bounds)) return true
      }
    }
    return false
  }
}

function isDropCap(box: Box | InlineBox): boolean {
  return box.kind === 'block' && box.dropCap === true
}

/** A layer in the order of the document. */
interface Ordered {
  readonly found: Found
  /** Layers that come after it in the document stand before it in the tree. */
  readonly passes: boolean
}

/**
 * Layers in the order of the document (CSS 2.2 appendix E). An absolutely positioned box stands at the end of its
 * containing block in the tree, behind all that comes after it in the document.
 */
function inDocumentOrder(found: readonly Found[]): readonly Ordered[] {
  if (!found.some(isMoved)) return found.map((each) => ({ found: each, passes: false }))
  const siblings = new Map<Found | undefined, Found[]>()
  for (const each of found) {
    const around = siblings.get(each.around)
    if (around) around.push(each)
    else siblings.set(each.around, [each])
  }
  const ordered: Ordered[] = []
  const add = (around: Found | undefined) => {
    for (const each of merged(siblings.get(around) ?? [])) {
      ordered.push(each)
      add(each.found)
    }
  }
  add(undefined)
  return ordered
}

/** Layers next to each other, the moved ones where their elements stand among those of the others. */
function merged(layers: readonly Found[]): readonly Ordered[] {
  const moved = layers.filter(isMoved).sort((a, b) => elementOf(a) - elementOf(b))
  const result: Ordered[] = []
  let next = 0
  for (const found of layers) {
    if (isMoved(found)) continue
    for (let each = moved[next]; each && elementOf(each) < elementOf(found); each = moved[++next]) {
      result.push({ found: each, passes: true })
    }
    result.push({ found, passes: false })
  }
  for (const found of moved.slice(next)) result.push({ found, passes: false })
  return result
}

function isMoved({ layer: { fragment } }: Found): boolean {
  return isAbsolutelyPositioned(fragment.style)
}

/**
 * The number of the element, in document order; 0 for what no element generated alone. What is generated before the content
 * of an element has its number, and what is generated behind it that of the last element in it.
 */
function elementOf({ layer }: Found): number {
  const { box } = layer.fragment
  const node = 'node' in box ? box.node : undefined
  if (!node) return 0
  return 'behind' in box && box.behind ? lastIn(node).id + 0.5 : node.id
}

function lastIn(element: BoundElement): BoundElement {
  let last = element
  for (;;) {
    const child = last.children.findLast((each) => each.kind === 'element')
    if (!child) return last
    last = child
  }
}

function bandAt(y: number): number {
  return Math.max(-1, Math.min(Math.floor(y / BAND), LAST_BAND))
}

/** Whether a layer lies within another, or that other is the context itself. */
function isWithin(found: Found, around: Found | undefined): boolean {
  if (!around) return true
  for (let own = found.around; own; own = own.around) if (own === around) return true
  return false
}
