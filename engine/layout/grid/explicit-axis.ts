import type { LengthPercentage } from '../../css/values/compute-length.js'
import type { AutoRepeat, TrackList, TrackRun, TrackSize, TrackTemplate } from '../../css/values/grid-value.js'
import { TRACK_LIMIT } from '../../css/values/parse-grid-tracks.js'
import { needsBase, resolveLength } from '../../css/values/resolve-length.js'
import type { ExplicitAxis } from './grid-types.js'

/** The container's content size that automatic repetitions fill (css-grid-1 §7.2.3.2). */
export interface RepeatSpace {
  /** Definite size or maximum: as many tracks as do not overflow it. */
  readonly fits: number | undefined
  /** Definite minimum, where there is no `fits`: as many tracks as it takes to fill it. */
  readonly fills: number | undefined
  readonly gap: number
}

/**
 * Writes out the tracks of a template (css-grid-1 §7.1, §7.2.3).
 * @param areaTracks tracks of `grid-template-areas`: where the template has fewer, implicit ones complete the grid
 */
export function explicitAxis(
  list: TrackList<LengthPercentage>,
  areaTracks: number,
  autoSizes: readonly TrackSize<LengthPercentage>[],
  space: RepeatSpace,
): ExplicitAxis {
  const sizes: TrackSize<LengthPercentage>[] = []
  const names: (readonly string[])[] = [[]]
  addRun(sizes, names, list.before)
  const fitStart = sizes.length
  if (list.repeat) {
    const count = repetitions(list, list.repeat, space)
    for (let time = 0; time < count; time++) addRun(sizes, names, list.repeat)
  }
  const fitEnd = list.repeat?.mode === 'auto-fit' ? sizes.length : fitStart
  addRun(sizes, names, list.after)
  const templated = sizes.length
  while (sizes.length < areaTracks) {
    sizes.push(implicitSize(autoSizes, sizes.length - templated))
    names.push([])
  }
  return { sizes, names, fitStart, fitEnd }
}

function addRun(
  sizes: TrackSize<LengthPercentage>[],
  names: (readonly string[])[],
  run: TrackRun<LengthPercentage>,
): void {
  const last = names.length - 1
  names[last] = [...(names[last] ?? []), ...(run.names[0] ?? [])]
  for (let index = 0; index < run.tracks.length; index++) {
    const size = run.tracks[index]
    if (!size) break
    sizes.push(size)
    names.push(run.names[index + 1] ?? [])
  }
}

/** Sizes of implicit tracks repeat in both directions from the explicit grid (§7.6). @param index from the template's end, negative before its start */
export function implicitSize(
  autoSizes: readonly TrackSize<LengthPercentage>[],
  index: number,
): TrackSize<LengthPercentage> {
  const { length } = autoSizes
  return autoSizes[((index % length) + length) % length] ?? AUTO
}

const AUTO: TrackSize<LengthPercentage> = { min: 'auto', max: 'auto' }

function repetitions(
  { before, after }: TrackList<LengthPercentage>,
  repeat: AutoRepeat<LengthPercentage>,
  { fits, fills, gap }: RepeatSpace,
): number {
  const size = fits ?? fills
  const most = Math.max(1, Math.floor(TRACK_LIMIT / repeat.tracks.length))
  if (size === undefined) return 1
  // The tracks besides the repetition: with them, every track but one has a gutter.
  const others = runSize(before, size, gap) + runSize(after, size, gap) - gap
  // §7.2.3.2 floors the repeated sizes so that there is no division by zero.
  const each = Math.max(1, runSize(repeat, size, gap))
  const count = (size - others) / each
  return Math.max(1, Math.min(most, fits === undefined ? Math.ceil(count) : Math.floor(count)))
}

function runSize({ tracks }: TrackRun<LengthPercentage>, base: number, gap: number): number {
  let sum = 0
  for (const track of tracks) sum += definiteSize(track, base) + gap
  return sum
}

/** A track counts as its maximum if that is definite, but not below its minimum, else as its minimum. */
function definiteSize({ min, max }: TrackSize<LengthPercentage>, base: number): number {
  const least = typeof min === 'object' ? resolveLength(min.value, base) : undefined
  const most = typeof max === 'object' && max.kind === 'length' ? resolveLength(max.value, base) : undefined
  return most === undefined ? (least ?? 0) : Math.max(most, least ?? 0)
}

/** Whether tracks depend on the size of the container. */
export function hasPercentages(
  list: TrackTemplate<LengthPercentage>,
  autoSizes: readonly TrackSize<LengthPercentage>[],
): boolean {
  if (list.kind === 'subgrid') return autoSizes.some(isPercentage)
  const runs = [list.before.tracks, list.repeat?.tracks ?? [], list.after.tracks, autoSizes]
  return runs.some((tracks) => tracks.some(isPercentage))
}

function isPercentage({ min, max }: TrackSize<LengthPercentage>): boolean {
  return (
    (typeof min === 'object' && needsBase(min.value)) ||
    (typeof max === 'object' && max.kind !== 'flex' && needsBase(max.value))
  )
}
