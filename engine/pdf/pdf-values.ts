import { MOST } from './byte-sink.js'
import { PDFDocument, type PDFReference } from './kit-document.js'

/** An indirect object of a file, and the reference to it (ISO 32000-1 §7.3.10). */
export type PdfReference = PDFReference

/** The class of PDFKit's references, which it does not export. */
const Reference = new PDFDocument({
  autoFirstPage: false,
  bufferPages: true,
  compress: false,
  font: null,
  pdfVersion: '1.7',
})._root.constructor as abstract new () => PDFReference

/** A text string (§7.9.2.2), written as ASCII when it is and as UTF-16 else. PDFKit makes its texts `String` objects too. */
class PdfText extends String {}

/** A value in the syntax of the file, formatted once for many files. */
class FormattedValue {
  constructor(readonly syntax: string) {}
}

/** A plain `string` is a name (`pdfName` escapes what is none); text goes through `pdfText`; bytes print as a hexadecimal string. */
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

/** Text in the syntax of the file, without strings: they would not be encrypted. */
export function rawValue(syntax: string): PdfValue {
  return new FormattedValue(syntax)
}

/** A value without strings and references in it, formatted once and for all. */
export function formatted(value: PdfValue): PdfValue {
  return rawValue(formatValue(value))
}

/**
 * The name for a text (§7.3.5): UTF-8, with all escaped that has a meaning of its own. Escapes have capital digits, since
 * pdf-lib reads small ones wrongly.
 *
 * @param longest bytes of its syntax; a name that is longer is cut
 */
export function pdfName(text: string, longest = Number.POSITIVE_INFINITY): string {
  let name = ''
  for (const byte of Buffer.from(text, 'utf8')) {
    const character = String.fromCharCode(byte)
    name += /[\w.:+-]/.test(character) ? character : `#${byte.toString(16).toUpperCase().padStart(2, '0')}`
    if (name.length >= longest) break
  }
  return name
}

/** Encrypts the bytes of a string. */
export type Encrypt = (bytes: Uint8Array) => Uint8Array

/**
 * A value in the syntax of the file (§7.3), as Latin-1 text.
 *
 * @param encrypt for strings; object streams are encrypted as a whole, so strings in them are not
 */
export function formatValue(value: PdfValue, encrypt?: Encrypt): string {
  if (typeof value === 'string') return `/${value}`
  if (typeof value === 'number') return formatNumber(value)
  if (value === undefined || value === null || typeof value === 'boolean') return String(value ?? null)
  if (value instanceof Reference) return value.toString()
  if (value instanceof String) return formatString(textBytes(value.valueOf()), encrypt)
  if (value instanceof FormattedValue) return value.syntax
  if (value instanceof Date) return formatString(dateString(value), encrypt)
  if (value instanceof Uint8Array) return `<${Buffer.from(encrypt ? encrypt(value) : value).toString('hex')}>`
  if (isList(value)) return `[${value.map((item) => formatValue(item, encrypt)).join(' ')}]`
  return `<<\n${formatEntries(value as PdfDictionary, encrypt)}>>`
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
