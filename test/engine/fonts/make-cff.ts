/** A Font DICT of a test font: its subroutines and the glyphs that use it. */
export interface CffPart {
  readonly subroutines?: readonly (readonly number[])[]
  readonly glyphs: readonly (readonly number[])[]
}

/** An INDEX with offsets of two bytes. */
function index(entries: readonly (readonly number[])[]): number[] {
  if (entries.length === 0) return [0, 0]
  const offsets = [1]
  for (const entry of entries) offsets.push((offsets[offsets.length - 1] ?? 1) + entry.length)
  return [0, entries.length, 2, ...offsets.flatMap((offset) => [offset >> 8, offset & 0xff]), ...entries.flat()]
}

/** A five-byte operand, so that offsets do not change the length. */
const operand = (value: number) => [29, 0, 0, (value >> 8) & 0xff, value & 0xff]

/**
 * A CFF table: with one part a plain font, with several a CID-keyed one whose glyphs stand part after part.
 * @param globals the global subroutines
 */
export function makeCff(parts: readonly CffPart[], globals: readonly (readonly number[])[] = []): Uint8Array {
  const glyphs = parts.flatMap((part) => part.glyphs)
  const isCidKeyed = parts.length > 1
  const start = [1, 0, 4, 1, ...index([[0x41]])]
  const end = [...index([]), ...index(globals)]
  const makeTop = (offsets: { charStrings: number; privates: number; select: number; fonts: number }) => [
    ...(isCidKeyed ? [...operand(391), ...operand(392), ...operand(0), 12, 30] : []),
    ...(isCidKeyed ? [...operand(offsets.select), 12, 37, ...operand(offsets.fonts), 12, 36] : []),
    ...(isCidKeyed ? [] : [...operand(6), ...operand(offsets.privates), 18]),
    ...operand(offsets.charStrings),
    17,
  ]
  const none = { charStrings: 0, privates: 0, select: 0, fonts: 0 }
  const charStrings = start.length + index([makeTop(none)]).length + end.length
  const privates = charStrings + index(glyphs).length
  // Each Private DICT says only that its subroutines follow it.
  const bodies = parts.map(({ subroutines = [] }) => [...operand(6), 19, ...index(subroutines)])
  const places = bodies.map((_, i) => privates + bodies.slice(0, i).flat().length)
  const select = privates + bodies.flat().length
  const ranges = parts.flatMap((_, i) => {
    const first = parts.slice(0, i).flatMap((part) => part.glyphs).length
    return [0, first, i]
  })
  const selection = isCidKeyed ? [3, 0, parts.length, ...ranges, 0, glyphs.length] : []
  const fonts = isCidKeyed ? index(places.map((place) => [...operand(6), ...operand(place), 18])) : []
  const top = makeTop({ charStrings, privates, select, fonts: select + selection.length })
  return Uint8Array.from([
    ...start,
    ...index([top]),
    ...end,
    ...index(glyphs),
    ...bodies.flat(),
    ...selection,
    ...fonts,
  ])
}
