import type { Pdfium } from './pdfium.js'

/** `FPDF_PAGEOBJ_…` of fpdf_edit.h. */
const TEXT = 1
const FORM = 5

/** What is looked at of a page; more text than a page can show. */
const MOST_OBJECTS = 100_000

/** Forms within forms. */
const MOST_NESTED = 16

/** Names of fonts that are told. */
const MOST_FONTS = 50

const MOST_NAME_BYTES = 128

/** The fonts of a page's text that its file does not contain, by their names, each once. */
export function missingFontsOf({ api, put, view }: Pdfium, page: number): readonly string[] {
  const seen = new Set<number>()
  const names = new Set<string>()
  let left = MOST_OBJECTS
  const look = (object: number, depth: number): void => {
    if (left-- <= 0 || names.size >= MOST_FONTS) return
    const type = api.FPDFPageObj_GetType(object)
    if (type === FORM && depth < MOST_NESTED) {
      const count = api.FPDFFormObj_CountObjects(object)
      for (let index = 0; index < count && left > 0; index++) {
        look(api.FPDFFormObj_GetObject(object, index), depth + 1)
      }
    }
    if (type !== TEXT) return
    const font = api.FPDFTextObj_GetFont(object)
    if (font === 0 || seen.has(font)) return
    seen.add(font)
    if (api.FPDFFont_GetIsEmbedded(font) === 0) names.add(nameOf(font))
  }
  const nameOf = (font: number): string => {
    const pointer = put(new Uint8Array(MOST_NAME_BYTES))
    try {
      const length = Math.min(MOST_NAME_BYTES, api.FPDFFont_GetBaseFontName(font, pointer, MOST_NAME_BYTES))
      const name = Buffer.from(view(pointer, Math.max(0, length - 1)))
        .toString('utf8')
        .replace(/[^\x20-\x7e]/g, '')
      return name === '' ? 'unnamed' : name
    } finally {
      api.pdfium.wasmExports.free(pointer)
    }
  }
  const count = api.FPDFPage_CountObjects(page)
  for (let index = 0; index < count && left > 0; index++) look(api.FPDFPage_GetObject(page, index), 0)
  return [...names]
}
