#!/usr/bin/env bash
# pdf-lib embeds the media box of a page, unturned, where readers show its crop box, turned.
#
# Guess: a page that is embedded looks as it does in a reader: what CropBox leaves (ISO 32000-1 §14.11.2), turned by Rotate.
#   qpdf makes form XObjects of pages like that.
# Behaviour: embedPdf() of pdf-lib 1.17.1 takes MediaBox for the size and the BBox, and gives the form no matrix for Rotate.
#   Of a page of 200 by 100 that is cropped to 100 by 100 and turned, the form is 200 by 100 and lies on its side; what
#   was cropped off, such as printers' marks, shows.
# Source: the embedder of pages reads MediaBox alone; CropBox and Rotate are read by other methods only.
# Do: give embedPage() the crop box as its bounding box, and turn the form by the page's rotation yourself.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdf-lib@1.17.1 >/dev/null 2>&1

cat >try.mjs <<'JS'
import { degrees, PDFDocument } from 'pdf-lib'

const source = await PDFDocument.create()
const page = source.addPage([200, 100])
page.setCropBox(50, 0, 100, 100)
page.setRotation(degrees(90))
page.drawText('x')
const target = await PDFDocument.create()
const [embedded] = await target.embedPdf(await source.save())
const { width, height } = embedded
console.log(`a reader shows 100 × 100, turned by 90°; the embedded page is ${width} × ${height}`)
if (width !== 200 || height !== 100) {
  console.log('This is no longer so.')
  process.exit(1)
}
JS
node try.mjs
