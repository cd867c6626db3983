import { type PositionalCategory, positionalCategory, syllabicCategory } from '../../unicode/character-properties.js'

/** A category of the Universal Shaping Engine: the letter that stands for it in the rules of syllables. */
export type UseCategory = (typeof USE)[keyof typeof USE]

/** The letters of the categories. */
export const USE = {
  base: 'B',
  numberBase: 'N',
  otherBase: 'G',
  joiner: 'j',
  nonJoiner: 'z',
  wordJoiner: 'w',
  ignored: 'i',
  halant: 'H',
  halantOrVowelModifier: 'h',
  stacker: 'I',
  sakot: 'K',
  numberJoiner: 'n',
  repha: 'R',
  withStacker: 'S',
  subjoined: 'U',
  reorderingKiller: 'k',
  other: 'O',
  consonantAbove: 'c',
  consonantBelow: 'd',
  medialAbove: 'm',
  medialBelow: 'M',
  medialPost: 'p',
  medialPre: 'q',
  vowelAbove: 'v',
  vowelBelow: 'V',
  vowelPost: 'x',
  vowelPre: 'y',
  modifierAbove: 't',
  modifierBelow: 'T',
  modifierPost: 'u',
  modifierPre: 'W',
  finalAbove: 'f',
  finalBelow: 'F',
  finalPost: 'g',
  finalModifierAbove: 'l',
  finalModifierBelow: 'L',
  finalModifierPost: 'o',
  symbolModifierAbove: 'e',
  symbolModifierBelow: 'E',
} as const

const OTHER_BASES: ReadonlySet<number> = new Set([
  ...[0x00a0, 0x00d7, 0x2015, 0x2022, 0x25cc, 0x25fb, 0x25fc, 0x25fd, 0x25fe],
])

const LETTER = /^\p{L}$/u
const OTHER_LETTER = /^\p{Lo}$/u
const MARK = /^\p{M}$/u
const DEFAULT_IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u

type Side = 'above' | 'below' | 'post' | 'pre'

/** Marks whose place in Unicode's data is not the one by which fonts expect them. */
const SIDES: ReadonlyMap<number, Side> = new Map<number, Side>([
  // Tibetan signs that stand below and above their stack whatever their positional category is.
  [0x0f35, 'below'],
  [0x0f37, 'below'],
  [0x0f39, 'above'],
])

function sideOf(codePoint: number, position: PositionalCategory): Side {
  const known = SIDES.get(codePoint)
  if (known !== undefined) return known
  switch (position) {
    case 'Left':
    case 'Top_And_Left':
    case 'Top_And_Left_And_Right':
    case 'Left_And_Right':
    case 'Top_And_Bottom_And_Left':
      return 'pre'
    case 'Bottom':
    case 'Overstruck':
    case 'Bottom_And_Right':
    case 'Bottom_And_Left':
      return 'below'
    case 'Right':
      return 'post'
    default:
      return 'above'
  }
}

const known = new Map<number, UseCategory>()

/** The category of a character in the Universal Shaping Engine. */
export function useCategory(codePoint: number): UseCategory {
  let category = known.get(codePoint)
  if (category === undefined) {
    category = findCategory(codePoint)
    // The characters of a few scripts; a text that has more of them pays for it itself.
    if (known.size < MOST_KNOWN) known.set(codePoint, category)
  }
  return category
}

const MOST_KNOWN = 4_096

function findCategory(codePoint: number): UseCategory {
  if (codePoint === 0x1a60) return USE.sakot
  // The vowel sign aa of Tibetan stands between subjoined consonants and other vowel signs.
  if (codePoint === 0x0f71) return USE.consonantBelow
  if (codePoint === 0x0dca) return USE.halantOrVowelModifier
  if (codePoint === 0x2060) return USE.wordJoiner
  if (codePoint >= 0x1b6b && codePoint <= 0x1b73) {
    return USE.symbolModifierAbove
  }
  if (OTHER_BASES.has(codePoint)) return USE.otherBase
  const character = String.fromCodePoint(codePoint)
  const syllabic = syllabicCategory(codePoint)
  if (syllabic === 'Non_Joiner') return USE.nonJoiner
  if (syllabic === 'Joiner') return USE.ignored
  if (DEFAULT_IGNORABLE.test(character) && MARK.test(character)) return USE.ignored
  const isLetter = OTHER_LETTER.test(character)
  const side = sideOf(codePoint, positionalCategory(codePoint))
  switch (syllabic) {
    case 'Number':
      return USE.base
    case 'Brahmi_Joining_Number':
      return USE.numberBase
    case 'Consonant':
    case 'Consonant_Head_Letter':
    case 'Tone_Letter':
    case 'Vowel_Independent':
      return USE.base
    case 'Consonant_Placeholder':
      return USE.otherBase
    case 'Avagraha':
    case 'Vowel':
    case 'Vowel_Dependent':
      return isLetter ? USE.base : vowel(side)
    case 'Pure_Killer':
      return vowel(side)
    case 'Bindu':
      return isLetter ? USE.base : modifier(side)
    case 'Tone_Mark':
    case 'Cantillation_Mark':
    case 'Register_Shifter':
    case 'Visarga':
      return isLetter ? USE.base : modifier(side)
    case 'Consonant_Final':
    case 'Consonant_Succeeding_Repha':
      if (isLetter) return USE.base
      return side === 'above' ? USE.finalAbove : side === 'below' ? USE.finalBelow : USE.finalPost
    case 'Syllable_Modifier':
      if (positionalCategory(codePoint) === 'NA') return USE.finalModifierPost
      return side === 'above' ? USE.finalModifierAbove : USE.finalModifierBelow
    case 'Consonant_Medial':
    case 'Consonant_Initial_Postfixed':
      return isLetter ? USE.base : medial(side)
    case 'Nukta':
    case 'Gemination_Mark':
    case 'Consonant_Killer':
      return side === 'below' ? USE.consonantBelow : USE.consonantAbove
    case 'Consonant_Subjoined':
      return isLetter ? USE.base : USE.subjoined
    case 'Consonant_With_Stacker':
      return USE.withStacker
    case 'Virama':
      return USE.halant
    case 'Invisible_Stacker':
      return USE.stacker
    case 'Number_Joiner':
      return USE.numberJoiner
    case 'Reordering_Killer':
      return USE.reorderingKiller
    case 'Consonant_Preceding_Repha':
    case 'Consonant_Prefixed':
      return USE.repha
    default:
      return withoutSyllables(character)
  }
}

/** Scripts without syllables in Unicode's data: letters carry what marks they have. */
function withoutSyllables(character: string): UseCategory {
  if (LETTER.test(character)) return USE.base
  return MARK.test(character) ? USE.modifierAbove : USE.other
}

function vowel(side: Side): UseCategory {
  if (side === 'pre') return USE.vowelPre
  if (side === 'post') return USE.vowelPost
  return side === 'above' ? USE.vowelAbove : USE.vowelBelow
}

function modifier(side: Side): UseCategory {
  if (side === 'pre') return USE.modifierPre
  if (side === 'post') return USE.modifierPost
  return side === 'above' ? USE.modifierAbove : USE.modifierBelow
}

function medial(side: Side): UseCategory {
  if (side === 'pre') return USE.medialPre
  if (side === 'post') return USE.medialPost
  return side === 'above' ? USE.medialAbove : USE.medialBelow
}
