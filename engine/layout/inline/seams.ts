import type { LayoutContext } from '../layout-types.js'
import type { InlineRun } from './paragraph.js'
import { pxPerUnit } from './shape-text.js'

/**
 * Whether text of two runs is kerned where they meet, as if it were of one (css-text-3 §7.3): they differ in nothing
 * that shaping knows of, such as in colour. Edges of boxes between them are the caller's to see.
 * UNSUPPORTED: letters of two elements form no ligatures, which would have two styles.
 * AD-HOC: kerned in left-to-right text only, as spaces are.
 */
export function isSeamless(before: InlineRun, behind: InlineRun): boolean {
  if (before.face !== behind.face || before.fontSize !== behind.fontSize || before.shaping !== behind.shaping)
    return false
  if (before.level !== behind.level || before.shaping.direction !== 'ltr') return false
  if (before.upright || behind.upright) return false
  return (
    before.style.letterSpacing === behind.style.letterSpacing && before.style.wordSpacing === behind.style.wordSpacing
  )
}

/** By how many px two characters of a run stand nearer to each other (below 0) or farther apart than by themselves. */
export function kerningBetween(ctx: LayoutContext, run: InlineRun, before: string, behind: string): number {
  const { face, shaping } = run
  const pair = ctx.fonts.shape(face, shaping, before + behind)
  const first = ctx.fonts.shape(face, shaping, before)
  const second = ctx.fonts.shape(face, shaping, behind)
  const firstCount = first.glyphs.length
  if (pair.glyphs.length !== firstCount + second.glyphs.length) return 0
  // Where the characters become others, as in ligatures, the widths say nothing about their distance.
  for (let i = 0; i < pair.glyphs.length; i++) {
    if (pair.glyphs[i] !== (i < firstCount ? first.glyphs[i] : second.glyphs[i - firstCount])) return 0
  }
  return (pair.width - first.width - second.width) * pxPerUnit(run, pair)
}

/** The last character of a text that is not empty. */
export function lastCharacter(text: string): string {
  const code = text.charCodeAt(text.length - 1)
  return text.slice(code >= 0xdc00 && code < 0xe000 ? -2 : -1)
}
