import { snap } from '../../base/units.js'
import { limitLength } from './flex-container.js'

/** An item as the resolution of flexible lengths sees it. Sizes are of its border box along the main axis. */
export interface FlexibleItem {
  readonly baseSize: number
  /** The base size within the limits. */
  readonly hypotheticalSize: number
  readonly minimum: number
  readonly maximum: number | undefined
  /** Border and padding, and margins. */
  readonly mainEdges: number
  readonly mainMargins: number
  readonly grow: number
  readonly shrink: number
}

/**
 * Resolves the flexible lengths of a line (css-flexbox-1 §9.7).
 * @param available main size of the container without gaps
 * @returns the used border-box main sizes
 */
export function resolveFlexibleLengths(items: readonly FlexibleItem[], available: number): number[] {
  return new FlexibleLine(items, available).resolve()
}

class FlexibleLine {
  readonly #sizes: number[]
  readonly #frozen: boolean[]
  readonly #growing: boolean
  readonly #initialFreeSpace: number

  constructor(
    private readonly items: readonly FlexibleItem[],
    private readonly available: number,
  ) {
    let hypothetical = 0
    for (const item of items) hypothetical += item.hypotheticalSize + item.mainMargins
    this.#growing = hypothetical < available
    this.#sizes = items.map(({ hypotheticalSize }) => hypotheticalSize)
    this.#frozen = items.map((item) => this.#isInflexible(item))
    this.#initialFreeSpace = this.#freeSpace()
  }

  resolve(): number[] {
    while (this.#frozen.includes(false)) this.#round()
    return this.#sizes
  }

  /** Step 2. */
  #isInflexible({ grow, shrink, baseSize, hypotheticalSize }: FlexibleItem): boolean {
    return this.#growing ? grow === 0 || baseSize > hypotheticalSize : shrink === 0 || baseSize < hypotheticalSize
  }

  /** Steps 3 and 4b: what the container has beyond frozen sizes and the base sizes of the others. */
  #freeSpace(): number {
    let free = this.available
    for (const [index, item] of this.items.entries()) {
      free -= (this.#frozen[index] ? (this.#sizes[index] ?? 0) : item.baseSize) + item.mainMargins
    }
    return free
  }

  /** Step 4: distributes the free space, then freezes the items whose limits that violates. */
  #round(): void {
    const { items } = this
    const free = this.#usedFreeSpace()
    const shares = this.#sumOfShares()
    let violation = 0
    const wanted = items.map((item, index) => {
      if (this.#frozen[index]) return 0
      const share = (free * this.#share(item)) / shares
      // Factors too large to be added up give no share.
      const size = Number.isFinite(share) ? snap(item.baseSize + share) : item.baseSize
      const limited = limitSize(item, size)
      violation += limited - size
      this.#sizes[index] = limited
      return size
    })
    for (let index = 0; index < items.length; index++) {
      if (this.#frozen[index]) continue
      const own = (this.#sizes[index] ?? 0) - (wanted[index] ?? 0)
      if (violation === 0 || (violation > 0 ? own > 0 : own < 0)) this.#frozen[index] = true
    }
  }

  /** Flex factors that sum up to less than 1 take that part of the free space only. */
  #usedFreeSpace(): number {
    const remaining = this.#freeSpace()
    let factors = 0
    for (const [index, { grow, shrink }] of this.items.entries()) {
      if (!this.#frozen[index]) factors += this.#growing ? grow : shrink
    }
    const part = this.#initialFreeSpace * factors
    return factors < 1 && Math.abs(part) < Math.abs(remaining) ? part : remaining
  }

  #sumOfShares(): number {
    let sum = 0
    for (const [index, item] of this.items.entries()) if (!this.#frozen[index]) sum += this.#share(item)
    return sum
  }

  /** Growing items share by their factors, shrinking ones by factors times the sizes of their content boxes. */
  #share({ grow, shrink, baseSize, mainEdges }: FlexibleItem): number {
    return this.#growing ? grow : shrink * Math.max(0, baseSize - mainEdges)
  }
}

/** The content box is never smaller than nothing. */
function limitSize({ minimum, maximum, mainEdges }: FlexibleItem, size: number): number {
  return Math.max(mainEdges, limitLength(size, minimum, maximum))
}
