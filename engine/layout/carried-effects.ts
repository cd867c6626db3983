import type { BlockBox, Box, InlineBox } from '../boxes/box-tree.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { hasTransform, isGroup } from '../style/grouping.js'
import { boxFragment } from './box-fragment.js'
import type { BoxFragment } from './fragment-tree.js'

/**
 * A box that moves what is in it, or that is painted with it as a group. What the layout carries out of such a box, to
 * another page or to its containing block, is still affected.
 */
export interface EffectBox {
  readonly box: Box | InlineBox
  /** Left edge and width of its border box. */
  readonly x: number
  readonly width: number
  /** Its place from top to bottom; undefined where layout has not come to its end. */
  readonly extent?: EffectExtent | undefined
  readonly outer: EffectBox | undefined
}

/** The border box of an affecting box from top to bottom, or that of its part. */
interface EffectExtent {
  readonly y: number
  readonly height: number
  /** The page or column on which it stands: on others nothing of the box is there. */
  readonly on: object
}

/** Whether a box starts a stacking context, so that it is painted with all of its content as a group. */
export function groupsContent({ style, kind }: Box | InlineBox): boolean {
  return (
    isGroup(style) ||
    (style.zIndex !== 'auto' && style.position !== 'static') ||
    (kind !== 'inline' && hasTransform(style))
  )
}

/** The boxes around something in a line: inline boxes that affect it, outermost first, within those around the line. */
export function inlineEffects(
  affecting: readonly InlineBox[] | undefined,
  line: { readonly x: number; readonly width: number },
  outer: EffectBox | undefined,
): EffectBox | undefined {
  let effects = outer
  for (const box of affecting ?? []) effects = { box, x: line.x, width: line.width, outer: effects }
  return effects
}

/** A key of a box that is the same for all boxes that one box was split into. */
export function splitKey(box: Box | InlineBox): unknown {
  return (box.kind === 'inline' || box.kind === 'block') && box.slice ? box.node : box.id
}

/** Whether a box moves its content when all is laid out, or groups it. */
export function affectsContent(box: Box | InlineBox): boolean {
  return box.style.position === 'relative' || groupsContent(box)
}

/** A fragment of a box at a place. */
export interface PlacedBox {
  readonly x: number
  readonly y: number
  readonly fragment: BoxFragment
}

/**
 * Content carried out of boxes, within empty parts of those that affect it: each moves and groups it as the box
 * itself would, and shows nothing of its own. Where the box itself stands on the same page or column, its part is as
 * tall, for transforms and clips refer to that.
 * @param end the innermost such box around the place where it is put; all count when absent
 * @param on the page or column where it is put
 */
export function withEffects(
  placed: PlacedBox,
  effects: EffectBox | undefined,
  end?: Box | InlineBox,
  on?: object,
): PlacedBox {
  const last = end && splitKey(end)
  let affected = placed
  for (let at = effects; at && splitKey(at.box) !== last; at = at.outer) {
    const { x, extent } = at
    const { y, height } = extent && extent.on === on ? extent : { y: placed.y, height: 0 }
    const child = { ...affected, x: affected.x - x, y: affected.y - y }
    affected = { x, y, fragment: emptyPart(at, height, child) }
  }
  return affected
}

function emptyPart({ box, width }: EffectBox, height: number, child: PlacedBox): BoxFragment {
  const style = { ...box.style, ...NOTHING_SHOWN, ...(box.kind === 'inline' && NOT_TRANSFORMED) }
  const part: BlockBox = {
    kind: 'block',
    id: box.id,
    style,
    node: box.node,
    children: [],
    marker: undefined,
    formattingContext: false,
  }
  return boxFragment({ box: part, width, height, children: [child] })
}

/** Zero in all, the borders are those of the fragment. */
const NOTHING_SHOWN = {
  backgroundColor: { red: 0, green: 0, blue: 0, alpha: 0 },
  backgroundImage: [],
  boxShadow: [],
  outlineWidth: 0,
  overflow: 'visible',
  overflowX: 'visible',
  overflowY: 'visible',
} as const satisfies Partial<ComputedStyle>

/** css-transforms-1 §2: inline boxes are no transformable elements. */
const NOT_TRANSFORMED = {
  transform: [],
  translate: 'none',
  rotate: 'none',
  scale: 'none',
} as const satisfies Partial<ComputedStyle>
