import { invariant } from '../base/invariant.js'
import { SIMPLE_SLOTS } from './characters.js'
import type { GlyphPictures } from './color/glyph-picture.js'
import { readPictures, unsupportedPictures } from './color/read-pictures.js'
import { ComplexShaper } from './complex-shaper.js'
import { createProgram, metricsOf, type Outlines, readOutlines } from './font-program.js'
import type {
  FontDamage,
  FontFace,
  FontMetrics,
  FontProgram,
  FontStyle,
  MetricOverrides,
  ShapingStyle,
  Synthesis,
} from './font-types.js'
import { checkLayoutTable } from './opentype/check-layout.js'
import { FontError } from './opentype/font-error.js'
import type { FontFile } from './opentype/font-file.js'
import type { Repertoire } from './prepare-text.js'
import type { WordShaper } from './word-shaper.js'

/** The properties that tell a face from others of its family. */
interface FaceIdentity {
  /** Names the face in error messages: a file name or a family. */
  readonly label: string
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly stretch: number
  readonly lends: boolean
  /** Its glyphs are emoji, in colour or not. */
  readonly isEmoji: boolean
}

/** Texts that a damaged font may fail to shape, each of which may take long. */
const MOST_FAILURES = 3

/** Characters whose glyphs are empty by right. */
const WITHOUT_INK = /^[\p{Z}\p{C}\p{M}\u2800\u3164\uffa0]$/u

const UNKNOWN = 0
const COVERED = 1
const NOT_COVERED = 2

/** What is known of a face besides its file. */
interface FaceFacts {
  readonly weight: number
  /** The file comes with this package, and is not looked through for damage. */
  readonly isOwn: boolean
  /** In place of those of the file. */
  readonly metrics: MetricOverrides | undefined
  /** See `FontFace`. */
  readonly scale: number
  /** OpenType features that are on or off where a style says nothing of them. */
  readonly features: ShapingStyle['features'] | undefined
}

/** The parts of a font file, each made when it is first needed. Synthesized faces share them. */
export class FaceResources {
  #file: FontFile | undefined
  #outlines: Outlines | undefined
  #metrics: FontMetrics | undefined
  #program: FontProgram | undefined
  #pictures: GlyphPictures | undefined
  #arePicturesRead = false
  #complexShaper: ComplexShaper | undefined
  #isLayoutChecked = false
  #isUsable: boolean | undefined
  #failures = 0
  /** By code point: whether its glyph has an outline that can be embedded, as far as that was asked. */
  readonly #drawable = new Map<number, boolean>()

  /**
   * @param open reads the font file, called at most once
   * @param noteDamage takes down what is found wrong with the file
   */
  constructor(
    private readonly open: () => FontFile,
    private readonly repertoire: Repertoire,
    readonly facts: FaceFacts,
    readonly noteDamage: (message: string, kind?: FontDamage['kind']) => void,
  ) {}

  /** Whether the file can be read as far as every face needs: that much must be right before a face is chosen. */
  get isUsable(): boolean {
    this.#isUsable ??= this.facts.isOwn || this.#canBeUsed()
    return this.#isUsable
  }

  /** The face has failed so often that it is not asked to shape any more. */
  get hasFailed(): boolean {
    return this.#failures >= MOST_FAILURES
  }

  /** Notes text that the face could not shape. */
  addFailure({ message }: FontError): void {
    this.#failures++
    this.noteDamage(message)
  }

  /** Whether the glyph of a code point can be drawn; of a damaged one other faces take the place. */
  canDraw(codePoint: number): boolean {
    if (this.facts.isOwn) return true
    let known = this.#drawable.get(codePoint)
    if (known === undefined) {
      known = this.#isGlyphWhole(codePoint)
      this.#drawable.set(codePoint, known)
    }
    return known
  }

  /** Reads all that shaping and embedding may ask for, and notes what is damaged. */
  checkWhole(): void {
    if (this.facts.isOwn || !this.isUsable) return
    try {
      this.checkLayout()
      for (let glyphId = 0; glyphId < this.file.glyphCount; glyphId++) this.file.advanceWidth(glyphId)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      this.noteDamage(`${this.file.postscriptName} has tables that cannot be followed: ${error.message}`)
    }
    this.#countDamagedGlyphs()
  }

  #countDamagedGlyphs(): void {
    const { glyphCount, postscriptName } = this.file
    let damaged = 0
    let first = 0
    for (let glyphId = glyphCount - 1; glyphId >= 0; glyphId--) {
      if (this.#canRead(glyphId)) continue
      damaged++
      first = glyphId
    }
    if (damaged > 0) this.noteDamage(`${postscriptName} has ${damaged} damaged glyphs, the first is number ${first}`)
  }

  #canRead(glyphId: number): boolean {
    try {
      this.#openOutlines.check(glyphId)
      return true
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return false
    }
  }

  #canBeUsed(): boolean {
    try {
      return this.metrics !== undefined && this.program !== undefined
    } catch (error) {
      if (!(error instanceof FontError)) throw error
      this.noteDamage(error.message)
      return false
    }
  }

  #isGlyphWhole(codePoint: number): boolean {
    const glyphId = this.file.cmap.glyphOf(codePoint)
    const hex = codePoint.toString(16).toUpperCase().padStart(4, '0')
    if (this.#canRead(glyphId)) {
      if (!this.#isInvisible(glyphId, codePoint)) return true
      const kind = unsupportedPictures(this.file)
      this.noteDamage(`${this.file.postscriptName} draws U+${hex} as a picture (${kind})`, 'unsupported')
      return false
    }
    this.noteDamage(`${this.file.postscriptName} has a damaged glyph for U+${hex}`)
    return false
  }

  /** A picture of a kind that is not drawn stands in place of the outline. */
  #isInvisible(glyphId: number, codePoint: number): boolean {
    if (unsupportedPictures(this.file) === undefined || !this.#openOutlines.isEmpty(glyphId)) return false
    return !WITHOUT_INK.test(String.fromCodePoint(codePoint))
  }

  get file(): FontFile {
    this.#file ??= this.open()
    return this.#file
  }

  get isOpen(): boolean {
    return this.#file !== undefined
  }

  get metrics(): FontMetrics {
    this.#metrics ??= scaled({ ...metricsOf(this.file, this.#openOutlines), ...this.facts.metrics }, this.facts.scale)
    return this.#metrics
  }

  get program(): FontProgram {
    this.#program ??= createProgram(this.file, this.#openOutlines, this.facts.weight)
    return this.#program
  }

  get pictures(): GlyphPictures | undefined {
    if (!this.#arePicturesRead) {
      this.#pictures = readPictures(this.file, this.noteDamage)
      this.#arePicturesRead = true
    }
    return this.#pictures
  }

  get complexShaper(): ComplexShaper {
    this.checkLayout()
    this.#complexShaper ??= new ComplexShaper(this.file, this.repertoire)
    return this.#complexShaper
  }

  /** Asked before anything follows the layout tables. @throws RangeError when they do not lead to an end */
  checkLayout(): void {
    if (this.#isLayoutChecked) return
    for (const tag of ['GSUB', 'GPOS'] as const) {
      const table = this.file.tables.get(tag)
      if (table !== undefined) checkLayoutTable(table, tag)
    }
    this.#isLayoutChecked = true
  }

  get #openOutlines(): Outlines {
    this.#outlines ??= readOutlines(this.file, this.facts.isOwn ? undefined : this.noteDamage, this.pictures)
    return this.#outlines
  }
}

/** Metrics of letters that are drawn larger or smaller than the font size says. */
function scaled(metrics: FontMetrics, scale: number): FontMetrics {
  if (scale === 1) return metrics
  return {
    ascent: metrics.ascent * scale,
    descent: metrics.descent * scale,
    lineGap: metrics.lineGap * scale,
    xHeight: metrics.xHeight * scale,
    capHeight: metrics.capHeight * scale,
    zeroAdvance: metrics.zeroAdvance * scale,
    averageAdvance: metrics.averageAdvance * scale,
    widestGlyph: metrics.widestGlyph * scale,
    underlinePosition: metrics.underlinePosition * scale,
    underlineThickness: metrics.underlineThickness * scale,
    strikeoutPosition: metrics.strikeoutPosition * scale,
    strikeoutThickness: metrics.strikeoutThickness * scale,
  }
}

/** A face of the library, whose file is read when something of it is first needed. */
export class LibraryFace implements FontFace {
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly stretch: number
  readonly lends: boolean
  readonly isEmoji: boolean
  readonly label: string
  readonly synthesis: Synthesis | undefined
  readonly plain: LibraryFace | undefined
  /** The shapers of the face by style; owned by the word cache. */
  readonly shapers = new Map<ShapingStyle, WordShaper>()
  /** Coverage of simple characters by slot, as far as it was asked for. */
  readonly #simple = new Uint8Array(SIMPLE_SLOTS)

  /**
   * @param repertoire the code points that the face is used for
   * @param made how the face is synthesized, and of which one
   */
  constructor(
    readonly id: number,
    identity: FaceIdentity,
    private readonly repertoire: Repertoire,
    readonly resources: FaceResources,
    made?: { readonly synthesis: Synthesis; readonly plain: LibraryFace },
  ) {
    this.synthesis = made?.synthesis
    this.plain = made?.plain
    this.label = identity.label
    this.family = identity.family
    this.weight = identity.weight
    this.style = identity.style
    this.stretch = identity.stretch
    this.lends = identity.lends
    this.isEmoji = identity.isEmoji
  }

  get file(): FontFile {
    return this.resources.file
  }

  /** Whether the file was read, for tests that hold faces to being lazy. */
  get isOpen(): boolean {
    return this.resources.isOpen
  }

  get unitsPerEm(): number {
    return this.file.unitsPerEm / this.scale
  }

  get scale(): number {
    return this.resources.facts.scale
  }

  get metrics(): FontMetrics {
    return this.resources.metrics
  }

  get program(): FontProgram {
    return this.resources.program
  }

  get pictures(): GlyphPictures | undefined {
    return this.resources.pictures
  }

  get complexShaper(): ComplexShaper {
    return this.resources.complexShaper
  }

  /** Whether the face has a simple character, by the slot of `simpleSlot`; never for slot 0. */
  hasSimple(slot: number, code: number): boolean {
    const known = this.#simple[slot]
    if (known !== UNKNOWN) return known === COVERED
    const covered = slot !== 0 && this.hasGlyph(code)
    this.#simple[slot] = covered ? COVERED : NOT_COVERED
    return covered
  }

  hasGlyph(codePoint: number): boolean {
    return this.repertoire.hasGlyph(codePoint) && this.resources.canDraw(codePoint)
  }
}

/** The library's own face behind the contract's type. */
export function libraryFace(face: FontFace): LibraryFace {
  invariant(face instanceof LibraryFace, 'a face that a font library made')
  return face
}
