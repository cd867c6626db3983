import { FontError } from './font-error.js'

/** A table of a font file. Reading outside of it throws a RangeError. */
export type Table = DataView

/** The tables of a font in the SFNT container (OpenType 1.9, "Font file"). */
export interface Sfnt {
  /** The whole file. */
  readonly data: Uint8Array
  readonly tables: ReadonlyMap<string, Table>
}

const TRUETYPE = 0x00010000
/** `true`, the older mark of TrueType outlines on Apple systems. */
const TRUETYPE_APPLE = 0x74727565

/** Marks of files that hold fonts in a form that is not read here, for a helpful message. */
const OTHER_FORMATS: ReadonlyMap<number, string> = new Map([
  [0x4f54544f, 'OpenType with CFF outlines'],
  [0x74746366, 'a TrueType collection'],
  [0x774f4646, 'WOFF'],
  [0x774f4632, 'WOFF2'],
])

const REQUIRED_TABLES = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']

/**
 * Reads the table directory. Only TrueType outlines in a plain SFNT file.
 * UNSUPPORTED: CFF outlines, collections, WOFF and WOFF2, variable fonts.
 * @param label names the font in error messages
 * @throws FontError `unsupported-font` or `broken-font`
 */
export function readSfnt(data: Uint8Array, label: string): Sfnt {
  if (data.byteLength < 12) throw new FontError('broken-font', `${label} is too short for a font file`)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const version = view.getUint32(0)
  if (version !== TRUETYPE && version !== TRUETYPE_APPLE) {
    const format = OTHER_FORMATS.get(version)
    throw new FontError(
      'unsupported-font',
      format === undefined ? `${label} is not a font file` : `${label} is ${format}, only TrueType files can be used`,
    )
  }
  const tables = readDirectory(view, label)
  if (tables.has('fvar')) throw new FontError('unsupported-font', `${label} is a variable font`)
  for (const tag of REQUIRED_TABLES) {
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

/** The four characters of an OpenType tag. */
export function tagAt(view: DataView, offset: number): string {
  return String.fromCharCode(
    view.getUint8(offset),
    view.getUint8(offset + 1),
    view.getUint8(offset + 2),
    view.getUint8(offset + 3),
  )
}
