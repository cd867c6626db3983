import type { KnownFace } from '../../engine/fonts/font-types.js'

/** Letters without which a script cannot be written, by the name of the script. */
const LETTERS: Readonly<Record<string, string>> = {
  Latin: 'AZaz',
  'Latin Extended': 'ĄČŐŽąčőž',
  Vietnamese: 'ẠỜạờ',
  Greek: 'ΑΩαω',
  Cyrillic: 'АЯая',
  Armenian: 'Աա',
  Georgian: 'აჰ',
  Hebrew: 'את',
  Arabic: 'ابي',
  Devanagari: 'अकह',
  Bengali: 'অকহ',
  Gurmukhi: 'ਅਕਹ',
  Gujarati: 'અકહ',
  Oriya: 'ଅକହ',
  Tamil: 'அகஹ',
  Telugu: 'అకహ',
  Kannada: 'ಅಕಹ',
  Malayalam: 'അകഹ',
  Sinhala: 'අකහ',
  Thai: 'กอ',
  Lao: 'ກອ',
  Tibetan: 'ཀཨ',
  Burmese: 'ကအ',
  Khmer: 'កអ',
  Ethiopic: 'ሀአ',
  Han: '一人水',
  Kana: 'あアんン',
  Hangul: '가나힣',
  Emoji: '😀',
}

/** The scripts that the faces of a family cover together. */
export function scriptsOf(faces: readonly KnownFace[]): readonly string[] {
  const isDrawn = (letter: string) => faces.some((face) => face.hasGlyph(letter.codePointAt(0) ?? 0))
  return Object.keys(LETTERS).filter((script) => [...(LETTERS[script] ?? '')].every(isDrawn))
}
