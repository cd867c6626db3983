import { MASKS } from '../masks.js'
import { everywhere, type ShapingModel, type ShapingRun } from './model.js'

const isLeading = (code: number) => (code >= 0x1100 && code <= 0x115f) || (code >= 0xa960 && code <= 0xa97c)
const isVowel = (code: number) => (code >= 0x1160 && code <= 0x11a7) || (code >= 0xd7b0 && code <= 0xd7c6)
const isTrailing = (code: number) => (code >= 0x11a8 && code <= 0x11ff) || (code >= 0xd7cb && code <= 0xd7fb)

/** Jamo of a syllable have the forms of their places (Unicode §3.12); jamo on their own have none. */
function setJamo({ glyphs }: ShapingRun): void {
  for (let i = 0; i + 1 < glyphs.length; i++) {
    const [leading, vowel, trailing] = [glyphs[i], glyphs[i + 1], glyphs[i + 2]]
    if (leading === undefined || vowel === undefined) return
    if (!isLeading(leading.codePoint) || !isVowel(vowel.codePoint)) continue
    leading.mask |= MASKS.ljmo
    vowel.mask |= MASKS.vjmo
    i++
    if (trailing === undefined || !isTrailing(trailing.codePoint)) continue
    trailing.mask |= MASKS.tjmo
    i++
  }
}

/** Korean, with the old jamo. */
export const HANGUL_MODEL: ShapingModel = {
  zeroMarks: 'never',
  splitsVowels: false,
  off: ['calt'],
  stages: [
    {
      before: setJamo,
      features: [
        ...(['ljmo', 'vjmo', 'tjmo'] as const).map((tag) => ({ tag, mask: MASKS[tag] })),
        ...everywhere('ccmp locl'),
      ],
    },
  ],
}
