import { deflateSync } from 'node:zlib'

/** An object of a file that is made for a test: a value in the syntax of the file, and the bytes of a stream. */
export type MadeObject = string | { readonly dictionary: string; readonly stream: string | Uint8Array }

export interface MadePdf {
  /** By their numbers. */
  readonly objects: Readonly<Record<number, MadeObject>>
  /** More entries of the trailer. The catalog is object 1. */
  readonly trailer?: string
}

/** A stream that is deflated. */
export function deflated(dictionary: string, stream: string | Uint8Array): MadeObject {
  const bytes = typeof stream === 'string' ? Buffer.from(stream, 'latin1') : stream
  return { dictionary: `${dictionary} /Filter /FlateDecode`, stream: deflateSync(bytes) }
}

/** A file with a cross-reference table. */
export function makePdf({ objects, trailer = '' }: MadePdf): Buffer {
  return appendObjects(Buffer.from('%PDF-1.7\n'), objects, trailer)
}

/** A file that was updated in place: objects and another table behind those it has. @param previous where its table is */
export function appendObjects(
  file: Buffer,
  objects: Readonly<Record<number, MadeObject>>,
  trailer: string,
  previous?: number,
): Buffer {
  const pieces: Buffer[] = [file]
  let at = file.length
  let table = ''
  for (const [id, object] of Object.entries(objects)) {
    table += `${id} 1\n${String(at).padStart(10, '0')} 00000 n \n`
    const piece = objectBytes(Number(id), object)
    pieces.push(piece)
    at += piece.length
  }
  const size = Math.max(...Object.keys(objects).map(Number)) + 1
  const prev = previous === undefined ? '' : `/Prev ${previous} `
  const end = `xref\n0 1\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${prev}${trailer} >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...pieces, Buffer.from(end)])
}

export function objectBytes(id: number, object: MadeObject): Buffer {
  if (typeof object === 'string') return Buffer.from(`${id} 0 obj\n${object}\nendobj\n`, 'latin1')
  const { dictionary, stream } = object
  const bytes = typeof stream === 'string' ? Buffer.from(stream, 'latin1') : stream
  const length = /\/Length\b/.test(dictionary) ? '' : ` /Length ${bytes.length}`
  return Buffer.concat([
    Buffer.from(`${id} 0 obj\n<< ${dictionary}${length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

/** Where the table of a file is. */
export function tableOf(file: Buffer): number {
  return Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file.toString('latin1'))?.[1])
}

/** The objects of a file of one page of 100 by 200 units. @param page more entries of it */
export function onePage(content: string, page = '', more: Readonly<Record<number, MadeObject>> = {}) {
  return {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 200] /Contents 4 0 R ${page} >>`,
    4: deflated('', content),
    ...more,
  } as Readonly<Record<number, MadeObject>>
}

/** A file with all objects but streams in an object stream, and a cross-reference stream of predicted rows. */
export function makeCompressedPdf(objects: Readonly<Record<number, MadeObject>>): Buffer {
  const entries = Object.entries(objects).map(([id, object]) => ({ id: Number(id), object }))
  const size = Math.max(...entries.map(({ id }) => id)) + 3
  const rows = Array.from({ length: size }, () => [0, 0, 0])
  const plain = entries.filter(({ object }) => typeof object === 'string')
  let head = ''
  let body = ''
  for (const [index, { id, object }] of plain.entries()) {
    head += `${id} ${body.length} `
    body += `${object}\n`
    rows[id] = [2, size - 2, index]
  }
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let at = 9
  const add = (id: number, object: MadeObject) => {
    const bytes = objectBytes(id, object)
    rows[id] = [1, at, 0]
    pieces.push(bytes)
    at += bytes.length
  }
  for (const { id, object } of entries) if (typeof object !== 'string') add(id, object)
  add(size - 2, deflated(`/Type /ObjStm /N ${plain.length} /First ${head.length}`, head + body))
  rows[size - 1] = [1, at, 0]
  const bytes = predicted(rows.map(([type = 0, value = 0, third = 0]) => [type, value >> 16, value >> 8, value, third]))
  const start = at
  add(
    size - 1,
    deflated(`/Type /XRef /Size ${size} /W [1 3 1] /Root 1 0 R /DecodeParms << /Predictor 12 /Columns 5 >>`, bytes),
  )
  return Buffer.concat([...pieces, Buffer.from(`startxref\n${start}\n%%EOF\n`)])
}

/** Rows behind the filter Up of PNG. */
function predicted(rows: readonly (readonly number[])[]): Buffer {
  return Buffer.concat(
    rows.map((row, i) => Buffer.from([2, ...row.map((byte, j) => (byte & 255) - ((rows[i - 1]?.[j] ?? 0) & 255))])),
  )
}
