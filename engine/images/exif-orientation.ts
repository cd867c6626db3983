const ORIENTATION_TAG = 0x0112
const SHORT = 3

/**
 * The orientation in Exif data (a TIFF file, CIPA DC-008 §4.6): 1 upright, 2 to 8 mirrored or turned. Damaged or
 * missing data count as upright.
 */
export function exifOrientation(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1
  const little = order === 'II'
  const u16 = (offset: number) => (little ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset))
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const count = u16(directory)
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + 12 * i
    if (entry + 12 > tiff.length) return 1
    if (u16(entry) !== ORIENTATION_TAG) continue
    const value = u16(entry + 2) === SHORT ? u16(entry + 8) : 1
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
