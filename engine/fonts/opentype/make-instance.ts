import type { FontFile } from './font-file.js'
import { readFontTables } from './font-file.js'
import { readGlyphs } from './glyf.js'
import { readGlyphVariations } from './gvar.js'
import { type PackedTable, packTables } from './pack-tables.js'
import { TRUETYPE } from './sfnt.js'
import type { Table } from './table.js'
import { tagAt } from './table.js'
import { normalizeLocation } from './variation-axes.js'
import { type ItemDelta, readIndexMap, readVariationStore } from './variation-store.js'
import { type VariedGlyphs, varyGlyphs } from './varied-glyphs.js'

/** How a font file differs from the default of the variable font it is an instance of. */
export interface Variation {
  /** By axis tag. */
  readonly location: ReadonlyMap<string, number>
  /** Normalized coordinates in the order of the axes. */
  readonly coords: readonly number[]
  readonly glyphs: VariedGlyphs
  /** The deltas that the items of `GDEF` add to the numbers of `GPOS`. */
  readonly layoutDelta: ItemDelta
  /**
   * A static file for the shaper: the layout tables as they are, the widths of the instance, and no outlines, which
   * it does not need.
   */
  readonly shapingData: () => Uint8Array
}

/** Where the values are that `MVAR` varies: table, offset, and whether the value is the negated one. */
const METRICS: ReadonlyMap<string, readonly (readonly [table: string, offset: number])[]> = new Map([
  [
    'hasc',
    [
      ['OS/2', 68],
      ['hhea', 4],
    ],
  ],
  [
    'hdsc',
    [
      ['OS/2', 70],
      ['hhea', 6],
    ],
  ],
  [
    'hlgp',
    [
      ['OS/2', 72],
      ['hhea', 8],
    ],
  ],
  ['hcla', [['OS/2', 74]]],
  ['hcld', [['OS/2', 76]]],
  ['strs', [['OS/2', 26]]],
  ['stro', [['OS/2', 28]]],
  ['xhgt', [['OS/2', 86]]],
  ['cpht', [['OS/2', 88]]],
  ['undo', [['post', 8]]],
  ['unds', [['post', 10]]],
])

const UNVARIED: ItemDelta = () => 0

/** Tables that the shaper reads, besides those that are written anew. */
const SHAPING_TABLES = ['GDEF', 'GPOS', 'GSUB', 'OS/2', 'cmap', 'head', 'hhea', 'kern', 'maxp', 'name', 'post']

/** Characters of a name that say which instance it is: names in PDF have 127 bytes at most. */
const MOST_PLACE_NAME = 70

/**
 * The font that a variable font is at a place of its design space: outlines, widths and metrics of its own. What
 * is costly is done when it is asked for.
 * @param location by axis tag; values beyond an axis stand at its end
 * @throws RangeError when a variation table is damaged
 */
export function makeInstance(file: FontFile, location: ReadonlyMap<string, number>, label: string): FontFile {
  const coords = normalizeLocation(file.axes, file.tables.get('avar'), location)
  const tables = new Map(file.tables)
  varyMetrics(tables, coords)
  const gvar = file.tables.get('gvar')
  const glyphs = varyGlyphs(readGlyphs(file), gvar === undefined ? () => {} : readGlyphVariations(gvar, coords))
  const advanceWidth = varyAdvances(file, coords, glyphs)
  const place = [...location].map(([tag, value]) => `_${value}${tag.replace(/\W/g, '')}`).join('')
  return {
    ...readFontTables({ data: file.data, tables }, label),
    postscriptName: `${file.postscriptName.slice(0, 40)}${place.slice(0, MOST_PLACE_NAME)}`,
    advanceWidth,
    variation: {
      location,
      coords,
      glyphs,
      layoutDelta: layoutDeltas(file.tables.get('GDEF'), coords),
      shapingData: () => packForShaping(file, advanceWidth),
    },
  }
}

/** Adds the deltas of `MVAR` to copies of the tables with the metrics. */
function varyMetrics(tables: Map<string, Table>, coords: readonly number[]): void {
  const mvar = tables.get('MVAR')
  if (mvar === undefined || mvar.getUint16(10) === 0) return
  const delta = readVariationStore(mvar, mvar.getUint16(10), coords)
  const size = mvar.getUint16(6)
  for (const tag of ['OS/2', 'hhea', 'post']) {
    const table = tables.get(tag)
    if (table !== undefined) tables.set(tag, new DataView(bytesOf(table).slice().buffer))
  }
  for (let i = 0; i < mvar.getUint16(8); i++) {
    const at = 12 + i * size
    const change = Math.round(delta(mvar.getUint16(at + 4), mvar.getUint16(at + 6)))
    for (const [tag, offset] of METRICS.get(tagAt(mvar, at)) ?? []) {
      const table = tables.get(tag)
      if (table !== undefined && offset + 2 <= table.byteLength) {
        table.setInt16(offset, table.getInt16(offset) + change)
      }
    }
  }
}

/** Widths from `HVAR`, or from the phantom points of the outlines where there is none. */
function varyAdvances(file: FontFile, coords: readonly number[], glyphs: VariedGlyphs): (glyphId: number) => number {
  const known = new Int32Array(file.glyphCount).fill(-1)
  const delta = advanceDeltas(file.tables.get('HVAR'), coords) ?? glyphs.advanceDelta
  return (glyphId) => {
    if (glyphId >= file.glyphCount) return 0
    let advance = known[glyphId] as number
    if (advance < 0) {
      advance = Math.min(0xffff, Math.max(0, Math.round(file.advanceWidth(glyphId) + delta(glyphId))))
      known[glyphId] = advance
    }
    return advance
  }
}

function advanceDeltas(hvar: Table | undefined, coords: readonly number[]): ((glyphId: number) => number) | undefined {
  if (hvar === undefined) return undefined
  const store = readVariationStore(hvar, hvar.getUint32(4), coords)
  const map = hvar.getUint32(8)
  return (glyphId) => {
    const [outer, inner] = map === 0 ? ([0, glyphId] as const) : readIndexMap(hvar, map, glyphId)
    return store(outer, inner)
  }
}

/** The item variation store of `GDEF` 1.3. */
function layoutDeltas(gdef: Table | undefined, coords: readonly number[]): ItemDelta {
  if (gdef === undefined || gdef.getUint16(2) < 3 || gdef.byteLength < 18) return UNVARIED
  const store = gdef.getUint32(14)
  return store === 0 ? UNVARIED : readVariationStore(gdef, store, coords)
}

function packForShaping(file: FontFile, advanceWidth: (glyphId: number) => number): Uint8Array {
  const { glyphCount } = file
  const kept: PackedTable[] = []
  for (const tag of SHAPING_TABLES) {
    const table = file.tables.get(tag)
    if (table !== undefined) kept.push([tag, bytesOf(table).slice()])
  }
  for (const [tag, bytes] of kept) {
    const view = new DataView(bytes.buffer)
    // Short offsets in loca; a width for every glyph.
    if (tag === 'head') view.setInt16(50, 0)
    if (tag === 'hhea') view.setUint16(34, glyphCount)
  }
  const hmtx = new DataView(new ArrayBuffer(glyphCount * 4))
  for (let glyphId = 0; glyphId < glyphCount; glyphId++) hmtx.setUint16(glyphId * 4, advanceWidth(glyphId))
  kept.push(['glyf', new Uint8Array(4)], ['loca', new Uint8Array((glyphCount + 1) * 2)], ['hmtx', bytesOf(hmtx)])
  return packTables(
    TRUETYPE,
    kept.sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function bytesOf(table: Table): Uint8Array {
  return new Uint8Array(table.buffer, table.byteOffset, table.byteLength)
}
