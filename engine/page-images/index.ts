/** Pictures of the pages of a PDF, drawn by PDFium: an entry of its own, whose packages are optional. */

import type { PageImage, PageImageOptions } from './page-image-types.js'
import { PageRenderer } from './page-renderer.js'

export { PAGE_IMAGE_FORMATS, type PageImageFormat } from '../base/page-image-forms.js'
export { canDrawPages } from './find-modules.js'
export { PageImageError, type PageImageErrorCode } from './page-image-error.js'
export type { PageImage, PageImageOptions } from './page-image-types.js'
export { PageRenderer, type PageRendererOptions } from './page-renderer.js'

let shared: PageRenderer | undefined

/**
 * Draws a page of a PDF, the first when no other is named, 800 pixels across when nothing else is said. The thread that
 * does so stays for half a minute for the next page, and does not keep the program from ending. Programs that want
 * several threads, all pages of a file, or an end of their threads make a `PageRenderer`.
 *
 * @throws PageImageError whose `code` says why there is no picture
 */
export async function renderPage(
  pdf: Uint8Array,
  options: PageImageOptions & { readonly page?: number } = {},
): Promise<PageImage> {
  shared ??= new PageRenderer()
  return shared.renderPage(pdf, options)
}
