import type { SelfAlignment } from '../../css/values/alignment-value.js'
import { BaselineGroup } from '../align/baseline-group.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { FlexContainer } from './flex-container.js'
import type { FlexItem } from './flex-item.js'
import type { SizedItem } from './flex-lines.js'

/** The two groups of items of a line that share a baseline: only in rows do baselines lie along the main axis. */
export class BaselineGroups {
  readonly #first = new BaselineGroup()
  readonly #last = new BaselineGroup()

  constructor(private readonly container: FlexContainer) {}

  /** @returns false for an item that is aligned otherwise */
  add(sized: SizedItem): boolean {
    const keyword = sharedBaseline(this.container, sized.item)
    if (keyword === undefined) return false
    const { near, far } = this.#distances(sized, keyword)
    this.#group(keyword).add(near, far)
    return true
  }

  /** Room that the groups need across the line. */
  get size(): number {
    return Math.max(this.#first.size, this.#last.size)
  }

  /** How far the margin box of an item of a group stands from the cross-start edge of its line. */
  offset(sized: SizedItem, free: number): number | undefined {
    const keyword = sharedBaseline(this.container, sized.item)
    if (keyword === undefined) return undefined
    const offset = this.#group(keyword).offset(this.#distances(sized, keyword).near)
    return keyword === 'baseline' ? offset : free - offset
  }

  #group(keyword: BaselineKeyword): BaselineGroup {
    return keyword === 'baseline' ? this.#first : this.#last
  }

  /** Distances of the margin edges from the baseline: the group of first baselines aligns to the cross-start edge. */
  #distances({ item, fragment }: SizedItem, keyword: BaselineKeyword): { readonly near: number; readonly far: number } {
    const baseline = keyword === 'baseline' ? firstBaselineOf(fragment) : lastBaselineOf(fragment)
    const above = item.margin.top + baseline
    const below = fragment.height - baseline + item.margin.bottom
    const fromTop = (keyword === 'baseline') !== this.container.crossFlipped
    return fromTop ? { near: above, far: below } : { near: below, far: above }
  }
}

type BaselineKeyword = Extract<SelfAlignment['keyword'], 'baseline' | 'last-baseline'>

/** The baseline that an item shares with others of its line. */
export function sharedBaseline({ isRow }: FlexContainer, { alignment, box }: FlexItem): BaselineKeyword | undefined {
  const { keyword } = alignment
  if (!isRow || (keyword !== 'baseline' && keyword !== 'last-baseline')) return undefined
  return box.style.marginTop === 'auto' || box.style.marginBottom === 'auto' ? undefined : keyword
}

/** Without a baseline, the bottom of the border box serves (css-flexbox-1 §8.5). */
export function firstBaselineOf({ firstBaseline, height }: BoxFragment): number {
  return firstBaseline ?? height
}

export function lastBaselineOf({ lastBaseline, height }: BoxFragment): number {
  return lastBaseline ?? height
}
