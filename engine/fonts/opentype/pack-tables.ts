/** Sum that the words of a whole font file make together with `checkSumAdjustment` (OpenType 1.9, "head"). */
const FILE_CHECKSUM = 0xb1b0afba

/** A table to write: its tag and its bytes. */
export type PackedTable = readonly [tag: string, bytes: Uint8Array]

/**
 * Writes a font file.
 * @param version the mark of the outlines: 0x00010000 or `OTTO`
 * @param tables sorted by tag
 */
export function packTables(version: number, tables: readonly PackedTable[]): Uint8Array {
  const directory = 12 + tables.length * 16
  const size = tables.reduce((sum, [, bytes]) => sum + align(bytes.length), directory)
  const file = new Uint8Array(size)
  const view = new DataView(file.buffer)
  const power = 31 - Math.clz32(tables.length)
  view.setUint32(0, version)
  view.setUint16(4, tables.length)
  view.setUint16(6, 16 << power)
  view.setUint16(8, power)
  view.setUint16(10, tables.length * 16 - (16 << power))
  let offset = directory
  let headAt = 0
  for (let i = 0; i < tables.length; i++) {
    const [tag, bytes] = tables[i] as PackedTable
    const entry = 12 + i * 16
    for (let c = 0; c < 4; c++) view.setUint8(entry + c, tag.charCodeAt(c))
    file.set(bytes, offset)
    view.setUint32(entry + 4, checksum(view, offset, align(bytes.length)))
    view.setUint32(entry + 8, offset)
    view.setUint32(entry + 12, bytes.length)
    if (tag === 'head') headAt = offset
    offset += align(bytes.length)
  }
  view.setUint32(headAt + 8, (FILE_CHECKSUM - checksum(view, 0, size)) >>> 0)
  return file
}

function checksum(view: DataView, start: number, length: number): number {
  let sum = 0
  for (let at = start; at < start + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0
  return sum
}

/** The next multiple of four: tables start at such offsets. */
export function align(length: number): number {
  return (length + 3) & ~3
}
