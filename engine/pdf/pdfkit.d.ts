/** PDFKit ships no types; `kit-document.ts` gives those that are used here. */
declare module 'pdfkit' {
  const PDFDocument: unknown
  export default PDFDocument
}
