import type { TrackList, TrackMaximum, TrackMinimum, TrackRun, TrackSize } from '../css/grid-value.js'
import type { LengthValue } from '../css/length-value.js'
import type { DeclaredValue } from '../css/longhands.js'
import type { GRID_LONGHANDS } from '../css/longhands-grid.js'
import { computeNonNegative, type UnitContext } from './compute-length.js'
import type { LengthPercentage } from './computed-style.js'
import type { MutableStyle } from './initial-style.js'
import type { LonghandContext } from './longhand-context.js'

type GridComputation<P extends keyof typeof GRID_LONGHANDS> = (
  style: MutableStyle,
  value: DeclaredValue<P>,
  context: LonghandContext,
) => void

/** The grid properties compute to what was declared, lengths apart (css-grid-1 §7, §8). */
export const GRID_COMPUTATIONS: { readonly [P in keyof typeof GRID_LONGHANDS]: GridComputation<P> } = {
  'grid-template-columns': (style, value, { units }) => {
    style.gridTemplateColumns = trackList(value, units)
  },
  'grid-template-rows': (style, value, { units }) => {
    style.gridTemplateRows = trackList(value, units)
  },
  'grid-template-areas': (style, value) => {
    style.gridTemplateAreas = value
  },
  'grid-auto-columns': (style, value, { units }) => {
    style.gridAutoColumns = trackSizes(value, units)
  },
  'grid-auto-rows': (style, value, { units }) => {
    style.gridAutoRows = trackSizes(value, units)
  },
  'grid-auto-flow': (style, value) => {
    style.gridAutoFlow = value
  },
  'grid-row-start': (style, value) => {
    style.gridRowStart = value
  },
  'grid-row-end': (style, value) => {
    style.gridRowEnd = value
  },
  'grid-column-start': (style, value) => {
    style.gridColumnStart = value
  },
  'grid-column-end': (style, value) => {
    style.gridColumnEnd = value
  },
}

function trackList({ before, repeat, after }: TrackList<LengthValue>, units: UnitContext): TrackList<LengthPercentage> {
  return {
    before: trackRun(before, units),
    repeat: repeat && { mode: repeat.mode, ...trackRun(repeat, units) },
    after: trackRun(after, units),
  }
}

function trackRun({ tracks, names }: TrackRun<LengthValue>, units: UnitContext): TrackRun<LengthPercentage> {
  return { tracks: trackSizes(tracks, units), names }
}

function trackSizes(sizes: readonly TrackSize<LengthValue>[], units: UnitContext): TrackSize<LengthPercentage>[] {
  return sizes.map(({ min, max }) => ({ min: minimum(min, units), max: maximum(max, units) }))
}

function minimum(value: TrackMinimum<LengthValue>, units: UnitContext): TrackMinimum<LengthPercentage> {
  return typeof value === 'string' ? value : { kind: 'length', value: computeNonNegative(value.value, units) }
}

function maximum(value: TrackMaximum<LengthValue>, units: UnitContext): TrackMaximum<LengthPercentage> {
  if (typeof value === 'string' || value.kind === 'flex') return value
  return { kind: value.kind, value: computeNonNegative(value.value, units) }
}
