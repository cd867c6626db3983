import type { LayoutContext } from '../layout-types.js'
import { hyphenOf } from './divide-word.js'
import { isTransparent, type LineUnit, type SpaceUnit, type Unit } from './paragraph.js'

/** Index of the last unit that is more than an edge or a space that vanishes. */
export function lastContent(units: readonly Unit[]): number {
  for (let i = units.length - 1; i >= 0; i--) {
    const unit = units[i] as Unit
    if (!isTransparent(unit) && !isCollapsible(unit)) return i
  }
  return -1
}

/**
 * Removes the collapsible spaces at both ends of a line (css-text-3 §4.1.2), keeping the edges among them. The one at
 * which it wraps separates it from the next line.
 */
export function trim(units: readonly Unit[], wraps: boolean): readonly LineUnit[] {
  let first = 0
  while (first < units.length && !isContent(units[first] as Unit)) first++
  let last = units.length - 1
  while (last > first && !isContent(units[last] as Unit)) last--
  if (!units.some((unit, at) => (at < first || at > last) && isCollapsible(unit))) return units
  const kept: LineUnit[] = []
  let isSeparated = !wraps
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as Unit
    if ((at >= first && at <= last) || !isCollapsible(unit)) kept.push(unit)
    else if (at > last && !isSeparated) {
      kept.push({ kind: 'separator', run: unit.run, word: unit.word, overhang: unit.width })
      isSeparated = true
    }
  }
  return kept
}

function isCollapsible(unit: Unit): unit is SpaceUnit {
  return unit.kind === 'space' && unit.collapsible
}

function isContent(unit: Unit): boolean {
  return !isTransparent(unit) && unit.kind !== 'break' && !isCollapsible(unit)
}

/** Shows the hyphen of a soft hyphen at which the line ends. */
export function addHyphen(ctx: LayoutContext, units: Unit[]): void {
  for (let i = units.length - 1; i >= 0; i--) {
    const unit = units[i] as Unit
    if (isTransparent(unit)) continue
    if (unit.kind === 'word' && unit.softHyphen) units.splice(i + 1, 0, hyphenOf(ctx, unit))
    return
  }
}
