import type { Table } from './table.js'
import { f2dot14 } from './variation-axes.js'

/**
 * The first feature variation of GSUB or GPOS that holds at the coordinates (OpenType 1.9, "FeatureVariations
 * table"): by feature index the offset of the feature table that takes its place.
 */
export function readFeatureVariations(table: Table, coords: readonly number[]): ReadonlyMap<number, number> {
  const substitutes = new Map<number, number>()
  const start = table.getUint16(2) === 0 ? 0 : table.getUint32(10)
  if (start === 0) return substitutes
  const count = table.getUint32(start + 4)
  for (let i = 0; i < count; i++) {
    const record = start + 8 + i * 8
    const conditions = table.getUint32(record)
    if (conditions !== 0 && !conditionsHold(table, start + conditions, coords)) continue
    const substitution = start + table.getUint32(record + 4)
    for (let k = 0; k < table.getUint16(substitution + 4); k++) {
      const at = substitution + 6 + k * 6
      substitutes.set(table.getUint16(at), substitution + table.getUint32(at + 2))
    }
    break
  }
  return substitutes
}

function conditionsHold(table: Table, set: number, coords: readonly number[]): boolean {
  for (let i = 0; i < table.getUint16(set); i++) {
    const condition = set + table.getUint32(set + 2 + i * 4)
    const coord = coords[table.getUint16(condition + 2)] ?? 0
    if (table.getUint16(condition) !== 1) return false
    if (coord < f2dot14(table, condition + 4) || coord > f2dot14(table, condition + 6)) return false
  }
  return true
}
