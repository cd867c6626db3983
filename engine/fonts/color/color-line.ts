import type { Table } from '../opentype/table.js'
import type { GlyphStop } from './glyph-picture.js'
import type { Palette } from './palette.js'

/** The stops of a gradient as the font has them, and how it continues beyond them. */
export interface ColorLine {
  readonly stops: readonly GlyphStop[]
  readonly extend: 'pad' | 'repeat' | 'reflect'
}

/** Stops of one gradient; more is damage. */
const MOST_STOPS = 256

/** How often the stops of gradients that repeat are repeated on either side: glyphs show hardly more than a few. */
const REPETITIONS = 8

/**
 * Reads a ColorLine or VarColorLine (OpenType 1.9.1, "COLR"), at the default place of a variable font.
 * @throws RangeError when it ends early or has too many stops
 */
export function readColorLine(colr: Table, at: number, isVariable: boolean, palette: Palette): ColorLine {
  const count = colr.getUint16(at + 1)
  if (count === 0 || count > MOST_STOPS) throw new RangeError('the stops of a gradient')
  const stops: GlyphStop[] = []
  for (let i = 0; i < count; i++) {
    const stop = at + 3 + i * (isVariable ? 10 : 6)
    const alpha = colr.getInt16(stop + 4) / 16384
    stops.push({ offset: colr.getInt16(stop) / 16384, color: palette.color(colr.getUint16(stop + 2), alpha) })
  }
  stops.sort((a, b) => a.offset - b.offset)
  const extend = colr.getUint8(at)
  return { stops, extend: extend === 1 ? 'repeat' : extend === 2 ? 'reflect' : 'pad' }
}

/** A colour line with its stops from 0 to 1, and where these are on the line of the font. */
export interface UnitLine {
  readonly stops: readonly GlyphStop[]
  readonly from: number
  readonly to: number
}

/** Moves the stops to between 0 and 1, repeated as often as asked for. Undefined where all are in one place. */
export function unitLine({ stops, extend }: ColorLine): UnitLine | undefined {
  const least = stops[0]?.offset ?? 0
  const length = (stops.at(-1)?.offset ?? 0) - least
  if (length <= 0) return undefined
  const all = extend === 'pad' ? stops : repeated(stops, least, length, extend === 'reflect')
  const from = all[0]?.offset ?? 0
  const to = all.at(-1)?.offset ?? 1
  return { from, to, stops: all.map(({ offset, color }) => ({ offset: (offset - from) / (to - from), color })) }
}

function repeated(stops: readonly GlyphStop[], least: number, length: number, reflect: boolean): readonly GlyphStop[] {
  const all: GlyphStop[] = []
  for (let period = -REPETITIONS; period <= REPETITIONS; period++) {
    const mirrored = reflect && period % 2 !== 0
    const own = mirrored
      ? stops.toReversed().map(({ offset, color }) => ({ offset: 2 * least + length - offset, color }))
      : stops
    for (const { offset, color } of own) all.push({ offset: offset + period * length, color })
  }
  return all
}
