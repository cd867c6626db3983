import { compilePart } from '../../engine/page-images/find-modules.js'
import { startPdfium } from '../../engine/page-images/pdfium.js'

const MEMORY_BYTES = 1 << 26

/** The text of the first page as PDFium reads it, which Chromium shows files with: its lines. */
export async function readByPdfium(pdf: Uint8Array): Promise<readonly string[]> {
  const pdfium = await startPdfium(await compilePart('pdfium'), MEMORY_BYTES)
  const { api } = pdfium
  const bytes = pdfium.put(pdf)
  const document = api.FPDF_LoadMemDocument(bytes, pdf.length, '')
  const page = api.FPDF_LoadPage(document, 0)
  const text = api.FPDFText_LoadPage(page)
  const count = api.FPDFText_CountChars(text)
  const units = pdfium.put(new Uint8Array(2 * (count + 1)))
  const length = api.FPDFText_GetText(text, 0, count, units)
  const read = Buffer.from(pdfium.view(units, 2 * Math.max(0, length - 1))).toString('utf16le')
  api.FPDFText_ClosePage(text)
  api.FPDF_ClosePage(page)
  api.FPDF_CloseDocument(document)
  return read.split('\r\n').map((line) => line.trim())
}
