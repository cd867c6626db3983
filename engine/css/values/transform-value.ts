import { IDENTITY, type Matrix } from '../../base/matrix.js'
import type { LengthValue } from './length-value.js'
import { parseAngleOrZero, parseLength, parseLengthPercentage, parseNumber, parsePercentage } from './numeric-value.js'
import type { FunctionCall, ValueCursor } from './value-cursor.js'

/** A function of a transform list; those in space that lie in the plane are their plane selves. */
export type TransformFunction =
  | { readonly kind: 'translate'; readonly x: LengthValue; readonly y: LengthValue }
  | { readonly kind: 'matrix'; readonly matrix: Matrix }
  | AttributeTransform

/**
 * What the `transform` attribute of a part of a drawing says. Written `__attribute()`, which all these parts have in
 * common: hardly two attributes are the same. AD-HOC: inherited, it is what the attribute of the inheriting element says.
 */
export interface AttributeTransform {
  readonly kind: 'attribute'
}

const ZERO: LengthValue = { kind: 'px', value: 0 }

/** css-transforms-1 §8. */
export function parseTransformFunction({ name, args }: FunctionCall): TransformFunction | undefined {
  const parsed = transformFunction(name, args)
  return args.done ? parsed : undefined
}

function transformFunction(name: string, args: ValueCursor): TransformFunction | undefined {
  switch (name) {
    case 'translate':
    case 'translate3d':
    case 'translatex':
    case 'translatey':
    case 'translatez':
      return translateFunction(name, args)
    case 'rotate':
    case 'rotatez': {
      const degrees = parseAngleOrZero(args)
      return degrees === undefined ? undefined : { kind: 'matrix', matrix: rotation(degrees) }
    }
    case 'scale':
    case 'scale3d':
    case 'scalex':
    case 'scaley':
    case 'scalez':
      return scaleFunction(name, args)
    case 'skew':
    case 'skewx':
    case 'skewy':
      return skewFunction(name, args)
    case 'matrix':
      return matrixFunction(args)
    case '__attribute':
      return { kind: 'attribute' }
    case 'rotate3d':
    case 'rotatex':
    case 'rotatey':
    case 'matrix3d':
    case 'perspective':
      return args.unsupported(`the transform function ${name}()`)
    default:
      return undefined
  }
}

type TranslateName = 'translate' | 'translate3d' | 'translatex' | 'translatey' | 'translatez'

function translateFunction(name: TranslateName, args: ValueCursor): TransformFunction | undefined {
  if (name === 'translatez') return parseLength(args) && { kind: 'matrix', matrix: IDENTITY }
  const first = parseLengthPercentage(args)
  if (!first) return undefined
  if (name === 'translatey') return { kind: 'translate', x: ZERO, y: first }
  const y = name !== 'translatex' && args.comma() ? parseLengthPercentage(args) : ZERO
  if (name === 'translate3d' && !(args.comma() && parseLength(args))) return undefined
  return y && { kind: 'translate', x: first, y }
}

/** Clockwise, y downwards. Right angles are exact. */
export function rotation(degrees: number): Matrix {
  const turn = ((degrees % 360) + 360) % 360
  const [cos, sin] =
    turn % 90 === 0
      ? ([
          [1, 0],
          [0, 1],
          [-1, 0],
          [0, -1],
        ][turn / 90] ?? [1, 0])
      : [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  return { a: cos ?? 1, b: sin ?? 0, c: -(sin ?? 0), d: cos ?? 1, e: 0, f: 0 }
}

function scaleFunction(name: string, args: ValueCursor): TransformFunction | undefined {
  const first = factor(args)
  if (first === undefined) return undefined
  if (name === 'scalez') return { kind: 'matrix', matrix: IDENTITY }
  let [x, y] = [first, first]
  if (name === 'scalex') y = 1
  else if (name === 'scaley') x = 1
  else if (args.comma()) {
    const second = factor(args)
    if (second === undefined) return undefined
    y = second
  }
  if (name === 'scale3d' && !(args.comma() && factor(args) !== undefined)) return undefined
  return { kind: 'matrix', matrix: { ...IDENTITY, a: x, d: y } }
}

function factor(args: ValueCursor): number | undefined {
  const percent = parsePercentage(args)
  return percent === undefined ? parseNumber(args) : percent / 100
}

function skewFunction(name: string, args: ValueCursor): TransformFunction | undefined {
  const first = parseAngleOrZero(args)
  const second = name === 'skew' && args.comma() ? parseAngleOrZero(args) : 0
  if (first === undefined || second === undefined) return undefined
  const [x, y] = name === 'skewy' ? [0, first] : [first, second]
  return { kind: 'matrix', matrix: { ...IDENTITY, b: tangent(y), c: tangent(x) } }
}

function tangent(degrees: number): number {
  return Math.tan((degrees * Math.PI) / 180)
}

function matrixFunction(args: ValueCursor): TransformFunction | undefined {
  const values: number[] = []
  do {
    const value = parseNumber(args)
    if (value === undefined) return undefined
    values.push(value)
  } while (args.comma())
  const [a, b, c, d, e, f] = values
  if (values.length !== 6 || a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  return { kind: 'matrix', matrix: { a, b, c, d, e: e ?? 0, f: f ?? 0 } }
}
