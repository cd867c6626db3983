import { MOST } from './byte-sink.js'

/** An indirect reference (ISO 32000-1 §7.3.10). */
export class PdfReference {
  constructor(readonly id: number) {}

  toString(): string {
    return `${this.id} 0 R`
  }
}

/** A text string (§7.9.2.2), written as ASCII when it is and as UTF-16 else. */
class PdfText {
  constructor(readonly text: string) {}
}

/** A value without strings in the syntax of the file, for those that are written into many files. */
class FormattedValue {
  constructor(readonly syntax: string) {}
}

/** A plain `string` is a name, text goes through `pdfText`, bytes print as a hexadecimal string. */
export type PdfValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | Date
  | Uint8Array
  | PdfReference
  | PdfText
  | FormattedValue
  | readonly PdfValue[]
  | PdfDictionary

/** Entries with the value `undefined` are left out. */
export interface PdfDictionary {
  readonly [key: string]: PdfValue
}

export function pdfText(text: string): PdfText {
  return new PdfText(text)
}

/** A value, without strings and references in it, that is formatted once and for all. */
export function formatted(value: PdfValue): PdfValue {
  return new FormattedValue(formatValue(value))
}

/** Encrypts the bytes of a string. */
type Encrypt = (bytes: Uint8Array) => Uint8Array

/**
 * A value in the syntax of the file (§7.3), as Latin-1 text.
 *
 * @param encrypt for strings; those in object streams are encrypted with the stream
 */
export function formatValue(value: PdfValue, encrypt?: Encrypt): string {
  if (typeof value === 'string') return `/${value}`
  if (typeof value === 'number') return formatNumber(value)
  if (value === undefined || value === null || typeof value === 'boolean') return String(value ?? null)
  if (value instanceof PdfReference) return value.toString()
  if (value instanceof PdfText) return formatString(textBytes(value.text), encrypt)
  if (value instanceof FormattedValue) return value.syntax
  if (value instanceof Date) return formatString(dateString(value), encrypt)
  if (value instanceof Uint8Array) return `<${Buffer.from(encrypt ? encrypt(value) : value).toString('hex')}>`
  if (isList(value)) return `[${value.map((item) => formatValue(item, encrypt)).join(' ')}]`
  return formatDictionary(value, encrypt)
}

export function formatDictionary(dictionary: PdfDictionary, encrypt?: Encrypt): string {
  return `<<\n${formatEntries(dictionary, encrypt)}>>`
}

/** The dictionary of a stream of so many bytes (§7.3.8). */
export function formatStreamDictionary(dictionary: PdfDictionary, length: number, encrypt?: Encrypt): string {
  return `<<\n${formatEntries(dictionary, encrypt)}/Length ${length}\n>>`
}

function formatEntries(dictionary: PdfDictionary, encrypt: Encrypt | undefined): string {
  let text = ''
  for (const key in dictionary) {
    const value = dictionary[key]
    if (value !== undefined) text += `/${key} ${formatValue(value, encrypt)}\n`
  }
  return text
}

function isList(value: readonly PdfValue[] | PdfDictionary): value is readonly PdfValue[] {
  return Array.isArray(value)
}

/** PDF has no exponents, which numbers of any use would not need. What none can see is held as content streams hold it. */
function formatNumber(value: number): string {
  if (Number.isNaN(value)) throw new RangeError('NaN is no number of a PDF')
  return String(Math.round(Math.min(Math.max(value, -MOST), MOST) * 1e6) / 1e6)
}

/** @param bytes as Latin-1 */
function formatString(bytes: string, encrypt: Encrypt | undefined): string {
  if (encrypt) return formatValue(encrypt(Buffer.from(bytes, 'latin1')))
  return `(${bytes.replace(/[\n\r\t\b\f()\\]/g, (character) => ESCAPES[character] ?? character)})`
}

/** §7.3.4.2. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
  '(': '\\(',
  ')': '\\)',
  '\\': '\\\\',
}

/** §7.9.4. */
function dateString(date: Date): string {
  return `D:${date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-T:]/g, '')}`
}

/** As Latin-1. */
function textBytes(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1')
}
