import { snap } from '../../base/units.js'
import type { GridBox, ItemBox } from '../../boxes/box-tree.js'
import type { LengthPercentage } from '../../css/values/compute-length.js'
import type { SubgridLines, TrackTemplate } from '../../css/values/grid-value.js'
import { resolveMargin } from '../sizing.js'
import type { AxisTracks } from './axis-tracks.js'
import type { AxisPlacement, ExplicitAxis, NamedSpan, TrackSpan } from './grid-types.js'

/**
 * What subgrids take from the grids around them (css-grid-2 §9): tracks in place of their own, with the names of the
 * lines between them.
 */

/** The part of an axis that a subgrid spans, in the direction of the subgrid. */
export interface SubgridAxis {
  /** So many tracks. */
  readonly count: number
  /** By line. */
  readonly names: readonly (readonly string[])[]
  /** Named areas of the grid around it, cut to the subgrid. */
  readonly areas: readonly NamedSpan[]
  /** The axis runs against that of the grid around it. */
  readonly reversed: boolean
}

/** Undefined for an axis in which the tracks are its own. */
export interface SubgridAxes {
  readonly columns: SubgridAxis | undefined
  readonly rows: SubgridAxis | undefined
}

/** The columns of a subgrid that is laid out by itself, because its rows are its own. */
export interface SubgridSpace {
  readonly axes: SubgridAxes
  readonly columns: AxisTracks
  /** Between the columns; their sizes have it already. */
  readonly columnGap: number
}

/** One axis of the grid around, after placement. */
export interface OuterAxis {
  readonly explicit: ExplicitAxis
  readonly areas: readonly NamedSpan[]
  /** Implicit tracks before the explicit grid. */
  readonly before: number
}

/** The axes in which an item would be a subgrid; containment of its layout makes it a grid of its own (css-grid-2 §9). */
export function wantsSubgrid(box: ItemBox): box is GridBox {
  if (box.kind !== 'grid' || box.style.contain.layout) return false
  const { gridTemplateColumns, gridTemplateRows } = box.style
  return gridTemplateColumns.kind === 'subgrid' || gridTemplateRows.kind === 'subgrid'
}

/** The tracks that an item spans in an axis for want of a span: as many as a subgrid has names for (§9). */
export function automaticSpan(template: TrackTemplate<LengthPercentage>): number {
  return template.kind === 'subgrid' ? Math.max(1, template.before.length + template.after.length - 1) : 1
}

/** What an item in a span of tracks takes from this axis. */
export function subgridAxis(outer: OuterAxis, span: TrackSpan, reversed: boolean): SubgridAxis {
  const count = span.end - span.start
  const names: (readonly string[])[] = []
  for (let line = 0; line <= count; line++) {
    const from = reversed ? span.end - line : span.start + line
    names.push(outer.explicit.names[from - outer.before] ?? [])
  }
  const areas: NamedSpan[] = []
  for (const { name, span: area } of outer.areas) {
    const start = Math.max(0, area.start + outer.before - span.start)
    const end = Math.min(count, area.end + outer.before - span.start)
    if (start >= end) continue
    areas.push({ name, span: reversed ? { start: count - end, end: count - start } : { start, end } })
  }
  return { count, names, areas, reversed }
}

/** The explicit axis of a subgrid: sizes are those of the tracks around it. */
export function inheritedAxis(axis: SubgridAxis, own: TrackTemplate<LengthPercentage>): ExplicitAxis {
  const names: (readonly string[])[] = []
  const lines = own.kind === 'subgrid' ? ownNames(own, axis.count + 1) : []
  for (let line = 0; line <= axis.count; line++) {
    const inherited = axis.names[line] ?? []
    const added = lines[line]
    names.push(added && added.length > 0 ? [...inherited, ...added] : inherited)
  }
  return { sizes: new Array(axis.count).fill(AUTO), names, fitStart: 0, fitEnd: 0 }
}

const AUTO = { min: 'auto', max: 'auto' } as const

/** The names for so many lines: an automatic repetition takes the lines that others leave to it, in whole turns. */
function ownNames({ before, repeat, after }: SubgridLines, lines: number): readonly (readonly string[])[] {
  if (!repeat) return before
  const names = [...before]
  const turns = Math.max(0, Math.floor((lines - before.length - after.length) / repeat.length))
  for (let turn = 0; turn < turns; turn++) names.push(...repeat)
  names.push(...after)
  return names
}

/** A placement within the tracks of a subgrid, which has no implicit ones (css-grid-2 §9). */
export function clampPlacement({ start, span }: AxisPlacement, axis: SubgridAxis | undefined): AxisPlacement {
  if (!axis) return { start, span }
  if (start === undefined) return { start, span: Math.min(span, axis.count) }
  const area = clampSpan({ start, end: start + span }, axis)
  return { start: area.start, span: area.end - area.start }
}

/** What lies beyond the tracks is moved to the last of them. */
export function clampSpan({ start, end }: TrackSpan, { count }: SubgridAxis): TrackSpan {
  if (start >= count) return { start: count - 1, end: count }
  if (end <= 0) return { start: 0, end: 1 }
  return { start: Math.max(0, start), end: Math.min(count, end) }
}

/** How the tracks of a subgrid lie in those that it spans, in px. */
interface SubgridInsets {
  /** Margin, border and padding at the start of the subgrid, in its own direction. */
  readonly before: number
  /** Size of its content box. */
  readonly size: number
  /** Its gutters, in the middle of those around it; undefined where they are the same. */
  readonly gap: number | undefined
}

/** The tracks of a subgrid from the start of its content box. */
export function subgridTracks(
  outer: AxisTracks,
  { start, end }: TrackSpan,
  { reversed }: SubgridAxis,
  { before, size, gap }: SubgridInsets,
): AxisTracks {
  const count = end - start
  const starts = new Float64Array(count)
  const ends = new Float64Array(count)
  const areaStart = outer.starts[start] ?? 0
  const areaEnd = outer.ends[end - 1] ?? 0
  for (let index = 0; index < count; index++) {
    const track = reversed ? end - 1 - index : start + index
    const from = outer.starts[track] ?? 0
    const to = outer.ends[track] ?? 0
    starts[index] = (reversed ? areaEnd - to : from - areaStart) - before
    ends[index] = (reversed ? areaEnd - from : to - areaStart) - before
  }
  for (let index = 1; gap !== undefined && index < count; index++) {
    const half = snap((gap - (starts[index] ?? 0) + (ends[index - 1] ?? 0)) / 2)
    starts[index] = (starts[index] ?? 0) + half
    ends[index - 1] = (ends[index - 1] ?? 0) - half
  }
  // The edges stand in the first and last tracks, and may be wider than these.
  starts[0] = 0
  ends[count - 1] = size
  for (let index = 0; index < count; index++) ends[index] = Math.max(starts[index] ?? 0, ends[index] ?? 0)
  return { starts, ends, size }
}

/** Border-box width of a subgrid in its columns: it always fills them (css-grid-2 §9). */
export function subgridWidth(box: ItemBox, areaWidth: number): number {
  const { marginLeft, marginRight } = box.style
  return Math.max(0, areaWidth - resolveMargin(marginLeft, areaWidth) - resolveMargin(marginRight, areaWidth))
}

/** Whether two subgrids come out the same, so that what was laid out for one serves the other. */
export function sameSubgrid(a: SubgridSpace, b: SubgridSpace): boolean {
  return a.columnGap === b.columnGap && sameAxes(a.axes, b.axes) && sameTracks(a.columns, b.columns)
}

export function sameAxes(a: SubgridAxes, b: SubgridAxes): boolean {
  return sameAxis(a.columns, b.columns) && sameAxis(a.rows, b.rows)
}

function sameTracks(a: AxisTracks, b: AxisTracks): boolean {
  return sameNumbers(a.starts, b.starts) && sameNumbers(a.ends, b.ends)
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}

function sameAxis(a: SubgridAxis | undefined, b: SubgridAxis | undefined): boolean {
  if (!a || !b) return a === b
  if (a.count !== b.count || a.reversed !== b.reversed || a.areas.length !== b.areas.length) return false
  return (
    a.names.every((names, line) => sameNames(names, b.names[line])) &&
    a.areas.every((area, index) => sameArea(area, b.areas[index]))
  )
}

function sameNames(a: readonly string[], b: readonly string[] | undefined): boolean {
  return a === b || (a.length === b?.length && a.every((name, index) => name === b[index]))
}

function sameArea(a: NamedSpan, b: NamedSpan | undefined): boolean {
  return a.name === b?.name && a.span.start === b.span.start && a.span.end === b.span.end
}
