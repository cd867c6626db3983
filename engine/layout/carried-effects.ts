import { NO_INSETS } from '../base/geometry.js'
import type { BlockBox, Box, InlineBox } from '../boxes/box-tree.js'
import { isAbsolutelyPositioned } from '../boxes/out-of-flow.js'
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
  /** Where its fragment stands; absent where the box is not yet laid out. */
  readonly part?: EffectPart | undefined
  /** It is an item to which `z-index` applies, though it may not be positioned. */
  readonly isRaised?: boolean
  readonly outer: EffectBox | undefined
}

/** The fragment of an affecting box, and where its top edge is. */
interface EffectPart {
  readonly fragment: BoxFragment
  readonly y: number
  /** The page or column on which it stands; undefined where nothing is to be broken. */
  readonly on: object | undefined
}

/** Whether a box is painted with all of its content as a group, since it starts a stacking context or cuts that with `clip`. */
export function groupsContent({ style, kind }: Box | InlineBox): boolean {
  return (
    isGroup(style) ||
    (style.zIndex !== 'auto' && style.position !== 'static') ||
    (style.clip !== 'auto' && isAbsolutelyPositioned(style)) ||
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
 * itself would, and shows nothing of its own. On the page or column of its fragment its part has the size of that, to
 * which transforms, clips and masks refer; on others nothing is cut off.
 * @param end the innermost such box around the place where it is put; all count when absent
 * @param on the page or column where it is put, where parts of the boxes may stand
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
    const part = on && at.part?.on === on ? at.part : undefined
    const y = part ? part.y : placed.y
    const child = { ...affected, x: affected.x - at.x, y: affected.y - y }
    affected = { x: at.x, y, fragment: emptyPart(at, child, part?.fragment) }
  }
  return affected
}

/** @param like whose size the part has */
function emptyPart({ box, width, isRaised }: EffectBox, child: PlacedBox, like: BoxFragment | undefined): BoxFragment {
  const style = {
    ...box.style,
    ...NOTHING_SHOWN,
    ...(box.kind === 'inline' && NOT_TRANSFORMED),
    ...(!like && NOT_CUT),
    ...(isRaised && box.style.position === 'static' && RAISED),
  }
  const part: BlockBox = {
    kind: 'block',
    id: box.id,
    style,
    node: box.node,
    children: [],
    marker: undefined,
    formattingContext: false,
  }
  const { height, border, padding } = like ?? { height: 0, border: NO_INSETS, padding: NO_INSETS }
  return boxFragment({ box: part, width, height, border, padding, children: [child] })
}

const NOTHING_SHOWN = {
  backgroundColor: { red: 0, green: 0, blue: 0, alpha: 0 },
  backgroundImage: [],
  boxShadow: [],
  borderTopStyle: 'none',
  borderRightStyle: 'none',
  borderBottomStyle: 'none',
  borderLeftStyle: 'none',
  borderImageSource: 'none',
  outlineWidth: 0,
  overflow: 'visible',
  overflowX: 'visible',
  overflowY: 'visible',
} as const satisfies Partial<ComputedStyle>

/** What lets `z-index` apply to what is no item. */
const RAISED = { position: 'relative' } as const satisfies Partial<ComputedStyle>

/** Without its size a box would cut off all that is in it. */
const NOT_CUT = { clip: 'auto', clipPath: 'none', maskImage: [] } as const satisfies Partial<ComputedStyle>

/** css-transforms-1 §2: inline boxes are no transformable elements. */
const NOT_TRANSFORMED = {
  transform: [],
  translate: 'none',
  rotate: 'none',
  scale: 'none',
} as const satisfies Partial<ComputedStyle>
