import type { LengthPercentage } from '../../../engine/css/values/compute-length.js'
import type {
  GridAreas,
  GridLine,
  TrackMaximum,
  TrackRun,
  TrackSize,
  TrackTemplate,
} from '../../../engine/css/values/grid-value.js'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'

/** Writes a computed length or percentage. */
export type WriteLength = (value: LengthPercentage) => string

/** A grid property as `getComputedStyle()` writes it, repetitions written out; undefined for other fields. */
export function serializeGrid(style: ComputedStyle, field: string, length: WriteLength): string | undefined {
  switch (field) {
    case 'gridTemplateColumns':
    case 'gridTemplateRows':
      return trackList(style[field], length)
    case 'gridTemplateAreas':
      return areas(style.gridTemplateAreas)
    case 'gridAutoColumns':
    case 'gridAutoRows':
      return style[field].map((size) => trackSize(size, length)).join(' ')
    case 'gridAutoFlow':
      return style.gridAutoFlow === 'row dense' ? 'dense' : style.gridAutoFlow
    case 'gridRowStart':
    case 'gridRowEnd':
    case 'gridColumnStart':
    case 'gridColumnEnd':
      return gridLine(style[field])
    default:
      return undefined
  }
}

function trackList(template: TrackTemplate<LengthPercentage>, length: WriteLength): string {
  if (template.kind === 'subgrid') {
    const { before, repeat, after } = template
    const lists = (names: readonly (readonly string[])[]) => names.map((line) => `[${line.join(' ')}]`)
    const repetition = repeat ? [`repeat(auto-fill, ${lists(repeat).join(' ')})`] : []
    return ['subgrid', ...lists(before), ...repetition, ...lists(after)].join(' ')
  }
  const { before, repeat, after } = template
  const repetition = repeat ? [`repeat(${repeat.mode}, ${trackRun(repeat, length).join(' ')})`] : []
  return [...trackRun(before, length), ...repetition, ...trackRun(after, length)].join(' ') || 'none'
}

function trackRun({ tracks, names }: TrackRun<LengthPercentage>, length: WriteLength): string[] {
  const parts: string[] = []
  for (const [line, list] of names.entries()) {
    if (list.length > 0) parts.push(`[${list.join(' ')}]`)
    const size = tracks[line]
    if (size) parts.push(trackSize(size, length))
  }
  return parts
}

function trackSize({ min, max }: TrackSize<LengthPercentage>, length: WriteLength): string {
  const [low, high] = [breadth(min, length), breadth(max, length)]
  const single = low === high || (typeof max === 'object' && max.kind !== 'length' && min === 'auto')
  return single ? high : `minmax(${low}, ${high})`
}

function breadth(value: TrackMaximum<LengthPercentage>, length: WriteLength): string {
  if (typeof value === 'string') return value
  if (value.kind === 'flex') return `${value.factor}fr`
  return value.kind === 'length' ? length(value.value) : `fit-content(${length(value.value)})`
}

function areas({ rows, columns, areas: named }: GridAreas): string {
  const cells = Array.from({ length: rows }, () => new Array<string>(columns).fill('.'))
  for (const { name, rowStart, rowEnd, columnStart, columnEnd } of named) {
    for (let row = rowStart; row < rowEnd; row++) cells[row]?.fill(name, columnStart, columnEnd)
  }
  return cells.map((row) => `"${row.join(' ')}"`).join(' ') || 'none'
}

function gridLine(line: GridLine): string {
  if (line === 'auto') return line
  if (line.kind === 'name') return line.name
  const named = line.name === undefined ? '' : ` ${line.name}`
  if (line.kind === 'line') return `${line.number}${named}`
  return line.count === 1 && line.name !== undefined ? `span${named}` : `span ${line.count}${named}`
}
