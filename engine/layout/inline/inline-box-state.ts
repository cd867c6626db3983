import { invariant } from '../../base/invariant.js'
import { snap } from '../../base/units.js'
import type { InlineBox } from '../../boxes/box-tree.js'
import { faceHeights } from '../../css/values/face-heights.js'
import { usedFontSize } from '../../css/values/font-size-adjust.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { leadingAbove } from '../../style/line-height.js'
import { isTagged } from '../../tags/element-types.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { AtomicInline } from './atomic-inline.js'
import type { InlineRun } from './paragraph.js'
import { type TextStyle, textStyleOf } from './text-style.js'

/** An inline box on one line, with its place relative to the others (CSS 2.2 §10.8). */
export interface InlineBoxState {
  /** Undefined for the root inline box. */
  readonly box: InlineBox | undefined
  readonly parent: InlineBoxState | undefined
  readonly text: TextStyle
  readonly subtree: AlignedSubtree
  /** Baseline below that of the subtree, y growing downwards. */
  readonly shift: number
  /** It shows something of its own, or is linked to: it becomes a fragment. */
  readonly hasFragment: boolean
  /** Boxes whose text decorations reach the text of this one, outermost first. */
  readonly decorations: readonly Decorator[]
}

/** A box that decorates all text within it. */
export interface Decorator {
  readonly style: ComputedStyle
  readonly text: TextStyle
  readonly subtree: AlignedSubtree
  readonly shift: number
}

/**
 * Boxes aligned with one another by their baselines: those of the line, or those below a box with
 * `vertical-align: top` or `bottom`. Grows while the line is collected.
 */
export class AlignedSubtree {
  /** Extent above and below the baseline; minus infinity while there is nothing. */
  above = Number.NEGATIVE_INFINITY
  below = Number.NEGATIVE_INFINITY
  /** From the top of the line; set when the line's height is known. */
  #baseline: number | undefined

  constructor(readonly align: 'line' | 'top' | 'bottom') {}

  enclose(above: number, below: number): void {
    if (above > this.above) this.above = above
    if (below > this.below) this.below = below
  }

  get baseline(): number {
    invariant(this.#baseline !== undefined, 'a line whose subtrees were aligned')
    return this.#baseline
  }

  set baseline(value: number) {
    this.#baseline = value
  }
}

/** The state of the root inline box. */
export function rootState(ctx: LayoutContext, text: TextStyle, decorations: readonly ComputedStyle[]): InlineBoxState {
  const subtree = new AlignedSubtree('line')
  return {
    box: undefined,
    parent: undefined,
    text,
    subtree,
    shift: 0,
    hasFragment: false,
    decorations: decorations.map((style) => ({ style, text: textStyleOf(ctx, style), subtree, shift: 0 })),
  }
}

/** Makes the line as high as the box asks for: its strut, whether there is text in it or not. */
export function encloseStrut({ subtree, text, shift }: InlineBoxState): void {
  subtree.enclose(text.strutAbove - shift, text.strutBelow + shift)
}

/**
 * Opens an inline box on the line.
 * @param style that of the box on this line
 * @param subtrees receives those that align with the line itself
 */
export function openState(
  ctx: LayoutContext,
  parent: InlineBoxState,
  box: InlineBox,
  style: ComputedStyle,
  subtrees: AlignedSubtree[],
): InlineBoxState {
  const text = textStyleOf(ctx, style)
  const extents = { ascent: text.lineAscent, descent: text.lineDescent, lineHeight: text.lineHeight }
  const { subtree, shift } = align(parent, style, extents, subtrees)
  const line = style.textDecorationLine
  const decorates = line.underline || line.overline || line.lineThrough
  return {
    box,
    parent,
    text,
    subtree,
    shift,
    hasFragment: ctx.keepsInlines || needsFragment(box, style),
    decorations: decorates ? [...parent.decorations, { style, text, subtree, shift }] : parent.decorations,
  }
}

/**
 * A fallback face brings its own heights where the line height is `normal`.
 *
 * AD-HOC: but for the bundled symbols, in whose place browsers find fonts with the heights of texts on most systems.
 */
export function encloseFallback(state: InlineBoxState, run: InlineRun): void {
  const { style, face } = run
  if (face === style.face || face.lends || !style.normalLineHeight) return
  const { ascent, descent, lineHeight } = faceHeights(face.metrics, usedFontSize(style.style, face))
  const above = ascent + leadingAbove(lineHeight, ascent, descent)
  state.subtree.enclose(above - state.shift, lineHeight - above + state.shift)
}

/** Where an atomic inline stands. */
export interface AtomicPlace {
  readonly subtree: AlignedSubtree
  readonly shift: number
}

export function placeAtomic(
  ctx: LayoutContext,
  parent: InlineBoxState,
  atomic: AtomicInline,
  subtrees: AlignedSubtree[],
): AtomicPlace {
  const { style, ascent, descent } = atomic
  const { lineHeight } = textStyleOf(ctx, style)
  const place = align(parent, style, { ascent, descent, lineHeight }, subtrees)
  place.subtree.enclose(ascent - place.shift, descent + place.shift)
  return place
}

/** `vertical-align` of a box with these extents (CSS 2.2 §10.8.1). */
function align(
  parent: InlineBoxState,
  { verticalAlign, frame, textOrientation }: ComputedStyle,
  { ascent, descent, lineHeight }: { readonly ascent: number; readonly descent: number; readonly lineHeight: number },
  subtrees: AlignedSubtree[],
): AtomicPlace {
  const { subtree, shift, text } = parent
  switch (verticalAlign) {
    case 'baseline':
      // The baseline of lines that run downwards is in the middle of letters (css-writing-modes-4 §4.2).
      if (frame === 'vertical-rl' && textOrientation !== 'sideways') {
        return { subtree, shift: shift - snap((text.ascent - text.descent) / 2) + snap((ascent - descent) / 2) }
      }
      return { subtree, shift }
    case 'sub':
      // Browsers lower by a fifth of the parent's font size and raise by a third, one px more each.
      return { subtree, shift: shift + floorToGrid(text.style.fontSize / 5) + 1 }
    case 'super':
      return { subtree, shift: shift - floorToGrid(text.style.fontSize / 3) - 1 }
    case 'middle':
      return {
        subtree,
        shift: shift - snap((text.face.metrics.xHeight * text.fontSize) / 2) + snap((ascent - descent) / 2),
      }
    case 'text-top':
      return { subtree, shift: shift - text.ascent + ascent }
    case 'text-bottom':
      return { subtree, shift: shift + text.descent - descent }
    case 'top':
    case 'bottom': {
      const own = new AlignedSubtree(verticalAlign)
      subtrees.push(own)
      return { subtree: own, shift: 0 }
    }
    default:
      return { subtree, shift: shift - snap(verticalAlign.px + (verticalAlign.percent * lineHeight) / 100) }
  }
}

function floorToGrid(px: number): number {
  return Math.floor(px * 64) / 64
}

/**
 * Height of the line and the baselines of its subtrees: the line is as tall as what is aligned by baselines,
 * then grows for what is aligned with its edges (CSS 2.2 §10.8.1).
 */
export function alignSubtrees(
  line: AlignedSubtree,
  others: readonly AlignedSubtree[],
): { readonly height: number; readonly baseline: number } {
  let { above, below } = line
  if (isBare(line)) above = below = 0
  for (const { align, above: top, below: bottom } of others) {
    const missing = top + bottom - (above + below)
    if (missing <= 0) continue
    if (align === 'bottom') above += missing
    else below += missing
  }
  line.baseline = above
  for (const subtree of others) {
    if (isBare(subtree)) subtree.baseline = above
    else subtree.baseline = subtree.align === 'top' ? subtree.above : above + below - subtree.below
  }
  return { height: above + below, baseline: above }
}

/** Nothing in it counts for the height of the line. */
function isBare({ above }: AlignedSubtree): boolean {
  return above === Number.NEGATIVE_INFINITY
}

function needsFragment({ node, marks, part }: InlineBox, style: ComputedStyle): boolean {
  return (
    marks !== undefined ||
    part === 'note' ||
    part === 'marker' ||
    part === 'alternative' ||
    style.position !== 'static' ||
    hasEffects(style) ||
    (node !== undefined && isPointedAt(node))
  )
}

/** Whether a box shows something of its own, or changes how its content is shown. */
function hasEffects(style: ComputedStyle): boolean {
  return (
    style.backgroundColor.alpha > 0 ||
    style.borderTopWidth > 0 ||
    style.borderRightWidth > 0 ||
    style.borderBottomWidth > 0 ||
    style.borderLeftWidth > 0 ||
    style.opacity < 1 ||
    style.backgroundImage.length > 0 ||
    style.boxShadow.length > 0 ||
    style.outlineWidth > 0 ||
    style.mixBlendMode !== 'normal' ||
    style.isolation !== 'auto' ||
    style.clipPath !== 'none' ||
    style.maskImage.length > 0 ||
    style.filter.length > 0
  )
}

/** Whether links, the structure of the document or its frame need to know where an element stands. */
function isPointedAt(node: BoundElement): boolean {
  const { name, attributes } = node
  // The text in place of an image has a frame.
  return name === 'img' || attributes.has('id') || attributes.has('href') || attributes.has('name') || isTagged(node)
}
