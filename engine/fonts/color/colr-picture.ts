import { IDENTITY, type Matrix, multiply } from '../../base/matrix.js'
import type { Outline } from '../../base/path.js'
import { type ColrTable, offset24 } from './colr-table.js'
import type { OutlineOf } from './glyph-outline.js'
import type { GlyphBlendMode, GlyphBounds, GlyphColor, GlyphDrawing, GlyphNode } from './glyph-picture.js'
import { isFill, readFill } from './paint-fill.js'
import { isTransform, readTransform } from './paint-transform.js'
import type { Palette } from './palette.js'

// Formats of paints (OpenType 1.9.1, "COLR").
const COLR_LAYERS = 1
const GLYPH = 10
const COLR_GLYPH = 11
const COMPOSITE = 32

/**
 * Limits of one glyph: the paints of its graph, each counted as often as it is reached, how deep they are nested, and
 * the segments of its outlines. The largest of the Noto emoji have 6,707 paints, nine deep. Graphs may share parts, or
 * lead back to themselves: the counts end both.
 */
const MOST_PAINTS = 20_000
const GREATEST_DEPTH = 64
const MOST_SEGMENTS = 400_000

/** Composite modes from 13 on are the blend modes of compositing-1. */
const FIRST_BLEND_MODE = 13
const BLEND_MODES: readonly GlyphBlendMode[] = [
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'multiply',
  'hue',
  'saturation',
  'color',
  'luminosity',
]

/**
 * Reads the picture of a glyph that `colr` has, variable fonts at their default place.
 * @throws RangeError for a graph that cannot be followed, or not to its end
 */
export function readColrPicture(
  colr: ColrTable,
  palette: Palette,
  outlineOf: OutlineOf,
  glyphId: number,
): GlyphDrawing {
  return new PictureReader(colr, palette, outlineOf).read(glyphId)
}

class PictureReader {
  #paints = 0
  #segments = 0
  #takesTextColor = false
  #xMin = Number.POSITIVE_INFINITY
  #yMin = Number.POSITIVE_INFINITY
  #xMax = Number.NEGATIVE_INFINITY
  #yMax = Number.NEGATIVE_INFINITY

  constructor(
    private readonly colr: ColrTable,
    private readonly palette: Palette,
    private readonly outlineOf: OutlineOf,
  ) {}

  read(glyphId: number): GlyphDrawing {
    const paint = this.colr.paintOf(glyphId)
    const nodes = paint === undefined ? this.#flatLayers(glyphId) : this.#nodesOf(paint, IDENTITY, 0)
    const bounds = (paint === undefined ? undefined : this.colr.clipBoxOf(glyphId)) ?? this.#extent()
    return { kind: 'drawing', nodes, bounds, takesTextColor: this.#takesTextColor }
  }

  #extent(): GlyphBounds {
    if (this.#xMin > this.#xMax) return { xMin: 0, yMin: 0, xMax: 0, yMax: 0 }
    return { xMin: this.#xMin, yMin: this.#yMin, xMax: this.#xMax, yMax: this.#yMax }
  }

  #flatLayers(glyphId: number): readonly GlyphNode[] {
    const { first, count } = this.colr.flatLayersOf(glyphId) ?? { first: 0, count: 0 }
    const nodes: GlyphNode[] = []
    for (let i = 0; i < count; i++) {
      this.#countPaint(0)
      const layer = this.colr.flatLayer(first + i)
      const path = this.#outline(layer.glyphId, IDENTITY)
      const color = this.#noteColor(this.palette.color(layer.color, 1))
      if (path.length > 0) nodes.push({ kind: 'fill', path, paint: { kind: 'color', color } })
    }
    return nodes
  }

  /** The drawing of the paint at `at`, through a map. */
  #nodesOf(at: number, matrix: Matrix, depth: number): readonly GlyphNode[] {
    this.#countPaint(depth)
    const { table } = this.colr
    const format = table.getUint8(at)
    if (format === COLR_LAYERS) return this.#layers(at, matrix, depth)
    if (isFill(format)) {
      const paint = this.#fill(at, matrix)
      return paint ? [{ kind: 'flood', paint }] : []
    }
    if (format === GLYPH) return this.#glyph(at, matrix, depth)
    if (format === COLR_GLYPH) {
      const paint = this.colr.paintOf(table.getUint16(at + 1))
      return paint === undefined ? [] : this.#nodesOf(paint, matrix, depth + 1)
    }
    if (isTransform(format)) {
      return this.#nodesOf(at + offset24(table, at + 1), multiply(matrix, readTransform(table, at)), depth + 1)
    }
    if (format === COMPOSITE) return this.#composite(at, matrix, depth)
    // A format that came after this was written: nothing is drawn, as the specification has it.
    return []
  }

  #layers(at: number, matrix: Matrix, depth: number): readonly GlyphNode[] {
    const { table } = this.colr
    const count = table.getUint8(at + 1)
    const first = table.getUint32(at + 2)
    const nodes: GlyphNode[] = []
    for (let i = 0; i < count; i++) nodes.push(...this.#nodesOf(this.colr.layerPaint(first + i), matrix, depth + 1))
    return nodes
  }

  /** An outline filled with a colour or gradient, else one that cuts what is drawn within it. */
  #glyph(at: number, matrix: Matrix, depth: number): readonly GlyphNode[] {
    const { table } = this.colr
    const path = this.#outline(table.getUint16(at + 4), matrix)
    if (path.length === 0) return []
    let inner = matrix
    let child = at + offset24(table, at + 1)
    let below = depth + 1
    for (; isTransform(table.getUint8(child)); below++) {
      this.#countPaint(below)
      inner = multiply(inner, readTransform(table, child))
      child += offset24(table, child + 1)
    }
    if (!isFill(table.getUint8(child))) return [{ kind: 'clip', path, children: this.#nodesOf(child, inner, below) }]
    const paint = this.#fill(child, inner)
    return paint ? [{ kind: 'fill', path, paint }] : []
  }

  #composite(at: number, matrix: Matrix, depth: number): readonly GlyphNode[] {
    const { table } = this.colr
    const mode = table.getUint8(at + 4)
    const source = this.#nodesOf(at + offset24(table, at + 1), matrix, depth + 1)
    const backdrop = this.#nodesOf(at + offset24(table, at + 5), matrix, depth + 1)
    return compose(mode, source, backdrop)
  }

  #fill(at: number, matrix: Matrix) {
    const paint = readFill(this.colr.table, at, matrix, this.palette)
    if (paint?.kind === 'color') this.#noteColor(paint.color)
    else for (const { color } of paint?.stops ?? []) this.#noteColor(color)
    return paint
  }

  #noteColor(color: GlyphColor): GlyphColor {
    this.#takesTextColor ||= color.rgb === undefined
    return color
  }

  #outline(glyphId: number, matrix: Matrix): Outline {
    const path = this.outlineOf(glyphId, matrix)
    this.#segments += path.length
    if (this.#segments > MOST_SEGMENTS) throw new RangeError('a picture has too many outlines')
    for (const segment of path) {
      if (segment.kind === 'close') continue
      this.#xMin = Math.min(this.#xMin, segment.x)
      this.#xMax = Math.max(this.#xMax, segment.x)
      this.#yMin = Math.min(this.#yMin, segment.y)
      this.#yMax = Math.max(this.#yMax, segment.y)
    }
    return path
  }

  #countPaint(depth: number): void {
    if (++this.#paints > MOST_PAINTS) throw new RangeError('a picture has too many parts')
    if (depth > GREATEST_DEPTH) throw new RangeError('the parts of a picture are nested too deep')
  }
}

/**
 * PaintComposite (OpenType 1.9.1, "COLR").
 *
 * UNSUPPORTED: what is cut by the other picture (source out, destination out, xor) stays whole; plus is screen.
 */
function compose(mode: number, source: readonly GlyphNode[], backdrop: readonly GlyphNode[]): readonly GlyphNode[] {
  switch (mode) {
    case 0:
      return []
    case 1:
    case 7:
      return source
    case 2:
    case 8:
      return backdrop
    case 4:
      return [...source, ...backdrop]
    case 5:
      return masked(source, backdrop)
    case 6:
      return masked(backdrop, source)
    case 9:
      return [...backdrop, ...masked(source, backdrop)]
    case 10:
      return [...source, ...masked(backdrop, source)]
    case 12:
      return [{ kind: 'blend', mode: 'screen', backdrop, source }]
    default: {
      const blend = BLEND_MODES[mode - FIRST_BLEND_MODE]
      return blend === undefined ? [...backdrop, ...source] : [{ kind: 'blend', mode: blend, backdrop, source }]
    }
  }
}

/** A mask of one colour everywhere is how fonts write the opacity of a group. */
function masked(children: readonly GlyphNode[], mask: readonly GlyphNode[]): readonly GlyphNode[] {
  const [only] = mask
  if (only?.kind === 'flood' && mask.length === 1 && only.paint.kind === 'color') {
    const { alpha } = only.paint.color
    return alpha >= 1 ? children : [{ kind: 'opacity', opacity: alpha, children }]
  }
  return [{ kind: 'mask', mask, children }]
}
