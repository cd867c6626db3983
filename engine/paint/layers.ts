import type { Rect } from '../base/geometry.js'
import type { BoxFragment, PlacedFragment } from '../layout/fragment-tree.js'
import type { BoxShape } from '../layout/shapes/box-shape.js'
import type { LayerKind } from './layer-style.js'
import type { Surroundings } from './paint-context.js'

/** A box that is set apart in the painting order, on its page. */
export interface Layer {
  readonly kind: LayerKind
  readonly fragment: BoxFragment
  readonly x: number
  readonly y: number
  readonly zIndex: number
  /** The clips between it and its stacking context, innermost first. */
  readonly clips: ClipChain | undefined
  /** For a part of a table: what paints the collapsed borders, which its background must not cover. */
  readonly bordered: Bordered | undefined
  /** A rectangle around all that it paints, before it is transformed. */
  bounds: Rect
  /** It may be painted where it stands among the text, because that makes no difference to be seen. */
  inPlace: boolean
  /** The same box on the lines below, which is composed with it as one object. */
  parts?: readonly Layer[]
  /** Of a stacking context: what is within must not mix with what is around it (compositing-1 §3.1). */
  isolates: boolean
  /** Its surroundings, known when its place among the text is reached. */
  around: Surroundings
  /** Its floats that must be painted before its lines. */
  readonly floats: Layer[]
  /** Of a stacking context: the layers that are painted below its blocks, and after its lines, in order. */
  readonly below: Layer[]
  readonly above: Layer[]
}

/** A fragment with collapsed borders, on its page. */
export interface Bordered {
  readonly fragment: BoxFragment
  readonly x: number
  readonly y: number
}

export interface ClipChain {
  readonly shape: BoxShape
  readonly outer: ClipChain | undefined
}

/** The layers of one page. */
export interface LayerTree {
  readonly root: Layer
  readonly layers: ReadonlyMap<PlacedFragment, Layer>
}
