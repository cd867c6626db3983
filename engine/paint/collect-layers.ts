import type { Rect } from '../base/geometry.js'
import { mapRect } from '../base/matrix.js'
import { boxTransform } from '../layout/box-transform.js'
import type {
  BoxFragment,
  DecorationFragment,
  Fragment,
  PlacedFragment,
  TextFragment,
} from '../layout/fragment-tree.js'
import { boxClip, contentClip } from './clips-content.js'
import { ContextInk } from './context-ink.js'
import { filterReach } from './filter-reach.js'
import { extendBounds, growBounds, inkOverhang, type MutableBounds, noBounds, rectOf } from './ink-bounds.js'
import { isItemContainer, layerKind } from './layer-style.js'
import type { Bordered, ClipChain, Layer, LayerTree } from './layers.js'
import { type BoxDrawings, NOTHING_AROUND } from './paint-context.js'

/**
 * Finds the boxes of a page that are not painted in the order of the tree, each once; undefined when there are none,
 * which costs no more than looking at each box.
 */
export function collectLayers(
  root: BoxFragment,
  x: number,
  y: number,
  drawings?: BoxDrawings | undefined,
): LayerTree | undefined {
  if (!hasLayers(root) && layerKind(root, undefined) === undefined) return undefined
  const collector = new LayerCollector(drawings)
  return { root: collector.collectRoot(root, x, y), layers: collector.layers }
}

function hasLayers(fragment: Fragment): boolean {
  if (fragment.kind !== 'box' && fragment.kind !== 'line') return false
  const parent = fragment.kind === 'box' ? fragment : undefined
  const { children } = fragment
  for (let i = 0; i < children.length; i++) {
    const child = children[i]?.fragment
    if (!child || child.kind === 'text' || child.kind === 'decoration') continue
    if ((child.kind === 'box' && layerKind(child, parent)) || hasLayers(child)) return true
  }
  return false
}

/** Walks the fragments of a page in the order in which their text is painted. */
class LayerCollector {
  readonly layers = new Map<PlacedFragment, Layer>()
  /** Area that the current context paints besides its layers. */
  #ink = new ContextInk()
  /** The stacking context, and the layer within it, that what is found next belongs to. */
  #context: Layer | undefined
  #layer: Layer | undefined
  #clips: ClipChain | undefined
  #bounds: MutableBounds = noBounds()
  /** Within an inline-block, an item or the like, which is painted like a document of its own. */
  #atomic = false
  /** The innermost fragment with collapsed borders around what is walked through. */
  #bordered: Bordered | undefined
  readonly #open: Walk[] = []

  constructor(private readonly drawings: BoxDrawings | undefined) {}

  collectRoot(fragment: BoxFragment, x: number, y: number): Layer {
    const root = this.#makeLayer('context', fragment, x, y, 0)
    const outer = this.#enter(root)
    this.#openBox(fragment, x, y, () => this.#leave(root, outer))
    this.#walk()
    // The canvas below belongs to the root's context; a group would part them.
    root.isolates = false
    return root
  }

  #makeLayer(kind: Layer['kind'], fragment: BoxFragment, x: number, y: number, zIndex: number): Layer {
    const bounds = { x, y, width: fragment.width, height: fragment.height }
    const lists = { floats: [], below: [], above: [] }
    const isolates = kind === 'context' && fragment.style.isolation === 'isolate'
    const unknown = { bounds, isolates, inPlace: false, around: NOTHING_AROUND }
    const bordered = isTablePart(fragment) ? this.#bordered : undefined
    return { kind, fragment, x, y, zIndex, clips: this.#clips, bordered, ...unknown, ...lists }
  }

  /** Walks to the end of what was opened. Not by recursion: a walk as deep as a document needs much of the stack. */
  #walk(): void {
    for (let walk = this.#open.at(-1); walk; walk = this.#open.at(-1)) {
      const placed = walk.children[walk.next++]
      if (placed) this.#meet(placed, walk)
      else {
        this.#open.pop()
        walk.leave?.()
      }
    }
  }

  #meet(placed: PlacedFragment, { parent, x: parentX, y: parentY }: Walk): void {
    const { fragment } = placed
    const x = parentX + placed.x
    const y = parentY + placed.y
    if (fragment.kind === 'line') {
      this.#open.push({ children: fragment.children, parent: undefined, x, y, next: 0, leave: undefined })
    } else if (fragment.kind !== 'box') this.#addInk(fragment, x, y)
    else if (layerKind(fragment, parent)) this.#openLayer(placed, fragment, parent, x, y)
    else this.#openPlainBox(fragment, x, y, parent === undefined || isItemContainer(parent))
  }

  /** @param leave what is done when all within the box was walked through */
  #openBox(fragment: BoxFragment, x: number, y: number, leave: (() => void) | undefined): void {
    if (!fragment.collapsedBorders || fragment.box.kind !== 'table') {
      this.#openPlain(fragment, x, y, leave)
      return
    }
    const outer = this.#bordered
    this.#bordered = { fragment, x, y }
    this.#openPlain(fragment, x, y, () => {
      this.#bordered = outer
      leave?.()
    })
  }

  #openPlain(fragment: BoxFragment, x: number, y: number, leave: (() => void) | undefined): void {
    extendBounds(this.#bounds, x, y, fragment, inkOverhang(fragment))
    const { children } = fragment
    const shape = contentClip(fragment, x, y)
    if (!shape) {
      this.#open.push({ children, parent: fragment, x, y, next: 0, leave })
      return
    }
    const { clips, bounds } = { clips: this.#clips, bounds: this.#bounds }
    this.#clips = { shape, outer: clips }
    const { overflow, overflowX, overflowY } = fragment.style
    if (overflow === 'hidden' || overflowX === overflowY) this.#bounds = noBounds()
    const leaveClipped = () => {
      // Clipped content is not seen: the box itself is all there is.
      this.#clips = clips
      this.#bounds = bounds
      leave?.()
    }
    this.#open.push({ children, parent: fragment, x, y, next: 0, leave: leaveClipped })
  }

  #addInk(fragment: TextFragment | DecorationFragment, x: number, y: number): void {
    const height = fragment.kind === 'text' ? fragment.height : fragment.thickness
    extendBounds(this.#bounds, x, y, { width: fragment.width, height }, inkOverhang(fragment))
    this.#ink.add(x, y, fragment.width, height)
  }

  /** @param isUnit it stands on a line or is an item, so that its background is painted with its content */
  #openPlainBox(fragment: BoxFragment, x: number, y: number, isUnit: boolean): void {
    if (isUnit || fragment.image) this.#ink.add(x, y, fragment.width, fragment.height)
    if (!isUnit || fragment.box.kind === 'inline') {
      this.#openBox(fragment, x, y, undefined)
      return
    }
    const atomic = this.#atomic
    this.#atomic = true
    this.#openBox(fragment, x, y, () => {
      this.#atomic = atomic
    })
  }

  #openLayer(
    placed: PlacedFragment,
    fragment: BoxFragment,
    parent: BoxFragment | undefined,
    x: number,
    y: number,
  ): void {
    const kind = layerKind(fragment, parent) ?? 'positioned'
    const { zIndex, mixBlendMode } = fragment.style
    const layer = this.#makeLayer(kind, fragment, x, y, zIndex === 'auto' || kind !== 'context' ? 0 : zIndex)
    this.layers.set(placed, layer)
    if (mixBlendMode !== 'normal' && this.#context) this.#context.isolates = true
    this.#ink.open(layer, kind === 'float' && !this.#atomic ? this.#layer : undefined)
    const outer = this.#enter(layer)
    const clip = boxClip(fragment, x, y)
    if (clip && kind !== 'context') this.#clips = { shape: { ...clip.bounds, corners: undefined }, outer: this.#clips }
    this.#openBox(fragment, x, y, () => {
      this.#leave(layer, outer)
      const seen = seenBounds(layer)
      this.#ink.close(seen)
      extendBounds(this.#bounds, seen.x, seen.y, seen, 0)
    })
  }

  /** Begins a layer; a context is a world of its own, whose layers are ordered among themselves. */
  #enter(layer: Layer): Surroundings {
    const outer = {
      ink: this.#ink,
      context: this.#context,
      layer: this.#layer,
      clips: this.#clips,
      bounds: this.#bounds,
      atomic: this.#atomic,
    }
    this.#layer = layer
    this.#bounds = noBounds()
    this.#atomic = false
    if (layer.kind === 'context') {
      this.#ink = new ContextInk()
      this.#context = layer
      this.#clips = undefined
    }
    return outer
  }

  #leave(layer: Layer, outer: Surroundings): void {
    if (layer.fragment.style.filter.length > 0) growBounds(this.#bounds, filterReach(layer.fragment, this.drawings))
    layer.bounds = rectOf(this.#bounds)
    if (layer.kind === 'context') this.#ink.decide(layer)
    this.#ink = outer.ink
    this.#context = outer.context
    this.#layer = outer.layer
    this.#clips = outer.clips
    this.#bounds = outer.bounds
    this.#atomic = outer.atomic
  }
}

function isTablePart({ box }: BoxFragment): boolean {
  return box.kind === 'table-section' || box.kind === 'table-row' || box.kind === 'table-cell'
}

/** A box or line that is being walked through. */
interface Walk {
  readonly children: readonly PlacedFragment[]
  /** Undefined for a line. */
  readonly parent: BoxFragment | undefined
  readonly x: number
  readonly y: number
  /** Index of the child that comes next. */
  next: number
  readonly leave: (() => void) | undefined
}

/** The place at which a layer is found. */
interface Surroundings {
  readonly ink: ContextInk
  readonly context: Layer | undefined
  readonly layer: Layer | undefined
  readonly clips: ClipChain | undefined
  readonly bounds: MutableBounds
  readonly atomic: boolean
}

/** The area of a layer as its surroundings see it. */
function seenBounds({ fragment, x, y, bounds }: Layer): Rect {
  const matrix = boxTransform(fragment, x, y)
  return matrix ? mapRect(matrix, bounds) : bounds
}
