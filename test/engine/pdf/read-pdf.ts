import { inflateSync } from 'node:zlib'

export interface PdfObject {
  /** The dictionary or other value, as written. */
  readonly value: string
  /** Decoded stream, for Flate streams and streams without a filter. */
  readonly stream: Buffer | undefined
}

/** Reads all objects of a PDF file in order, those in object streams included. Only for files as the engine writes them. */
export function readObjects(pdf: Uint8Array): ReadonlyMap<number, PdfObject> {
  const text = Buffer.from(pdf).toString('latin1')
  const objects = new Map<number, PdfObject>()
  const header = /(\d+) 0 obj\n/g
  for (let match = header.exec(text); match; match = header.exec(text)) {
    const start = header.lastIndex
    const streamAt = text.indexOf('\nstream\n', start)
    const endAt = text.indexOf('endobj', start)
    if (streamAt < 0 || streamAt > endAt) {
      objects.set(Number(match[1]), { value: text.slice(start, endAt).trim(), stream: undefined })
      header.lastIndex = endAt
      continue
    }
    const value = text.slice(start, streamAt)
    const length = Number(/\/Length (\d+)/.exec(value)?.[1])
    const raw = Buffer.from(pdf).subarray(streamAt + 8, streamAt + 8 + length)
    const inflated = (value.match(/\/FlateDecode/g) ?? []).reduce<Buffer>((bytes) => inflateSync(bytes), raw)
    const columns = /\/Columns (\d+)/.exec(value)?.[1]
    const stream = value.includes('/Predictor 12') ? undoPredictor(inflated, Number(columns)) : inflated
    objects.set(Number(match[1]), { value, stream })
    if (value.includes('/ObjStm')) unpack(value, stream, objects)
    header.lastIndex = streamAt + 8 + length
  }
  return objects
}

/** Rows before PNG's filters `None` and `Up`, which tells differences from the row above (ISO 32000-1 §7.4.4.4). */
export function undoPredictor(rows: Uint8Array, width: number): Buffer {
  const table = Buffer.alloc((rows.length / (width + 1)) * width)
  for (let row = 0; row * (width + 1) < rows.length; row++) {
    const filter = rows[row * (width + 1)]
    if (filter !== 0 && filter !== 2) throw new Error(`row ${row} has another filter`)
    for (let i = row * width; i < (row + 1) * width; i++) {
      table[i] = (rows[i + row + 1] ?? 0) + (filter === 2 ? (table[i - width] ?? 0) : 0)
    }
  }
  return table
}

function unpack(value: string, stream: Buffer, objects: Map<number, PdfObject>): void {
  const first = Number(/\/First (\d+)/.exec(value)?.[1])
  const head = stream.toString('latin1', 0, first).trim().split(/ +/).map(Number)
  for (let i = 0; i < head.length; i += 2) {
    const next = head[i + 3]
    const end = next === undefined ? stream.length : first + next
    objects.set(head[i] ?? 0, {
      value: stream.toString('latin1', first + (head[i + 1] ?? 0), end).trim(),
      stream: undefined,
    })
  }
}

/** All objects whose value matches, in order of number. */
export function findObjects(objects: ReadonlyMap<number, PdfObject>, pattern: RegExp): readonly PdfObject[] {
  return [...objects]
    .sort(([a], [b]) => a - b)
    .filter(([, { value }]) => pattern.test(value))
    .map(([, object]) => object)
}

/** The object that a key of a dictionary refers to. */
export function follow(objects: ReadonlyMap<number, PdfObject>, value: string, key: string): PdfObject {
  const id = new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(value)?.[1]
  const object = objects.get(Number(id))
  if (!object) throw new Error(`no object at /${key} of ${value}`)
  return object
}

/** Operators of each page, its content streams joined. */
export function pageContents(pdf: Uint8Array): readonly string[] {
  const objects = readObjects(pdf)
  return findObjects(objects, /\/Type \/Page\n/).map(({ value }) => {
    const list = /\/Contents (\[[^\]]*\]|\d+ 0 R)/.exec(value)?.[1] ?? ''
    const ids = [...list.matchAll(/(\d+) 0 R/g)]
    return ids.map(([, id]) => objects.get(Number(id))?.stream?.toString('latin1') ?? '').join('\n')
  })
}

/** The text that a reader extracts from a page, in the order of its glyphs; each text object is a line. */
export function pageText(pdf: Uint8Array, page: number): string {
  const objects = readObjects(pdf)
  const maps = toUnicodeMaps(objects)
  let map = new Map<string, string>()
  let text = ''
  let replacement: string | undefined
  const tokens = /\/(\w+) [\d.]+ Tf|ActualText<feff([0-9a-f]*)>|(EMC)|\(((?:\\.|[^\\)])*)\)|(ET)/gs
  for (const [, font, actual, ends, glyphs, endsText] of (pageContents(pdf)[page - 1] ?? '').matchAll(tokens)) {
    if (font) map = maps.get(font) ?? new Map()
    else if (actual !== undefined) {
      replacement = utf16(actual)
      text += replacement
    } else if (ends) replacement = undefined
    else if (endsText) text += '\n'
    else if (glyphs && replacement === undefined)
      text += (literalHex(glyphs).match(/.{4}/g) ?? []).map((id) => map.get(id) ?? '?').join('')
  }
  return text
}

/** The bytes of a literal string (ISO 32000-1 §7.3.4.2), without its parentheses, in hexadecimal digits. */
export function literalHex(literal: string): string {
  const bytes = literal.replace(/\\(.)/gs, (_, escaped: string) => (escaped === 'r' ? '\r' : escaped))
  return Buffer.from(bytes, 'latin1').toString('hex')
}

function toUnicodeMaps(objects: ReadonlyMap<number, PdfObject>): ReadonlyMap<string, Map<string, string>> {
  const maps = new Map<string, Map<string, string>>()
  for (const { value } of findObjects(objects, /\/F0 \d+ 0 R/)) {
    for (const [, name = '', id] of value.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(Number(id))?.value ?? ''
      const cmap = follow(objects, font, 'ToUnicode').stream?.toString('latin1') ?? ''
      const entries = [...cmap.matchAll(/^<([0-9a-f]{4})><([0-9a-f]+)>$/gm)].map(
        ([, glyph = '', text = '']) => [glyph, utf16(text)] as const,
      )
      maps.set(name, new Map(entries))
    }
  }
  return maps
}

function utf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}
