import { type Matrix, multiply, scaling, translation } from '../../base/matrix.js'
import type { Table } from '../opentype/table.js'
import { offset24 } from './colr-table.js'

/** Formats of paints that map the paint within them; each is followed by its variable form. */
const FIRST = 12
const LAST = 31

/** Whether a paint is a transform of the paint that it names first. */
export function isTransform(format: number): boolean {
  return format >= FIRST && format <= LAST
}

/**
 * The map of PaintTransform to PaintVarSkewAroundCenter (OpenType 1.9.1, "COLR"), at the default place of a variable font.
 * @throws RangeError when the table ends early
 */
export function readTransform(colr: Table, at: number): Matrix {
  const format = colr.getUint8(at) & ~1
  const fraction = (offset: number) => colr.getInt16(at + offset) / 16384
  const units = (offset: number) => colr.getInt16(at + offset)
  switch (format) {
    case 12:
      return readAffine(colr, at + offset24(colr, at + 4))
    case 14:
      return translation(units(4), units(6))
    case 16:
      return scaling(fraction(4), fraction(6))
    case 18:
      return around(scaling(fraction(4), fraction(6)), units(8), units(10))
    case 20:
      return scaling(fraction(4), fraction(4))
    case 22:
      return around(scaling(fraction(4), fraction(4)), units(6), units(8))
    case 24:
      return rotation(fraction(4))
    case 26:
      return around(rotation(fraction(4)), units(6), units(8))
    case 28:
      return skew(fraction(4), fraction(6))
    default:
      return around(skew(fraction(4), fraction(6)), units(8), units(10))
  }
}

function readAffine(colr: Table, at: number): Matrix {
  const fixed = (index: number) => colr.getInt32(at + index * 4) / 65536
  return { a: fixed(0), b: fixed(1), c: fixed(2), d: fixed(3), e: fixed(4), f: fixed(5) }
}

/** @param halfTurns counter-clockwise */
function rotation(halfTurns: number): Matrix {
  const cos = Math.cos(halfTurns * Math.PI)
  const sin = Math.sin(halfTurns * Math.PI)
  return { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 }
}

function skew(xHalfTurns: number, yHalfTurns: number): Matrix {
  return { a: 1, b: Math.tan(yHalfTurns * Math.PI), c: -Math.tan(xHalfTurns * Math.PI), d: 1, e: 0, f: 0 }
}

function around(matrix: Matrix, x: number, y: number): Matrix {
  return multiply(translation(x, y), multiply(matrix, translation(-x, -y)))
}
