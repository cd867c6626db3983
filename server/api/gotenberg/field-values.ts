/** A value of a form that is not what its field takes: the message as Gotenberg writes it. */
export class FieldError extends Error {
  override readonly name = 'FieldError'
}

/** Reads a value of one kind. @throws FieldError */
export type ReadField<T> = (field: string, value: string) => T

const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'True', 'TRUE'])
const FALSE: ReadonlySet<string> = new Set(['0', 'f', 'F', 'false', 'False', 'FALSE'])

function invalid(field: string, value: string, reason: string): FieldError {
  const shown = value.slice(0, 100)
  return new FieldError(`form field '${field}' is invalid (got '${shown}', resulting to ${reason})`)
}

export const readBoolean: ReadField<boolean> = (field, value) => {
  if (TRUE.has(value)) return true
  if (FALSE.has(value)) return false
  throw invalid(field, value, `strconv.ParseBool: parsing ${JSON.stringify(value.slice(0, 100))}: invalid syntax`)
}

export const readFloat: ReadField<number> = (field, value) => {
  const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN
  if (Number.isFinite(number)) return number
  throw invalid(field, value, `strconv.ParseFloat: parsing ${JSON.stringify(value.slice(0, 100))}: invalid syntax`)
}

/** A length as CSS writes it; inches where it has no unit. */
export const readLength: ReadField<string> = (field, value) => {
  const [, number, unit = 'in'] = /^(\d{1,6}(?:\.\d{1,10})?|\.\d{1,10})(pt|px|in|mm|cm|pc)?$/.exec(value.trim()) ?? []
  if (number === undefined)
    throw invalid(field, value, 'a value that is no number with an optional unit of pt, px, in, mm, cm, pc')
  return `${Number(Number(number).toFixed(6))}${unit}`
}

/** One of some words. */
export function readWord<W extends string>(words: readonly W[]): ReadField<W> {
  return (field, value) => {
    const word = words.find((known) => known === value)
    if (word === undefined)
      throw invalid(field, value, `wrong value, expected either ${words.map((known) => `'${known}'`).join(' or ')}`)
    return word
  }
}

export const readText: ReadField<string> = (_field, value) => value

/** A JSON object. */
export const readObject: ReadField<Readonly<Record<string, unknown>>> = (field, value) => {
  const parsed = parsedJson(field, value)
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  throw invalid(field, value, 'a value that is no JSON object')
}

function parsedJson(field: string, value: string): unknown {
  try {
    return JSON.parse(value)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalid(field, value, 'a value that is no JSON')
  }
}
