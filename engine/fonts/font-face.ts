import { invariant } from '../base/invariant.js'
import { SIMPLE_SLOTS } from './characters.js'
import type { CodePointSet } from './code-point-set.js'
import { ComplexShaper } from './complex-shaper.js'
import { type FontFile, readFontFile } from './font-file.js'
import { createProgram, metricsOf, type Outlines, readOutlines } from './font-program.js'
import type { FontFace, FontMetrics, FontProgram, FontStyle, ShapingStyle } from './font-types.js'
import type { WordShaper } from './word-shaper.js'

/** What is known of a face before its file is opened. */
export interface FaceDescription {
  /** Names the face in error messages: a file name or a family. */
  readonly label: string
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly stretch: number
  /** The code points that the face is used for. */
  readonly coverage: CodePointSet
}

const UNKNOWN = 0
const COVERED = 1
const NOT_COVERED = 2

/** A face of the library, whose file is read when something of it is first needed. */
export class LibraryFace implements FontFace {
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly stretch: number
  readonly label: string
  /** The shapers of the face by style; owned by the word cache. */
  readonly shapers = new Map<ShapingStyle, WordShaper>()
  readonly #coverage: CodePointSet
  readonly #read: () => Uint8Array
  #file: FontFile | undefined
  #outlines: Outlines | undefined
  #metrics: FontMetrics | undefined
  #program: FontProgram | undefined
  /** Coverage of simple characters by slot, as far as it was asked for. */
  readonly #simple = new Uint8Array(SIMPLE_SLOTS)
  #complexShaper: ComplexShaper | undefined

  /** @param read gives the bytes of the font file, called at most once */
  constructor(
    readonly id: number,
    description: FaceDescription,
    read: () => Uint8Array,
  ) {
    this.label = description.label
    this.family = description.family
    this.weight = description.weight
    this.style = description.style
    this.stretch = description.stretch
    this.#coverage = description.coverage
    this.#read = read
  }

  get file(): FontFile {
    this.#file ??= readFontFile(this.#read(), this.label)
    return this.#file
  }

  /** Whether the file was read, for tests that hold faces to being lazy. */
  get isOpen(): boolean {
    return this.#file !== undefined
  }

  get unitsPerEm(): number {
    return this.file.unitsPerEm
  }

  get metrics(): FontMetrics {
    this.#metrics ??= metricsOf(this.file, this.#openOutlines)
    return this.#metrics
  }

  get program(): FontProgram {
    this.#program ??= createProgram(this.file, this.#openOutlines, this.weight)
    return this.#program
  }

  get complexShaper(): ComplexShaper {
    this.#complexShaper ??= new ComplexShaper(this.file, this)
    return this.#complexShaper
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
    return this.#coverage.has(codePoint)
  }

  get #openOutlines(): Outlines {
    this.#outlines ??= readOutlines(this.file)
    return this.#outlines
  }
}

/** The library's own face behind the contract's type. */
export function libraryFace(face: FontFace): LibraryFace {
  invariant(face instanceof LibraryFace, 'a face that a font library made')
  return face
}
