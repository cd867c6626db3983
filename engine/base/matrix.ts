import type { Point, Rect } from './geometry.js'

/** An affine map: x' = a x + c y + e, y' = b x + d y + f. */
export interface Matrix {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

export const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

export function translation(x: number, y: number): Matrix {
  return { a: 1, b: 0, c: 0, d: 1, e: x, f: y }
}

export function scaling(x: number, y: number): Matrix {
  return { a: x, b: 0, c: 0, d: y, e: 0, f: 0 }
}

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  }
}

/** Undefined for a map that lets an area vanish, or grow beyond all measure. */
export function inverse({ a, b, c, d, e, f }: Matrix): Matrix | undefined {
  const determinant = a * d - b * c
  if (!(Math.abs(determinant) > 1e-18 && Math.abs(determinant) < 1e18)) return undefined
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  }
}

export function mapPoint({ a, b, c, d, e, f }: Matrix, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

/** The smallest upright rectangle around a mapped rectangle. */
export function mapRect(matrix: Matrix, { x, y, width, height }: Rect): Rect {
  const corners = [
    mapPoint(matrix, x, y),
    mapPoint(matrix, x + width, y),
    mapPoint(matrix, x, y + height),
    mapPoint(matrix, x + width, y + height),
  ]
  const left = Math.min(...corners.map((corner) => corner.x))
  const top = Math.min(...corners.map((corner) => corner.y))
  return {
    x: left,
    y: top,
    width: Math.max(...corners.map((corner) => corner.x)) - left,
    height: Math.max(...corners.map((corner) => corner.y)) - top,
  }
}
