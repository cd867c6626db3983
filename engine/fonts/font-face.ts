import { invariant } from '../base/invariant.js'
import { SIMPLE_SLOTS } from './characters.js'
import { ComplexShaper } from './complex-shaper.js'
import type { FontFile } from './font-file.js'
import { createProgram, metricsOf, type Outlines, readOutlines } from './font-program.js'
import type { FontFace, FontMetrics, FontProgram, FontStyle, ShapingStyle, Synthesis } from './font-types.js'
import type { Repertoire } from './prepare-text.js'
import type { WordShaper } from './word-shaper.js'

/** What tells a face from others of its family. */
interface FaceIdentity {
  /** Names the face in error messages: a file name or a family. */
  readonly label: string
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly stretch: number
}

const UNKNOWN = 0
const COVERED = 1
const NOT_COVERED = 2

/** What comes from a font file, each part made when it is first needed. Synthesized faces share it. */
export class FaceResources {
  #file: FontFile | undefined
  #outlines: Outlines | undefined
  #metrics: FontMetrics | undefined
  #program: FontProgram | undefined
  #complexShaper: ComplexShaper | undefined

  /** @param open reads the font file, called at most once */
  constructor(
    private readonly open: () => FontFile,
    private readonly repertoire: Repertoire,
    private readonly weight: number,
  ) {}

  get file(): FontFile {
    this.#file ??= this.open()
    return this.#file
  }

  get isOpen(): boolean {
    return this.#file !== undefined
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
    this.#complexShaper ??= new ComplexShaper(this.file, this.repertoire)
    return this.#complexShaper
  }

  get #openOutlines(): Outlines {
    this.#outlines ??= readOutlines(this.file)
    return this.#outlines
  }
}

/** A face of the library, whose file is read when something of it is first needed. */
export class LibraryFace implements FontFace {
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly stretch: number
  readonly label: string
  /** The shapers of the face by style; owned by the word cache. */
  readonly shapers = new Map<ShapingStyle, WordShaper>()
  /** Coverage of simple characters by slot, as far as it was asked for. */
  readonly #simple = new Uint8Array(SIMPLE_SLOTS)

  /**
   * @param repertoire the code points that the face is used for
   * @param plain the face that a synthesized one is made from
   */
  constructor(
    readonly id: number,
    identity: FaceIdentity,
    private readonly repertoire: Repertoire,
    readonly resources: FaceResources,
    readonly synthesis?: Synthesis,
    readonly plain?: LibraryFace,
  ) {
    this.label = identity.label
    this.family = identity.family
    this.weight = identity.weight
    this.style = identity.style
    this.stretch = identity.stretch
  }

  get file(): FontFile {
    return this.resources.file
  }

  /** Whether the file was read, for tests that hold faces to being lazy. */
  get isOpen(): boolean {
    return this.resources.isOpen
  }

  get unitsPerEm(): number {
    return this.file.unitsPerEm
  }

  get metrics(): FontMetrics {
    return this.resources.metrics
  }

  get program(): FontProgram {
    return this.resources.program
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
    return this.repertoire.hasGlyph(codePoint)
  }
}

/** The library's own face behind the contract's type. */
export function libraryFace(face: FontFace): LibraryFace {
  invariant(face instanceof LibraryFace, 'a face that a font library made')
  return face
}
