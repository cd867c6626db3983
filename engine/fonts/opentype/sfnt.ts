import { FontError } from './font-error.js'
import { type Table, tagAt } from './table.js'
import type { UnpackingBudget } from './unpacking-budget.js'
import { unwrapFont } from './unwrap-font.js'

/** The tables of a font in the SFNT container (OpenType 1.9, "Font file"). */
export interface Sfnt {
  /** The whole file. */
  readonly data: Uint8Array
  readonly tables: ReadonlyMap<string, Table>
}

/** Mark of a font file with TrueType outlines. */
export const TRUETYPE = 0x00010000
/** `true`, the older mark of TrueType outlines on Apple systems. */
const TRUETYPE_APPLE = 0x74727565

/** Marks of files that hold fonts in a form that is not read here, for a helpful message. */
const OTHER_FORMATS: ReadonlyMap<number, string> = new Map([[0x4c500000, 'an EOT file']])

/** Mark of a font file with CFF outlines, `OTTO`. */
const CFF_OUTLINES = 0x4f54544f

const REQUIRED_TABLES = ['cmap', 'head', 'hhea', 'hmtx', 'maxp']

/**
 * Reads the table directory of a font with TrueType or CFF outlines, WOFF files and the first font of a
 * collection included.
 * UNSUPPORTED: CFF2, fonts of monochrome bitmaps alone.
 * @param label names the font in error messages
 * @param budget of all fonts that are unpacked together
 * @throws FontError `unsupported-font` or `broken-font`
 */
export function readSfnt(file: Uint8Array, label: string, budget?: UnpackingBudget): Sfnt {
  const data = unwrapFont(file, label, budget)
  if (data.byteLength < 12) throw new FontError('broken-font', `${label} is too short for a font file`)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const version = view.getUint32(0)
  if (version !== TRUETYPE && version !== TRUETYPE_APPLE && version !== CFF_OUTLINES) {
    const format = OTHER_FORMATS.get(version)
    throw new FontError(
      'unsupported-font',
      format === undefined ? `${label} is not a font file` : `${label} is ${format}, which cannot be read`,
    )
  }
  const tables = readDirectory(view, label)
  if (tables.has('CFF2')) {
    throw new FontError('unsupported-font', `${label} is a variable font with CFF2 outlines, which cannot be read`)
  }
  // Fonts of images have no outlines.
  const outlines = version === CFF_OUTLINES ? ['CFF '] : tables.has('CBDT') ? [] : ['glyf', 'loca']
  for (const tag of [...REQUIRED_TABLES, ...outlines]) {
    if (!tables.has(tag)) throw new FontError('broken-font', `${label} has no ${tag} table`)
  }
  return { data, tables }
}

function readDirectory(view: DataView, label: string): Map<string, Table> {
  const count = view.getUint16(4)
  if (12 + count * 16 > view.byteLength) throw new FontError('broken-font', `${label} ends in its table directory`)
  const tables = new Map<string, Table>()
  for (let i = 0; i < count; i++) {
    const entry = 12 + i * 16
    const offset = view.getUint32(entry + 8)
    const length = view.getUint32(entry + 12)
    if (offset + length > view.byteLength) {
      throw new FontError('broken-font', `${label} ends before its ${tagAt(view, entry)} table does`)
    }
    tables.set(tagAt(view, entry), new DataView(view.buffer, view.byteOffset + offset, length))
  }
  return tables
}
