import { LookupCheck } from './check-lookups.js'
import { EntryCounter } from './entry-counter.js'
import type { Table } from './table.js'

/**
 * Entries of all lists in GSUB or GPOS together, far more than fonts have: lists of a damaged table that overlap
 * would be read for minutes.
 */
const MAX_LIST_ENTRIES = 50_000

/** Sets of conditions under which a variable font has other lookups. */
const MAX_VARIATIONS = 1_000

/**
 * Walks GSUB or GPOS (OpenType 1.9, "OpenType Layout common table formats"): the script, feature and lookup lists, and
 * every array in the subtables of the lookups, so that whoever applies them comes to an end within the table.
 * @throws RangeError when something ends outside of the table, or there are too many entries
 */
export function checkLayoutTable(table: Table, tag: 'GSUB' | 'GPOS'): void {
  const lists = new EntryCounter(table, MAX_LIST_ENTRIES)
  checkScripts(table, lists)
  const features = table.getUint16(6)
  for (let i = 0, count = lists.count(features); i < count; i++) {
    lists.count(features + table.getUint16(features + 6 + i * 6) + 2)
  }
  if (
    table.getUint16(2) > 0 &&
    table.getUint32(10) !== 0 &&
    table.getUint32(table.getUint32(10) + 4) > MAX_VARIATIONS
  ) {
    throw new RangeError('the feature variations of a layout table')
  }
  const lookups = table.getUint16(8)
  const check = new LookupCheck(table, tag)
  for (let i = 0, count = lists.count(lookups); i < count; i++) {
    const lookup = lookups + table.getUint16(lookups + 2 + i * 2)
    const subtables = lists.count(lookup + 4)
    for (let k = 0; k < subtables; k++) {
      check.subtable(table.getUint16(lookup), lookup + table.getUint16(lookup + 6 + k * 2))
    }
  }
}

function checkScripts(table: Table, lists: EntryCounter): void {
  const scripts = table.getUint16(4)
  for (let i = 0, count = lists.count(scripts); i < count; i++) {
    const script = scripts + table.getUint16(scripts + 6 + i * 6)
    const defaultLanguage = table.getUint16(script)
    if (defaultLanguage !== 0) lists.count(script + defaultLanguage + 4)
    for (let k = 0, languages = lists.count(script + 2); k < languages; k++) {
      lists.count(script + table.getUint16(script + 8 + k * 6) + 4)
    }
  }
}
