/** Flags of a component of a composite glyph (OpenType 1.9, "glyf"). */
export const ARGS_ARE_WORDS = 0x0001
export const ARGS_ARE_OFFSETS = 0x0002
export const HAS_SCALE = 0x0008
export const MORE_COMPONENTS = 0x0020
export const HAS_X_AND_Y_SCALE = 0x0040
export const HAS_TWO_BY_TWO = 0x0080
export const HAS_INSTRUCTIONS = 0x0100
export const OFFSET_IS_SCALED = 0x0800

/** Number of bytes of a component behind its flags and its glyph id. */
export function componentLength(flags: number): number {
  const length = (flags & ARGS_ARE_WORDS) !== 0 ? 4 : 2
  if ((flags & HAS_SCALE) !== 0) return length + 2
  if ((flags & HAS_X_AND_Y_SCALE) !== 0) return length + 4
  return (flags & HAS_TWO_BY_TWO) !== 0 ? length + 8 : length
}
