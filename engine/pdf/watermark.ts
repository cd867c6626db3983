import type { Size } from '../base/geometry.js'
import type { FontLibrary, ShapedWord } from '../fonts/font-types.js'
import type { Color } from '../style/computed-style.js'
import type { ContentStream } from './content-stream.js'
import { hexUtf16 } from './to-unicode.js'
import { type UsageOf, writeText } from './write-text.js'

/** A word to be drawn over every page. */
export interface Watermark {
  readonly text: string
  readonly fonts: FontLibrary
}

/** The words of a watermark, each with its place in em from the start. */
export interface ShapedWatermark {
  readonly text: string
  readonly words: readonly ShapedWord[]
  readonly positions: readonly number[]
  /** Width of all words, and height of capitals, in em. */
  readonly width: number
  readonly height: number
}

const GRAY: Color = { red: 0.5, green: 0.5, blue: 0.5, alpha: 0.3 }

/** The part of the page that the turned word may take, in either direction. */
const SHARE = 0.85

export function shapeWatermark({ text, fonts }: Watermark): ShapedWatermark {
  const selection = fonts.select({
    families: ['Liberation Sans', 'sans-serif'],
    weight: 700,
    style: 'normal',
    stretch: 100,
  })
  const shaping = fonts.shaping({ direction: 'ltr', script: 'latn', language: '', features: {} })
  const words: ShapedWord[] = []
  const positions: number[] = []
  let width = 0
  for (const run of selection.itemize(text)) {
    const word = fonts.shape(run.face, shaping, text.slice(run.start, run.end))
    words.push(word)
    positions.push(width)
    width += word.width / word.face.unitsPerEm
  }
  return { text, words, positions, width, height: selection.primary.metrics.capHeight }
}

/** Writes the word along the rising diagonal of the page, as large as fits. */
export function writeWatermark(stream: ContentStream, word: ShapedWatermark, page: Size, usageOf: UsageOf): void {
  const angle = Math.atan2(page.height, page.width)
  const sine = Math.sin(angle)
  const cosine = Math.cos(angle)
  const fontSize =
    SHARE *
    Math.min(
      page.width / (word.width * cosine + word.height * sine),
      page.height / (word.width * sine + word.height * cosine),
    )
  stream.save()
  stream.transform({ a: cosine, b: -sine, c: sine, d: cosine, e: page.width / 2, f: page.height / 2 })
  // Letters on a slanted line are taken for words of their own by some readers; this keeps them together.
  stream.append(
    `/Artifact<</Type/Pagination/Subtype/Watermark>>BDC\n/Span<</ActualText<feff${hexUtf16(word.text)}>>>BDC\n`,
  )
  writeText(
    stream,
    {
      x: (-word.width / 2) * fontSize,
      y: (word.height / 2) * fontSize,
      fontSize,
      color: GRAY,
      words: word.words,
      positions: word.positions.map((em) => em * fontSize),
      letterSpacing: 0,
    },
    usageOf,
  )
  stream.endText()
  stream.append('EMC\nEMC\n')
  stream.restore()
}
