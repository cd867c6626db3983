import type { Table } from '../opentype/table.js'
import type { GlyphBounds } from './glyph-picture.js'

/** The layers of a glyph of version 0: outlines, each in one colour. */
export interface FlatLayers {
  readonly first: number
  readonly count: number
}

/** Where the glyphs, layers and paints of a `COLR` table are (OpenType 1.9.1, "COLR"). */
export class ColrTable {
  /** By glyph id, from the start of the table. */
  readonly #paints = new Map<number, number>()
  readonly #flat = new Map<number, FlatLayers>()
  readonly #flatLayersAt: number
  readonly #layerListAt: number
  readonly #layerCount: number
  readonly #clipListAt: number

  /** @throws RangeError when the table ends early */
  constructor(readonly table: Table) {
    const flatAt = table.getUint32(4)
    this.#flatLayersAt = table.getUint32(8)
    const flatCount = table.getUint16(2)
    for (let i = 0; i < flatCount; i++) {
      const at = flatAt + i * 6
      this.#flat.set(table.getUint16(at), { first: table.getUint16(at + 2), count: table.getUint16(at + 4) })
    }
    const hasPaints = table.getUint16(0) >= 1
    const baseListAt = hasPaints ? table.getUint32(14) : 0
    this.#layerListAt = hasPaints ? table.getUint32(18) : 0
    this.#clipListAt = hasPaints ? table.getUint32(22) : 0
    this.#layerCount = this.#layerListAt === 0 ? 0 : table.getUint32(this.#layerListAt)
    const baseCount = baseListAt === 0 ? 0 : table.getUint32(baseListAt)
    for (let i = 0; i < baseCount; i++) {
      const at = baseListAt + 4 + i * 6
      this.#paints.set(table.getUint16(at), baseListAt + table.getUint32(at + 2))
    }
  }

  has(glyphId: number): boolean {
    return this.#paints.has(glyphId) || this.#flat.has(glyphId)
  }

  /** Where the paint of a glyph of version 1 is. */
  paintOf(glyphId: number): number | undefined {
    return this.#paints.get(glyphId)
  }

  flatLayersOf(glyphId: number): FlatLayers | undefined {
    return this.#flat.get(glyphId)
  }

  /** The glyph and the colour of a layer of version 0. */
  flatLayer(index: number): { readonly glyphId: number; readonly color: number } {
    const at = this.#flatLayersAt + index * 4
    return { glyphId: this.table.getUint16(at), color: this.table.getUint16(at + 2) }
  }

  /** Where the paint of a layer of version 1 is. @throws RangeError when there is no such layer */
  layerPaint(index: number): number {
    if (index >= this.#layerCount) throw new RangeError('the number of a layer')
    return this.#layerListAt + this.table.getUint32(this.#layerListAt + 4 + index * 4)
  }

  /** The box to which a glyph is cut, if the font has one for it. */
  clipBoxOf(glyphId: number): GlyphBounds | undefined {
    const list = this.#clipListAt
    if (list === 0) return undefined
    let low = 0
    let high = this.table.getUint32(list + 1) - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const at = list + 5 + middle * 7
      if (glyphId < this.table.getUint16(at)) high = middle - 1
      else if (glyphId > this.table.getUint16(at + 2)) low = middle + 1
      else return this.#readBox(list + offset24(this.table, at + 4))
    }
    return undefined
  }

  #readBox(at: number): GlyphBounds {
    const side = (index: number) => this.table.getInt16(at + 1 + index * 2)
    return { xMin: side(0), yMin: side(1), xMax: side(2), yMax: side(3) }
  }
}

export function offset24(table: Table, at: number): number {
  return (table.getUint16(at) << 8) | table.getUint8(at + 2)
}
