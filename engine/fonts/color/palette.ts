import type { RgbColor } from '../../base/rgb-color.js'
import type { Table } from '../opentype/table.js'
import type { GlyphColor } from './glyph-picture.js'

/** The number that stands for the colour of the text (OpenType 1.9.1, "COLR"). */
const FOREGROUND = 0xffff

/** The first palette of a colour font (OpenType 1.9.1, "CPAL"). */
export class Palette {
  readonly #count: number
  readonly #first: number

  /** @throws RangeError when the table ends early */
  constructor(private readonly cpal: Table) {
    this.#count = cpal.getUint16(2)
    this.#first = cpal.getUint32(8) + cpal.getUint16(12) * 4
  }

  /** @throws RangeError when there is no such colour */
  color(index: number, alpha: number): GlyphColor {
    const opacity = Math.max(0, Math.min(alpha, 1))
    if (index === FOREGROUND) return { rgb: undefined, alpha: opacity }
    if (index >= this.#count) throw new RangeError('the number of a colour')
    const at = this.#first + index * 4
    const part = (offset: number) => this.cpal.getUint8(at + offset) / 255
    const rgb: RgbColor = { red: part(2), green: part(1), blue: part(0), alpha: 1 }
    return { rgb, alpha: opacity * part(3) }
  }
}
