import { type JoiningType, joiningType } from '../../unicode/character-properties.js'
import type { Glyph } from '../glyph.js'
import { MASKS } from '../masks.js'
import { everywhere, type ShapingModel, type ShapingRun, withJoiners } from './model.js'

const ALAPH = 0x0710
const DALATH_RISH: ReadonlySet<number> = new Set([0x0715, 0x0716, 0x072a, 0x072f])

const FORMS = MASKS.isol | MASKS.fina | MASKS.fin2 | MASKS.fin3 | MASKS.medi | MASKS.med2 | MASKS.init

const isFreeVariation = (codePoint: number) => (codePoint >= 0x180b && codePoint <= 0x180d) || codePoint === 0x180f

/**
 * Gives each letter the feature of its form: alone, at the beginning, in the middle or at the end of joined letters
 * (Unicode §9.2, "Arabic cursive joining").
 */
export function joinLetters({ glyphs }: ShapingRun): void {
  let last: Glyph | undefined
  let lastType: JoiningType = 'U'
  let lastForm = 0
  for (const glyph of glyphs) {
    const type = joiningType(glyph.codePoint)
    if (type === 'T') continue
    const joins = (lastType === 'D' || lastType === 'L' || lastType === 'C') && joinsBackwards(type)
    if (joins && last !== undefined) {
      if (lastForm === MASKS.isol) lastForm = setForm(last, MASKS.init)
      else if (lastForm === MASKS.fina) lastForm = setForm(last, MASKS.medi)
    } else if (last?.codePoint === ALAPH && (lastForm === MASKS.fin2 || lastForm === MASKS.fin3) && type !== 'U') {
      setForm(last, MASKS.med2)
    }
    const form = joins ? MASKS.fina : aloneForm(glyph, last, lastType)
    lastForm = type === 'U' ? 0 : setForm(glyph, form)
    last = glyph
    lastType = type
  }
  // The selectors of Mongolian have the form of the letter that they vary.
  for (let i = 1; i < glyphs.length; i++) {
    const glyph = glyphs[i] as Glyph
    if (isFreeVariation(glyph.codePoint)) setForm(glyph, (glyphs[i - 1] as Glyph).mask & FORMS)
  }
}

function joinsBackwards(type: JoiningType): boolean {
  return type === 'R' || type === 'D' || type === 'C'
}

/** The form of a letter that does not join the one before; Syriac has two more for an alaph within a word. */
function aloneForm(glyph: Glyph, last: Glyph | undefined, lastType: JoiningType): number {
  if (glyph.codePoint !== ALAPH || last === undefined || lastType === 'U') return MASKS.isol
  return DALATH_RISH.has(last.codePoint) ? MASKS.fin3 : MASKS.fin2
}

function setForm(glyph: Glyph, form: number): number {
  glyph.mask = (glyph.mask & ~FORMS) | form
  return form
}

const form = (tag: 'isol' | 'fina' | 'fin2' | 'fin3' | 'medi' | 'med2' | 'init') => ({
  features: [{ tag, mask: MASKS[tag], seesJoiners: true }],
})

/** Arabic and Syriac. */
export const JOINING_MODEL: ShapingModel = {
  zeroMarks: 'late',
  splitsVowels: false,
  stages: [
    { before: joinLetters, features: everywhere('stch') },
    { features: withJoiners('ccmp locl') },
    ...(['isol', 'fina', 'fin2', 'fin3', 'medi', 'med2', 'init'] as const).map(form),
    { features: withJoiners('rlig calt') },
    { features: withJoiners('rclt liga clig mset') },
  ],
}
