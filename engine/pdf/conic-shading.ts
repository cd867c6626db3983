import { mixRgb, type RgbColor } from '../base/rgb-color.js'
import type { ConicGradient } from '../layout/gradients/place-gradient.js'
import type { PdfDictionary, PdfValue } from './pdf-values.js'
import { type ShadingChannel, shadingColors } from './shading.js'

/** Colours change so little within this part of a turn that a flat triangle shows them. */
const LARGEST_WEDGE = 1 / 180

/** Bytes of a vertex: a flag and two coordinates of two bytes each, before its colour. */
const VERTEX_BYTES = 5

const COORDINATE_MAX = 0xffff

/**
 * A free-form triangle mesh (ISO 32000-1 §8.7.4.5.5) of wedges around the origin: PDF has no gradients by angle.
 * Returns the shading's dictionary and the bytes of its stream.
 */
export function conicShading(
  gradient: ConicGradient,
  channel: ShadingChannel,
  rgb: PdfValue,
): { readonly dictionary: PdfDictionary; readonly data: Uint8Array } {
  // The outer edges of wedges are chords, which lie within the circle.
  const reach = (gradient.radius + 1) / Math.cos(Math.PI * LARGEST_WEDGE)
  const { space, count, components } = shadingColors(gradient, channel, rgb)
  const wedges = wedgesOf(gradient)
  const data = Buffer.alloc(wedges.length * 3 * (VERTEX_BYTES + count))
  let at = 0
  const vertex = (turn: number, radius: number, color: RgbColor) => {
    const angle = (turn + gradient.from / 360) * 2 * Math.PI
    data[at++] = 0
    at = data.writeUInt16BE(coordinate(Math.sin(angle) * radius, reach), at)
    at = data.writeUInt16BE(coordinate(-Math.cos(angle) * radius, reach), at)
    for (const part of components(color)) data[at++] = byte(part)
  }
  for (const { start, end, from, to } of wedges) {
    vertex(start, 0, mixRgb(from, to, 0.5))
    vertex(start, reach, from)
    vertex(end, reach, to)
  }
  return {
    dictionary: {
      ShadingType: 4,
      ColorSpace: space,
      BitsPerCoordinate: 16,
      BitsPerComponent: 8,
      BitsPerFlag: 8,
      Decode: [-reach, reach, -reach, reach, ...new Array(count).fill([0, 1]).flat()],
    },
    data,
  }
}

interface Wedge {
  /** In turns from where the gradient starts. */
  readonly start: number
  readonly end: number
  readonly from: RgbColor
  readonly to: RgbColor
}

function wedgesOf({ stops }: ConicGradient): readonly Wedge[] {
  const wedges: Wedge[] = []
  for (const [i, to] of stops.entries()) {
    const from = stops[i - 1]
    if (!from || to.offset <= from.offset) continue
    const range = to.offset - from.offset
    const count = Math.ceil(range / LARGEST_WEDGE)
    for (let j = 0; j < count; j++) {
      wedges.push({
        start: from.offset + (range * j) / count,
        end: from.offset + (range * (j + 1)) / count,
        from: mixRgb(from.color, to.color, j / count),
        to: mixRgb(from.color, to.color, (j + 1) / count),
      })
    }
  }
  return wedges
}

function coordinate(value: number, reach: number): number {
  return Math.round(((value + reach) / (2 * reach)) * COORDINATE_MAX)
}

function byte(value: number): number {
  return Math.round(Math.max(0, Math.min(value, 1)) * 255)
}
