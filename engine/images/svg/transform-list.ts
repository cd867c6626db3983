import { IDENTITY, type Matrix, multiply, scaling, translation } from '../../base/matrix.js'
import { type LengthContext, parseSvgLength } from './svg-length.js'

/**
 * The `transform` attribute (css-transforms-1 §10), with the functions of CSS too. Undefined when it is wrong, which
 * makes it count as absent.
 */
export function parseTransform(text: string): Matrix | undefined {
  const item = /[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)/y
  let result = IDENTITY
  let end = 0
  for (let match = item.exec(text); match; match = item.exec(text)) {
    const name = (match[1] ?? '').toLowerCase()
    const values = numbers(match[2] ?? '', argumentOf(name))
    const matrix = values && matrixOf(name, values)
    if (!matrix) return undefined
    result = multiply(result, matrix)
    end = item.lastIndex
  }
  return text.slice(end).trim() === '' ? result : undefined
}

/** How many arguments each function takes; a turn has a point in both of its coordinates. */
const COUNTS: ReadonlyMap<string, readonly number[]> = new Map([
  ['matrix', [6]],
  ['translate', [1, 2]],
  ['translatex', [1]],
  ['translatey', [1]],
  ['scale', [1, 2]],
  ['scalex', [1]],
  ['scaley', [1]],
  ['skew', [1, 2]],
  ['rotate', [1, 3]],
  ['skewx', [1]],
  ['skewy', [1]],
])

function matrixOf(name: string, values: readonly number[]): Matrix | undefined {
  if (!COUNTS.get(name)?.includes(values.length)) return undefined
  const [a = 0, b, c = 0, d = 0, e = 0, f = 0] = values
  switch (name) {
    case 'matrix':
      return { a, b: b ?? 0, c, d, e, f }
    case 'translate':
      return translation(a, b ?? 0)
    case 'translatex':
      return translation(a, 0)
    case 'translatey':
      return translation(0, a)
    case 'scale':
      return scaling(a, b ?? a)
    case 'scalex':
      return scaling(a, 1)
    case 'scaley':
      return scaling(1, a)
    case 'skew':
      return { ...IDENTITY, c: tangent(a), b: tangent(b ?? 0) }
    case 'rotate':
      return b === undefined ? rotation(a) : aroundPoint(rotation(a), b, c)
    case 'skewx':
      return { ...IDENTITY, c: tangent(a) }
    case 'skewy':
      return { ...IDENTITY, b: tangent(a) }
    default:
      return undefined
  }
}

/** Clockwise. */
export function rotation(degrees: number): Matrix {
  const cosine = Math.cos((degrees * Math.PI) / 180)
  const sine = Math.sin((degrees * Math.PI) / 180)
  return { a: cosine, b: sine, c: -sine, d: cosine, e: 0, f: 0 }
}

function aroundPoint(matrix: Matrix, x: number, y: number): Matrix {
  return multiply(translation(x, y), multiply(matrix, translation(-x, -y)))
}

function tangent(degrees: number): number {
  return Math.tan((degrees * Math.PI) / 180)
}

/** Reads an argument of a function: an angle in degrees, a number, or a length in px. */
function argumentOf(name: string): (text: string) => number | undefined {
  if (/^(?:rotate|skew)/.test(name)) return degrees
  return /^(?:matrix|scale)/.test(name) ? plainNumber : absoluteLength
}

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i

const DEGREES: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['deg', 1],
  ['grad', 0.9],
  ['rad', 180 / Math.PI],
  ['turn', 360],
])

/** The arguments of a function: numbers, or angles and lengths with units as in CSS. */
function numbers(text: string, read: (part: string) => number | undefined): readonly number[] | undefined {
  // One comma between two arguments (css-transforms-1 §8.1).
  if (/^\s*,|,\s*,|,\s*$/.test(text)) return undefined
  const values: number[] = []
  for (const part of text.split(/[\s,]+|(?<=\d)(?=[+-])/)) {
    if (part === '') continue
    const value = read(part)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values.length > 0 ? values : undefined
}

function plainNumber(text: string): number | undefined {
  const match = NUMBER.exec(text)
  return match && match[2] === '' ? Number(match[1]) : undefined
}

/** UNSUPPORTED: lengths in an attribute that depend on more than their unit. */
const RELATIVE = /(?:em|ex|ch|%)$/i

function absoluteLength(text: string): number | undefined {
  return RELATIVE.test(text) ? undefined : parseSvgLength(text, NO_CONTEXT, 'x')
}

const NO_CONTEXT: LengthContext = { width: 0, height: 0, fontSize: 0 }

/** An angle in degrees, with any unit of CSS or none. */
export function degrees(text: string): number | undefined {
  const match = NUMBER.exec(text)
  const factor = DEGREES.get((match?.[2] ?? '').toLowerCase())
  return match && factor !== undefined ? Number(match[1]) * factor : undefined
}
