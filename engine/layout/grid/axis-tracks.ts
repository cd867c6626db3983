import { snap } from '../../base/units.js'
import type { ContentAlignment } from '../../css/values/alignment-value.js'
import type { AlignmentAxis } from '../align/alignment-axis.js'
import { distributeContent } from '../align/distribute-content.js'
import type { TrackSpan } from './grid-types.js'
import type { TrackSet } from './track.js'

/** The sized tracks of an axis: edges in px from the start of the container's content box. */
export interface AxisTracks {
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** Of the tracks and the gutters between them, without what `justify-content` or `align-content` adds. */
  readonly size: number
}

/** Places the tracks in a content box of this size (css-grid-1 §10.5). */
export function placeTracks(
  set: TrackSet,
  alignment: ContentAlignment,
  axis: AlignmentAxis,
  contentSize: number,
): AxisTracks {
  const { tracks, collapsed, size } = set
  const starts = new Float64Array(tracks.length)
  const ends = new Float64Array(tracks.length)
  let visible = tracks.length
  if (collapsed) for (const flag of collapsed) visible -= flag
  const { offset, between } = distributeContent(alignment, axis, contentSize - size, visible)
  let position = offset
  let first = true
  for (let index = 0; index < tracks.length; index++) {
    if (!collapsed?.[index]) {
      position += set.gutterBefore(index) + (first ? 0 : between)
      first = false
    }
    starts[index] = snap(position)
    position += tracks[index]?.base ?? 0
    ends[index] = snap(position)
  }
  return { starts, ends, size }
}

/** Size of an area in one axis, with the gutters in it. */
export function areaSize({ starts, ends }: AxisTracks, { start, end }: TrackSpan): number {
  return (ends[end - 1] ?? 0) - (starts[start] ?? 0)
}
