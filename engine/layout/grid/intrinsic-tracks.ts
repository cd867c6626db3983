import type { TrackSpan } from './grid-types.js'
import { shareByFactor, shareEqually } from './share-space.js'
import type { SpannedTracks, TrackTask } from './size-tracks.js'
import type { Track, TrackSet } from './track.js'

/** Makes tracks large enough for what is in them (css-grid-1 §11.5). */
export function resolveIntrinsicTracks(task: TrackTask): void {
  const { tracks } = task.set
  if (tracks.some((track) => track.hasIntrinsicMinimum || track.hasIntrinsicMaximum)) {
    const spanning = fitSingleItems(task)
    spanning.sort((a, b) => spanOf(task, a) - spanOf(task, b))
    for (let start = 0; start < spanning.length; ) {
      let end = start + 1
      while (end < spanning.length && spanOf(task, spanning[end]) === spanOf(task, spanning[start])) end++
      growForSpans(task, spanning.slice(start, end), false)
      start = end
    }
    const flexible = itemsAcrossFlexible(task)
    if (flexible.length > 0) growForSpans(task, flexible, true)
  }
  for (const track of tracks) if (track.limit === 'infinite') track.limit = track.base
}

function spanOf({ items }: TrackTask, item: number | undefined): number {
  const span = item === undefined ? undefined : items.spans[item]
  return span ? span.end - span.start : 0
}

/** Step 2: items in a single track. @returns the items of more than one track, none of them flexible */
function fitSingleItems(task: TrackTask): number[] {
  const { set, items } = task
  const spanning: number[] = []
  for (let item = 0; item < items.spans.length; item++) {
    const span = items.spans[item]
    if (!span || set.crossesFlexible(span)) continue
    if (span.end - span.start > 1) spanning.push(item)
    else fitSingle(task, item, set.tracks[span.start])
  }
  for (const track of set.tracks) raiseLimit(track)
  return spanning
}

function fitSingle(task: TrackTask, item: number, track: Track | undefined): void {
  if (!track) return
  const { items } = task
  switch (track.min) {
    case 'min-content':
      track.base = Math.max(track.base, items.minContent(item))
      break
    case 'max-content':
      track.base = Math.max(track.base, items.maxContent(item))
      break
    case 'auto':
      track.base = Math.max(track.base, minimumOf(task, item))
      break
  }
  if (!track.hasIntrinsicMaximum) return
  let wanted = track.max === 'min-content' ? items.minContent(item) : items.maxContent(item)
  if (track.fitLimit !== undefined) wanted = Math.min(wanted, track.fitLimit)
  track.limit = Math.max(track.limit === 'infinite' ? 0 : track.limit, wanted)
}

function raiseLimit(track: Track): void {
  if (track.limit !== 'infinite' && track.limit < track.base) track.limit = track.base
}

function itemsAcrossFlexible({ set, items }: TrackTask): number[] {
  const found: number[] = []
  for (let item = 0; item < items.spans.length; item++) {
    const span = items.spans[item]
    if (span && set.crossesFlexible(span)) found.push(item)
  }
  return found
}

function minimumOf({ set, items }: TrackTask, item: number): number {
  return items.minimum(item, spannedTracks(set, items.spans[item] ?? EMPTY))
}

const EMPTY: TrackSpan = { start: 0, end: 0 }

function spannedTracks(set: TrackSet, span: TrackSpan): SpannedTracks {
  let automatic = false
  let flexible = false
  let fixed: number | undefined = set.guttersWithin(span)
  for (let index = span.start; index < span.end; index++) {
    const track = set.tracks[index]
    if (!track) continue
    automatic ||= track.min === 'auto'
    flexible ||= track.isFlexible
    fixed = fixed === undefined || typeof track.max !== 'number' ? undefined : fixed + track.max
  }
  return { automatic, flexible, single: span.end - span.start === 1, fixedMaximum: fixed }
}

function minContentOf({ items }: TrackTask, item: number): number {
  return items.minContent(item)
}

function maxContentOf({ items }: TrackTask, item: number): number {
  return items.maxContent(item)
}

/** The space to distribute, and the tracks to distribute it among. */
interface Increase {
  readonly size: 'base' | 'limit'
  readonly contribution: (task: TrackTask, item: number) => number
  readonly affects: (track: Track) => boolean
  /** Affected tracks that keep growing when all have reached their limits; all do if none is such. */
  readonly beyond: (track: Track) => boolean
}

const hasIntrinsicMinimum = (track: Track) => track.hasIntrinsicMinimum
const hasContentMinimum = (track: Track) => track.min === 'min-content' || track.min === 'max-content'
const hasMaxContentMinimum = (track: Track) => track.min === 'max-content'
const hasIntrinsicMaximum = (track: Track) => track.hasIntrinsicMaximum
const hasMaxContentMaximum = (track: Track) => track.hasMaxContentMaximum

/**
 * Steps 3.1 to 3.3: base sizes. AD-HOC: under a min-content or max-content constraint §11.5 counts limited min-content
 * contributions in place of minimum ones; browsers do not, so that a grid is as wide as it is laid out to be.
 */
const MINIMUMS: Increase = {
  size: 'base',
  contribution: minimumOf,
  affects: hasIntrinsicMinimum,
  beyond: hasIntrinsicMaximum,
}
const CONTENT_MINIMUMS: Increase = { ...MINIMUMS, contribution: minContentOf, affects: hasContentMinimum }
/**
 * AD-HOC: under a max-content constraint §11.5 counts limited max-content contributions for automatic minimums, too;
 * browsers do not, and growth limits come to the same where no maximum is in the way.
 */
const MAXIMAL: Increase = {
  size: 'base',
  contribution: maxContentOf,
  affects: hasMaxContentMinimum,
  beyond: hasMaxContentMaximum,
}

/** Steps 3.5 and 3.6: growth limits. */
const INTRINSIC_LIMITS: Increase = {
  size: 'limit',
  contribution: minContentOf,
  affects: hasIntrinsicMaximum,
  beyond: hasIntrinsicMaximum,
}
const MAX_CONTENT_LIMITS: Increase = { ...INTRINSIC_LIMITS, contribution: maxContentOf, affects: hasMaxContentMaximum }

/**
 * Steps 3 and 4: items that span as many tracks as each other, or all that cross flexible ones.
 * @param flexible space goes to the flexible tracks only
 */
function growForSpans(task: TrackTask, items: readonly number[], flexible: boolean): void {
  const { tracks } = task.set
  distribute(task, items, MINIMUMS, flexible)
  distribute(task, items, CONTENT_MINIMUMS, flexible)
  distribute(task, items, MAXIMAL, flexible)
  for (const track of tracks) raiseLimit(track)
  // Flexible tracks have no intrinsic maximum.
  if (flexible) return
  distribute(task, items, INTRINSIC_LIMITS, false)
  distribute(task, items, MAX_CONTENT_LIMITS, false)
  for (const track of tracks) track.infinitelyGrowable = false
}

/** Distributes extra space across spanned tracks (§11.5.1). */
function distribute(task: TrackTask, items: readonly number[], increase: Increase, flexible: boolean): void {
  const { tracks } = task.set
  for (const item of items) {
    const span = task.items.spans[item] ?? EMPTY
    const affected: Track[] = []
    for (let index = span.start; index < span.end; index++) {
      const track = tracks[index]
      if (track && (!flexible || track.isFlexible) && increase.affects(track)) affected.push(track)
    }
    if (affected.length === 0) continue
    const space = extraSpace(task, span, increase.size, increase.contribution(task, item))
    if (space > 0) shareAmong(affected, space, increase, flexible)
    for (const track of affected) {
      track.planned = Math.max(track.planned ?? 0, track.incurred)
      track.incurred = 0
    }
  }
  for (const track of tracks) applyPlanned(track, increase)
}

function extraSpace({ set }: TrackTask, span: TrackSpan, size: 'base' | 'limit', contribution: number): number {
  let space = contribution - set.guttersWithin(span)
  for (let index = span.start; index < span.end; index++) {
    const track = set.tracks[index]
    if (track) space -= size === 'limit' && track.limit !== 'infinite' ? track.limit : track.base
  }
  return space
}

function shareAmong(affected: readonly Track[], space: number, increase: Increase, flexible: boolean): void {
  if (flexible) {
    // Nothing limits the growth of flexible tracks.
    shareByFactor(affected, space)
    return
  }
  const rest = shareEqually(affected, space, increase.size === 'base' ? roomOfBase : roomOfLimit)
  if (rest <= 0) return
  const growing = affected.filter(increase.beyond)
  const left = growing.length > 0 ? shareEqually(growing, rest, increase.size === 'base' ? roomToFit : roomOfFit) : rest
  // A `fit-content()` track that has reached its limit is like a fixed one.
  if (left > 0 && increase.size === 'base') shareEqually(affected, left, unlimited)
}

/** Up to the growth limit and the argument of `fit-content()`. */
function roomOfBase(track: Track): number {
  const limit = track.limit === 'infinite' ? Number.MAX_VALUE : track.limit
  return Math.min(limit, track.fitLimit ?? limit) - track.base
}

function roomOfLimit(track: Track): number {
  return track.limit !== 'infinite' && !track.infinitelyGrowable ? 0 : roomOfFit(track)
}

/** Up to the argument of `fit-content()`, for a base size and for a growth limit. */
function roomToFit(track: Track): number {
  return track.fitLimit === undefined ? Number.MAX_VALUE : Math.max(0, track.fitLimit - track.base)
}

function roomOfFit(track: Track): number {
  const from = track.limit === 'infinite' ? track.base : track.limit
  return track.fitLimit === undefined ? Number.MAX_VALUE : Math.max(0, track.fitLimit - from)
}

function unlimited(): number {
  return Number.MAX_VALUE
}

function applyPlanned(track: Track, increase: Increase): void {
  const { planned } = track
  if (planned === undefined) return
  track.planned = undefined
  if (increase.size === 'base') {
    track.base += planned
  } else if (track.limit === 'infinite') {
    track.limit = track.base + planned
    track.infinitelyGrowable = increase === INTRINSIC_LIMITS
  } else {
    track.limit += planned
  }
}
