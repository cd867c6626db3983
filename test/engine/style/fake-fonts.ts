import type {
  FontFace,
  FontLibrary,
  FontRequest,
  FontSelection,
  ShapedWord,
  ShapingStyle,
} from '../../../engine/fonts/font-types.js'

/** A face with round metrics: `ex` is half an em, `ch` three fifths, a normal line 1.25. */
const FACE: FontFace = {
  lends: false,
  id: 0,
  family: 'Fake',
  weight: 400,
  style: 'normal',
  stretch: 100,
  unitsPerEm: 1000,
  scale: 1,
  metrics: {
    ascent: 0.9,
    descent: 0.25,
    lineGap: 0.1,
    xHeight: 0.5,
    capHeight: 0.7,
    zeroAdvance: 0.6,
    averageAdvance: 0.5,
    widestGlyph: 1,
    underlinePosition: -0.1,
    underlineThickness: 0.05,
    strikeoutPosition: 0.25,
    strikeoutThickness: 0.05,
  },
  program: {
    postscriptName: 'Fake',
    unitsPerEm: 1000,
    outlines: 'glyf',
    italicAngle: 0,
    isFixedPitch: false,
    isSerif: false,
    bbox: [0, 0, 1000, 1000],
    ascent: 900,
    descent: -250,
    capHeight: 700,
    stemV: 80,
    glyphCount: 0xffff,
    advanceWidth: () => 600,
    widthInFile: () => 600,
    subset: () => new Uint8Array(),
    inkBox: () => undefined,
    glyphOf: () => 0,
    codePointsOf: () => [],
    contentKey: () => 'fake',
  },
  hasGlyph: () => true,
}

/** A font library for tests that need computed styles only: it selects, but does not shape. */
export function fakeFonts(): FontLibrary {
  const selections = new Map<string, FontSelection>()
  return {
    shapedWords: 0,
    select(request: FontRequest): FontSelection {
      const key = JSON.stringify(request)
      const known = selections.get(key)
      if (known) return known
      const selection = {
        request,
        primary: FACE,
        itemize: (text: string) => [{ start: 0, end: text.length, face: FACE }],
      }
      selections.set(key, selection)
      return selection
    },
    shaping: (style: ShapingStyle) => style,
    shape(): ShapedWord {
      throw new Error('the fake fonts do not shape')
    },
  }
}
