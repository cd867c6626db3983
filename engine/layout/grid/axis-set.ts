import type { LengthPercentage } from '../../css/values/compute-length.js'
import type { TrackSize } from '../../css/values/grid-value.js'
import { implicitSize } from './explicit-axis.js'
import type { ExplicitAxis, ImplicitAxis, TrackSpan } from './grid-types.js'
import { gapOf, type PlacedGrid } from './place-grid.js'
import { makeTrack, type Track, TrackSet } from './track.js'

/** The tracks that an axis has: those of its template, and those around them, whose sizes repeat. */
interface AxisDefinition {
  readonly explicit: ExplicitAxis
  readonly implicit: ImplicitAxis
  readonly autoSizes: readonly TrackSize<LengthPercentage>[]
}

/** The tracks of an axis before they are sized, those that `auto-fit` leaves empty collapsed (§7.2.3.2). */
function trackSet(
  { explicit, implicit: { count, before }, autoSizes }: AxisDefinition,
  spans: readonly TrackSpan[],
  gap: number,
  size: number | undefined,
): TrackSet {
  const tracks: Track[] = []
  const explicitEnd = before + explicit.sizes.length
  for (let index = 0; index < count; index++) {
    const own = explicit.sizes[index - before]
    const implicit = index < before ? index - before : index - explicitEnd
    tracks.push(makeTrack(own ?? implicitSize(autoSizes, implicit), size))
  }
  const collapsed = collapsedTracks(explicit, count, before, spans)
  if (!collapsed) return new TrackSet(tracks, gap, undefined)
  const kept = tracks.map((track, index) => (collapsed[index] ? makeTrack(COLLAPSED, undefined) : track))
  return new TrackSet(kept, gap, collapsed)
}

const COLLAPSED: TrackSize<LengthPercentage> = { min: { kind: 'length', value: 0 }, max: { kind: 'length', value: 0 } }

function collapsedTracks(
  { fitStart, fitEnd }: ExplicitAxis,
  count: number,
  before: number,
  spans: readonly TrackSpan[],
): Uint8Array | undefined {
  if (fitStart === fitEnd) return undefined
  const collapsed = new Uint8Array(count)
  collapsed.fill(1, before + fitStart, before + fitEnd)
  for (const { start, end } of spans) collapsed.fill(0, start, end)
  return collapsed.includes(1) ? collapsed : undefined
}

/** The columns of a grid whose content box is so wide, if that is known. */
export function columnSet(grid: PlacedGrid, spans: readonly TrackSpan[], width: number | undefined): TrackSet {
  const { style } = grid.box
  const axis = { explicit: grid.columns, implicit: grid.placement.columns, autoSizes: style.gridAutoColumns }
  return trackSet(axis, spans, gapOf(style.columnGap, width), width)
}

/** Likewise its rows. */
export function rowSet(grid: PlacedGrid, spans: readonly TrackSpan[], height: number | undefined): TrackSet {
  const { style } = grid.box
  const axis = { explicit: grid.rows, implicit: grid.placement.rows, autoSizes: style.gridAutoRows }
  return trackSet(axis, spans, gapOf(style.rowGap, height), height)
}
