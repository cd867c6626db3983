import type { Table } from './table.js'

/**
 * Entries of all lists in GSUB or GPOS together, far more than fonts have: lists of a damaged table that overlap
 * would be read for minutes.
 */
const MAX_ENTRIES = 50_000

/**
 * Walks the script, feature and lookup lists of GSUB or GPOS (OpenType 1.9, "OpenType Layout common table formats").
 * @throws RangeError when the lists end outside of the table or have too many entries
 */
export function checkLayoutLists(table: Table): void {
  let entries = 0

  function count(at: number): number {
    const found = table.getUint16(at)
    entries += found
    if (entries > MAX_ENTRIES) throw new RangeError('the lists of a layout table')
    return found
  }

  const scripts = table.getUint16(4)
  for (let i = 0, scriptCount = count(scripts); i < scriptCount; i++) {
    const script = scripts + table.getUint16(scripts + 6 + i * 6)
    const defaultLanguage = table.getUint16(script)
    if (defaultLanguage !== 0) count(script + defaultLanguage + 4)
    for (let k = 0, languages = count(script + 2); k < languages; k++) {
      count(script + table.getUint16(script + 8 + k * 6) + 4)
    }
  }
  const features = table.getUint16(6)
  for (let i = 0, featureCount = count(features); i < featureCount; i++) {
    count(features + table.getUint16(features + 6 + i * 6) + 2)
  }
  const lookups = table.getUint16(8)
  for (let i = 0, lookupCount = count(lookups); i < lookupCount; i++) {
    count(lookups + table.getUint16(lookups + 2 + i * 2) + 4)
  }
}
