import { isDigit } from './characters.js'
import type { ShapedGlyphs } from './complex-shaper.js'
import type { ShapingStyle } from './font-types.js'
import type { FontFile } from './opentype/font-file.js'

/** Whether digits of a face are not to be kerned with each other in a style. */
export function alignsFigures(file: FontFile, { alignsFigures, features }: ShapingStyle): boolean {
  if (!alignsFigures) return false
  return features.tnum === true || (features.pnum !== true && hasTabularFigures(file))
}

const DIGITS = Array.from('0123456789', (digit) => digit.charCodeAt(0))

/** Whether the digits of a face have one width as they are. */
function hasTabularFigures(file: FontFile): boolean {
  return new Set(DIGITS.map((digit) => file.advanceWidth(file.cmap.glyphOf(digit)))).size === 1
}

/** Takes back the kerning between digits of one width. */
export function withAlignedFigures(text: string, shaped: ShapedGlyphs, file: FontFile): ShapedGlyphs {
  const { glyphs, clusters } = shaped
  const advances = [...shaped.advances]
  let { width } = shaped
  for (let i = 0; i + 1 < glyphs.length; i++) {
    const own = file.advanceWidth(glyphs[i] as number)
    if (advances[i] === own || own !== file.advanceWidth(glyphs[i + 1] as number)) continue
    if (!isDigit(text.charCodeAt(clusters[i] as number)) || !isDigit(text.charCodeAt(clusters[i + 1] as number)))
      continue
    width += own - (advances[i] as number)
    advances[i] = own
  }
  return { ...shaped, advances, width }
}
