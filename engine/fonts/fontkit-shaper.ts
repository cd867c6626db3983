import { graphemeClusters } from '../base/segment-text.js'
import { bengaliPieces } from './bengali-pieces.js'
import { ZERO_WIDTH_JOINER, ZERO_WIDTH_NON_JOINER } from './characters.js'
import type { ShapedGlyphs } from './complex-shaper.js'
import { isTag } from './emoji.js'
import type { ShapingStyle } from './font-types.js'
import {
  type FontkitFont,
  type FontkitGlyph,
  type FontkitGlyphInfo,
  type FontkitLookupProcessor,
  type FontkitPositioningProcessor,
  type FontkitRun,
  type FontkitVariationProcessor,
  loadFontkit,
} from './fontkit-module.js'
import { joinGlyphs } from './join-glyphs.js'
import { FontError } from './opentype/font-error.js'
import type { FontFile } from './opentype/font-file.js'
import { type PackedTable, packTables } from './opentype/pack-tables.js'
import { languageTag, scriptTags } from './opentype-tags.js'
import { orderMarks } from './order-marks.js'
import { type PreparedText, prepareText, type Repertoire } from './prepare-text.js'

/** Why a table cannot be followed, whatever it was that the reader ran into. */
const DAMAGED = 'its layout tables are damaged or cut off'

/** Stands for "not known yet" among clusters: larger than any offset. */
const UNKNOWN = 0x7fffffff

/** Features that fontkit turns on around the fraction slash only, also where they are asked for. */
const FRACTION_FEATURES = ['frac', 'numr', 'dnom']

/** Shapes any text of one face through fontkit. */
export class FontkitShaper {
  readonly #font: FontkitFont
  readonly #hasSubstitutions: boolean
  #infos: readonly FontkitGlyphInfo[] | undefined
  /** Features of the current layout that every glyph is to have. */
  #forced: readonly string[] = []
  readonly #work = new LayoutWork()

  /** @throws FontError `broken-font` when the font cannot be read as a whole */
  constructor(
    private readonly file: FontFile,
    private readonly repertoire: Repertoire,
  ) {
    try {
      this.#font = openFont(file)
      this.#hasSubstitutions = this.#font.GSUB !== undefined
      this.#observe()
    } catch (error) {
      throw new FontError('broken-font', `${file.postscriptName} cannot shape text: ${DAMAGED}`, { cause: error })
    }
  }

  /** @throws FontError `broken-font` when the layout tables of the face cannot be followed */
  shape(text: string, style: ShapingStyle): ShapedGlyphs {
    if (!isNative(style, text)) return this.#shapeReversed(text, style)
    return this.#shapeNative(text, style)
  }

  #shapeNative(text: string, style: ShapingStyle): ShapedGlyphs {
    if (style.script === 'beng') return this.#shapeBengali(text, style)
    return this.#shapePiece(text, style, style.features)
  }

  /** Text against the direction of its script is kerned, and its letters join, as they stand side by side in the end. */
  #shapeReversed(text: string, style: ShapingStyle): ShapedGlyphs {
    const clusters = Array.from(graphemeClusters(text)).reverse()
    const direction = style.direction === 'ltr' ? 'rtl' : 'ltr'
    const shaped = this.#shapeNative(clusters.map(({ segment }) => segment).join(''), { ...style, direction })
    const places: number[] = []
    for (const { segment, index } of clusters) for (let i = 0; i < segment.length; i++) places.push(index + i)
    const starts = [...new Set(shaped.clusters)].sort((a, b) => a - b)
    const firsts = new Map(starts.map((start, i) => [start, Math.min(...places.slice(start, starts[i + 1]))]))
    return { ...shaped, clusters: shaped.clusters.map((cluster) => firsts.get(cluster) as number) }
  }

  #shapeBengali(text: string, style: ShapingStyle): ShapedGlyphs {
    const pieces = bengaliPieces(text)
    const shaped = pieces.map(({ start, end, initial }) => {
      const features = initial ? style.features : { ...style.features, init: false }
      return this.#shapePiece(text.slice(start, end), style, features)
    })
    const [only] = shaped
    if (only !== undefined && shaped.length === 1) return only
    return joinGlyphs(
      shaped,
      pieces.map((piece) => piece.start),
      text.length,
    )
  }

  #shapePiece(text: string, style: ShapingStyle, features: ShapingStyle['features']): ShapedGlyphs {
    const given = prepareText(this.repertoire, text)
    const prepared = style.script === 'hebr' || style.script === 'arab' ? orderMarks(given) : given
    const run = this.#layout(prepared, style, { ...features })
    const infos = this.#infos
    const rtl = style.direction === 'rtl'
    // Without a layout engine fontkit leaves glyphs as they came, in logical order.
    const reversed = rtl && infos === undefined
    const clusters = clustersOf(prepared, infos ?? run.glyphs)
    return this.#collect(run, prepared, clusters, rtl, reversed)
  }

  #layout(prepared: PreparedText, style: ShapingStyle, features: Record<string, boolean>): FontkitRun {
    this.#infos = undefined
    this.#work.begin(prepared.codePoints.length)
    this.#forced = FRACTION_FEATURES.filter((tag) => features[tag] === true)
    const glyphs = prepared.codePoints.map((codePoint) => this.#glyph(codePoint))
    try {
      const scripts = [...scriptTags(style.script)]
      return this.#font.layout(glyphs, features, scripts, languageTag(style.language), style.direction)
    } catch (error) {
      throw new FontError('broken-font', `${this.file.postscriptName} cannot shape text: ${DAMAGED}`, { cause: error })
    }
  }

  /**
   * A glyph as input of fontkit. Its own glyph objects keep the code points of their first use, so they serve
   * only where positions are computed from outlines, in fonts without substitutions.
   */
  #glyph(codePoint: number): FontkitGlyph {
    const id = this.file.cmap.glyphOf(codePoint)
    const hasOutlines = this.file.tables.has('glyf') || this.file.tables.has('CFF ')
    if (!this.#hasSubstitutions && hasOutlines) return this.#font.getGlyph(id, [codePoint])
    return { id, codePoints: [codePoint], advanceWidth: this.file.advanceWidth(id) }
  }

  /**
   * Keeps the glyph infos of a layout, which alone tell what each glyph stands for, forces features, corrects
   * contexts, and stops fontkit's hiding.
   */
  #observe(): void {
    const layoutEngine = this.#font._layoutEngine
    layoutEngine.hideDefaultIgnorables = () => {}
    const { engine } = layoutEngine
    if (engine === undefined) return
    for (const processor of [engine.GSUBProcessor, engine.GPOSProcessor]) {
      if (processor === null) continue
      matchBacktracksBackwards(processor)
      this.#work.watch(processor)
    }
    leaveMarksWithoutAnchor(engine.GPOSProcessor)
    const substitute = engine.substitute.bind(engine)
    engine.substitute = (run) => {
      for (const info of engine.glyphInfos ?? []) {
        for (const tag of this.#forced) info.features[tag] = true
      }
      substitute(run)
    }
    const cleanup = engine.cleanup.bind(engine)
    engine.cleanup = () => {
      this.#infos = engine.glyphInfos ?? undefined
      cleanup()
    }
  }

  /** Gathers the run in visual order, without the joiners. */
  #collect(
    run: FontkitRun,
    prepared: PreparedText,
    clusters: GlyphSources,
    rtl: boolean,
    reversed: boolean,
  ): ShapedGlyphs {
    const count = run.glyphs.length
    const glyphs: number[] = []
    const advances: number[] = []
    const offsets = new Int32Array(count * 2)
    const clusterOf = new Uint16Array(count)
    let length = 0
    let width = 0
    let displaced = false
    let missing = false
    for (let i = 0; i < count; i++) {
      const visual = reversed ? count - 1 - i : i
      const logical = rtl ? count - 1 - i : i
      const glyph = run.glyphs[visual]
      const position = run.positions[visual]
      if (glyph === undefined || position === undefined || clusters.hidden[logical] === true) continue
      const spaceWidth = prepared.spaceWidths?.get(clusters.sources[logical] ?? -1)
      const advance = spaceWidth === undefined ? position.xAdvance : spaceWidth * this.file.unitsPerEm
      glyphs.push(glyph.id)
      advances.push(Math.round(advance))
      offsets[length * 2] = Math.round(position.xOffset)
      offsets[length * 2 + 1] = Math.round(position.yOffset)
      clusterOf[length] = clusters.offsets[logical] ?? 0
      displaced ||= offsets[length * 2] !== 0 || offsets[length * 2 + 1] !== 0
      missing ||= glyph.id === 0
      width += advances[length] as number
      length++
    }
    return {
      // Copies have no room to grow.
      glyphs: glyphs.slice(),
      advances: advances.slice(),
      clusters: clusterOf.slice(0, length),
      offsets: displaced ? offsets.slice(0, length * 2) : undefined,
      width,
      missing,
    }
  }
}

const RIGHT_TO_LEFT_SCRIPTS: ReadonlySet<string> = new Set(['arab', 'hebr', 'nko ', 'syrc', 'thaa'])

const DIGIT = /\p{Nd}/u
const LETTER = /\p{L}/u

/** Whether text runs as its script does; numbers run to the right in all of them. */
function isNative({ script, direction }: ShapingStyle, text: string): boolean {
  if (!RIGHT_TO_LEFT_SCRIPTS.has(script)) return direction === 'ltr'
  return direction === 'rtl' || (DIGIT.test(text) && !LETTER.test(text))
}

/** Applications of lookups for each character, and for a text besides: contexts apply others within them. */
const LOOKUPS_PER_CHARACTER = 10_000
const LOOKUPS_PER_TEXT = 100_000

/** Glyphs that a character may become, and a text besides. */
const GLYPHS_PER_CHARACTER = 64
const GLYPHS_PER_TEXT = 1_000

/** Ends layouts whose lookups apply each other, or multiply glyphs, without end. */
class LayoutWork {
  #lookups = 0
  #glyphs = 0

  begin(characters: number): void {
    this.#lookups = LOOKUPS_PER_TEXT + LOOKUPS_PER_CHARACTER * characters
    this.#glyphs = GLYPHS_PER_TEXT + GLYPHS_PER_CHARACTER * characters
  }

  watch(processor: FontkitLookupProcessor): void {
    const applyLookup = processor.applyLookup.bind(processor)
    processor.applyLookup = (type, subtable) => {
      if (--this.#lookups < 0) throw new RangeError('its lookups do not come to an end')
      const applied = applyLookup(type, subtable)
      if (processor.glyphs.length > this.#glyphs) throw new RangeError('its lookups make too many glyphs')
      return applied
    }
  }
}

/**
 * AD-HOC: fonts list what must stand before the current glyph starting with the nearest (OpenType 1.9, "Chained
 * contexts"), fontkit takes the first for the farthest.
 */
function matchBacktracksBackwards(processor: FontkitLookupProcessor): void {
  const match = processor.match.bind(processor)
  processor.match = (start, sequence, matches, matched) =>
    match(start, start < 0 && sequence.length > 1 ? [...sequence].reverse() : sequence, matches, matched)
}

/** A base may have no anchor for a class of marks: those stay where they are, which fontkit does not foresee. */
function leaveMarksWithoutAnchor(processor: FontkitPositioningProcessor | null): void {
  if (processor === null) return
  const applyAnchor = processor.applyAnchor.bind(processor)
  processor.applyAnchor = (mark, baseAnchor, baseIndex) => {
    if (baseAnchor !== null && baseAnchor !== undefined) applyAnchor(mark, baseAnchor, baseIndex)
  }
}

/** AD-HOC: fontkit makes its own instances only of fonts whose axes have names, and takes some defaults for ends. */
function openFont(file: FontFile): FontkitFont {
  const { variation } = file
  if (variation === undefined) return loadFontkit().create(withoutStateMachines(file))
  const font = loadFontkit().create(variation.shapingData())
  const processor: FontkitVariationProcessor = {
    normalizedCoords: variation.coords,
    getDelta: (_store, outer, inner) => variation.layoutDelta(outer, inner),
    transformPoints: () => {},
  }
  Object.defineProperty(font, '_variationProcessor', { value: processor })
  return font
}

/** Layout tables of Apple's, which take the place of GSUB and GPOS in fontkit. */
const STATE_MACHINES = ['morx', 'mort', 'kerx', 'opbd', 'prop', 'trak']

/**
 * UNSUPPORTED: the layout tables of Apple's systems. Nothing says that their state machines come to an end, and fonts
 * for documents have GSUB.
 */
function withoutStateMachines({ data, tables }: FontFile): Uint8Array {
  if (!STATE_MACHINES.some((tag) => tables.has(tag))) return data
  const kept: PackedTable[] = []
  for (const [tag, table] of tables) {
    if (!STATE_MACHINES.includes(tag)) {
      kept.push([tag, new Uint8Array(table.buffer, table.byteOffset, table.byteLength)])
    }
  }
  const version = new DataView(data.buffer, data.byteOffset).getUint32(0)
  return packTables(
    version,
    kept.sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Where glyphs come from, in logical order. */
interface GlyphSources {
  /** Index of the first code point in the prepared text, -1 for glyphs without one. */
  readonly sources: readonly number[]
  /** Offset in the original text. */
  readonly offsets: readonly number[]
  /** The glyph is nothing but joiners, or tags. */
  readonly hidden: readonly boolean[]
}

/**
 * Finds for each glyph the place of its code points. fontkit hands code points on through substitution and
 * reordering but not their positions, so each is taken from the first equal one that is still free; where a
 * syllable was reordered, its glyphs share the smallest offset, as HarfBuzz merges clusters.
 */
function clustersOf(
  prepared: PreparedText,
  infos: readonly { readonly codePoints: readonly number[] }[],
): GlyphSources {
  const taken = new Uint8Array(prepared.codePoints.length)
  const sources: number[] = []
  const offsets: number[] = []
  const hidden: boolean[] = []
  let firstFree = 0
  for (const { codePoints } of infos) {
    let source = UNKNOWN
    let joinersOnly = codePoints.length > 0
    for (const codePoint of codePoints) {
      const at = findFree(prepared.codePoints, taken, firstFree, codePoint)
      if (at >= 0) {
        taken[at] = 1
        source = Math.min(source, at)
      }
      while (taken[firstFree] === 1) firstFree++
      joinersOnly &&= codePoint === ZERO_WIDTH_JOINER || codePoint === ZERO_WIDTH_NON_JOINER || isTag(codePoint)
    }
    sources.push(source === UNKNOWN ? -1 : source)
    offsets.push(source === UNKNOWN ? UNKNOWN : (prepared.offsets[source] as number))
    hidden.push(joinersOnly)
  }
  makeMonotonic(infos, offsets)
  return { sources, offsets, hidden }
}

/** How far a glyph is looked for behind its place: longer than any syllable that is reordered. */
const REORDERING_WINDOW = 32

function findFree(codePoints: readonly number[], taken: Uint8Array, from: number, codePoint: number): number {
  const end = Math.min(codePoints.length, from + REORDERING_WINDOW)
  for (let i = from; i < end; i++) {
    if (taken[i] === 0 && codePoints[i] === codePoint) return i
  }
  return -1
}

function makeMonotonic(infos: readonly { readonly codePoints: readonly number[] }[], offsets: number[]): void {
  // A glyph that was split off (no code points) belongs to the one before it.
  for (let i = 1; i < offsets.length; i++) {
    if (infos[i]?.codePoints.length === 0) offsets[i] = offsets[i - 1] as number
  }
  for (let i = offsets.length - 2; i >= 0; i--) {
    offsets[i] = Math.min(offsets[i] as number, offsets[i + 1] as number)
  }
  for (let i = 0; i < offsets.length; i++) {
    if (offsets[i] === UNKNOWN) offsets[i] = i === 0 ? 0 : (offsets[i - 1] as number)
  }
}
