import { graphemeClusters } from '../base/segment-text.js'
import { ZERO_WIDTH_JOINER, ZERO_WIDTH_SPACE } from './characters.js'
import type { ShapedWord, ShapingStyle } from './font-types.js'
import { FontkitShaper } from './fontkit-shaper.js'
import { FontError } from './opentype/font-error.js'
import type { FontFile } from './opentype/font-file.js'
import { languageTag, scriptTags } from './opentype-tags.js'
import { orderMarks } from './order-marks.js'
import { type PreparedText, prepareText, type Repertoire } from './prepare-text.js'
import { isRightToLeft } from './scripts.js'
import type { Glyph } from './shaping/glyph.js'
import { TextShaper } from './shaping/shape-text.js'
import { splitVowels } from './shaping/split-vowels.js'

/** The glyphs of a shaped text: a `ShapedWord` without what the caller knows already. */
export type ShapedGlyphs = Pick<ShapedWord, 'glyphs' | 'advances' | 'clusters' | 'offsets' | 'width' | 'missing'>

/** Scripts whose syllables fontkit orders. */
const FONTKIT_SCRIPTS: ReadonlySet<string> = new Set([
  ...['beng', 'deva', 'gujr', 'guru', 'knda', 'mlym', 'orya', 'taml', 'telu'],
])

/** Why a table cannot be followed, whatever it was that the reader ran into. */
const DAMAGED = 'its layout tables are damaged or cut off'

/** Shapes any text of one face. */
export class ComplexShaper {
  readonly #shapers = new WeakMap<ShapingStyle, TextShaper>()
  /** Styles of text against the direction of its script. */
  readonly #reversed = new WeakMap<ShapingStyle, ShapingStyle>()
  readonly #repertoire: Repertoire
  #fontkit: FontkitShaper | undefined

  /** @param repertoire the code points that the face is used for */
  constructor(
    private readonly file: FontFile,
    private readonly repertoire: Repertoire,
  ) {
    this.#repertoire = {
      // Joiners act in every font, whether it has glyphs for them or not.
      hasGlyph: (codePoint) =>
        (codePoint >= ZERO_WIDTH_SPACE && codePoint <= ZERO_WIDTH_JOINER) || repertoire.hasGlyph(codePoint),
    }
  }

  /** @throws FontError `broken-font` when the layout tables of the face cannot be followed */
  shape(text: string, style: ShapingStyle): ShapedGlyphs {
    if (FONTKIT_SCRIPTS.has(style.script)) {
      this.#fontkit ??= new FontkitShaper(this.file, this.repertoire)
      return this.#fontkit.shape(text, style)
    }
    return isNative(style, text) ? this.#shapeNative(text, style) : this.#shapeReversed(text, style)
  }

  #shapeNative(text: string, style: ShapingStyle): ShapedGlyphs {
    try {
      const shaper = this.#shaperOf(style)
      const prepared = this.#prepare(text, style, shaper)
      return this.#collect(shaper.shape(prepared), prepared, style.direction === 'rtl')
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new FontError('broken-font', `${this.file.postscriptName} cannot shape text: ${DAMAGED}`, { cause: error })
    }
  }

  /** Text against the direction of its script is kerned, and its letters join, as they stand side by side in the end. */
  #shapeReversed(text: string, style: ShapingStyle): ShapedGlyphs {
    let reversed = this.#reversed.get(style)
    if (reversed === undefined) {
      reversed = { ...style, direction: style.direction === 'ltr' ? 'rtl' : 'ltr' }
      this.#reversed.set(style, reversed)
    }
    const clusters = Array.from(graphemeClusters(text)).reverse()
    const shaped = this.#shapeNative(clusters.map(({ segment }) => segment).join(''), reversed)
    const places: number[] = []
    for (const { segment, index } of clusters) for (let i = 0; i < segment.length; i++) places.push(index + i)
    const starts = [...new Set(shaped.clusters)].sort((a, b) => a - b)
    const firsts = new Map(starts.map((start, i) => [start, Math.min(...places.slice(start, starts[i + 1]))]))
    return { ...shaped, clusters: shaped.clusters.map((cluster) => firsts.get(cluster) as number) }
  }

  #shaperOf(style: ShapingStyle): TextShaper {
    const known = this.#shapers.get(style)
    if (known !== undefined) return known
    const shaper = new TextShaper(this.file, {
      script: style.script,
      scriptTags: scriptTags(style.script),
      language: languageTag(style.language),
      isRtl: style.direction === 'rtl',
      features: style.features,
    })
    this.#shapers.set(style, shaper)
    return shaper
  }

  #prepare(text: string, style: ShapingStyle, { model }: TextShaper): PreparedText {
    const prepared = prepareText(this.#repertoire, text)
    if (style.script === 'hebr' || style.script === 'arab') return orderMarks(prepared)
    return model.splitsVowels ? splitVowels(prepared, this.repertoire) : prepared
  }

  /** Gathers the glyphs in visual order, without those that are not drawn. */
  #collect(shaped: readonly Glyph[], prepared: PreparedText, isRtl: boolean): ShapedGlyphs {
    const clusters = clustersOf(shaped, prepared)
    const count = shaped.length
    const glyphs: number[] = []
    const advances: number[] = []
    const offsets = new Int32Array(count * 2)
    const clusterOf = new Uint16Array(count)
    let length = 0
    let width = 0
    let displaced = false
    let missing = false
    for (let i = 0; i < count; i++) {
      const logical = isRtl ? count - 1 - i : i
      const glyph = shaped[logical] as Glyph
      if (glyph.isIgnorable) continue
      const spaceWidth = prepared.spaceWidths?.get(glyph.source)
      const advance = Math.round(spaceWidth === undefined ? glyph.advance : spaceWidth * this.file.unitsPerEm)
      const x = Math.round(glyph.xOffset)
      const y = Math.round(glyph.yOffset)
      glyphs.push(glyph.id)
      advances.push(advance)
      offsets[length * 2] = x
      offsets[length * 2 + 1] = y
      clusterOf[length] = clusters[logical] as number
      displaced ||= x !== 0 || y !== 0
      missing ||= glyph.id === 0
      width += advance
      length++
    }
    return {
      // Copies have no room to grow.
      glyphs: glyphs.slice(),
      advances: advances.slice(),
      clusters: clusterOf.slice(0, length),
      offsets: displaced ? offsets.slice(0, length * 2) : undefined,
      width,
      missing,
    }
  }
}

/** Offsets in the text of what glyphs stand for: never smaller than those before, in logical order. */
function clustersOf(shaped: readonly Glyph[], prepared: PreparedText): readonly number[] {
  const clusters = shaped.map((glyph) => prepared.offsets[glyph.source] ?? 0)
  for (let i = clusters.length - 2; i >= 0; i--) {
    clusters[i] = Math.min(clusters[i] as number, clusters[i + 1] as number)
  }
  return clusters
}

const DIGIT = /\p{Nd}/u
const LETTER = /\p{L}/u

/** Whether text runs as its script does; numbers run to the right in all of them. */
function isNative({ script, direction }: ShapingStyle, text: string): boolean {
  if (!isRightToLeft(script)) return direction === 'ltr'
  return direction === 'rtl' || (DIGIT.test(text) && !LETTER.test(text))
}
