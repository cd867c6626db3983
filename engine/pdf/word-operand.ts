import type { ShapedWord, WordOperand, WordText } from '../fonts/font-types.js'

/** The operand of a word, made when it is shown for the first time. */
export function wordOperand(word: ShapedWord): WordOperand {
  const known = word.operand
  // A word that was derived from another has the operand of that one.
  if (known?.word === word) return known
  const made = makeOperand(word)
  word.operand = made
  return made
}

/** A glyph's code as two bytes of a literal string (ISO 32000-1 §7.3.4.2), in Latin-1. */
export function shownGlyph(glyph: number): string {
  return literalByte(glyph >> 8) + literalByte(glyph & 0xff)
}

/** A carriage return would be read as a line feed. */
function literalByte(byte: number): string {
  return LITERAL_BYTES[byte] ?? ''
}

const LITERAL_BYTES = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  if (character === '\r') return '\\r'
  return '()\\'.includes(character) ? `\\${character}` : character
})

/** Glyphs and kerning of a word as its operand has them, the glyphs by the codes of a document. */
export function shownWith({ word, codes, unseen }: WordOperand): string {
  return glyphString(word, codes ?? word.glyphs, unseen).shown
}

/** Glyphs that take no room, by their codes. */
export function shownUnseen({ unseen }: WordOperand, index: number): string {
  return unseen?.get(index)?.map(shownGlyph).join('') ?? ''
}

/** Glyphs of one string: files for the archive have none of more than 32,767 bytes (ISO 19005-2 §6.1.13). */
const MOST_IN_STRING = 15_000

function makeOperand(word: ShapedWord): WordOperand {
  const { shown, advance, overlaps } = glyphString(word, word.glyphs)
  return {
    word,
    isRightToLeft: word.direction === 'rtl',
    shown,
    advance,
    text: wordText(word),
    overlaps: overlaps || hasPlacedMarks(word),
    noted: undefined,
    codes: undefined,
    unseen: undefined,
    faithful: true,
  }
}

/**
 * Whether glyphs were moved to stand at others. Kerning from right to left moves glyphs too, which have a width and a
 * cluster of their own: readers need no help with these.
 */
function hasPlacedMarks({ offsets, advances, clusters }: ShapedWord): boolean {
  if (!offsets) return false
  for (let i = 0; i < advances.length; i++) {
    if (offsets[2 * i] === 0 && offsets[2 * i + 1] === 0) continue
    const isAlone = clusters[i] !== clusters[i - 1] && clusters[i] !== clusters[i + 1]
    if (!isAlone || advances[i] === 0 || offsets[2 * i + 1] !== 0) return true
  }
  return false
}

function glyphString(
  word: ShapedWord,
  codes: readonly number[],
  unseen?: ReadonlyMap<number, readonly number[]>,
): Pick<WordOperand, 'shown' | 'advance' | 'overlaps'> {
  const { program } = word.face
  const scale = 1000 / program.unitsPerEm
  const last = word.glyphs.length - 1
  let shown = ''
  let pen = 0
  let wanted = 0
  let overlaps = false
  for (let i = 0; i <= last; i++) {
    if (unseen) for (const code of unseen.get(i) ?? NO_CODES) shown += shownGlyph(code)
    shown += shownGlyph(codes[i] ?? 0)
    pen += program.widthInFile(word.glyphs[i] ?? 0)
    wanted += (word.advances[i] ?? 0) * scale
    const kerning = Math.round(pen - wanted)
    // Kerning after the last glyph is left to the next word's position.
    if (kerning !== 0 && i < last) {
      overlaps ||= kerning > 0 && word.clusters[i] === word.clusters[i + 1]
      shown += `)${kerning}(`
      pen -= kerning
    } else if ((i + 1) % MOST_IN_STRING === 0 && i < last) shown += ')('
  }
  return { shown, advance: pen, overlaps }
}

const NO_CODES: readonly number[] = []

function wordText(word: ShapedWord): WordText {
  const { readAs } = word
  if (readAs !== undefined) {
    if (readAs.length === word.text.length) {
      const read = { ...word, text: readAs }
      return { kind: 'clusters', glyphTexts: glyphTexts(read), visual: visualOrder(read, readAs) }
    }
    return { kind: 'clusters', glyphTexts: Array.from(word.glyphs, (_, i) => (i === 0 ? readAs : '')), visual: readAs }
  }
  if (word.direction === 'rtl' && MIRRORED.test(word.text)) return asSeen(word)
  return isOneToOne(word)
    ? ONE_TO_ONE
    : { kind: 'clusters', glyphTexts: glyphTexts(word), visual: visualOrder(word, word.text) }
}

const ONE_TO_ONE: WordText = { kind: 'one-to-one' }

const MIRRORED = /\p{Bidi_M}/u

/**
 * The text of a word from right to left with brackets. Its brackets are those that are seen, which face the other way
 * (UAX #9 L4): readers that turn the word around turn each bracket around too.
 */
function asSeen(word: ShapedWord): WordText {
  const seen = glyphTexts(word).map((text, i) => {
    const shown = MIRRORED.test(text) ? word.face.program.codePointsOf(word.glyphs[i] ?? 0)[0] : undefined
    return shown === undefined ? text : String.fromCodePoint(shown)
  })
  return { kind: 'clusters', glyphTexts: seen, visual: seen.join('') }
}

function isOneToOne(word: ShapedWord): boolean {
  const count = word.glyphs.length
  if (count !== word.text.length) return false
  for (let i = 0; i < count; i++) {
    if (word.clusters[i] !== (word.direction === 'rtl' ? count - 1 - i : i)) return false
  }
  return true
}

/** Glyphs beside each other, and the text that they share. */
interface Cluster {
  readonly text: string
  readonly glyphs: number
}

/** Clusters that were joined, in glyphs; what cannot be told apart within as many is left to an ActualText. */
const MOST_JOINED = 16

/**
 * The text of each glyph: the glyphs of a cluster share its characters in their order on the page. A cluster with fewer
 * characters than glyphs is joined with the ones beside it.
 */
function glyphTexts(word: ShapedWord): readonly string[] {
  const clusters: Cluster[] = []
  for (let next of clustersOf(word)) {
    for (let last = clusters.at(-1); last && areJoined(last, next); last = clusters.at(-1)) {
      const text = word.direction === 'rtl' ? next.text + last.text : last.text + next.text
      next = { text, glyphs: last.glyphs + next.glyphs }
      clusters.pop()
    }
    clusters.push(next)
  }
  return clusters.flatMap((cluster) => shareOut(word, cluster))
}

function areJoined(last: Cluster, next: Cluster): boolean {
  return last.glyphs + next.glyphs <= MOST_JOINED && (lacksText(last) || lacksText(next))
}

function lacksText(cluster: Cluster): boolean {
  return charactersOf(cluster).length < cluster.glyphs
}

function clustersOf({ clusters, text }: ShapedWord): readonly Cluster[] {
  const starts = [...new Set(clusters)].sort((a, b) => a - b)
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]))
  const found: Cluster[] = []
  for (let i = 0; i < clusters.length; ) {
    const start = clusters[i] ?? 0
    const first = i
    while (clusters[i] === start) i++
    found.push({ text: text.slice(start, ends.get(start)), glyphs: i - first })
  }
  return found
}

/**
 * Composed where that leaves a character for every glyph: readers take a letter and a mark for two words where one
 * glyph shows both. Decomposed where there are more glyphs, as where a vowel stands on both sides of its consonant.
 */
function charactersOf({ text, glyphs }: Cluster): readonly string[] {
  let characters: readonly string[] = [...text]
  if (characters.length === glyphs) return characters
  for (const form of ['NFC', 'NFD', 'NFKD'] as const) {
    characters = [...text.normalize(form)]
    if (characters.length >= glyphs) break
  }
  return characters
}

/** The first glyph has what is left over; where there are too few characters, the last glyphs have none. */
function shareOut(word: ShapedWord, cluster: Cluster): readonly string[] {
  const characters = [...visualOrder(word, charactersOf(cluster).join(''))]
  const surplus = Math.max(characters.length - cluster.glyphs, 0)
  return Array.from({ length: cluster.glyphs }, (_, i) =>
    i === 0 ? characters.slice(0, surplus + 1).join('') : (characters[surplus + i] ?? ''),
  )
}

/**
 * Text in the order of its glyphs on the page. Readers turn right-to-left runs around as a whole, ligatures
 * included, so the characters of a ligature must stand in reverse.
 */
function visualOrder(word: ShapedWord, text: string): string {
  return word.direction === 'rtl' ? [...text].reverse().join('') : text
}
