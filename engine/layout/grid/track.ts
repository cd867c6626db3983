import type { LengthPercentage } from '../../css/values/compute-length.js'
import type { TrackSize } from '../../css/values/grid-value.js'
import { needsBase, resolveLength } from '../../css/values/resolve-length.js'
import type { TrackSpan } from './grid-types.js'

/** The least size of a track: px or what its items contribute (css-grid-1 §11.2). */
type TrackFloor = number | 'auto' | 'min-content' | 'max-content'

/** The greatest size of a track. `fit-content` is `max-content` up to a limit. */
type TrackCeiling =
  | TrackFloor
  | { readonly kind: 'flex'; readonly factor: number }
  | { readonly kind: 'fit-content'; readonly limit: number }

/** A track while it is sized (css-grid-1 §11.3). */
export class Track {
  base = 0
  /** The growth limit. */
  limit: number | 'infinite' = 'infinite'
  /** The growth limit became finite in the step before: it may keep growing (§11.5, 3.5). */
  infinitelyGrowable = false
  /** The increases of §11.5.1: for the item at hand, and the greatest of all items that affect the track. */
  incurred = 0
  planned: number | undefined = undefined

  constructor(
    readonly min: TrackFloor,
    readonly max: TrackCeiling,
  ) {}

  get isFlexible(): boolean {
    return typeof this.max === 'object' && this.max.kind === 'flex'
  }

  get flexFactor(): number {
    return typeof this.max === 'object' && this.max.kind === 'flex' ? this.max.factor : 0
  }

  get hasIntrinsicMinimum(): boolean {
    return typeof this.min !== 'number'
  }

  get hasIntrinsicMaximum(): boolean {
    return typeof this.max !== 'number' && !this.isFlexible
  }

  /** `auto` and `fit-content()` maximums count as `max-content` (§11.2). */
  get hasMaxContentMaximum(): boolean {
    return this.hasIntrinsicMaximum && this.max !== 'min-content'
  }

  /** The argument of `fit-content()`. */
  get fitLimit(): number | undefined {
    return typeof this.max === 'object' && this.max.kind === 'fit-content' ? this.max.limit : undefined
  }
}

/**
 * The sizing functions of a track with percentages in px; against an indefinite size they are `auto` (§7.2.1).
 * @param size the container's content size
 */
export function makeTrack({ min, max }: TrackSize<LengthPercentage>, size: number | undefined): Track {
  const floor = typeof min === 'string' ? min : resolved(min.value, size)
  if (typeof max === 'string') return new Track(floor, max)
  if (max.kind === 'flex') return new Track(floor, max)
  const ceiling = resolved(max.value, size)
  if (max.kind === 'length' || ceiling === 'auto') return new Track(floor, ceiling)
  return new Track(floor, { kind: 'fit-content', limit: ceiling })
}

function resolved(value: LengthPercentage, size: number | undefined): number | 'auto' {
  if (size === undefined) return needsBase(value) ? 'auto' : resolveLength(value, 0)
  return Math.max(0, resolveLength(value, size))
}

/** The tracks of an axis with the gutters between them (§10.1). */
export class TrackSet {
  /** Gutter before each track: none before the first that is not collapsed, nor next to collapsed ones. */
  readonly #gutters: Float64Array

  constructor(
    readonly tracks: readonly Track[],
    readonly gap: number,
    /** 1 for tracks that `auto-fit` collapses; undefined when there are none. */
    readonly collapsed: Uint8Array | undefined,
  ) {
    this.#gutters = new Float64Array(tracks.length)
    let first = true
    for (let index = 0; index < tracks.length; index++) {
      if (collapsed?.[index]) continue
      this.#gutters[index] = first ? 0 : gap
      first = false
    }
  }

  gutterBefore(index: number): number {
    return this.#gutters[index] ?? 0
  }

  /** Whether one of the tracks of a span is flexible. */
  crossesFlexible({ start, end }: TrackSpan): boolean {
    for (let index = start; index < end; index++) if (this.tracks[index]?.isFlexible) return true
    return false
  }

  /** The gutters between the tracks of a span. */
  guttersWithin({ start, end }: TrackSpan): number {
    let sum = 0
    for (let index = start + 1; index < end; index++) sum += this.#gutters[index] ?? 0
    return sum
  }

  /** The base sizes of all tracks and the gutters between them. */
  get size(): number {
    let sum = 0
    for (let index = 0; index < this.tracks.length; index++) {
      sum += (this.tracks[index]?.base ?? 0) + (this.#gutters[index] ?? 0)
    }
    return sum
  }
}
