/** The heights of a line in px that a face asks for at some size. */
export interface FaceHeights {
  readonly ascent: number
  readonly descent: number
  /** With the gap between lines. */
  readonly lineHeight: number
}

/** The vertical metrics of a face, as fractions of an em. */
export type LineMetrics = Readonly<Record<'ascent' | 'descent' | 'lineGap', number>>

/**
 * Heights of a face at a size with `line-height: normal`; browsers round each part to whole px, at a size cut to
 * hundredths: 8pt Times, 10.66 px, is 9 px high above the baseline, and would be 10 at 10.667 px.
 */
export function faceHeights(metrics: LineMetrics, fontSize: number): FaceHeights {
  const size = Math.floor(Math.fround(Math.fround(fontSize) * 100)) / 100
  const ascent = Math.round(metrics.ascent * size)
  const descent = Math.round(metrics.descent * size)
  return { ascent, descent, lineHeight: ascent + descent + Math.round(metrics.lineGap * size) }
}

/** The widths of the characters of a face, as fractions of an em. */
export interface CharacterWidths {
  readonly zeroAdvance: number
  readonly averageAdvance: number
  readonly widestGlyph: number
}
