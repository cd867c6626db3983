import { snap } from '../../base/units.js'
import type { AvailableSpace, TrackSpan } from './grid-types.js'
import { resolveIntrinsicTracks } from './intrinsic-tracks.js'
import { shareEqually } from './share-space.js'
import type { Track, TrackSet } from './track.js'

/** The properties of spanned tracks that an item's minimum contribution depends on (css-grid-1 §6.6). */
export interface SpannedTracks {
  /** At least one of them has an automatic minimum. */
  readonly automatic: boolean
  readonly flexible: boolean
  readonly single: boolean
  /** The sum of their greatest sizes and the gutters between them, if all are fixed. */
  readonly fixedMaximum: number | undefined
}

/** The sizes that items ask for along an axis: outer sizes of their margin boxes, baselines aligned. */
export interface AxisItems {
  readonly spans: readonly TrackSpan[]
  minContent(item: number): number
  maxContent(item: number): number
  minimum(item: number, spanned: SpannedTracks): number
}

export interface TrackTask {
  readonly set: TrackSet
  readonly items: AxisItems
  readonly available: AvailableSpace
  /** The container's least and greatest content size, where its size follows from the tracks. */
  readonly least: number | undefined
  readonly most: number | undefined
  /** `justify-content` or `align-content` is `normal` or `stretch`. */
  readonly stretches: boolean
}

/** The track sizing algorithm (css-grid-1 §11.3). */
export function sizeTracks(task: TrackTask): void {
  initializeTracks(task.set.tracks)
  resolveIntrinsicTracks(task)
  maximizeTracks(task)
  expandFlexibleTracks(task)
  if (task.stretches) stretchAutoTracks(task)
}

/** §11.4. */
function initializeTracks(tracks: readonly Track[]): void {
  for (const track of tracks) {
    track.base = typeof track.min === 'number' ? track.min : 0
    track.limit = typeof track.max === 'number' ? Math.max(track.max, track.base) : 'infinite'
  }
}

/** §11.6: grows the tracks up to their growth limits. */
function maximizeTracks({ set, available, most }: TrackTask): void {
  if (available.kind === 'min-content') return
  if (available.kind === 'definite') {
    growWithin(set, available.size)
    return
  }
  let limits = 0
  for (const track of set.tracks) limits += limitOf(track) - track.base
  if (most !== undefined && available.kind === 'indefinite' && set.size + limits > most) growWithin(set, most)
  else for (const track of set.tracks) track.base = limitOf(track)
}

function growWithin(set: TrackSet, size: number): void {
  const free = size - set.size
  if (free <= 0) return
  shareEqually(set.tracks, free, roomBelowLimit)
  applyIncurred(set.tracks)
}

function roomBelowLimit(track: Track): number {
  return limitOf(track) - track.base
}

function limitOf({ limit, base }: Track): number {
  return limit === 'infinite' ? base : limit
}

function applyIncurred(tracks: readonly Track[]): void {
  for (const track of tracks) {
    track.base += track.incurred
    track.incurred = 0
  }
}

/** §11.7: gives the flexible tracks their shares of what is left. */
function expandFlexibleTracks(task: TrackTask): void {
  const { set, available, least, most } = task
  if (available.kind === 'min-content' || !set.tracks.some((track) => track.isFlexible)) return
  if (available.kind === 'definite') {
    applyFraction(set.tracks, findFraction(set, { start: 0, end: set.tracks.length }, available.size))
    return
  }
  const all = { start: 0, end: set.tracks.length }
  const fraction = indefiniteFraction(task)
  const size = sizeWith(set, fraction)
  // A container that would come out too small or too large has a definite size after all.
  if (least !== undefined && size < least) applyFraction(set.tracks, findFraction(set, all, least))
  else if (most !== undefined && size > most) applyFraction(set.tracks, findFraction(set, all, most))
  else applyFraction(set.tracks, fraction)
}

/** The fraction at which no flexible track is smaller than what it holds. */
function indefiniteFraction({ set, items }: TrackTask): number {
  let fraction = 0
  for (const track of set.tracks) {
    if (track.isFlexible) fraction = Math.max(fraction, track.base / Math.max(1, track.flexFactor))
  }
  for (let item = 0; item < items.spans.length; item++) {
    const span = items.spans[item]
    if (span && set.crossesFlexible(span)) {
      fraction = Math.max(fraction, findFraction(set, span, items.maxContent(item)))
    }
  }
  return fraction
}

function sizeWith(set: TrackSet, fraction: number): number {
  let size = set.size
  for (const track of set.tracks) size += Math.max(0, fraction * track.flexFactor - track.base)
  return size
}

/** The size of an `fr` (§11.7.1). Tracks whose share would be below their base size count as inflexible. */
function findFraction(set: TrackSet, span: TrackSpan, space: number): number {
  const { tracks } = set
  let leftover = space - set.guttersWithin(span)
  let factors = 0
  const flexible: Track[] = []
  for (let index = span.start; index < span.end; index++) {
    const track = tracks[index]
    if (!track) continue
    if (track.flexFactor > 0) {
      flexible.push(track)
      factors += track.flexFactor
    } else {
      leftover -= track.base
    }
  }
  // The greater its base size for its factor, the sooner a track becomes inflexible.
  flexible.sort((a, b) => b.base / b.flexFactor - a.base / a.flexFactor)
  for (const track of flexible) {
    const fraction = leftover / Math.max(1, factors)
    if (track.flexFactor * fraction >= track.base) return Math.max(0, fraction)
    leftover -= track.base
    factors -= track.flexFactor
  }
  return 0
}

/** Shares are rounded so that they add up. */
function applyFraction(tracks: readonly Track[], fraction: number): void {
  let exact = 0
  let given = 0
  for (const track of tracks) {
    const share = fraction * track.flexFactor
    if (share <= track.base) continue
    exact += share
    track.base = snap(exact) - given
    given += track.base
  }
}

/** §11.8: tracks of automatic size take what is still free. */
function stretchAutoTracks({ set, available, least }: TrackTask): void {
  const size = available.kind === 'definite' ? available.size : available.kind === 'indefinite' ? least : undefined
  if (size === undefined) return
  const free = size - set.size
  const automatic = set.tracks.filter((track, index) => track.max === 'auto' && !set.collapsed?.[index])
  if (free <= 0 || automatic.length === 0) return
  shareEqually(automatic, free, unlimited)
  applyIncurred(automatic)
}

function unlimited(): number {
  return Number.MAX_VALUE
}
