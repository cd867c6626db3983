import type { FontFile } from '../opentype/font-file.js'
import { classOf, coverageIndex } from '../opentype/layout-table.js'
import type { Table } from '../opentype/table.js'
import type { ItemDelta } from '../opentype/variation-store.js'
import { type Glyph, type GlyphKinds, readGlyphKinds } from './glyph.js'

/** Applications of lookups for each character, and for a text besides: contexts apply others within them. */
const LOOKUPS_PER_CHARACTER = 10_000
const LOOKUPS_PER_TEXT = 100_000

/** Glyphs that a character may become, and a text besides. */
const GLYPHS_PER_CHARACTER = 64
const GLYPHS_PER_TEXT = 1_000

/** What lookups need of a font. */
export class ShapingFont {
  readonly kinds: GlyphKinds
  readonly gsub: Table | undefined
  readonly gpos: Table | undefined
  readonly delta: ItemDelta | undefined
  readonly #kinds = new Map<number, number>()

  constructor(readonly file: FontFile) {
    this.kinds = readGlyphKinds(file.tables.get('GDEF'), classOf, coverageIndex)
    this.gsub = file.tables.get('GSUB')
    this.gpos = file.tables.get('GPOS')
    this.delta = file.variation?.layoutDelta
  }

  /** Gives a glyph another id, with the classes that GDEF has for it. */
  setId(glyph: Glyph, id: number): void {
    glyph.id = id
    if (!this.kinds.hasKinds) return
    let known = this.#kinds.get(id)
    if (known === undefined) {
      known = this.kinds.kindOf(id) | (this.kinds.attachmentClassOf(id) << 3)
      this.#kinds.set(id, known)
    }
    glyph.kind = known & 7
    glyph.attachmentClass = known >> 3
  }
}

/** Ends layouts whose lookups apply each other, or multiply glyphs, without end. */
export class LayoutWork {
  #lookups: number
  readonly #mostGlyphs: number

  constructor(characters: number) {
    this.#lookups = LOOKUPS_PER_TEXT + LOOKUPS_PER_CHARACTER * characters
    this.#mostGlyphs = GLYPHS_PER_TEXT + GLYPHS_PER_CHARACTER * characters
  }

  /** @throws RangeError when there was too much of it */
  addLookup(): void {
    if (--this.#lookups < 0) throw new RangeError('its lookups do not come to an end')
  }

  /** @throws RangeError when there are too many */
  checkGlyphs(count: number): void {
    if (count > this.#mostGlyphs) throw new RangeError('its lookups make too many glyphs')
  }
}
