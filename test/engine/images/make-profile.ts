import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The primaries of sRGB, adapted to D50. */
export const RED = [0.4361, 0.2225, 0.0139] as const
export const GREEN = [0.3851, 0.7169, 0.0971] as const
export const BLUE = [0.1431, 0.0606, 0.7141] as const

/**
 * A profile of RGB colours (ICC.1:2001-04) with a gamma of 2.2.
 *
 * @param primaries as XYZ: swapped ones change colours so that nobody can miss it
 */
export function makeProfile(
  name: string,
  primaries: readonly (readonly [number, number, number])[] = [GREEN, RED, BLUE],
): Buffer {
  const description = Buffer.concat([ascii('desc\0\0\0\0'), u32(name.length + 1), ascii(`${name}\0`), Buffer.alloc(78)])
  const gamma = Buffer.concat([ascii('curv\0\0\0\0'), u32(1), Buffer.from([2, 51, 0, 0])])
  const tags: readonly (readonly [signature: string, content: Buffer])[] = [
    ['desc', description],
    ['cprt', ascii('text\0\0\0\0none\0')],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ...['rXYZ', 'gXYZ', 'bXYZ'].map((signature, i) => [signature, xyz(primaries[i] ?? RED)] as const),
    ...['rTRC', 'gTRC', 'bTRC'].map((signature) => [signature, gamma] as const),
  ]
  const contents = tags.map(([, content]) => Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]))
  let offset = 132 + 12 * tags.length
  const table = tags.map(([signature, { length }], i) => {
    const entry = Buffer.concat([ascii(signature), u32(offset), u32(length)])
    offset += contents[i]?.length ?? 0
    return entry
  })
  const header = Buffer.alloc(128)
  header.writeUInt32BE(offset, 0)
  header.set([2, 0x10], 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.set([7, 208, 0, 1, 0, 1], 24)
  header.write('acsp', 36, 'latin1')
  header.set(xyz([0.9642, 1, 0.8249]).subarray(8), 68)
  return Buffer.concat([header, u32(tags.length), ...table, ...contents])
}

function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function xyz(values: readonly number[]): Buffer {
  return Buffer.concat([ascii('XYZ \0\0\0\0'), ...values.map((value) => u32(Math.round(value * 65_536)))])
}

/** A small profile of CMYK that pdf.js brings, which says that it is of a press. */
export function pressProfile(): Buffer {
  const file = fileURLToPath(import.meta.resolve('pdfjs-dist/iccs/CGATS001Compat-v2-micro.icc'))
  return changedProfile(readFileSync(file), 12, 'prtr')
}

/** A profile whose header has another text, such as the class at 12 or the kind of colours at 16. */
export function changedProfile(profile: Uint8Array, offset: number, text: string): Buffer {
  const copy = Buffer.from(profile)
  copy.write(text, offset, 'latin1')
  return copy
}
