import { IDENTITY, type Matrix, multiply, scaling, translation } from '../../base/matrix.js'

/** The `transform` attribute (css-transforms-1 §10). Undefined when it is wrong, which makes it count as absent. */
export function parseTransform(text: string): Matrix | undefined {
  const item = /[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)/y
  let result = IDENTITY
  let end = 0
  for (let match = item.exec(text); match; match = item.exec(text)) {
    const values = numbers(match[2] ?? '')
    const matrix = values && matrixOf((match[1] ?? '').toLowerCase(), values)
    if (!matrix) return undefined
    result = multiply(result, matrix)
    end = item.lastIndex
  }
  return text.slice(end).trim() === '' ? result : undefined
}

function matrixOf(name: string, values: readonly number[]): Matrix | undefined {
  const [a = 0, b, c, d, e, f] = values
  switch (name) {
    case 'matrix':
      if (b === undefined || c === undefined || d === undefined || e === undefined || f === undefined) return undefined
      return { a, b, c, d, e, f }
    case 'translate':
      return translation(a, b ?? 0)
    case 'scale':
      return scaling(a, b ?? a)
    case 'rotate':
      return b === undefined || c === undefined ? rotation(a) : aroundPoint(rotation(a), b, c)
    case 'skewx':
      return { ...IDENTITY, c: Math.tan((a * Math.PI) / 180) }
    case 'skewy':
      return { ...IDENTITY, b: Math.tan((a * Math.PI) / 180) }
    default:
      return undefined
  }
}

function rotation(degrees: number): Matrix {
  const cosine = Math.cos((degrees * Math.PI) / 180)
  const sine = Math.sin((degrees * Math.PI) / 180)
  return { a: cosine, b: sine, c: -sine, d: cosine, e: 0, f: 0 }
}

function aroundPoint(matrix: Matrix, x: number, y: number): Matrix {
  return multiply(translation(x, y), multiply(matrix, translation(-x, -y)))
}

/** Numbers with units of their own kind, as in CSS: `deg` and `px` change nothing. */
function numbers(text: string): readonly number[] | undefined {
  const values = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => Number(part.replace(/(?:deg|px)$/, '')))
  return values.length > 0 && values.every(Number.isFinite) ? values : undefined
}
