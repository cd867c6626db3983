import { emptyTrackRun, type GridLine, type TrackSize, type TrackTemplate } from '../values/grid-value.js'
import type { LengthValue } from '../values/length-value.js'
import {
  parseExplicitTracks,
  parseLineNames,
  parseTrackSize,
  parseTrackSizes,
  parseTrackTemplate,
  TRACK_LIMIT,
} from '../values/parse-grid-tracks.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { gridAreas, gridLine, NO_AREAS, NO_TRACKS } from './grid.js'
import { type Expansion, ExpansionBuilder, type Shorthand, type ShorthandRecords } from './shorthand.js'

/** A line left out repeats the opposite one where that is a name (css-grid-1 §8.4). */
function opposite(line: GridLine): GridLine {
  return typeof line === 'object' && line.kind === 'name' ? line : 'auto'
}

/** Lines apart by slashes, at most `most`. */
function lines(cursor: ValueCursor, most: number): readonly GridLine[] | undefined {
  const found: GridLine[] = []
  do {
    const line = gridLine(cursor)
    if (line === undefined || found.length === most) return undefined
    found.push(line)
  } while (cursor.delim('/'))
  return found
}

function placement(axis: 'row' | 'column'): Shorthand {
  const start = `grid-${axis}-start` as const
  const end = `grid-${axis}-end` as const
  return {
    longhands: [start, end],
    parse(cursor) {
      const [first, second] = lines(cursor, 2) ?? []
      if (first === undefined) return undefined
      return new ExpansionBuilder().set(start, first).set(end, second ?? opposite(first)).entries
    },
  }
}

const gridArea: Shorthand = {
  longhands: ['grid-row-start', 'grid-column-start', 'grid-row-end', 'grid-column-end'],
  parse(cursor) {
    const [rowStart, column, rowEnd, columnEnd] = lines(cursor, 4) ?? []
    if (rowStart === undefined) return undefined
    const columnStart = column ?? opposite(rowStart)
    return new ExpansionBuilder()
      .set('grid-row-start', rowStart)
      .set('grid-column-start', columnStart)
      .set('grid-row-end', rowEnd ?? opposite(rowStart))
      .set('grid-column-end', columnEnd ?? opposite(columnStart)).entries
  },
}

const TEMPLATE_LONGHANDS = ['grid-template-rows', 'grid-template-columns', 'grid-template-areas'] as const

/** `grid-template` (css-grid-1 §7.4): rows and columns, or strings of areas with the rows they lie in. */
function parseTemplate(cursor: ValueCursor): ExpansionBuilder | undefined {
  const before = cursor.position
  if (cursor.keyword(['none']) && cursor.done) return template(NO_TRACKS, NO_TRACKS)
  cursor.reset(before)
  const rows = parseTrackTemplate(cursor)
  const columns = rows && cursor.delim('/') ? parseTrackTemplate(cursor) : undefined
  if (rows && columns) return template(rows, columns)
  cursor.reset(before)
  return parseAreaTemplate(cursor)
}

function template(rows: TrackTemplate<LengthValue>, columns: TrackTemplate<LengthValue>): ExpansionBuilder {
  return new ExpansionBuilder()
    .set('grid-template-rows', rows)
    .set('grid-template-columns', columns)
    .set('grid-template-areas', NO_AREAS)
}

const AUTO_TRACK: TrackSize<LengthValue> = { min: 'auto', max: 'auto' }

function parseAreaTemplate(cursor: ValueCursor): ExpansionBuilder | undefined {
  const strings: string[] = []
  const tracks: TrackSize<LengthValue>[] = []
  const names: (readonly string[])[] = [[]]
  for (;;) {
    const above = parseLineNames(cursor) ?? []
    const text = cursor.string()
    if (text === undefined) {
      if (above.length > 0) return undefined
      break
    }
    if (strings.length >= TRACK_LIMIT) return undefined
    const last = names.length - 1
    names[last] = [...(names[last] ?? []), ...above]
    strings.push(text)
    tracks.push(parseTrackSize(cursor) ?? AUTO_TRACK)
    names.push(parseLineNames(cursor) ?? [])
  }
  const areas = strings.length > 0 ? gridAreas(strings) : undefined
  const columns = cursor.delim('/') ? parseExplicitTracks(cursor) : NO_TRACKS
  if (!areas || !columns) return undefined
  return new ExpansionBuilder()
    .set('grid-template-rows', { kind: 'tracks', before: { tracks, names }, repeat: undefined, after: emptyTrackRun() })
    .set('grid-template-columns', columns)
    .set('grid-template-areas', areas)
}

const gridTemplate: Shorthand = {
  longhands: TEMPLATE_LONGHANDS,
  parse: (cursor) => parseTemplate(cursor)?.entries,
}

/** `auto-flow` and `dense` in either order; undefined when there is no `auto-flow`. */
function flowWord(cursor: ValueCursor): { readonly dense: boolean } | undefined {
  const before = cursor.position
  const early = cursor.keyword(['dense'])
  if (!cursor.keyword(['auto-flow'])) {
    cursor.reset(before)
    return undefined
  }
  return { dense: (early ?? cursor.keyword(['dense'])) !== undefined }
}

/** `grid` (css-grid-1 §7.8): a template, or the tracks of one axis and the automatic ones of the other. */
const grid: Shorthand = {
  longhands: [...TEMPLATE_LONGHANDS, 'grid-auto-rows', 'grid-auto-columns', 'grid-auto-flow'],
  parse(cursor) {
    const before = cursor.position
    return (
      automatic(cursor, 'row') ??
      automatic(retried(cursor, before), 'column') ??
      parseTemplate(retried(cursor, before))?.entries
    )
  },
}

function retried(cursor: ValueCursor, position: number): ValueCursor {
  cursor.reset(position)
  return cursor
}

function automatic(cursor: ValueCursor, flow: 'row' | 'column'): Expansion | undefined {
  let word = flow === 'row' ? flowWord(cursor) : undefined
  const first = flow === 'row' ? undefined : parseTrackTemplate(cursor)
  if (flow === 'row' ? !word : !first) return undefined
  const autoRows = flow === 'row' ? parseTrackSizes(cursor) : undefined
  if (!cursor.delim('/')) return undefined
  if (flow === 'column') word = flowWord(cursor)
  if (!word) return undefined
  const autoColumns = flow === 'column' ? parseTrackSizes(cursor) : undefined
  const columns = flow === 'row' ? parseTrackTemplate(cursor) : NO_TRACKS
  if (!columns) return undefined
  const expansion = template(first ?? NO_TRACKS, columns).set('grid-auto-flow', word.dense ? `${flow} dense` : flow)
  if (autoRows) expansion.set('grid-auto-rows', autoRows)
  if (autoColumns) expansion.set('grid-auto-columns', autoColumns)
  return expansion.entries
}

/** Shorthands of grids. */
export const GRID_SHORTHANDS: ShorthandRecords = {
  'grid-row': placement('row'),
  'grid-column': placement('column'),
  'grid-area': gridArea,
  'grid-template': gridTemplate,
  grid,
}
