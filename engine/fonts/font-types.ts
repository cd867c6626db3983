import type { Span } from '../base/source.js'
import type { GlyphPictures } from './color/glyph-picture.js'
import type { TraitRange } from './match-face.js'
import type { FontStyle } from './opentype/font-file.js'

export type { FontStyle }

/** The values of the font stage: faces, what asks for them, and shaped words. No logic here. */

export type Direction = 'ltr' | 'rtl'

/** Places on axes of a variable font, by tag. */
export type Variations = readonly (readonly [axis: string, value: number])[]

/** A computed style's request to the font library (css-fonts-4 §5). Interned by the library. */
export interface FontRequest {
  /** Family names and generic keywords (`serif`, `sans-serif`, `monospace`, …) in order of preference. */
  readonly families: readonly string[]
  /** 1 to 1000. */
  readonly weight: number
  /** A number is the angle of an oblique in degrees clockwise. */
  readonly style: FontStyle | number
  /** Percentage of normal width, 50 to 200. */
  readonly stretch: number
  /** Places on axes of variable fonts, over those that all else asks for (css-fonts-4 §7.2). */
  readonly variations?: Variations | undefined
  /** The font size in px, for fonts whose letters have other shapes in other sizes; absent for those of the file. */
  readonly opticalSize?: number | undefined
  /** What may be synthesized where a family lacks it; both when absent. */
  readonly synthesis?: Synthesis | undefined
  /** BCP 47 tag of the text, for the choice between fonts of languages that share characters; empty when unknown. */
  readonly language?: string
}

/** Vertical metrics and decorations of a face, as fractions of an em; distances below the baseline are positive in `descent` only. */
export interface FontMetrics {
  /** Above the baseline (hhea, or OS/2 typo when USE_TYPO_METRICS is set, as browsers choose). */
  readonly ascent: number
  /** Below the baseline, positive. */
  readonly descent: number
  readonly lineGap: number
  readonly xHeight: number
  readonly capHeight: number
  /** Advance of the digit zero, for the `ch` unit. */
  readonly zeroAdvance: number
  /** Advance of a character on average, and the width that holds any glyph, for the widths of fields. */
  readonly averageAdvance: number
  readonly widestGlyph: number
  /** Centre of the underline above the baseline (negative: below it), and its thickness. */
  readonly underlinePosition: number
  readonly underlineThickness: number
  /** Centre of the strike-out line above the baseline, and its thickness. */
  readonly strikeoutPosition: number
  readonly strikeoutThickness: number
}

/** Vertical metrics that a style sheet states in place of those of the file. */
export type MetricOverrides = Partial<Pick<FontMetrics, 'ascent' | 'descent' | 'lineGap'>>

/** What is seen of a glyph, from its origin, in font units; upwards. */
export interface InkBox {
  readonly left: number
  readonly right: number
  readonly bottom: number
}

/** The part of a face that embedding it in a PDF needs: kept apart from layout, which reads metrics and shapes only. */
export interface FontProgram {
  readonly postscriptName: string
  readonly unitsPerEm: number
  /** `glyf` outlines go in as TrueType (CIDFontType2), `cff` as CFF (CIDFontType0C). */
  readonly outlines: 'glyf' | 'cff'
  readonly italicAngle: number
  readonly isFixedPitch: boolean
  readonly isSerif: boolean
  /** Font bounding box, ascent, descent and cap height in 1/1000 em, for the font descriptor. */
  readonly bbox: readonly [number, number, number, number]
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
  readonly stemV: number
  /** Glyph ids are below it. */
  readonly glyphCount: number
  /** Advance width of a glyph in font units. */
  advanceWidth(glyphId: number): number
  /** The same as the W array of a PDF has it: in thousandths of an em with two decimals. */
  widthInFile(glyphId: number): number
  /**
   * The font program with only `glyphIds` (and what they are composed of), glyph ids kept, hinting left out.
   * Depends on the set only, so equal sets give equal bytes.
   * @param glyphIds sorted ascending, without duplicates
   */
  subset(glyphIds: readonly number[]): Uint8Array
  /** The box around the outline of a glyph; undefined for one without, and where it is not known. */
  inkBox(glyphId: number): InkBox | undefined
  /** The glyph of a code point by the face's cmap; 0 when it has none. */
  glyphOf(codePoint: number): number
  /** The code points that map to a glyph by the face's cmap; empty for glyphs that only substitution reaches. */
  codePointsOf(glyphId: number): readonly number[]
  /** The same for programs that are equal in all of this; worked out when it is asked for. */
  contentKey(): string
}

/**
 * Style that the PDF writer draws on its own because the family has no such face (css-fonts-4 §2.5). Advances stay as
 * they are.
 */
export interface Synthesis {
  /** Outlines are stroked as well as filled. */
  readonly bold: boolean
  /** Glyphs are slanted to the right. */
  readonly oblique: boolean
}

/** One face of a family. Faces live as long as the library; compare them by reference. */
export interface FontFace {
  /** Dense and unique within its library. */
  readonly id: number
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly stretch: number
  /** Font units in an em of the text, fewer than in the file where its letters are drawn larger. */
  readonly unitsPerEm: number
  /** How large its letters are drawn, as a part of the font size (`size-adjust`). */
  readonly scale: number
  readonly metrics: FontMetrics
  readonly program: FontProgram
  /** It lends its signs to texts in other fonts, whose lines it makes no taller. */
  readonly lends: boolean
  /** Drawn in place of outlines; absent for a face without colours. */
  readonly pictures?: GlyphPictures | undefined
  /** Absent for a face that is drawn as its file has it. Synthesized faces share `program` with the plain one. */
  readonly synthesis?: Synthesis | undefined
  hasGlyph(codePoint: number): boolean
}

/** A stretch of text that one face can show. Offsets are UTF-16 code units of the text that was itemized. */
export interface FontRun {
  readonly start: number
  readonly end: number
  readonly face: FontFace
}

/** How text is shaped besides its face. Interned with `FontLibrary.shaping`, so that caches key on the object. */
export interface ShapingStyle {
  readonly direction: Direction
  /** OpenType script tag such as `latn`, `arab`. */
  readonly script: string
  /** BCP 47 language tag, empty when unknown. */
  readonly language: string
  /** OpenType features switched on or off against the default, e.g. `{ tnum: true, liga: false }`. */
  readonly features: Readonly<Record<string, boolean>>
  /** Digits are not kerned with each other where the face gives all of them one width. Else they are as the face says. */
  readonly alignsFigures?: boolean
}

/**
 * A word as its face draws it. Glyphs stand in visual order (left to right), all measures in font units. It is
 * both what layout measures and what the PDF writes. Independent of the font size.
 */
export interface ShapedWord {
  readonly text: string
  readonly face: FontFace
  readonly direction: Direction
  readonly glyphs: readonly number[]
  /** Advance of each glyph, kerning included. */
  readonly advances: readonly number[]
  /** Per glyph the offset in `text` of the first code unit it stands for. */
  readonly clusters: Uint16Array | Uint32Array
  /** x and y displacement of each glyph in pairs, or undefined when all are zero. y grows upwards. */
  readonly offsets: Int32Array | undefined
  /** Sum of the advances. */
  readonly width: number
  /** The text could not be drawn completely: at least one glyph is .notdef. */
  readonly missing: boolean
  /** Text that readers of the file get instead, as a soft hyphen is read where a hyphen is shown. */
  readonly readAs?: string
  /** Its letters stand upright below each other, in a line that runs down; the glyphs of the word count only. */
  readonly upright?: UprightLetters
  /** Made when the word is written for the first time, and kept for as long as the word. */
  operand?: WordOperand | undefined
}

/** Letters of a word, each shaped by itself; measures in font units. */
export interface UprightLetters {
  readonly letters: readonly ShapedWord[]
  /** From the upper end of a letter's place to its baseline. */
  readonly ascent: number
  /** The middle of letters, above the baseline of the line when it is turned to run to the right. */
  readonly middle: number
}

/** A word as content streams show it: as glyph ids of the font, so that it depends on no document and no font size. */
export interface WordOperand {
  /** The word that it was made for. */
  readonly word: ShapedWord
  readonly isRightToLeft: boolean
  /**
   * Glyph ids as literal strings and kerning in thousandths of an em, without the outermost parentheses and in Latin-1:
   * words join without `)(` between them.
   */
  readonly shown: string
  /** How far the text position moves, in thousandths of an em. */
  readonly advance: number
  readonly text: WordText
  /** Glyphs overlap, as marks do their letters: readers that go by positions would take them apart. */
  readonly overlaps: boolean
  /** Stands for the document that its glyphs were noted in last. */
  noted: object | undefined
  /** The codes of its glyphs in that document, where some are not their ids. */
  codes: number[] | undefined
  /** By the index of a glyph, the codes of glyphs that nobody sees and that take no room, which are shown before it. */
  unseen: Map<number, readonly number[]> | undefined
  /** Whether readers of that document extract its text from its glyphs. */
  faithful: boolean
}

/** The text that each glyph of a word stands for. */
export type WordText =
  /** Glyph `i` stands for code unit `i` of the text; from the end in right-to-left words. */
  | { readonly kind: 'one-to-one' }
  /** The text of each glyph in visual order (ligatures have several characters, marks may have none), and all of it. */
  | { readonly kind: 'clusters'; readonly glyphTexts: readonly string[]; readonly visual: string }

/** A family list resolved against the library, for one `FontRequest`. Interned: compare by reference. */
export interface FontSelection {
  readonly request: FontRequest
  /** The first available face (css-fonts-4 §5.3.1 without a character): gives the strut and the `ex` and `ch` units. */
  readonly primary: FontFace
  /** Splits text into runs by face, a grapheme cluster never torn; neutral characters stay with the running face. */
  itemize(text: string): readonly FontRun[]
}

/** Damage in a font file, found when it was needed. Other fonts stand in for the damaged part. */
export interface FontDamage {
  /** The name by which style sheets ask for the font. */
  readonly family: string
  /** Whether something of it is damaged, or of a kind that is not supported. */
  readonly kind: 'damaged' | 'unsupported'
  /** Describes the fault for the author. */
  readonly message: string
  /** Where the font was asked for. */
  readonly span: Span | undefined
}

/** The families there are, including those that others stand in for, as Liberation Sans does for Arial. */
export interface KnownFamilies {
  names(): readonly string[]
  has(name: string): boolean
  /** All faces, those added last first within their family. */
  faces(): readonly KnownFace[]
}

/** A face as it is listed, without the files of others being opened. */
export interface KnownFace {
  readonly family: string
  readonly weight: TraitRange
  readonly styles: readonly FontStyle[]
  /** It comes with this package or one of its font packages. */
  readonly isOwn: boolean
  hasGlyph(codePoint: number): boolean
  /** The licence as its file names it. @throws FontError */
  license(): string | undefined
}

/** The faces and shaped words that templates share. */
export interface FontLibrary {
  /**
   * Resolves a request; repeated equal requests return the same object.
   * @internal
   */
  select(request: FontRequest): FontSelection
  /**
   * Interns a shaping style.
   * @internal
   */
  shaping(style: ShapingStyle): ShapingStyle
  /**
   * Shapes text that `itemize` gave to `face`, cached by (face, style, text). Text is in logical order and
   * must be of one direction and script.
   * @internal
   */
  shape(face: FontFace, style: ShapingStyle, text: string): ShapedWord
  /**
   * The families that style sheets can name.
   * @internal
   */
  readonly families?: KnownFamilies
  /** Words shaped since the library was made, cache hits excluded. */
  readonly shapedWords: number
  /**
   * Damage found so far in its fonts.
   * @internal
   */
  readonly damage?: readonly FontDamage[]
  /**
   * Reads its fonts as a whole, those aside that come with this package, so that `damage` has all that is wrong.
   * @internal
   */
  checkFonts?(): void
}
