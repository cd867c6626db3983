import { createRequire } from 'node:module'

/** The part of fontkit 2 that is used here: shaping. Its metrics, subsets and outlines are not. */
interface FontkitModule {
  create(data: Uint8Array): FontkitFont
}

export interface FontkitFont {
  /** The GSUB table, undefined when the font has none. */
  readonly GSUB?: unknown
  /** Not part of fontkit's documented surface; `test/engine/fonts/fontkit-module.test.ts` holds what is relied on. */
  readonly _layoutEngine: FontkitLayoutEngine
  /** Makes the font an instance of a variable font; null for other fonts. Not documented either. */
  readonly _variationProcessor: FontkitVariationProcessor | null
  getGlyph(glyphId: number, codePoints: readonly number[]): FontkitGlyph
  /** `features` is written to. A script that is an array is tried in order. */
  layout(
    glyphs: FontkitGlyph[],
    features: Record<string, boolean>,
    script: string | string[],
    language: string | undefined,
    direction: 'ltr' | 'rtl',
  ): FontkitRun
}

export interface FontkitVariationProcessor {
  /** Decide which feature variations hold. */
  readonly normalizedCoords: readonly number[]
  /** The delta that an item of GDEF's variation store adds to a number of GPOS. */
  getDelta(store: unknown, outer: number, inner: number): number
  /** Moves the points of an outline. */
  transformPoints(glyphId: number, points: unknown): void
}

export interface FontkitGlyph {
  readonly id: number
  readonly codePoints: readonly number[]
  readonly advanceWidth: number
}

/** A shaped run, glyphs in visual order. */
export interface FontkitRun {
  readonly glyphs: readonly FontkitGlyph[]
  readonly positions: readonly FontkitPosition[]
}

interface FontkitPosition {
  readonly xAdvance: number
  readonly xOffset: number
  readonly yOffset: number
}

interface FontkitLayoutEngine {
  /** Undefined for fonts without any layout table. */
  readonly engine?: FontkitScriptEngine
  /** Blanks out glyphs by the code points of whoever used the glyph first. */
  hideDefaultIgnorables(glyphs: readonly FontkitGlyph[], positions: readonly FontkitPosition[]): void
}

interface FontkitScriptEngine {
  /** One per glyph in logical order while a run is being shaped. */
  readonly glyphInfos: readonly FontkitGlyphInfo[] | null
  /** Apply lookups; null for fonts without the table. */
  readonly GSUBProcessor: FontkitLookupProcessor | null
  readonly GPOSProcessor: FontkitPositioningProcessor | null
  /** Applies GSUB to `glyphInfos`. */
  substitute(run: FontkitRun): void
  /** Called at the end of a layout; forgets `glyphInfos`. */
  cleanup(): void
}

export interface FontkitLookupProcessor {
  /** Those of the current layout, as far as it has come. */
  readonly glyphs: readonly FontkitGlyphInfo[]
  /** Applies a subtable of a lookup at the current glyph; contexts call it for the lookups that they name. */
  applyLookup(type: number, subtable: unknown): unknown
  /**
   * Whether glyphs match a sequence of coverages, classes or glyph ids.
   * @param start of the sequence, counted from the current glyph
   */
  match(
    start: number,
    sequence: readonly unknown[],
    matches: (item: unknown, glyph: FontkitGlyphInfo) => boolean,
    matched?: number[],
  ): unknown
}

export interface FontkitPositioningProcessor extends FontkitLookupProcessor {
  /** Attaches a mark. @param baseAnchor null where the base has no place for marks of its class */
  applyAnchor(mark: unknown, baseAnchor: unknown, baseIndex: number): void
}

export interface FontkitGlyphInfo {
  /** The features that apply to the glyph. */
  readonly features: Record<string, boolean>
  readonly codePoints: readonly number[]
}

const require = createRequire(import.meta.url)
let loaded: FontkitModule | undefined

/** Loads fontkit at its first use: it costs more than rendering a page that does not need it. */
export function loadFontkit(): FontkitModule {
  loaded ??= require('fontkit') as FontkitModule
  return loaded
}
