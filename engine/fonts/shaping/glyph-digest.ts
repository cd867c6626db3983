import type { Table } from '../opentype/table.js'

/**
 * Which glyphs a lookup may begin at, as three sets of 32 bits by parts of the glyph id: most lookups are refused
 * for most glyphs without a search in their coverage.
 */
export class GlyphDigest {
  low = 0
  middle = 0
  high = 0

  add(glyphId: number): void {
    this.low |= 1 << (glyphId & 31)
    this.middle |= 1 << ((glyphId >> 4) & 31)
    this.high |= 1 << ((glyphId >> 9) & 31)
  }

  /** Adds all glyphs of a coverage table. */
  addCoverage(table: Table, at: number): void {
    const isRanges = table.getUint16(at) === 2
    for (let i = 0, count = table.getUint16(at + 2); i < count; i++) {
      if (isRanges) this.#addRange(table.getUint16(at + 4 + i * 6), table.getUint16(at + 6 + i * 6))
      else this.add(table.getUint16(at + 4 + i * 2))
    }
  }

  addAll(other: GlyphDigest): void {
    this.low |= other.low
    this.middle |= other.middle
    this.high |= other.high
  }

  mayHave(glyphId: number): boolean {
    return (
      ((this.low >>> (glyphId & 31)) &
        (this.middle >>> ((glyphId >> 4) & 31)) &
        (this.high >>> ((glyphId >> 9) & 31)) &
        1) !==
      0
    )
  }

  /** Whether some glyph may be in both. */
  mayMeet(other: GlyphDigest): boolean {
    return (this.low & other.low) !== 0 && (this.middle & other.middle) !== 0 && (this.high & other.high) !== 0
  }

  #addRange(first: number, last: number): void {
    // Steps of 16 reach each bit of the middle part; 512 of the high one.
    if (last - first >= 31) {
      this.low = -1
      for (let id = first; id <= last; id += 16) {
        this.middle |= 1 << ((id >> 4) & 31)
        this.high |= 1 << ((id >> 9) & 31)
      }
      this.add(last)
      return
    }
    for (let id = first; id <= last; id++) this.add(id)
  }
}
