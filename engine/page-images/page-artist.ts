import { performance } from 'node:perf_hooks'
import { checkOptions } from './check-options.js'
import { encodeImage } from './encode-image.js'
import { compilePart } from './find-modules.js'
import { PageImageError } from './page-image-error.js'
import type { DrawRequest, PageImage } from './page-image-types.js'
import { PdfFile } from './pdf-file.js'
import { type Pdfium, startPdfium } from './pdfium.js'
import { DEFAULT_TIMEOUT_MS } from './timeout.js'
import { WARM_UP_PDF } from './warm-up-pdf.js'
import type { WasmModule } from './web-assembly.js'

/** The memory that a file and its page may need, in bytes. */
const MEMORY_BYTES = 512 * 1_048_576

/** Draws pages in the thread that it is in. Once anything but a `PageImageError` has come out of it, it is of no use. */
export class PageArtist {
  readonly #pdfium: Pdfium
  #encoderBytes = 0
  /** The file of the last page, for the next one. */
  #open: { readonly source: number; readonly password: string | undefined; readonly file: PdfFile } | undefined

  private constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium
  }

  /**
   * Starts one that has drawn a page already, since the first takes ten times as long as the next.
   *
   * @param module PDFium, compiled; found among the packages when absent
   * @throws PageImageError `not-installed`
   */
  static async start(module?: WasmModule): Promise<PageArtist> {
    const artist = new PageArtist(await startPdfium(module ?? (await compilePart('pdfium')), MEMORY_BYTES))
    await artist.draw({ source: -1, pdf: WARM_UP_PDF, page: 1, options: {} })
    return artist
  }

  /** Memory that it holds and cannot give back, in bytes. */
  get heldBytes(): number {
    return this.#pdfium.heldBytes + this.#encoderBytes
  }

  /** @throws PageImageError, and anything else when a file has got the better of PDFium */
  async draw({ source, pdf, page, options }: DrawRequest): Promise<PageImage> {
    checkOptions(page, options)
    const { format = 'png', quality, timeoutMs = DEFAULT_TIMEOUT_MS, password } = options
    const mustEnd = performance.now() + timeoutMs
    const file = this.#fileOf(source, pdf, password)
    const { missingFonts, ...pixels } = file.draw(page, options, mustEnd)
    const { content, heldBytes } = await encodeImage(pixels, format, quality)
    this.#encoderBytes = Math.max(this.#encoderBytes, heldBytes)
    const { width, height } = pixels
    return { content, format, width, height, page, pages: file.pages, missingFonts }
  }

  #fileOf(source: number, pdf: Uint8Array, password: string | undefined): PdfFile {
    const open = this.#open
    if (open?.source === source && open.password === password) return open.file
    this.#open = undefined
    open?.file.close()
    const file = new PdfFile(this.#pdfium, pdf, password)
    this.#open = { source, password, file }
    return file
  }
}

/** What has come of a page as whoever asked for it is to hear it. */
export function asPageImageError(error: unknown): PageImageError {
  if (error instanceof PageImageError) return error
  const message = error instanceof Error ? error.message : String(error)
  // What PDFium and the encoders cannot have, they end with in one of these ways.
  if (/memory|OOM|allocat/i.test(message)) {
    return new PageImageError('too-much-memory', 'the page needs more memory than may be used for one')
  }
  return new PageImageError('broken', 'the page cannot be drawn')
}
