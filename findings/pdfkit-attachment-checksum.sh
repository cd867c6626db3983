#!/usr/bin/env bash
# PDFKit writes the checksum of an attachment as hexadecimal text, so that it is 32 bytes and not 16.
#
# Guess: CheckSum in the parameters of an embedded file is "a 16-byte string" that is the MD5 of the file (ISO 32000-1
#   table 46): in the file <5d41…>, a string of 16 bytes.
# Behaviour: file() of PDFKit 0.20.2 writes (5d41…): a literal string of the 32 letters. Programs that compare it with the
#   16 bytes of the digest find every attachment damaged.
# Source: the digest is asked for in hexadecimal and handed on as a text.
# Do: replace CheckSum with a buffer of the digest before the end of the document, or leave it out; it is optional.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdfkit@0.20.2 >/dev/null 2>&1

cat >try.mjs <<'JS'
import { createHash } from 'node:crypto'
import PDFDocument from 'pdfkit'

const bytes = Buffer.from('hello')
const document = new PDFDocument({ compress: false })
const chunks = []
document.on('data', (chunk) => chunks.push(chunk))
document.file(bytes, { name: 'a.txt' })
document.end()
await new Promise((resolve) => document.on('end', resolve))
const written = /\/CheckSum ([(<][^)>]*[)>])/.exec(Buffer.concat(chunks).toString('latin1'))?.[1]
const digest = createHash('md5').update(bytes).digest('hex')
console.log(`MD5 ${digest}, written as CheckSum ${written}`)
if (written !== `(${digest})`) {
  console.log('This is no longer so.')
  process.exit(1)
}
JS
node try.mjs
