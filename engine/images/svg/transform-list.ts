import { IDENTITY, type Matrix, multiply, scaling, translation } from '../../base/matrix.js'

/**
 * The `transform` attribute (css-transforms-1 §7): its functions have plain numbers, which are px and degrees. Undefined
 * when it is wrong, as with the units and the other functions of CSS, which makes it count as absent.
 */
export function parseTransform(text: string): Matrix | undefined {
  const item = /\s*(?:,\s*)?([a-zA-Z]+)\s*\(([^()]*)\)/y
  let result = IDENTITY
  let end = 0
  for (let match = item.exec(text); match; match = item.exec(text)) {
    const values = numbers(match[2] ?? '')
    const matrix = values && matrixOf(match[1] ?? '', values)
    if (!matrix || (end === 0 && /^\s*,/.test(text))) return undefined
    result = multiply(result, matrix)
    end = item.lastIndex
  }
  return text.slice(end).trim() === '' ? result : undefined
}

/** How many arguments each function takes; a turn has a point in both of its coordinates. */
const COUNTS: ReadonlyMap<string, readonly number[]> = new Map([
  ['matrix', [6]],
  ['translate', [1, 2]],
  ['scale', [1, 2]],
  ['rotate', [1, 3]],
  ['skewX', [1]],
  ['skewY', [1]],
])

function matrixOf(name: string, values: readonly number[]): Matrix | undefined {
  if (!COUNTS.get(name)?.includes(values.length)) return undefined
  const [a = 0, b, c = 0, d = 0, e = 0, f = 0] = values
  switch (name) {
    case 'matrix':
      return { a, b: b ?? 0, c, d, e, f }
    case 'translate':
      return translation(a, b ?? 0)
    case 'scale':
      return scaling(a, b ?? a)
    case 'rotate':
      return b === undefined ? rotation(a) : aroundPoint(rotation(a), b, c)
    case 'skewX':
      return { ...IDENTITY, c: tangent(a) }
    case 'skewY':
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

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i

const DEGREES: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['deg', 1],
  ['grad', 0.9],
  ['rad', 180 / Math.PI],
  ['turn', 360],
])

/** The arguments of a function: at least one number. */
function numbers(text: string): readonly number[] | undefined {
  // One comma between two arguments.
  if (/^\s*,|,\s*,|,\s*$/.test(text)) return undefined
  const values: number[] = []
  for (const part of text.split(/[\s,]+|(?<=\d)(?=[+-])/)) {
    if (part === '') continue
    const match = NUMBER.exec(part)
    if (match?.[2] !== '') return undefined
    values.push(Number(match[1]))
  }
  return values.length > 0 ? values : undefined
}

/** An angle in degrees, with any unit of CSS or none. */
export function degrees(text: string): number | undefined {
  const match = NUMBER.exec(text)
  const factor = DEGREES.get((match?.[2] ?? '').toLowerCase())
  return match && factor !== undefined ? Number(match[1]) * factor : undefined
}
