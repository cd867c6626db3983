import { performance } from 'node:perf_hooks'
import { imageSizeOf } from './image-size.js'
import { missingFontsOf } from './missing-fonts.js'
import { PageImageError } from './page-image-error.js'
import type { PageImageOptions } from './page-image-types.js'
import type { Pdfium } from './pdfium.js'
import type { Pixels } from './write-png.js'

/** What `FPDF_GetLastError` says of a file (fpdfview.h). */
const PASSWORD = 4
const SECURITY = 5

/** `FPDF_RenderPageBitmap`: annotations too, and red before blue. */
const DRAWN = 0x01 | 0x10

/** What has become of a drawing that can be paused. */
const TO_BE_CONTINUED = 1
const DONE = 2

const WHITE = 0xffffffff

const POINTS_PER_INCH = 72

export interface DrawnPage extends Pixels {
  /** Pixels per inch. */
  readonly dpi: number
  readonly missingFonts: readonly string[]
}

/** A PDF that PDFium has opened. */
export class PdfFile {
  readonly pages: number
  readonly #pdfium: Pdfium
  readonly #bytes: number
  readonly #document: number

  /** @throws PageImageError `not-a-pdf`, `password` */
  constructor(pdfium: Pdfium, pdf: Uint8Array, password = '') {
    this.#pdfium = pdfium
    this.#bytes = pdfium.put(pdf)
    this.#document = pdfium.api.FPDF_LoadMemDocument(this.#bytes, pdf.length, password)
    this.pages = this.#document === 0 ? 0 : pdfium.api.FPDF_GetPageCount(this.#document)
    if (this.pages > 0) return
    const reason = this.#document === 0 ? pdfium.api.FPDF_GetLastError() : 0
    this.close()
    throw faultOf(reason, password)
  }

  /**
   * Draws a page on white.
   *
   * @param page from 1
   * @param mustEnd on the clock of `performance.now`
   * @throws PageImageError
   */
  draw(page: number, options: PageImageOptions, mustEnd: number): DrawnPage {
    if (page > this.pages) {
      const pages = this.pages === 1 ? '1 page' : `${this.pages} pages`
      throw new PageImageError('page-not-found', `there is no page ${page}: the document has ${pages}`)
    }
    const { api } = this.#pdfium
    const loaded = api.FPDF_LoadPage(this.#document, page - 1)
    if (loaded === 0) throw new PageImageError('broken', `page ${page} of the PDF is damaged`)
    try {
      const points = { width: api.FPDF_GetPageWidthF(loaded), height: api.FPDF_GetPageHeightF(loaded) }
      const size = imageSizeOf(points, options)
      const bytes = this.#paint(loaded, size, mustEnd)
      const dpi = (size.width / points.width) * POINTS_PER_INCH
      return { ...size, dpi, bytes, missingFonts: missingFontsOf(this.#pdfium, loaded) }
    } finally {
      api.FPDF_ClosePage(loaded)
    }
  }

  close(): void {
    const { api } = this.#pdfium
    if (this.#document !== 0) api.FPDF_CloseDocument(this.#document)
    api.pdfium.wasmExports.free(this.#bytes)
  }

  /** Four bytes for each pixel. */
  #paint(page: number, { width, height }: Pick<Pixels, 'width' | 'height'>, mustEnd: number): Uint8Array {
    const { api, view } = this.#pdfium
    const bitmap = api.FPDFBitmap_Create(width, height, 0)
    if (bitmap === 0) throw new RangeError('no memory is left for the picture')
    try {
      api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
      this.#paintInTime(page, bitmap, { width, height }, mustEnd)
      // Each row is as long as its pixels: four bytes are a multiple of what rows are rounded to.
      return view(api.FPDFBitmap_GetBuffer(bitmap), width * height * 4).slice()
    } finally {
      api.FPDFBitmap_Destroy(bitmap)
    }
  }

  /** PDFium asks between any two objects of the page whether to pause; one that has paused for lack of time is given up. */
  #paintInTime(
    page: number,
    bitmap: number,
    { width, height }: Pick<Pixels, 'width' | 'height'>,
    mustEnd: number,
  ): void {
    const { api, put } = this.#pdfium
    const asks = api.pdfium.addFunction(() => (performance.now() > mustEnd ? 1 : 0), 'ii')
    // IFSDK_PAUSE: its version, the function, and a pointer for whoever wants one.
    const pause = put(new Uint8Array(Uint32Array.of(1, asks, 0).buffer))
    try {
      const state = api.FPDF_RenderPageBitmap_Start(bitmap, page, 0, 0, width, height, 0, DRAWN, pause)
      if (state === TO_BE_CONTINUED) throw tooLate()
      if (state !== DONE) throw new PageImageError('broken', 'the page cannot be drawn')
    } finally {
      api.FPDF_RenderPage_Close(page)
      api.pdfium.removeFunction(asks)
      api.pdfium.wasmExports.free(pause)
    }
  }
}

/** The page has had its time. */
export function tooLate(): PageImageError {
  return new PageImageError('timed-out', 'the page takes too long to draw')
}

function faultOf(reason: number, password: string): PageImageError {
  if (reason === PASSWORD) {
    const why = password === '' ? 'opens with a password only' : 'does not open with this password'
    return new PageImageError('password', `the PDF ${why}`)
  }
  if (reason === SECURITY) return new PageImageError('password', 'the PDF is encrypted in a way that is not known')
  return new PageImageError('not-a-pdf', 'the file is no PDF, or has no page that could be found')
}
