import type { Glyph } from '../glyph.js'
import { MASKS } from '../masks.js'
import { joinLetters } from './joining.js'
import {
  clearSubstituted,
  clearSyllables,
  everywhere,
  inSyllables,
  mergeSources,
  move,
  type ShapingModel,
  type ShapingRun,
  withJoiners,
} from './model.js'
import { addDottedCircles, findSyllables, forEachSyllable, type SyllableRule } from './syllables.js'
import { USE, useCategory } from './use-categories.js'

/** Kinds of syllables; those from `REORDERED` on are reordered. */
const OTHER = 0
const NUMERAL = 1
const REORDERED = 2
const STANDARD = 2
const SYMBOL = 3
const BROKEN = 4

const RULES = makeRules()

/** The syllables of the Universal Shaping Engine ("Creating and supporting OpenType fonts for the USE"). */
function makeRules(): readonly SyllableRule[] {
  const halants = 'HhIK'
  const modifiers = `c*d*(?:(?:[${halants}]B|U)c*d*)*`
  const medials = 'q?m?M?p?'
  const vowels = '(?:H|y*v*V*x*)'
  const vowelModifiers = 'h?W*t*T*u*'
  const finals = 'f*F*g*'
  const finalModifiers = '(?:l*L*|o)'
  const middle = `${modifiers}${medials}${vowels}${vowelModifiers}(?:KB)*`
  const tail = `${middle}${finals}${finalModifiers}`
  const sakotTail = `${middle}K`
  const symbolTail = '(?:e+E*|E+)'
  const viramaTail = `${modifiers}(?:I|k)`
  const start = '[RS]?[BG]'
  const tails = [tail, sakotTail, symbolTail, viramaTail]
  const rule = (kind: number, pattern: string) => ({ kind, pattern: new RegExp(pattern, 'y') })
  return [
    rule(STANDARD, `${start}${viramaTail}`),
    rule(STANDARD, `${start}${sakotTail}`),
    rule(STANDARD, `${start}${tail}`),
    rule(NUMERAL, 'N(?:nN)*n?'),
    ...tails.map((one) => rule(SYMBOL, `[OG](?:${one})?`)),
    ...tails.map((one) => rule(BROKEN, `R?${one}`)),
    rule(BROKEN, '(?:nN)+'),
    rule(BROKEN, '(?:nN)*n'),
  ]
}

const isMark = (glyph: Glyph) => /^\p{M}$/u.test(String.fromCodePoint(glyph.codePoint))

/** The letters of the glyphs' categories, empty for characters that syllables do not see. */
function lettersOf(glyphs: readonly Glyph[]): readonly string[] {
  return glyphs.map((glyph, i) => {
    const category = useCategory(glyph.codePoint)
    glyph.category = category.charCodeAt(0)
    if (category === USE.ignored) return ''
    if (category !== USE.nonJoiner) return category
    const next = glyphs.slice(i + 1, i + 8).find((one) => useCategory(one.codePoint) !== USE.ignored)
    return next !== undefined && isMark(next) ? '' : USE.other
  })
}

const kindsOfRun = new WeakMap<ShapingRun, readonly number[]>()

/** Scripts whose letters join. */
const JOINING_SCRIPTS: ReadonlySet<string> = new Set([
  ...['adlm', 'arab', 'chrs', 'mand', 'mani', 'mong', 'nko ', 'ougr', 'phag', 'phlp', 'rohg', 'sogd', 'syrc'],
])

function setSyllables(run: ShapingRun): void {
  const { glyphs } = run
  kindsOfRun.set(run, findSyllables(glyphs, lettersOf(glyphs), RULES, OTHER))
  if (JOINING_SCRIPTS.has(run.script)) joinLetters(run)
  else joinSyllables(run)
  forEachSyllable(glyphs, (start, end) => {
    const count = (glyphs[start] as Glyph).category === code(USE.repha) ? 1 : Math.min(3, end - start)
    for (let i = start; i < start + count; i++) (glyphs[i] as Glyph).mask |= MASKS.rphf
  })
}

/** Syllables side by side have forms as letters do that join. */
function joinSyllables(run: ShapingRun): void {
  const { glyphs } = run
  const kinds = kindsOfRun.get(run) ?? []
  let lastForm = 0
  let last: readonly [number, number] = [0, 0]
  const setForm = ([start, end]: readonly [number, number], form: number) => {
    const all = MASKS.isol | MASKS.init | MASKS.medi | MASKS.fina
    for (let i = start; i < end; i++) (glyphs[i] as Glyph).mask = ((glyphs[i] as Glyph).mask & ~all) | form
  }
  forEachSyllable(glyphs, (start, end) => {
    const kind = kinds[(glyphs[start] as Glyph).syllable]
    if (kind !== STANDARD && kind !== NUMERAL && kind !== BROKEN) {
      lastForm = 0
      return
    }
    const joins = lastForm === MASKS.fina || lastForm === MASKS.isol
    if (joins) setForm(last, lastForm === MASKS.fina ? MASKS.medi : MASKS.init)
    lastForm = joins ? MASKS.fina : MASKS.isol
    last = [start, end]
    setForm(last, lastForm)
  })
}

const code = (category: string) => category.charCodeAt(0)

/** A glyph that `rphf` made is a repha. */
function recordRepha({ glyphs }: ShapingRun): void {
  forEachSyllable(glyphs, (start, end) => {
    for (let i = start; i < end && ((glyphs[i] as Glyph).mask & MASKS.rphf) !== 0; i++) {
      const glyph = glyphs[i] as Glyph
      if (!glyph.isSubstituted) continue
      glyph.category = code(USE.repha)
      break
    }
  })
}

/** A glyph that `pref` made stands before its base. */
function recordPrebase({ glyphs }: ShapingRun): void {
  forEachSyllable(glyphs, (start, end) => {
    for (let i = start; i < end; i++) {
      const glyph = glyphs[i] as Glyph
      if (!glyph.isSubstituted) continue
      glyph.category = code(USE.vowelPre)
      break
    }
  })
}

const AFTER_BASE: ReadonlySet<number> = new Set(
  [
    ...[USE.finalAbove, USE.finalBelow, USE.finalPost],
    ...[USE.finalModifierAbove, USE.finalModifierBelow, USE.finalModifierPost],
    ...[USE.medialAbove, USE.medialBelow, USE.medialPost, USE.medialPre],
    ...[USE.vowelAbove, USE.vowelBelow, USE.vowelPost, USE.vowelPre],
    ...[USE.modifierAbove, USE.modifierBelow, USE.modifierPost, USE.modifierPre],
  ].map(code),
)

const BEFORE_BASE: ReadonlySet<number> = new Set([USE.vowelPre, USE.modifierPre].map(code))
const HALANTS: ReadonlySet<number> = new Set([USE.halant, USE.halantOrVowelModifier, USE.stacker].map(code))

const isHalant = (glyph: Glyph) => HALANTS.has(glyph.category) && !glyph.isLigated

function reorder(run: ShapingRun): void {
  const kinds = kindsOfRun.get(run) ?? []
  addDottedCircles(run, kinds, BROKEN, code(USE.otherBase), (glyph) => glyph.category === code(USE.repha))
  const { glyphs } = run
  forEachSyllable(glyphs, (start, end) => {
    if ((kinds[(glyphs[start] as Glyph).syllable] ?? OTHER) < REORDERED) return
    moveRepha(glyphs, start, end)
    movePrebase(glyphs, start, end)
  })
}

/** A repha stands behind the base, before what stands behind that. */
function moveRepha(glyphs: Glyph[], start: number, end: number): void {
  if ((glyphs[start] as Glyph).category !== code(USE.repha) || end - start < 2) return
  let to = start + 1
  while (to < end - 1 && !isAfterBase(glyphs[to] as Glyph)) to++
  if (isAfterBase(glyphs[to] as Glyph)) to--
  mergeSources(glyphs, start, to + 1)
  move(glyphs, start, to)
}

function isAfterBase(glyph: Glyph): boolean {
  return AFTER_BASE.has(glyph.category) || isHalant(glyph)
}

/** Vowel signs that stand before their base go to the beginning, or behind the last halant. */
function movePrebase(glyphs: Glyph[], start: number, end: number): void {
  let to = start
  for (let i = start; i < end; i++) {
    const glyph = glyphs[i] as Glyph
    if (isHalant(glyph)) {
      to = i + 1
    } else if (BEFORE_BASE.has(glyph.category) && !(glyph.isMultiplied && glyph.component > 0) && to < i) {
      mergeSources(glyphs, to, i + 1)
      move(glyphs, i, to)
    }
  }
}

const topographical = (['isol', 'init', 'medi', 'fina'] as const).map((tag) => ({ tag, mask: MASKS[tag] }))

/** The Universal Shaping Engine. */
export const UNIVERSAL_MODEL: ShapingModel = {
  zeroMarks: 'early',
  splitsVowels: true,
  stages: [
    {
      before: setSyllables,
      features: [
        ...everywhere('locl ccmp').map((one) => ({ ...one, isPerSyllable: true })),
        ...everywhere('nukt').map((one) => ({ ...one, isPerSyllable: true })),
        ...inSyllables('akhn'),
      ],
    },
    {
      before: clearSubstituted,
      features: [{ tag: 'rphf', mask: MASKS.rphf, seesJoiners: true, isPerSyllable: true }],
    },
    {
      before: (run) => {
        recordRepha(run)
        clearSubstituted(run)
      },
      features: inSyllables('pref'),
    },
    { before: recordPrebase, features: inSyllables('rkrf abvf blwf half pstf vatu cjct') },
    {
      before: (run) => {
        reorder(run)
        clearSyllables(run)
      },
      features: topographical,
    },
    { features: withJoiners('abvs blws haln pres psts') },
  ],
}
