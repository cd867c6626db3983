import type { ComputedStyle } from '../style/computed-style.js'
import { hasGapRules } from '../style/gap-rules.js'
import type { CollapsedBorder } from './fragment-tree.js'

/** A stretch of an axis, in px from the edge of the box that the rules are painted for. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/**
 * The rules in the gaps of a box, or of a part of it (css-gaps-1 §3.4): each in the middle of its gap. Those of rows are
 * painted over those of columns.
 */
export class GapRules {
  readonly #columns: CollapsedBorder[] = []
  readonly #rows: CollapsedBorder[] = []

  /** For a box with this style; undefined if nothing is drawn in its gaps. */
  static of(style: ComputedStyle): GapRules | undefined {
    return hasGapRules(style) ? new GapRules(style) : undefined
  }

  private constructor(private readonly style: ComputedStyle) {}

  get hasColumns(): boolean {
    return this.style.columnRuleWidth > 0
  }

  get hasRows(): boolean {
    return this.style.rowRuleWidth > 0
  }

  /** A vertical rule, `along` which it runs down. */
  addColumn(gap: Stretch, along: Stretch): void {
    const { columnRuleWidth: width, columnRuleStyle: style, columnRuleColor: color } = this.style
    if (width === 0) return
    const place = { x: middleOf(gap), y: along.from, length: Math.max(0, along.to - along.from) }
    this.#columns.push({ orientation: 'vertical', ...place, width, style, color, farBand: undefined })
  }

  /** A horizontal rule, `along` which it runs to the right. */
  addRow(gap: Stretch, along: Stretch): void {
    const { rowRuleWidth: width, rowRuleStyle: style, rowRuleColor: color } = this.style
    if (width === 0) return
    const place = { x: along.from, y: middleOf(gap), length: Math.max(0, along.to - along.from) }
    this.#rows.push({ orientation: 'horizontal', ...place, width, style, color, farBand: undefined })
  }

  /** In painting order; undefined when there are none. */
  get borders(): readonly CollapsedBorder[] | undefined {
    const borders = [...this.#columns, ...this.#rows]
    return borders.length > 0 ? borders : undefined
  }
}

function middleOf({ from, to }: Stretch): number {
  return (from + to) / 2
}
