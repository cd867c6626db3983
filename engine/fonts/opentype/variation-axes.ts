import { FontError } from './font-error.js'
import type { Table } from './table.js'
import { tagAt } from './table.js'

/** An axis of a variable font (OpenType 1.9, "fvar"). */
export interface VariationAxis {
  readonly tag: string
  readonly min: number
  readonly default: number
  readonly max: number
}

/** More axes than any font has; a file that claims more is damaged. */
const MAX_AXES = 64

/** The axes of a font, none for a static one. */
export function readAxes(fvar: Table | undefined, label: string): readonly VariationAxis[] {
  if (fvar === undefined) return []
  const start = fvar.getUint16(4)
  const count = fvar.getUint16(8)
  const size = fvar.getUint16(10)
  if (count > MAX_AXES) throw new FontError('broken-font', `${label} has ${count} axes`)
  const axes: VariationAxis[] = []
  for (let i = 0; i < count; i++) {
    const at = start + i * size
    const axis = {
      tag: tagAt(fvar, at),
      min: fixed(fvar, at + 4),
      default: fixed(fvar, at + 8),
      max: fixed(fvar, at + 12),
    }
    if (axis.min > axis.default || axis.default > axis.max) {
      throw new FontError('broken-font', `${label} has an axis ${axis.tag} without a range`)
    }
    axes.push(axis)
  }
  return axes
}

/**
 * A place in the design space as the variation tables count: -1 to 1 for each axis, bent by `avar` (OpenType 1.9,
 * "Coordinate scales and normalization").
 * @param location by axis tag; axes that are not named stand at their default
 */
export function normalizeLocation(
  axes: readonly VariationAxis[],
  avar: Table | undefined,
  location: ReadonlyMap<string, number>,
): readonly number[] {
  const coords = axes.map((axis) => {
    const value = Math.min(axis.max, Math.max(axis.min, location.get(axis.tag) ?? axis.default))
    if (value === axis.default) return 0
    return value < axis.default
      ? (value - axis.default) / (axis.default - axis.min)
      : (value - axis.default) / (axis.max - axis.default)
  })
  return (avar === undefined ? coords : bend(avar, coords)).map(toF2Dot14)
}

/** Coordinates have 14 bits behind the point wherever they are compared. */
function toF2Dot14(coord: number): number {
  return Math.round(coord * 16384) / 16384
}

function bend(avar: Table, coords: readonly number[]): readonly number[] {
  let at = 8
  const segments = Math.min(avar.getUint16(6), coords.length)
  return coords.map((coord, axis) => {
    if (axis >= segments) return coord
    const count = avar.getUint16(at)
    const start = at + 2
    at = start + count * 4
    for (let i = 1; i < count; i++) {
      const to = start + i * 4
      const toFrom = f2dot14(avar, to)
      if (coord > toFrom) continue
      const fromFrom = f2dot14(avar, to - 4)
      const fromTo = f2dot14(avar, to - 2)
      if (toFrom === fromFrom) return fromTo
      return fromTo + ((coord - fromFrom) / (toFrom - fromFrom)) * (f2dot14(avar, to + 2) - fromTo)
    }
    return coord
  })
}

function fixed(table: Table, at: number): number {
  return table.getInt32(at) / 65536
}

/** A number with 14 bits behind the point. */
export function f2dot14(table: Table, at: number): number {
  return table.getInt16(at) / 16384
}

/** How much a region contributes along one axis, from its first, strongest and last coordinate. */
export function axisScalar(coord: number, start: number, peak: number, end: number): number {
  if (start > peak || peak > end || (start < 0 && end > 0 && peak !== 0) || peak === 0) return 1
  if (coord === peak) return 1
  if (coord <= start || coord >= end) return 0
  return coord < peak ? (coord - start) / (peak - start) : (end - coord) / (end - peak)
}
