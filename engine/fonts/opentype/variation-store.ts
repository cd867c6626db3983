import type { Table } from './table.js'
import { axisScalar, f2dot14 } from './variation-axes.js'

/** An item's delta at one place of the design space, in font units. */
export type ItemDelta = (outer: number, inner: number) => number

const LONG_WORDS = 0x8000

/**
 * Reads an item variation store at normalized coordinates (OpenType 1.9, "Item variation store").
 * @param start of the store in the table
 */
export function readVariationStore(table: Table, start: number, coords: readonly number[]): ItemDelta {
  const regions = start + table.getUint32(start + 2)
  const dataCount = table.getUint16(start + 6)
  const scalars: number[] = []

  function regionScalar(region: number): number {
    let scalar = scalars[region]
    if (scalar === undefined) {
      scalar = readRegionScalar(table, regions, region, coords)
      scalars[region] = scalar
    }
    return scalar
  }

  return (outer, inner) => {
    if (outer >= dataCount) return 0
    const data = start + table.getUint32(start + 8 + outer * 4)
    if (inner >= table.getUint16(data)) return 0
    const wordCount = table.getUint16(data + 2)
    const regionCount = table.getUint16(data + 4)
    const words = wordCount & ~LONG_WORDS
    const unit = (wordCount & LONG_WORDS) !== 0 ? 2 : 1
    let at = data + 6 + regionCount * 2 + inner * (words + regionCount) * unit
    let delta = 0
    for (let i = 0; i < regionCount; i++) {
      const size = i < words ? unit * 2 : unit
      const value = size === 1 ? table.getInt8(at) : size === 2 ? table.getInt16(at) : table.getInt32(at)
      at += size
      if (value !== 0) delta += value * regionScalar(table.getUint16(data + 6 + i * 2))
    }
    return delta
  }
}

function readRegionScalar(table: Table, regions: number, region: number, coords: readonly number[]): number {
  const axisCount = table.getUint16(regions)
  let scalar = 1
  for (let axis = 0; axis < axisCount && scalar !== 0; axis++) {
    const at = regions + 4 + (region * axisCount + axis) * 6
    scalar *= axisScalar(coords[axis] ?? 0, f2dot14(table, at), f2dot14(table, at + 2), f2dot14(table, at + 4))
  }
  return scalar
}

/** The (outer, inner) indexes of a glyph in the store of `HVAR` (OpenType 1.9, "DeltaSetIndexMap"). */
export function readIndexMap(table: Table, at: number, glyphId: number): readonly [outer: number, inner: number] {
  const isLong = table.getUint8(at) === 1
  const format = table.getUint8(at + 1)
  const count = isLong ? table.getUint32(at + 2) : table.getUint16(at + 2)
  if (count === 0) return [0, glyphId]
  const size = ((format >> 4) & 3) + 1
  const start = at + (isLong ? 6 : 4) + Math.min(glyphId, count - 1) * size
  let entry = 0
  for (let i = 0; i < size; i++) entry = entry * 256 + table.getUint8(start + i)
  const innerBits = 2 ** ((format & 0x0f) + 1)
  return [Math.floor(entry / innerBits), entry % innerBits]
}
