import type { ComputedStyle } from '../../style/computed-style.js'

/** Which letters stand upright in lines that run down: none, those of scripts written so, or all. */
export type UprightRule = 'none' | 'mixed' | 'all'

/** `text-orientation` (css-writing-modes-4 §5.1); it is of no effect in other lines. */
export function uprightRule({ contentMode, textOrientation }: ComputedStyle): UprightRule {
  if (contentMode !== 'vertical-rl' && contentMode !== 'vertical-lr') return 'none'
  if (textOrientation === 'upright') return 'all'
  return textOrientation === 'mixed' ? 'mixed' : 'none'
}

/**
 * AD-HOC: characters whose Vertical_Orientation is not R (UAX #50), by scripts and blocks: ECMAScript does not know the
 * property. Those that need another form in vertical lines have one in the fonts of these scripts (`vert`).
 */
const UPRIGHT =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Yiii}\p{Extended_Pictographic}\u00a7\u00a9\u00ae\u00b1\u00bc-\u00be\u00d7\u00f7\u2016\u2020\u2021\u203b\u203c\u2047-\u2049\u2051\u2150-\u218b\u2460-\u24ff\u25a0-\u2619\u2620-\u2767\u2e80-\u303f\u30a0\u30fb\u30fc\u31c0-\u33ff\ufe10-\ufe1f\ufe30-\ufe48\ufe50-\ufe6f\uff01-\uff0c\uff0e-\uff1b\uff1f-\uff60\uffe0-\uffe7\u{1f000}-\u{1faff}]/u

const COMBINING = /^(?:\p{M}|\u200d)$/u

/** Whether a character stands upright; a mark goes with the letter before it. */
export function isUpright(codePoint: number, rule: UprightRule, before: boolean): boolean {
  if (rule !== 'mixed') return rule === 'all'
  const character = String.fromCodePoint(codePoint)
  return COMBINING.test(character) ? before : UPRIGHT.test(character)
}
