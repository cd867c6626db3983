import { inflateSync } from 'node:zlib'
import { FontError } from './font-error.js'
import { type PackedTable, packTables } from './pack-tables.js'
import { tagAt } from './table.js'
import { UnpackingBudget } from './unpacking-budget.js'
import { unwrapWoff2, woff2Length } from './unwrap-woff2.js'

const WOFF = 0x774f4646
const WOFF2 = 0x774f4632
const COLLECTION = 0x74746366

/**
 * The bytes of a plain SFNT file in whatever a font came in: WOFF and WOFF2 are decompressed, of a collection the
 * first font is taken. Anything else is returned as it is.
 * @param label names the font in error messages
 * @param budget of all fonts that are unpacked together
 * @throws FontError `broken-font`, or `unsupported-font` for collections in WOFF2
 */
export function unwrapFont(data: Uint8Array, label: string, budget = new UnpackingBudget()): Uint8Array {
  if (data.byteLength < 16) return data
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  try {
    switch (view.getUint32(0)) {
      case WOFF:
        return unwrapWoff(data, view, label, budget)
      case WOFF2:
        return unwrapWoff2(data, label, budget)
      case COLLECTION:
        return unwrapCollection(data, view, label, budget)
      default:
        return data
    }
  } catch (error) {
    if (error instanceof FontError) throw error
    throw new FontError('broken-font', `${label} cannot be unpacked: it is damaged or cut off`, { cause: error })
  }
}

/**
 * The bytes that a font has when it is unpacked, as its directory says, for budgets that are asked before anything is.
 * Of what is no font, the bytes that there are.
 */
export function unpackedLength(data: Uint8Array): number {
  if (data.byteLength < 16) return data.byteLength
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  try {
    switch (view.getUint32(0)) {
      case WOFF:
        return woffLength(view)
      case WOFF2:
        return woff2Length(data)
      default:
        return data.byteLength
    }
  } catch (error) {
    // It cannot be unpacked either.
    if (!(error instanceof RangeError)) throw error
    return data.byteLength
  }
}

function woffLength(view: DataView): number {
  let total = 0
  for (let i = 0; i < view.getUint16(12); i++) total += view.getUint32(44 + i * 20 + 12)
  return total
}

/** WOFF 1.0 §5: tables one by one, compressed where that made them smaller. */
function unwrapWoff(data: Uint8Array, view: DataView, label: string, budget: UnpackingBudget): Uint8Array {
  budget.take(woffLength(view), label)
  const tables: PackedTable[] = []
  for (let i = 0; i < view.getUint16(12); i++) {
    const entry = 44 + i * 20
    const offset = view.getUint32(entry + 4)
    const packedLength = view.getUint32(entry + 8)
    const length = view.getUint32(entry + 12)
    const packed = data.subarray(offset, offset + packedLength)
    const bytes = packedLength < length ? inflateSync(packed, { maxOutputLength: length }) : packed
    if (bytes.length !== length) throw new FontError('broken-font', `${label} has a table that does not unpack`)
    tables.push([tagAt(view, entry), bytes])
  }
  return packTables(view.getUint32(4), tables)
}

/** OpenType 1.9, "Font collections": the tables of a font lie anywhere in the file. */
function unwrapCollection(data: Uint8Array, view: DataView, label: string, budget: UnpackingBudget): Uint8Array {
  const start = view.getUint32(12)
  const tables: PackedTable[] = []
  let total = 0
  for (let i = 0; i < view.getUint16(start + 4); i++) {
    const entry = start + 12 + i * 16
    const offset = view.getUint32(entry + 8)
    const bytes = data.subarray(offset, offset + view.getUint32(entry + 12))
    total += bytes.length
    tables.push([tagAt(view, entry), bytes])
  }
  budget.take(total, label)
  return packTables(view.getUint32(start), tables)
}
