import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'

let worker: PDFWorker | undefined

/** Opens a PDF. The worker that parses lives as long as the page. */
export function openPdf(data: Uint8Array, workerAddress: string): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerSrc = workerAddress
  worker ??= PDFWorker.create({ name: 'platen' })
  // Nothing is compiled at run time, and all that a document of ours needs is in it.
  return getDocument({ data, worker, isEvalSupported: false, useWasm: false, enableXfa: false }).promise
}
