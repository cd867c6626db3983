import { usedFontSize } from '../../css/values/font-size-adjust.js'
import { COMMON_SCRIPT, scriptOf } from '../../fonts/scripts.js'
import type { LayoutContext } from '../layout-types.js'
import type { BidiLevels } from './bidi-algorithm.js'
import type { InlineRun } from './paragraph.js'
import { shapingOf, type TextStyle } from './text-style.js'
import { isUpright } from './upright-rule.js'

/** A run and its place in the text that was itemized. */
interface PlacedRun {
  readonly start: number
  readonly end: number
  readonly run: InlineRun
  /** Lower-case letters are drawn as scaled capitals. */
  readonly capitals: boolean
}

/** The size of synthesized small capitals in browsers, as a part of the font size; it comes to whole px. */
const SMALL_CAPS_SCALE = 0.7

const ASCII_ONLY = /^[\x20-\x7e]*$/

/**
 * The script of the text of a paragraph as it is read. Characters that scripts share, such as digits, are of that of
 * the text before them, or behind them where a paragraph begins with them; Latin where there is none (UAX #24 §5.2).
 */
export class ScriptReader {
  current: string

  /** @param text of the whole paragraph */
  constructor(text: string) {
    this.current = firstScript(text)
  }
}

const NO_LEVELS: LevelsAt = { levels: undefined, offset: 0 }

function firstScript(text: string): string {
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) as number
    const script = scriptOf(codePoint)
    if (script !== COMMON_SCRIPT) return script
    at += codePoint > 0xffff ? 2 : 1
  }
  return 'latn'
}

/** The bidirectional levels of a paragraph, and the offset of a text in it. */
interface LevelsAt {
  readonly levels: BidiLevels | undefined
  readonly offset: number
}

/** Splits text of one style into runs by face (fallback per grapheme cluster), script, level and letter case. */
export function itemizeText(
  ctx: LayoutContext,
  text: string,
  style: TextStyle,
  scripts: ScriptReader,
  { levels, offset }: LevelsAt = NO_LEVELS,
): readonly PlacedRun[] {
  const isLatin = scripts.current === 'latn' && levels === undefined
  if (isLatin && style.drawsAscii && style.synthesizedCaps === 'none' && ASCII_ONLY.test(text)) {
    return [{ start: 0, end: text.length, run: plainRun(style), capitals: false }]
  }
  const runs: PlacedRun[] = []
  for (const { start, end, face } of style.style.font.itemize(text)) {
    const ownSize = face === style.face ? style.fontSize : usedFontSize(style.style, face)
    let from = start
    let script = scripts.current
    let level = levels?.[offset + start] ?? 0
    let small = false
    let upright = false
    const flush = (to: number) => {
      if (to === from) return
      const shaping = shapingOf(ctx.fonts, style, script, level & 1 ? 'rtl' : 'ltr')
      const fontSize = small ? Math.round(ownSize * SMALL_CAPS_SCALE) : ownSize
      runs.push({ start: from, end: to, run: { style, fontSize, face, shaping, level, upright }, capitals: small })
      from = to
    }
    for (let at = start; at < end; ) {
      const codePoint = text.codePointAt(at) as number
      const nextScript = scriptOf(codePoint)
      const ownScript = nextScript === COMMON_SCRIPT ? script : nextScript
      const nextLevel = levels?.[offset + at] ?? 0
      const nextSmall: boolean = style.synthesizedCaps !== 'none' && isSmallCapital(codePoint, style, small)
      const nextUpright: boolean = style.upright !== 'none' && isUpright(codePoint, style.upright, upright)
      if (ownScript !== script || nextLevel !== level || nextSmall !== small || nextUpright !== upright) flush(at)
      script = ownScript
      level = nextLevel
      small = nextSmall
      upright = nextUpright
      at += codePoint > 0xffff ? 2 : 1
    }
    flush(end)
    scripts.current = script
  }
  return runs
}

const plainRuns = new WeakMap<TextStyle, InlineRun>()

/** The run of plain text in a style, made once. */
export function plainRun(style: TextStyle): InlineRun {
  const known = plainRuns.get(style)
  if (known) return known
  const { fontSize, face, latin: shaping } = style
  const run: InlineRun = { style, fontSize, face, shaping, level: 0, upright: style.upright === 'all' }
  plainRuns.set(style, run)
  return run
}

const COMBINING_MARK = /^\p{M}$/u

/**
 * Lower-case letters are drawn as small capitals, or upper-case ones, or everything, as in browsers; a combining mark
 * goes with its letter.
 */
function isSmallCapital(codePoint: number, style: TextStyle, before: boolean): boolean {
  if (style.synthesizedCaps === 'all') return true
  const character = String.fromCodePoint(codePoint)
  if (COMBINING_MARK.test(character)) return before
  return character !== (style.synthesizedCaps === 'uppercase' ? character.toLowerCase() : character.toUpperCase())
}
