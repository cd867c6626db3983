import type { LengthPercentage } from '../values/compute-length.js'
import { type ComputeContext, computedNonNegative } from '../values/compute-values.js'
import {
  type GridAreas,
  type GridAutoFlow,
  type GridLine,
  type NamedArea,
  noTracks,
  type TrackMaximum,
  type TrackMinimum,
  type TrackRun,
  type TrackSize,
  type TrackTemplate,
} from '../values/grid-value.js'
import type { LengthValue } from '../values/length-value.js'
import { parseInteger } from '../values/numeric-value.js'
import { parseGridName, parseTrackSizes, parseTrackTemplate, TRACK_LIMIT } from '../values/parse-grid-tracks.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { property } from './property.js'

/** Cells of a row by their names; the empty name is a cell of no area. */
type AreaRow = readonly string[]

/** Area names may hold every character of an identifier. */
const AREA_TOKEN = /^(?:(\.+)|([-\w\u0080-\u{10ffff}]+))/u

/** The cells that a string of `grid-template-areas` names (css-grid-1 §7.3); undefined when it is invalid. */
function areaRow(text: string): AreaRow | undefined {
  const cells: string[] = []
  let rest = text.trimStart()
  while (rest !== '') {
    const [token, , name] = AREA_TOKEN.exec(rest) ?? []
    if (token === undefined) return undefined
    cells.push(name ?? '')
    rest = rest.slice(token.length).trimStart()
  }
  return cells.length > 0 ? cells : undefined
}

/** The named rectangles of rows of equal length; undefined when an area is not a rectangle. */
export function gridAreas(rows: readonly string[]): GridAreas | undefined {
  const grid: AreaRow[] = []
  for (const text of rows) {
    const row = areaRow(text)
    if (!row || row.length !== (grid[0] ?? row).length) return undefined
    grid.push(row)
  }
  const areas = new Map<string, NamedArea>()
  for (const [row, cells] of grid.entries()) {
    for (const [column, name] of cells.entries()) {
      if (name !== '') areas.set(name, extended(areas.get(name), name, column, row))
    }
  }
  for (const area of areas.values()) if (!isFilled(area, grid)) return undefined
  return { columns: grid[0]?.length ?? 0, rows: grid.length, areas: [...areas.values()] }
}

function extended(area: NamedArea | undefined, name: string, column: number, row: number): NamedArea {
  if (!area) return { name, columnStart: column, columnEnd: column + 1, rowStart: row, rowEnd: row + 1 }
  return {
    name,
    columnStart: Math.min(area.columnStart, column),
    columnEnd: Math.max(area.columnEnd, column + 1),
    rowStart: area.rowStart,
    rowEnd: row + 1,
  }
}

function isFilled({ name, columnStart, columnEnd, rowStart, rowEnd }: NamedArea, grid: readonly AreaRow[]): boolean {
  for (let row = rowStart; row < rowEnd; row++) {
    for (let column = columnStart; column < columnEnd; column++) if (grid[row]?.[column] !== name) return false
  }
  return true
}

function templateAreas(cursor: ValueCursor): GridAreas | undefined {
  if (cursor.keyword(['none'])) return NO_AREAS
  const rows: string[] = []
  for (let row = cursor.string(); row !== undefined; row = cursor.string()) rows.push(row)
  return rows.length > 0 ? gridAreas(rows) : undefined
}

export const NO_AREAS: GridAreas = { columns: 0, rows: 0, areas: [] }

function autoFlow(cursor: ValueCursor): GridAutoFlow | undefined {
  const early = cursor.keyword(['dense'])
  const direction = cursor.keyword(['row', 'column'])
  const dense = early ?? (direction ? cursor.keyword(['dense']) : undefined)
  if (!dense) return direction
  return `${direction ?? 'row'} dense`
}

/** `<grid-line>` (css-grid-1 §8.3): a number, a name and `span` in any order. */
export function gridLine(cursor: ValueCursor): GridLine | undefined {
  if (cursor.keyword(['auto'])) return 'auto'
  let span = false
  let number: number | undefined
  let name: string | undefined
  for (;;) {
    if (!span && cursor.keyword(['span'])) {
      span = true
      // `span` stands before or after the others, not between them.
      if (number !== undefined || name !== undefined) break
      continue
    }
    const integer = number === undefined ? parseInteger(cursor) : undefined
    if (integer !== undefined) {
      number = integer
      continue
    }
    const ident = name === undefined ? parseGridName(cursor) : undefined
    if (ident === undefined) break
    name = ident
  }
  return span ? spanning(number, name) : lineAt(number, name)
}

function spanning(number: number | undefined, name: string | undefined): GridLine | undefined {
  if (number === undefined && name === undefined) return undefined
  if (number !== undefined && number < 1) return undefined
  return { kind: 'span', count: Math.min(number ?? 1, TRACK_LIMIT), name }
}

function lineAt(number: number | undefined, name: string | undefined): GridLine | undefined {
  if (number === undefined) return name === undefined ? undefined : { kind: 'name', name }
  if (number === 0) return undefined
  return { kind: 'line', number: Math.max(-TRACK_LIMIT, Math.min(number, TRACK_LIMIT)), name }
}

function computeTracks(template: TrackTemplate<LengthValue>, context: ComputeContext): TrackTemplate<LengthPercentage> {
  if (template.kind === 'subgrid') return template
  const { before, repeat, after } = template
  return {
    kind: 'tracks',
    before: computeTrackRun(before, context),
    repeat: repeat && { mode: repeat.mode, ...computeTrackRun(repeat, context) },
    after: computeTrackRun(after, context),
  }
}

function computeTrackRun(
  { tracks, names }: TrackRun<LengthValue>,
  context: ComputeContext,
): TrackRun<LengthPercentage> {
  return { tracks: computeTrackSizes(tracks, context), names }
}

function computeTrackSizes(
  sizes: readonly TrackSize<LengthValue>[],
  context: ComputeContext,
): readonly TrackSize<LengthPercentage>[] {
  return sizes.map(({ min, max }) => ({ min: minimum(min, context), max: maximum(max, context) }))
}

function minimum(value: TrackMinimum<LengthValue>, context: ComputeContext): TrackMinimum<LengthPercentage> {
  return typeof value === 'string' ? value : { kind: 'length', value: computedNonNegative(value.value, context) }
}

function maximum(value: TrackMaximum<LengthValue>, context: ComputeContext): TrackMaximum<LengthPercentage> {
  if (typeof value === 'string' || value.kind === 'flex') return value
  return { kind: value.kind, value: computedNonNegative(value.value, context) }
}

const template = property({ parse: parseTrackTemplate, initial: 'none', compute: computeTracks })
const automatic = property({ parse: parseTrackSizes, initial: 'auto', compute: computeTrackSizes })
const line = property({ parse: gridLine, initial: 'auto' })

/** Grid containers and their items (css-grid-1 §7, §8). */
export const GRID_PROPERTIES = {
  'grid-template-columns': template,
  'grid-template-rows': template,
  'grid-template-areas': property({ parse: templateAreas, initial: 'none' }),
  /** Sizes of the implicit tracks, in turn. */
  'grid-auto-columns': automatic,
  'grid-auto-rows': automatic,
  'grid-auto-flow': property({ parse: autoFlow, initial: 'row' }),
  'grid-row-start': line,
  'grid-row-end': line,
  'grid-column-start': line,
  'grid-column-end': line,
} as const

export const NO_TRACKS = noTracks<LengthValue>()
