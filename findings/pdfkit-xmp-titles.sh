#!/usr/bin/env bash
# PDFKit writes a title with & or < into the XMP packet as it is: the packet is no XML any more, and the file no PDF/A.
#
# Guess: a library that makes XMP of the document information escapes it as XML asks for (XML 1.0 §2.4).
# Behaviour: with subset PDF/A-3b, PDFKit 0.20.2 writes dc:title, pdf:Keywords and the like without escapes. "Fish & Chips" makes
#   a packet that no XML parser reads, and so a file that fails PDF/A validation, without an error.
# Source: the packet is put together from texts.
# Do: write the packet yourself, or escape what goes into info for such documents, knowing that the information dictionary
#   then shows the escapes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdfkit@0.20.2 >/dev/null 2>&1

cat >try.mjs <<'JS'
import PDFDocument from 'pdfkit'

const title = 'Fish & Chips <fresh>'
const document = new PDFDocument({
  info: { Title: title },
  subset: 'PDF/A-3b',
  pdfVersion: '1.7',
  compress: false,
  autoFirstPage: false,
  font: null,
})
const chunks = []
document.on('data', (chunk) => chunks.push(chunk))
document.addPage()
document.end()
await new Promise((resolve) => document.on('end', resolve))
const text = Buffer.concat(chunks).toString('latin1')
const written = /<rdf:li xml:lang="x-default">(.*?)<\/rdf:li>/.exec(text)?.[1]
console.log(`title ${title}, in the packet ${written}`)
if (written !== title) {
  console.log('This is no longer so.')
  process.exit(1)
}
JS
node try.mjs
