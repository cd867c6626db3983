import { paintGlyphPicture } from './paint-glyph-picture.js'
import type { PaintTarget, TextRun } from './paint-target.js'

/**
 * Shows words on a line, with the pictures of those in colour fonts over them: as text they have no outlines, so that
 * they are found and copied as others are.
 */
export function showText(target: PaintTarget, run: TextRun): void {
  let hasPictures = false
  for (const { upright, face } of run.words) {
    if (upright) {
      for (let i = 0; i < run.words.length; i++) showWord(target, run, i)
      return
    }
    if (face.pictures) hasPictures = true
  }
  target.showText(run)
  // The shape of a picture is not known: it has no shadow.
  if (hasPictures && !run.decorative && !run.outline && run.fontSize > 0) showPictures(target, run)
}

function showPictures(target: PaintTarget, run: TextRun): void {
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

/** Shows one word of a run, with its letters upright if they are so. */
function showWord(target: PaintTarget, run: TextRun, index: number): void {
  const word = run.words[index]
  if (!word) return
  const x = run.x + (run.positions[index] ?? 0)
  if (!word.upright) {
    showText(target, { ...run, x, words: [word], positions: ONE_POSITION })
    return
  }
  const { letters, ascent, middle } = word.upright
  const px = run.fontSize / word.face.unitsPerEm
  let top = x
  for (let i = 0; i < letters.length; i++) {
    const letter = letters[i]
    if (!letter) continue
    // The line is turned a quarter clockwise: letters are turned back, about the middle of the line.
    const baseline = { x: top + ascent * px, y: run.y - (middle - letter.width / 2) * px }
    target.save()
    target.transform({ a: 0, b: -1, c: 1, d: 0, e: baseline.x, f: baseline.y })
    showText(target, { ...run, x: 0, y: 0, letterSpacing: 0, words: [letter], positions: ONE_POSITION })
    target.restore()
    top += (word.advances[i] ?? 0) * px + run.letterSpacing
  }
}

const ONE_POSITION: readonly number[] = [0]
