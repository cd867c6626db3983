import { readFontFile } from '../../../engine/fonts/opentype/font-file.js'
import { type PackedTable, packTables } from '../../../engine/fonts/opentype/pack-tables.js'
import { TRUETYPE } from '../../../engine/fonts/opentype/sfnt.js'

const u16 = (...values: readonly number[]) => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff])
const tag = (text: string) => [...Buffer.from(text, 'latin1')]

/** The font with one substitution instead of its own: `feature` replaces glyph `from` by glyph `to` in any script. */
export function withSubstitution(font: Uint8Array, feature: string, from: number, to: number): Uint8Array {
  const script = [...u16(1), ...tag('DFLT'), ...u16(8), ...u16(4, 0), ...u16(0, 0xffff, 1, 0)]
  const features = [...u16(1), ...tag(feature), ...u16(8), ...u16(0, 1, 0)]
  const single = [...u16(1, 6, (to - from) & 0xffff), ...u16(1, 1, from)]
  const lookups = [...u16(1, 4), ...u16(1, 0, 1, 8), ...single]
  const at = [10, 10 + script.length, 10 + script.length + features.length]
  const gsub = Uint8Array.from([...u16(1, 0, ...at), ...script, ...features, ...lookups])
  const tables = [...readFontFile(font, 'font').tables]
    .filter(([name]) => name !== 'GSUB')
    .map(([name, table]): PackedTable => [name, new Uint8Array(table.buffer, table.byteOffset, table.byteLength)])
  tables.push(['GSUB', gsub])
  return packTables(
    TRUETYPE,
    tables.sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
