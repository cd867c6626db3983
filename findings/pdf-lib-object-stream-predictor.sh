#!/usr/bin/env bash
# pdf-lib ignores predictors of object streams and drops what it then cannot read.
#
# Guess: a library that opens a file with object streams decodes them as ISO 32000-1 §7.5.7 and §7.4.4.4 say: an object
#   stream is a stream like any other, so FlateDecode may have a PNG predictor in DecodeParms, as cross-reference streams
#   nearly always have. What it cannot decode, it refuses.
# Behaviour: pdf-lib 1.17.1 and @cantoo/pdf-lib 2.11.1 inflate the object stream and leave the predictor out. The bytes
#   that remain are no objects. load() warns on the console, resolves, and the objects are absent: their references lead
#   nowhere, and save() writes a file without them. A cross-reference stream with the same parameters is read correctly.
# Source: their decoding of object streams looks at the filters only; parameters are read for LZWDecode and in the parser
#   of cross-reference streams.
# Do: write object streams without DecodeParms if people may open the file with these libraries. qpdf
#   --object-streams=generate does so. Check a file by counting objects after load(), for there is no error.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdf-lib@1.17.1 @cantoo/pdf-lib@2.11.1 >/dev/null 2>&1

cat >try.mjs <<'JS'
import { deflateSync } from 'node:zlib'

/** Rows after PNG's filter Up. */
function up(bytes, width) {
  const rows = Math.ceil(bytes.length / width)
  const out = Buffer.alloc(rows * (width + 1))
  for (let row = 0; row < rows; row++) {
    out[row * (width + 1)] = 2
    for (let i = 0; i < width; i++) {
      const at = row * width + i
      out[row * (width + 1) + 1 + i] = (bytes[at] ?? 32) - (row > 0 ? (bytes[at - width] ?? 32) : 0)
    }
  }
  return out
}

/** A file of one empty page; objects 1, 2 and 5 are in an object stream. */
function makeFile(predictor) {
  const objects = ['<</Type/Catalog/Pages 2 0 R/Marker 5 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Word/Kept>>']
  const ids = [1, 2, 5]
  let head = ''
  let place = 0
  for (const [index, text] of objects.entries()) {
    head += `${ids[index]} ${place} `
    place += text.length + 1
  }
  const plain = Buffer.from(`${head}${objects.join('\n')}\n`)
  const body = deflateSync(predictor ? up(plain, 20) : plain)
  const parameters = predictor ? '/DecodeParms<</Predictor 12/Columns 20>>' : ''
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets = new Map()
  const offset = () => parts.reduce((sum, part) => sum + part.length, 0)
  const add = (id, dictionary, stream) => {
    offsets.set(id, offset())
    parts.push(Buffer.from(`${id} 0 obj\n${dictionary}\n`))
    if (stream) parts.push(Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n'))
    parts.push(Buffer.from('endobj\n'))
  }
  add(3, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<<>>>>')
  add(4, `<</Type/ObjStm/N 3/First ${head.length}/Length ${body.length}/Filter/FlateDecode${parameters}>>`, body)
  const start = offset()
  offsets.set(6, start)
  const table = Buffer.alloc(7 * 5)
  const entry = (id, type, second, third) => {
    table[id * 5] = type
    table.writeUInt16BE(second, id * 5 + 1)
    table.writeUInt16BE(third, id * 5 + 3)
  }
  entry(0, 0, 0, 65535)
  for (const [id, at] of offsets) entry(id, 1, at, 0)
  for (const [index, id] of ids.entries()) entry(id, 2, 4, index)
  const rows = deflateSync(up(table, 5))
  const xref = `<</Type/XRef/Size 7/W[1 2 2]/Root 1 0 R/Length ${rows.length}/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 5>>>>`
  add(6, xref, rows)
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

console.warn = () => {}
let changed = false
for (const name of ['pdf-lib', '@cantoo/pdf-lib']) {
  const { PDFDocument, PDFName, PDFDict } = await import(name)
  for (const predictor of [false, true]) {
    let outcome
    try {
      const document = await PDFDocument.load(makeFile(predictor), { updateMetadata: false })
      const found = document.context
        .enumerateIndirectObjects()
        .filter(([, object]) => object instanceof PDFDict && object.has(PDFName.of('Word'))).length
      outcome = `${found} of 1 marker`
    } catch (error) {
      outcome = `an error: ${error.message.split('\n')[0].slice(0, 80)}`
    }
    console.log(`${name}, object stream ${predictor ? 'with' : 'without'} a predictor: ${outcome}`)
    if ((outcome === '1 of 1 marker') === predictor) changed = true
  }
}
if (changed) {
  console.log('This is no longer so.')
  process.exit(1)
}
JS
node try.mjs
