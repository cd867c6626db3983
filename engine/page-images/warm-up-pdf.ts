/** A page with a line of text, a curve and some colour: what pages are mostly made of. */
const CONTENT =
  'BT /F 12 Tf 20 100 Td (Platen 0123456789) Tj ET .2 .4 .8 rg 20 20 60 40 re f 0 0 1 RG 20 80 m 60 90 90 60 120 80 c S'

const OBJECTS = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 140]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
  `<</Length ${CONTENT.length}>>stream\n${CONTENT}\nendstream`,
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
]

/** A PDF to be drawn before any other (ISO 32000-1 §7.5). */
export const WARM_UP_PDF: Uint8Array = Buffer.from(writeFile(), 'latin1')

function writeFile(): string {
  let file = '%PDF-1.7\n'
  const offsets = OBJECTS.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj${object}endobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = OBJECTS.length + 1
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
}
