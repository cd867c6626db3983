#!/usr/bin/env bash
# pdf-lib takes #2f in a name for three characters, and writes it back as #232f.
#
# Guess: in names, # and two hexadecimal digits stand for one byte (ISO 32000-1 §7.3.5), and hexadecimal digits of PDF have
#   no case: hexadecimal strings use both.
# Behaviour: pdf-lib 1.17.1 decodes #2F and leaves #2f as it is. The key is not found by its name, and save() escapes the
#   number sign: the name in the saved file is another one, without an error. A name of a font, a colour or a structure
#   type that is used in content streams no longer fits its resource. The fork @cantoo/pdf-lib 2.11.1 reads both.
# Source: the pattern that decodes names has the digits and A to F alone.
# Do: write escapes in names in upper case. Before changing files of others with pdf-lib, look for # followed by a
#   lower-case digit in names, or take the fork.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdf-lib@1.17.1 @cantoo/pdf-lib@2.11.1 >/dev/null 2>&1

cat >try.mjs <<'JS'
const file = (name) =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/${name}(x)>>\nendobj\n` +
      '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n' +
      '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>\nendobj\n' +
      'trailer\n<</Root 1 0 R/Size 4>>\n%%EOF\n',
  )
let changed = false
for (const library of ['pdf-lib', '@cantoo/pdf-lib']) {
  const { PDFDocument } = await import(library)
  for (const name of ['A#2FB', 'A#2fB']) {
    const document = await PDFDocument.load(file(name), { updateMetadata: false })
    const found = document.catalog.keys().some((key) => key.decodeText() === 'A/B')
    const saved = Buffer.from(await document.save({ useObjectStreams: false })).toString('latin1')
    const written = /\/(A[^\s(]*B)/.exec(saved)?.[1]
    console.log(`${library}: /${name} is ${found ? '' : 'not '}found as "A/B", and saved as /${written}`)
    const isLost = library === 'pdf-lib' && name.includes('f')
    if (found === isLost || (written === 'A#232fB') !== isLost) changed = true
  }
}
if (changed) {
  console.log('This is no longer so.')
  process.exit(1)
}
JS
node try.mjs
