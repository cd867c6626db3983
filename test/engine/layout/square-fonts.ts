import type {
  FontFace,
  FontLibrary,
  FontMetrics,
  FontProgram,
  FontRequest,
  FontRun,
  FontSelection,
  ShapedWord,
  ShapingStyle,
} from '../../../engine/fonts/font-types.js'

const UNITS = 1000

const METRICS: FontMetrics = {
  ascent: 0.8,
  descent: 0.2,
  lineGap: 0,
  xHeight: 0.5,
  capHeight: 0.8,
  zeroAdvance: 1,
  averageAdvance: 1,
  widestGlyph: 1,
  underlinePosition: -0.1,
  underlineThickness: 0.05,
  strikeoutPosition: 0.3,
  strikeoutThickness: 0.05,
}

/** Characters (hearts, stars …) that only the taller fallback face has. */
const FALLBACK_FIRST = 0x2600
const FALLBACK_LAST = 0x26ff

/** A character that only a face of signs for texts in other fonts has. */
const LENT_CHARACTER = 0x2705

/** A character that no face has. */
export const MISSING_CHARACTER = '\ue000'

/**
 * A font library whose every glyph is a square of one em, 0.8 em above and 0.2 em below the baseline, so that
 * layout numbers are integers. U+2600-26FF come from a fallback face of 1.2 em and 0.4 em, U+2705 from one like it
 * that lends its signs; U+E000 is missing.
 */
export function createSquareFonts(): FontLibrary {
  return new SquareFontLibrary()
}

class SquareFontLibrary implements FontLibrary {
  readonly #selections = new Map<string, FontSelection>()
  readonly #styles = new Map<string, ShapingStyle>()
  readonly #words = new Map<string, ShapedWord>()
  readonly #square = createFace(
    0,
    'Square',
    METRICS,
    (codePoint) => !isFallback(codePoint) && !isLent(codePoint) && codePoint !== 0xe000,
  )
  readonly #tall = createFace(1, 'Tall', { ...METRICS, ascent: 1.2, descent: 0.4 }, isFallback)
  readonly #lending: FontFace = { ...createFace(2, 'Signs', this.#tall.metrics, isLent), lends: true }
  shapedWords = 0

  select(request: FontRequest): FontSelection {
    const key = JSON.stringify([request.families, request.weight, request.style, request.stretch])
    const known = this.#selections.get(key)
    if (known) return known
    const selection = { request, primary: this.#square, itemize: (text: string) => this.#itemize(text) }
    this.#selections.set(key, selection)
    return selection
  }

  shaping(style: ShapingStyle): ShapingStyle {
    const { direction, script, language, alignsFigures, features } = style
    const key = JSON.stringify([direction, script, language, alignsFigures, Object.entries(features)])
    const known = this.#styles.get(key)
    if (known) return known
    this.#styles.set(key, style)
    return style
  }

  shape(face: FontFace, style: ShapingStyle, text: string): ShapedWord {
    const key = `${face.id} ${style.direction} ${text}`
    const known = this.#words.get(key)
    if (known) return known
    this.shapedWords++
    const word = shapeSquares(face, style, text)
    this.#words.set(key, word)
    return word
  }

  #itemize(text: string): readonly FontRun[] {
    const runs: { start: number; end: number; face: FontFace }[] = []
    for (let at = 0; at < text.length; ) {
      const codePoint = text.codePointAt(at) ?? 0
      const end = at + (codePoint > 0xffff ? 2 : 1)
      const face = isFallback(codePoint) ? this.#tall : isLent(codePoint) ? this.#lending : this.#square
      const last = runs.at(-1)
      if (last?.face === face) last.end = end
      else runs.push({ start: at, end, face })
      at = end
    }
    return runs
  }
}

function isFallback(codePoint: number): boolean {
  return codePoint >= FALLBACK_FIRST && codePoint <= FALLBACK_LAST
}

function isLent(codePoint: number): boolean {
  return codePoint === LENT_CHARACTER
}

function shapeSquares(face: FontFace, style: ShapingStyle, text: string): ShapedWord {
  const glyphs: number[] = []
  const clusters: number[] = []
  let missing = false
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) ?? 0
    const known = face.hasGlyph(codePoint)
    missing ||= !known
    glyphs.push(known ? codePoint & 0xffff : 0)
    clusters.push(at)
    at += codePoint > 0xffff ? 2 : 1
  }
  if (style.direction === 'rtl') {
    glyphs.reverse()
    clusters.reverse()
  }
  return {
    text,
    face,
    direction: style.direction,
    glyphs,
    advances: glyphs.map(() => UNITS),
    clusters: Uint16Array.from(clusters),
    offsets: undefined,
    width: glyphs.length * UNITS,
    missing,
  }
}

function createFace(
  id: number,
  family: string,
  metrics: FontMetrics,
  hasGlyph: (codePoint: number) => boolean,
): FontFace {
  return {
    id,
    family,
    weight: 400,
    style: 'normal',
    stretch: 100,
    lends: false,
    unitsPerEm: UNITS,
    scale: 1,
    metrics,
    program: createProgram(family),
    hasGlyph,
  }
}

function createProgram(family: string): FontProgram {
  return {
    postscriptName: family,
    unitsPerEm: UNITS,
    outlines: 'glyf',
    italicAngle: 0,
    isFixedPitch: true,
    isSerif: false,
    bbox: [0, -200, 1000, 800],
    ascent: 800,
    descent: -200,
    capHeight: 800,
    stemV: 80,
    glyphCount: 0xffff,
    advanceWidth: () => UNITS,
    widthInFile: () => UNITS,
    subset: () => new Uint8Array(),
    inkBox: () => ({ left: 0, right: UNITS, bottom: -200 }),
    glyphOf: (codePoint) => codePoint,
    codePointsOf: (glyphId) => [glyphId],
    contentKey: () => family,
  }
}
