/** Exif data that hold nothing but an orientation: a TIFF file in the given byte order. */
export function makeExif(orientation: number, order: 'II' | 'MM'): number[] {
  const u16 = (value: number) => (order === 'II' ? [value & 0xff, value >> 8] : [value >> 8, value & 0xff])
  const u32 = (value: number) => (order === 'II' ? [...u16(value), 0, 0] : [0, 0, ...u16(value)])
  const entry = [...u16(0x112), ...u16(3), ...u32(1), ...u16(orientation), 0, 0]
  return [...Buffer.from(order, 'latin1'), ...u16(42), ...u32(8), ...u16(1), ...entry, ...u32(0)]
}
