#!/usr/bin/env bash
# pdf.js reads marked content of a form XObject as that of the page with the same number, even within an artifact.
#
# Guess: MCIDs of a form XObject are numbers of its own (ISO 32000-1 §14.7.4.3): they belong to elements by StructParents of the
#   form. A form without it that is drawn within an artifact belongs to no element.
# Behaviour: pdf.js 5.5.207 gives the text in the form the identifier of the page's content with that MCID. Those who read
#   by its structure tree, such as screen readers in Firefox, hear a letterhead that was a tagged page in the middle of
#   the invoice's first paragraph.
# Source: identifiers are made of the page and the MCID; the form is not asked, and neither is the artifact around it.
# Do: take marks out of the content of pages that become form XObjects, or number them beyond those of the page.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdfjs-dist@5.5.207 >/dev/null 2>&1

cat >try.mjs <<'JS'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const TEXT = (y, text) => `/P <</MCID 0>> BDC BT /F 12 Tf 10 ${y} Td (${text}) Tj ET EMC`
const FONTS = '/Resources<</Font<</F 6 0 R>>/XObject<</X 5 0 R>>>>'
const stream = (dictionary, text) => `<<${dictionary}/Length ${text.length}>>\nstream\n${text}\nendstream`
const objects = [
  '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 7 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents 0/Contents 4 0 R${FONTS}>>`,
  stream('', `${TEXT(50, 'Invoice')} /Artifact BMC /X Do EMC`),
  stream('/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F 6 0 R>>>>', TEXT(80, 'Letterhead')),
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  '<</Type/StructTreeRoot/K 8 0 R/ParentTree<</Nums[0[9 0 R]]>>>>',
  '<</Type/StructElem/S/Document/P 7 0 R/K[9 0 R]>>',
  '<</Type/StructElem/S/P/P 8 0 R/Pg 3 0 R/K 0>>',
]
let file = '%PDF-1.7\n'
let table = '0000000000 65535 f \n'
for (const [index, object] of objects.entries()) {
  table += `${String(file.length).padStart(10, '0')} 00000 n \n`
  file += `${index + 1} 0 obj\n${object}\nendobj\n`
}
const start = file.length
file += `xref\n0 10\n${table}trailer\n<</Size 10/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
const document = await getDocument({ data: new Uint8Array(Buffer.from(file)), verbosity: 0 }).promise
const page = await document.getPage(1)
const { items } = await page.getTextContent({ includeMarkedContent: true })
const ids = new Map()
let id
for (const item of items) {
  if (item.type === 'beginMarkedContentProps') id = item.id
  else if (item.type === 'endMarkedContent') id = undefined
  else if (item.str) ids.set(item.str, id)
}
for (const [text, of] of ids) console.log(`"${text}" is the content ${of}`)
if (ids.get('Letterhead') === undefined || ids.get('Letterhead') !== ids.get('Invoice')) {
  console.log('This is no longer so.')
  process.exit(1)
}
JS
node try.mjs
