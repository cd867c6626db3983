import type { FontProgram, ShapedWord } from '../fonts/font-types.js'
import { embedFont } from './embed-font.js'
import { GlyphUsage } from './glyph-usage.js'
import type { PdfObjects, PdfReference } from './pdf-objects.js'
import type { UsageOf } from './write-text.js'

/** The fonts that a document uses, and the glyphs of them. */
export class DocumentFonts {
  /** The resource dictionary that all content refers to. */
  readonly resources: PdfReference
  readonly #fonts = new Map<FontProgram, GlyphUsage>()
  #lastUsage: GlyphUsage | undefined

  constructor(private readonly objects: PdfObjects) {
    this.resources = objects.reserve()
  }

  readonly usageOf: UsageOf = (word: ShapedWord) => {
    const { program } = word.face
    if (this.#lastUsage?.program === program) return this.#lastUsage
    let usage = this.#fonts.get(program)
    if (!usage) {
      usage = new GlyphUsage(program, `F${this.#fonts.size}`)
      this.#fonts.set(program, usage)
    }
    this.#lastUsage = usage
    return usage
  }

  /** Writes the fonts, of each the glyphs that are used. */
  define(): void {
    const references: Record<string, PdfReference> = {}
    for (const usage of this.#fonts.values()) {
      const reference = this.objects.reserve()
      embedFont(this.objects, usage, reference)
      references[usage.resourceName] = reference
    }
    this.objects.define(this.resources, references)
  }
}
