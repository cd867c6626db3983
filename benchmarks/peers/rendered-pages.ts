import type { Rect, Size } from '../../engine/base/geometry.js'
import { PX_PER_UNIT } from '../../engine/base/units.js'
import { RecordingTarget } from '../../engine/dump/recording-target.js'
import type { FontFace } from '../../engine/fonts/font-types.js'
import type { TextRun } from '../../engine/paint/paint-target.js'
import type { PdfTarget } from '../../engine/pdf/pdf-target.js'

/** Glyphs side by side on one baseline, in points from the lower left corner of the page. */
export interface PlacedGlyphs {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly face: FontFace
  readonly glyphs: readonly number[]
}

export interface PlacedPage {
  readonly runs: PlacedGlyphs[]
  readonly rects: Rect[]
}

/** How far glyphs may be from where they belong, in points. */
const TOLERANCE = 0.05

/** Takes what is painted on pages as it is: black text and rectangles, which is all that these documents have. */
export class RenderedPages extends RecordingTarget {
  readonly pages: PlacedPage[] = []
  width = 0
  height = 0
  #page: PlacedPage = { runs: [], rects: [] }

  /** As a target for a rendering, whose file is empty. */
  get target(): PdfTarget {
    const file = {
      pending: 0,
      take: none,
      finish: none,
      finishInPieces: noPieces,
      beginDocument() {},
      endDocument() {},
      addBookmark() {},
      setPageLabels() {},
      privateUse: () => new Set<number>(),
    }
    return Object.assign(this, file)
  }

  override beginPage(size: Size): void {
    this.width = size.width / PX_PER_UNIT.pt
    this.height = size.height / PX_PER_UNIT.pt
    this.#page = { runs: [], rects: [] }
    this.pages.push(this.#page)
  }

  override reopenPage(number: number): void {
    const page = this.pages[number - 1]
    if (!page) throw new RangeError(`there is no page ${number}`)
    this.#page = page
  }

  override fillRect({ x, y, width, height }: Rect): void {
    const pt = PX_PER_UNIT.pt
    this.#page.rects.push({ x: x / pt, y: this.height - (y + height) / pt, width: width / pt, height: height / pt })
  }

  override showText({ x, y, fontSize, words, positions }: TextRun): void {
    const pt = PX_PER_UNIT.pt
    const size = fontSize / pt
    let open: { readonly face: FontFace; readonly glyphs: number[]; end: number } | undefined
    for (const [index, word] of words.entries()) {
      const left = (x + (positions[index] ?? 0)) / pt
      if (!open || open.face !== word.face || Math.abs(open.end - left) > TOLERANCE) {
        open = { face: word.face, glyphs: [], end: left }
        const { face, glyphs } = open
        this.#page.runs.push({ x: left, y: this.height - y / pt, size, face, glyphs })
      }
      open.glyphs.push(...word.glyphs)
      open.end = left + (word.advances.reduce((sum, advance) => sum + advance, 0) * size) / word.face.unitsPerEm
    }
  }
}

function none(): Uint8Array {
  return new Uint8Array()
}

function* noPieces(): Generator<Uint8Array, void> {}
