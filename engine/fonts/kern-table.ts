import type { Table } from './opentype/table.js'

type Kerning = (left: number, right: number) => number

/** The kerning of a `kern` table with one horizontal subtable of format 0, undefined for all other forms. */
export function readKernTable(table: Table): Kerning | undefined {
  if (table.getUint16(0) !== 0 || table.getUint16(2) !== 1) return undefined
  const horizontal = 1
  if (table.getUint16(8) !== horizontal) return undefined
  const pairs = table.getUint16(10)
  return (left, right) => {
    const key = left * 0x10000 + right
    let low = 0
    let high = pairs
    while (low < high) {
      const middle = (low + high) >> 1
      if (table.getUint32(18 + middle * 6) < key) low = middle + 1
      else high = middle
    }
    return low < pairs && table.getUint32(18 + low * 6) === key ? table.getInt16(18 + low * 6 + 4) : 0
  }
}
