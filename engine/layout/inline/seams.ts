import { lastCharacter } from '../../boxes/build/white-space.js'
import type { LayoutContext } from '../layout-types.js'
import type { InlineRun, Unit } from './paragraph.js'
import { kerningBehindSpace, pxPerUnit } from './shape-text.js'
import { isInvisible, NO_BREAK_SPACE, SOFT_HYPHEN, SPACE } from './text-codes.js'

/** Where text of two runs meets. */
interface Seam {
  /** Ends with the text before it. */
  readonly tail: Unit | undefined
  /** That of the text behind it. */
  readonly run: InlineRun
  /** Offset in the paragraph. */
  readonly at: number
  /** A line may end here. */
  readonly mayBreak: boolean
  /** The text behind it is drawn in capitals. */
  readonly capitals: boolean
}

/** Whether a unit is a word or a single space that ends at `at`, with nothing invisible behind it. */
export function endsAt(unit: Unit | undefined, at: number): boolean {
  if (unit?.kind === 'word') return unit.end === at
  return unit?.kind === 'space' && unit.start === at - 1 && unit.word.text === ' '
}

/**
 * By how many px text stands nearer to that of another run behind it (below 0) or farther away than by itself;
 * undefined where something keeps the two apart.
 * @param text that of the paragraph
 */
export function seamKerning(ctx: LayoutContext, text: string, seam: Seam): number | undefined {
  const { tail, run, at, mayBreak, capitals } = seam
  if ((tail?.kind !== 'word' && tail?.kind !== 'space') || !isSeamless(tail.run, run)) return undefined
  const code = text.codePointAt(at) as number
  if (tail.kind === 'space') return kerningBehindSpace(ctx, run, tail.word, code)
  // A line that may end between two words is not worth it.
  if (mayBreak || code <= SPACE || code === NO_BREAK_SPACE || code === SOFT_HYPHEN || isInvisible(code)) return 0
  const character = String.fromCodePoint(code)
  return kerningBetween(ctx, run, lastCharacter(tail.word.text), capitals ? character.toUpperCase() : character)
}

/**
 * Whether text of two runs is kerned where they meet, as if it were of one (css-text-3 §7.3): they differ in nothing
 * that shaping knows of, such as in colour. Edges of boxes between them are the caller's to see.
 * UNSUPPORTED: letters of two elements form no ligatures, which would have two styles.
 * AD-HOC: kerned in left-to-right text only, as spaces are.
 */
function isSeamless(before: InlineRun, behind: InlineRun): boolean {
  if (before.face !== behind.face || before.fontSize !== behind.fontSize || before.shaping !== behind.shaping)
    return false
  if (before.level !== behind.level || before.shaping.direction !== 'ltr') return false
  if (before.upright || behind.upright) return false
  return (
    before.style.letterSpacing === behind.style.letterSpacing && before.style.wordSpacing === behind.style.wordSpacing
  )
}

/** By how many px two characters of a run stand nearer to each other (below 0) or farther apart than by themselves. */
function kerningBetween(ctx: LayoutContext, run: InlineRun, before: string, behind: string): number {
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
