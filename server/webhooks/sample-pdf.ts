/** Where the sample document is. It is the same for everybody and needs no key. */
export const SAMPLE_PDF_PATH = '/api/v1/sample.pdf'

const CONTENT = 'BT /F1 24 Tf 72 740 Td (This document is a sample.) Tj ET'

const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  `<< /Length ${CONTENT.length} >>\nstream\n${CONTENT}\nendstream`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
]

/** A PDF of one page that test events point to. */
export const SAMPLE_PDF: Buffer = writePdf()

/** ISO 32000-2 §7.5: header, objects, their places, trailer. */
function writePdf(): Buffer {
  let text = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [index, object] of OBJECTS.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const places = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  const size = OBJECTS.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${places}trailer\n<< /Size ${size} /Root 1 0 R >>\n`
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1')
}
