import { inflateSync } from 'node:zlib'
import { TemplateError } from '../base/errors.js'

/** The file with the data of an invoice. */
export interface EmbeddedFile {
  readonly name: string
  readonly data: Uint8Array
}

/** So much may all that is unpacked of one file come to, and all values of its objects. */
const MOST_BYTES = 64 * 1024 * 1024

/** The names that Factur-X and ZUGFeRD give the data, in all of their editions. */
const INVOICE_NAMES: ReadonlySet<string> = new Set([
  'factur-x.xml',
  'xrechnung.xml',
  'zugferd-invoice.xml',
  'order-x.xml',
])

/**
 * Takes the data of an invoice out of a PDF. Objects are found by looking through the file, so that damaged
 * cross-references do no harm; of objects with one number the last counts, as with files that were saved again.
 *
 * @throws TemplateError when there are none, or they cannot be unpacked
 */
export function embeddedInvoice(pdf: Uint8Array): EmbeddedFile {
  return new PdfReader(pdf).read()
}

interface PdfObject {
  readonly value: string
  /** Where its stream begins and ends in the file. */
  readonly stream: { readonly start: number; readonly end: number } | undefined
}

const OBJECT = /(\d{1,10})[ \t\r\n]+\d{1,5}[ \t\r\n]+obj\b/g

class PdfReader {
  readonly #bytes: Buffer
  readonly #text: string
  readonly #objects = new Map<number, PdfObject>()
  #unpacked = 0
  /** Characters in values: objects of a stream may claim the same ones. */
  #characters = 0

  constructor(pdf: Uint8Array) {
    this.#bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
    this.#text = this.#bytes.toString('latin1')
  }

  read(): EmbeddedFile {
    this.#readObjects()
    for (const { value } of this.#objects.values()) if (/\/Encrypt[ \t\r\n]/.test(value)) throw encrypted()
    if (/trailer[\s\S]{0,2000}?\/Encrypt[ \t\r\n]/.test(this.#text.slice(-4096))) throw encrypted()
    const files = [...this.#objects.values()].flatMap(({ value }) => filesIn(value))
    const file = files.find(({ name }) => INVOICE_NAMES.has(name.toLowerCase()))
    if (!file) {
      const others = files.length === 0 ? '' : ', though files of other names'
      throw fault(`the PDF carries no factur-x.xml, xrechnung.xml or zugferd-invoice.xml${others}`)
    }
    const reference = file.stream ?? numberOf(/\/(?:UF|F)[ \t\r\n]+(\d+)/, this.#valueOf(file.dictionary))
    const object = reference === undefined ? undefined : this.#objects.get(reference)
    if (!object?.stream) throw fault(`the data of ${file.name} are not in the PDF`)
    return { name: file.name, data: this.#unpack(object) }
  }

  #valueOf(number: number | undefined): string {
    return (number === undefined ? undefined : this.#objects.get(number)?.value) ?? ''
  }

  #readObjects(): void {
    const packed: PdfObject[] = []
    OBJECT.lastIndex = 0
    for (let match = OBJECT.exec(this.#text); match; match = OBJECT.exec(this.#text)) {
      const object = this.#objectAt(OBJECT.lastIndex)
      this.#keep(Number(match[1]), object)
      if (object.stream && /\/Type[ \t\r\n]*\/ObjStm\b/.test(object.value)) packed.push(object)
      OBJECT.lastIndex = object.stream?.end ?? OBJECT.lastIndex + object.value.length
    }
    for (const object of packed) this.#unpackObjects(object)
  }

  #keep(number: number, object: PdfObject): void {
    this.#characters += object.value.length
    if (this.#characters > MOST_BYTES) throw fault(`the objects of the PDF come to more than ${MOST_BYTES} bytes`)
    this.#objects.set(number, object)
  }

  #objectAt(start: number): PdfObject {
    const end = indexOr(this.#text, 'endobj', start)
    const all = this.#text.slice(start, end)
    // A media type such as application/octet-stream is no beginning of one.
    const streamAt = /(?<![^>\s])stream[\r\n]/.exec(all)?.index
    if (streamAt === undefined) return { value: all, stream: undefined }
    const value = all.slice(0, streamAt)
    let data = start + streamAt + 'stream'.length
    if (this.#text[data] === '\r') data += 1
    if (this.#text[data] === '\n') data += 1
    const length = numberOf(/\/Length[ \t\r\n]+(\d+)(?![ \t\r\n]+\d+[ \t\r\n]+R)/, value)
    const known = length !== undefined && this.#text.startsWith('endstream', skipBlanks(this.#text, data + length))
    return { value, stream: { start: data, end: known ? data + length : indexOr(this.#text, 'endstream', data) } }
  }

  #unpackObjects(object: PdfObject): void {
    const text = Buffer.from(this.#unpack(object)).toString('latin1')
    const first = numberOf(/\/First[ \t\r\n]+(\d+)/, object.value) ?? 0
    const head = text.slice(0, first).trim().split(/\s+/).map(Number)
    for (let i = 0; i + 1 < head.length; i += 2) {
      const start = first + (head[i + 1] ?? 0)
      const next = head[i + 3]
      const value = text.slice(start, next === undefined ? undefined : first + next)
      this.#keep(head[i] ?? 0, { value, stream: undefined })
    }
  }

  #unpack({ value, stream }: PdfObject): Uint8Array {
    const raw = this.#bytes.subarray(stream?.start, stream?.end)
    const filters = /\/Filter[ \t\r\n]*(\[[^\]]*\]|\/\w+)/.exec(value)?.[1]?.match(/\w+/g) ?? []
    const unknown = filters.find((filter) => !/^(?:FlateDecode|Fl)$/.test(filter))
    if (unknown !== undefined) throw fault(`a stream is packed by ${unknown.slice(0, 60)}, which is not supported`)
    return filters.reduce<Uint8Array>((data) => this.#inflate(data), raw)
  }

  #inflate(raw: Uint8Array): Uint8Array {
    try {
      const data = inflateSync(raw, { maxOutputLength: MOST_BYTES - this.#unpacked, finishFlush: 2 })
      this.#unpacked += data.length
      return data
    } catch (error) {
      if (error instanceof RangeError) throw fault(`what the PDF has packed is larger than ${MOST_BYTES} bytes`)
      throw fault('a stream of the PDF is damaged')
    }
  }
}

interface FileSpecification {
  readonly name: string
  /** The number of the stream with the data. */
  readonly stream: number | undefined
  /** Or that of the dictionary which names it. */
  readonly dictionary: number | undefined
}

const NAME = /\/(?:UF|F)[ \t\r\n]*(?:\(((?:\\[\s\S]|[^\\()])*)\)|<([\da-fA-F\s]*)>)/g
const EMBEDDED =
  /\/EF[ \t\r\n]*(?:<<[^>]{0,500}?\/(?:UF|F)[ \t\r\n]+(\d+)[ \t\r\n]+\d+[ \t\r\n]+R|(\d+)[ \t\r\n]+\d+[ \t\r\n]+R)/g

/** The file specifications in a value (ISO 32000-1 §7.11.3): each is the name that stands nearest to its files. */
function filesIn(value: string): readonly FileSpecification[] {
  if (!value.includes('/EF')) return []
  const names = [...value.matchAll(NAME)].map((match) => ({ at: match.index, name: nameOf(match[1], match[2]) }))
  let index = 0
  return [...value.matchAll(EMBEDDED)].flatMap((match) => {
    const distance = (name = names[0]) => (name ? Math.abs(name.at - match.index) : Number.POSITIVE_INFINITY)
    // Both are in the order of the text: what is nearest never goes back.
    while (index + 1 < names.length && distance(names[index + 1]) < distance(names[index])) index += 1
    const nearest = names[index]
    if (!nearest) return []
    const [stream, dictionary] = [match[1], match[2]].map((number) =>
      number === undefined ? undefined : Number(number),
    )
    return [{ name: nearest.name, stream, dictionary }]
  })
}

/** A text string in parentheses or in hexadecimal digits, in one byte a character or in UTF-16. */
function nameOf(literal: string | undefined, digits: string | undefined): string {
  const bytes =
    digits === undefined
      ? Buffer.from((literal ?? '').replace(ESCAPE, unescaped), 'latin1')
      : Buffer.from(digits.replace(/\s+/g, ''), 'hex')
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return bytes.toString('latin1')
  const units = bytes.subarray(2, bytes.length - (bytes.length % 2))
  return Buffer.from(units).swap16().toString('utf16le')
}

/** ISO 32000-1 §7.3.4.2: an octal code of a byte, a line that goes on, or a character. */
const ESCAPE = /\\(?:([0-7]{1,3})|\r\n|([\s\S]))/g

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['\r', ''],
  ['\n', ''],
])

function unescaped(_: string, octal?: string, character = ''): string {
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
  return CONTROLS.get(character) ?? character
}

function numberOf(pattern: RegExp, text: string): number | undefined {
  const digits = pattern.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function indexOr(text: string, word: string, start: number): number {
  const at = text.indexOf(word, start)
  return at < 0 ? text.length : at
}

function skipBlanks(text: string, start: number): number {
  let at = start
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? 'x')) at += 1
  return at
}

function fault(message: string): TemplateError {
  return new TemplateError('invalid-invoice', message, undefined)
}

function encrypted(): TemplateError {
  return fault('the PDF is encrypted: invoices are not')
}
