import type { FontFace, FontProgram, ShapedWord } from '../fonts/font-types.js'
import { embedFont } from './embed-font.js'
import { GlyphUsage } from './glyph-usage.js'
import type { PdfFile } from './pdf-file.js'
import type { PdfDictionary, PdfReference, PdfValue } from './pdf-values.js'
import type { UsageOf } from './write-text.js'

/** The characters of Windows code page 1252, which programs that fill in forms know best. */
const TYPED = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)),
  ...Array.from({ length: 0x100 - 0xa0 }, (_, index) => String.fromCharCode(0xa0 + index)),
  '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ',
].join('')

const PRIVATE_USE = /\p{Co}/gu

/** The fonts that a document uses, and the glyphs of them. */
export class DocumentFonts {
  /** The resource dictionary that all content refers to. */
  readonly resources: PdfReference
  /** Each under all programs that it is the usage of. */
  readonly #fonts = new Map<FontProgram, GlyphUsage>()
  readonly #foreign: Record<string, PdfValue> = {}
  /** By the content of their programs; undefined where equal ones are not looked for. */
  readonly #contents: Map<string, GlyphUsage> | undefined
  #lastProgram: FontProgram | undefined
  #lastUsage: GlyphUsage | undefined

  /** @param joinsEqual the file has documents of several templates, which may bring the same fonts */
  constructor(
    private readonly file: PdfFile,
    joinsEqual = false,
  ) {
    this.resources = file.ref()
    this.#contents = joinsEqual ? new Map() : undefined
  }

  readonly usageOf: UsageOf = (word: ShapedWord) => this.#usageOf(word.face.program)

  /** The name of a font with which people fill in forms: it has the characters of the languages of western Europe. */
  nameForTyping({ program }: FontFace): string {
    const usage = this.#usageOf(program)
    usage.noteCharacters(TYPED)
    return usage.resourceName
  }

  /** The characters of the private use area that glyphs stand for. */
  privateUse(): ReadonlySet<number> {
    const found = new Set<number>()
    for (const usage of this.#usages)
      for (const code of usage.codes())
        for (const [character] of usage.textOf(code).matchAll(PRIVATE_USE)) found.add(character.codePointAt(0) ?? 0)
    return found
  }

  #usageOf(program: FontProgram): GlyphUsage {
    if (this.#lastUsage && this.#lastProgram === program) return this.#lastUsage
    let usage = this.#fonts.get(program)
    if (!usage) {
      usage = this.#findUsage(program)
      this.#fonts.set(program, usage)
    }
    this.#lastProgram = program
    this.#lastUsage = usage
    return usage
  }

  /** Adds fonts of other documents, which fields of theirs name. */
  addForeign(fonts: PdfDictionary): void {
    Object.assign(this.#foreign, fonts)
  }

  /** That of a program with the same content, where such are looked for. */
  #findUsage(program: FontProgram): GlyphUsage {
    const key = this.#contents && program.contentKey()
    const known = key === undefined ? undefined : this.#contents?.get(key)
    const usage = known ?? new GlyphUsage(program, `F${this.#fonts.size}`)
    if (key !== undefined) this.#contents?.set(key, usage)
    return usage
  }

  /** Each once. */
  get #usages(): Iterable<GlyphUsage> {
    return new Set(this.#fonts.values())
  }

  /** Writes the fonts, of each the glyphs that are used. */
  define(): void {
    const references: Record<string, PdfValue> = { ...this.#foreign }
    for (const usage of this.#usages) {
      const reference = this.file.ref()
      embedFont(this.file, usage, reference)
      references[usage.resourceName] = reference
    }
    this.file.define(this.resources, references)
  }
}
