import { paintGlyphPicture } from './paint-glyph-picture.js'
import type { PaintTarget, TextRun } from './paint-target.js'

/**
 * Shows words on a line, with the pictures of those in colour fonts over them: as text they have no outlines, so that
 * they are found and copied as others are.
 */
export function showText(target: PaintTarget, run: TextRun): void {
  target.showText(run)
  // The shape of a picture is not known: it has no shadow.
  if (run.decorative || run.outline || run.fontSize <= 0) return
  for (let i = 0; i < run.words.length; i++) {
    const word = run.words[i]
    const pictures = word?.face.pictures
    if (!word || !pictures) continue
    const px = run.fontSize / word.face.unitsPerEm
    let x = run.x + (run.positions[i] ?? 0)
    for (let k = 0; k < word.glyphs.length; k++) {
      const glyphId = word.glyphs[k] ?? 0
      const picture = pictures.of(glyphId)
      if (picture) {
        const dx = (word.offsets?.[2 * k] ?? 0) * px
        const dy = (word.offsets?.[2 * k + 1] ?? 0) * px
        paintGlyphPicture(target, picture, `glyph ${word.face.id} ${glyphId}`, {
          x: x + dx,
          y: run.y - dy,
          scale: px,
          color: run.color,
          onDamage: (message) => pictures.noteDamage(glyphId, message),
        })
      }
      x += (word.advances[k] ?? 0) * px
      if (word.clusters[k] !== word.clusters[k + 1]) x += run.letterSpacing
    }
  }
}
