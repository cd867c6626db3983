import { invariant } from '../../base/invariant.js'
import { snap } from '../../base/units.js'
import type { FlowChild } from '../../boxes/box-tree.js'
import type { BreakBetween, ComputedStyle } from '../../style/computed-style.js'
import { resolveLength } from '../../style/resolve-length.js'
import type { BreakToken } from '../break-token.js'
import { type ConstraintSpace, type Fragmentation, UNFRAGMENTED } from '../constraint-space.js'
import type { FlowSource, GapPosition, InsideBreaks } from '../flow/block-flow.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import { breakBetween } from './break-values.js'
import {
  collapsedMargin,
  joinMargins,
  type MarginProfile,
  type MarginSet,
  marginProfile,
  NO_MARGINS,
} from './margins.js'

export interface BlockSourceOptions {
  readonly children: readonly FlowChild[]
  /** Left edge and width of the content box. */
  readonly contentLeft: number
  readonly contentWidth: number
  readonly contentHeight: number | undefined
  readonly direction: 'ltr' | 'rtl'
  readonly align: ComputedStyle['blockAlign']
  /** Margins of the first children adjoin the container's own and stand outside it. */
  readonly hoistsTop: boolean
}

/** The children of a block container as a flow: margins between them, their breaks, their horizontal place. */
export class BlockSource implements FlowSource {
  readonly count: number
  /** Margins below the last child placed that have not become space yet. */
  #pending: MarginSet = NO_MARGINS
  /** How much of `#pending` is already in the position of children without height. */
  #applied = 0
  /** Nothing with a height has been placed, so margins still belong to the container. */
  #hoisting: boolean
  #solidBottom: number | undefined

  constructor(
    private readonly ctx: LayoutContext,
    private readonly options: BlockSourceOptions,
  ) {
    this.count = options.children.length
    this.#hoisting = options.hoistsTop
  }

  breakBetween(index: number): BreakBetween {
    return breakBetween(this.ctx, this.#child(index - 1), this.#child(index))
  }

  gapBefore(index: number, position: GapPosition): number {
    const profile = this.#profile(index)
    if (position === 'after-break' || position === 'continued') {
      this.#hoisting = false
      this.#settle(profile, 0)
      return 0
    }
    if (this.#hoisting) {
      if (!profile.through) this.#settle(profile, 0)
      return 0
    }
    const all = joinMargins(this.#pending, profile.before)
    const gap = collapsedMargin(all) - this.#applied
    this.#settle(profile, gap, all)
    return gap
  }

  /** Remembers what stands below child after its gap is taken. */
  #settle(profile: MarginProfile, gap: number, all: MarginSet = NO_MARGINS): void {
    if (profile.through) {
      this.#pending = all
      this.#applied += gap
    } else {
      this.#pending = profile.after
      this.#applied = 0
      this.#hoisting = false
    }
  }

  insideBreaks(index: number): InsideBreaks {
    const child = this.#child(index)
    if (child.kind === 'replaced') return 'never'
    if (child.kind === 'inline-root') return 'auto'
    return child.style.breakInside === 'avoid' ? 'avoid' : 'auto'
  }

  layoutWhole(index: number): BoxFragment {
    return this.ctx.layoutWhole(this.#child(index), this.#space(UNFRAGMENTED))
  }

  layout(index: number, fragmentation: Fragmentation, token: BreakToken | undefined): LayoutResult {
    return this.ctx.layout(this.#child(index), this.#space(fragmentation), token)
  }

  place(index: number, y: number, fragment: BoxFragment): PlacedFragment {
    if (!this.#profile(index).through) this.#solidBottom = y + fragment.height
    return { x: this.#x(this.#child(index), fragment.width), y, fragment }
  }

  overflows(index: number, fragment: BoxFragment, room: number): void {
    const node = this.#child(index).node
    this.ctx.diagnostics.warn(
      'content-overflows-page',
      `this content is ${Math.ceil(fragment.height - room)} px taller than the page has room for and cannot be broken`,
      node?.template.span,
    )
  }

  /**
   * Bottom edge of the content: margins of the last children count unless they are hoisted out of the container.
   * @param bottom bottom edge of the last child
   * @param start top edge of the content
   */
  contentBottom(bottom: number, start: number, hoistsBottom: boolean): number {
    if (hoistsBottom) return this.#solidBottom ?? start
    return bottom + (this.#hoisting ? 0 : collapsedMargin(this.#pending) - this.#applied)
  }

  #child(index: number): FlowChild {
    const child = this.options.children[index]
    invariant(child, 'an index within the children')
    return child
  }

  #profile(index: number): MarginProfile {
    return marginProfile(this.ctx, this.#child(index), this.options.contentWidth)
  }

  #space(fragmentation: Fragmentation): ConstraintSpace {
    const { contentWidth, contentHeight } = this.options
    return {
      availableWidth: contentWidth,
      availableHeight: contentHeight,
      fixedWidth: undefined,
      fixedHeight: undefined,
      border: undefined,
      autoWidth: 'fill',
      fragmentation,
    }
  }

  /**
   * Horizontal place by margins (CSS 2.2 §10.3.3): auto margins share the free space, else it goes to the end side,
   * or where `<center>` and the `align` attribute put blocks.
   */
  #x(child: FlowChild, width: number): number {
    const { contentLeft, contentWidth, direction, align } = this.options
    if (child.kind === 'inline-root') return contentLeft
    const { marginLeft, marginRight } = child.style
    const left = marginLeft === 'auto' ? 0 : resolveLength(marginLeft, contentWidth)
    const right = marginRight === 'auto' ? 0 : resolveLength(marginRight, contentWidth)
    const free = contentWidth - width - left - right
    if (free > 0 && marginLeft === 'auto') return contentLeft + (marginRight === 'auto' ? snap(free / 2) : free)
    if (free > 0 && marginRight === 'auto') return contentLeft + left
    if (free > 0 && align === 'center') return contentLeft + left + snap(free / 2)
    const toRight = align === 'normal' ? direction === 'rtl' : align === 'right'
    return toRight ? contentLeft + contentWidth - width - right : contentLeft + left
  }
}
