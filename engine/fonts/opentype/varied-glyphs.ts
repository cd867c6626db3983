import {
  ARGS_ARE_OFFSETS,
  ARGS_ARE_WORDS,
  HAS_SCALE,
  HAS_TWO_BY_TWO,
  HAS_X_AND_Y_SCALE,
  MORE_COMPONENTS,
  OFFSET_IS_SCALED,
} from './component-flags.js'
import type { GlyphTable } from './glyf.js'
import type { GlyphVariation } from './gvar.js'
import { readSimpleGlyph, type SimpleGlyph, writeSimpleGlyph } from './simple-glyph.js'

/** Components of one glyph, those of its components included; more is damage, or a loop. */
const MAX_COMPONENTS = 256
/** Of one glyph, its components together: what `glyf` can number. */
const MAX_POINTS = 0xffff

/** The four phantom points behind a glyph's own: its edges for horizontal and vertical text. */
const PHANTOM_POINTS = 4

/** Outlines of a variable font at one place of the design space. */
export interface VariedGlyphs extends GlyphTable {
  /** The delta of a glyph's advance width at the place. */
  advanceDelta(glyphId: number): number
}

interface Component {
  readonly glyphId: number
  readonly flags: number
  readonly arguments: readonly [number, number]
  /** xx, yx, xy, yy: x becomes xx x + xy y. */
  readonly matrix: readonly [number, number, number, number]
}

/**
 * Moves the outlines of `glyphs` as `variation` says, when one is asked for. Composite glyphs come out as simple
 * ones, and each glyph begins at its left side bearing.
 */
export function varyGlyphs(glyphs: GlyphTable, variation: GlyphVariation): VariedGlyphs {
  let components = 0

  function movedWhole(glyphId: number): MovedGlyph {
    components = 0
    return moved(glyphId)
  }

  function moved(glyphId: number): MovedGlyph {
    components++
    if (components > MAX_COMPONENTS) throw new RangeError('the components of a glyph')
    const bytes = glyphs.outline(glyphId)
    const isComposite = bytes.length >= 10 && new DataView(bytes.buffer, bytes.byteOffset).getInt16(0) < 0
    return isComposite ? movedComposite(glyphId, bytes) : movedSimple(glyphId, bytes, variation)
  }

  function movedComposite(glyphId: number, bytes: Uint8Array): MovedGlyph {
    const parts = readComponents(bytes)
    const count = parts.length
    const xs = new Float64Array(count + PHANTOM_POINTS)
    const ys = new Float64Array(count + PHANTOM_POINTS)
    parts.forEach(({ flags, arguments: [x, y] }, i) => {
      if ((flags & ARGS_ARE_OFFSETS) !== 0) [xs[i], ys[i]] = [x, y]
    })
    variation(glyphId, { xs, ys, ends: [] })
    let all = EMPTY
    parts.forEach((component, i) => {
      const part = moved(component.glyphId).glyph
      if (all.xs.length + part.xs.length > MAX_POINTS) throw new RangeError('the points of a composite glyph')
      all = append(all, place(part, component, [xs[i] as number, ys[i] as number], all))
    })
    return { glyph: all, left: xs[count] as number, advanceDelta: (xs[count + 1] as number) - (xs[count] as number) }
  }

  return {
    outline(glyphId) {
      const { glyph, left } = movedWhole(glyphId)
      return writeSimpleGlyph(left === 0 ? glyph : { ...glyph, xs: glyph.xs.map((x) => x - left) })
    },
    components: () => [],
    top(glyphId) {
      const { ys } = movedWhole(glyphId).glyph
      return ys.length === 0 ? 0 : Math.round(ys.reduce((top, y) => Math.max(top, y)))
    },
    advanceDelta: (glyphId) => movedWhole(glyphId).advanceDelta,
  }
}

interface MovedGlyph {
  readonly glyph: SimpleGlyph
  /** How far the left phantom point moved; the outline moves back by it. */
  readonly left: number
  readonly advanceDelta: number
}

const EMPTY: SimpleGlyph = {
  ends: [],
  onCurve: new Uint8Array(0),
  xs: new Float64Array(0),
  ys: new Float64Array(0),
}

function movedSimple(glyphId: number, bytes: Uint8Array, variation: GlyphVariation): MovedGlyph {
  const glyph = bytes.length === 0 ? EMPTY : readSimpleGlyph(bytes)
  const count = glyph.xs.length
  // The phantom points stand at 0: only how far they move is of interest.
  const xs = new Float64Array(count + PHANTOM_POINTS)
  const ys = new Float64Array(count + PHANTOM_POINTS)
  xs.set(glyph.xs)
  ys.set(glyph.ys)
  variation(glyphId, { xs, ys, ends: glyph.ends })
  return {
    glyph: { ends: glyph.ends, onCurve: glyph.onCurve, xs: xs.subarray(0, count), ys: ys.subarray(0, count) },
    left: xs[count] as number,
    advanceDelta: (xs[count + 1] as number) - (xs[count] as number),
  }
}

/** Reads the components of a composite glyph. */
function readComponents(bytes: Uint8Array): readonly Component[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const components: Component[] = []
  let at = 10
  let flags = MORE_COMPONENTS
  while ((flags & MORE_COMPONENTS) !== 0) {
    flags = view.getUint16(at)
    const glyphId = view.getUint16(at + 2)
    at += 4
    const isWords = (flags & ARGS_ARE_WORDS) !== 0
    const places = readArguments(view, at, isWords, (flags & ARGS_ARE_OFFSETS) !== 0)
    at += isWords ? 4 : 2
    let matrix: Component['matrix'] = [1, 0, 0, 1]
    const scale = (i: number) => view.getInt16(at + i * 2) / 16384
    if ((flags & HAS_SCALE) !== 0) {
      matrix = [scale(0), 0, 0, scale(0)]
      at += 2
    } else if ((flags & HAS_X_AND_Y_SCALE) !== 0) {
      matrix = [scale(0), 0, 0, scale(1)]
      at += 4
    } else if ((flags & HAS_TWO_BY_TWO) !== 0) {
      matrix = [scale(0), scale(1), scale(2), scale(3)]
      at += 8
    }
    components.push({ glyphId, flags, arguments: places, matrix })
  }
  return components
}

/** Offsets are signed, point numbers are not. */
function readArguments(view: DataView, at: number, isWords: boolean, isOffset: boolean): readonly [number, number] {
  if (isWords)
    return isOffset ? [view.getInt16(at), view.getInt16(at + 2)] : [view.getUint16(at), view.getUint16(at + 2)]
  return isOffset ? [view.getInt8(at), view.getInt8(at + 1)] : [view.getUint8(at), view.getUint8(at + 1)]
}

/** A component where it stands in its composite, whose points so far are `all`. */
function place(
  part: SimpleGlyph,
  { flags, arguments: [first, second], matrix: [xx, yx, xy, yy] }: Component,
  offset: readonly [number, number],
  all: SimpleGlyph,
): SimpleGlyph {
  const xs = part.xs.map((x, i) => xx * x + xy * (part.ys[i] as number))
  const ys = part.ys.map((y, i) => yx * (part.xs[i] as number) + yy * y)
  let [dx, dy] = offset
  if ((flags & ARGS_ARE_OFFSETS) === 0) {
    // The second point of the component comes to lie on the first one of what is there.
    dx = (all.xs[first] ?? 0) - (xs[second] ?? 0)
    dy = (all.ys[first] ?? 0) - (ys[second] ?? 0)
  } else if ((flags & OFFSET_IS_SCALED) !== 0) {
    dx *= Math.hypot(xx, yx)
    dy *= Math.hypot(xy, yy)
  }
  return { ends: part.ends, onCurve: part.onCurve, xs: xs.map((x) => x + dx), ys: ys.map((y) => y + dy) }
}

function append(all: SimpleGlyph, part: SimpleGlyph): SimpleGlyph {
  const start = all.xs.length
  const onCurve = new Uint8Array(start + part.onCurve.length)
  const xs = new Float64Array(onCurve.length)
  const ys = new Float64Array(onCurve.length)
  onCurve.set(all.onCurve)
  xs.set(all.xs)
  ys.set(all.ys)
  onCurve.set(part.onCurve, start)
  xs.set(part.xs, start)
  ys.set(part.ys, start)
  return { ends: all.ends.concat(part.ends.map((end) => end + start)), onCurve, xs, ys }
}
