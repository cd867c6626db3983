import { importPage } from '../pdf-input/import-page.js'
import { PdfInputError } from '../pdf-input/pdf-input-error.js'
import { ImageError, type ImageLimits } from './image-error.js'
import type { VectorImage } from './vector-types.js'

const CODES = { damaged: 'invalid-image', unsupported: 'unsupported-image', 'too-large': 'image-too-large' } as const

/**
 * Reads a page of a PDF as a drawing, whose natural size is that of the page.
 * @param number from 1
 * @throws ImageError for a file that cannot be read, or has no such page
 */
export function decodePdf(bytes: Uint8Array, number: number, { imageBytes, asked }: ImageLimits): VectorImage {
  try {
    const page = importPage(bytes, number, imageBytes)
    const { width, height } = page
    const rect = { x: 0, y: 0, width, height }
    asked?.(page.readBytes)
    return {
      kind: 'vector',
      key: `pdf ${page.key}`,
      width,
      height,
      ratio: width / height,
      viewBox: rect,
      fit: { kind: 'stretch' },
      content: [{ kind: 'page', page, rect }],
      links: page.links.length > 0 ? page.links.map((link) => ({ ...link, label: '' })) : undefined,
      notes: [],
      page,
      decodedBytes: page.readBytes,
    }
  } catch (error) {
    if (!(error instanceof PdfInputError)) throw error
    throw new ImageError(CODES[error.kind], error.message, error.kind === 'too-large' ? 'imageBytes' : undefined)
  }
}

/** The page that the fragment of an address names (RFC 8118 §3), from 1; undefined where it names none. */
export function pageOfAddress(address: string): number | undefined {
  const at = address.lastIndexOf('#')
  if (at < 0 || address.length - at > LONGEST_FRAGMENT) return undefined
  const page = /^#(?:.*&)?page=(\d{1,6})(?:&|$)/.exec(address.slice(at))
  return page ? Number(page[1]) : undefined
}

const LONGEST_FRAGMENT = 100
