import type { FontProgram } from '../fonts/font-types.js'

/** Characters that texts share: what one document has of them, the next one has almost. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789', ' ,-./:()']

/** The part of an alphabet that must be shown for all of it to be embedded: a heading's few letters stay few. */
const LEAST_SHARE = 1 / 4

/** The alphabets of a font. */
interface FontAlphabets {
  /** Glyph ids of each. */
  readonly glyphs: readonly (readonly number[])[]
  /** By glyph id, the alphabets that the glyph is in, a bit for each. */
  readonly of: ReadonlyMap<number, number>
}

const alphabets = new WeakMap<FontProgram, FontAlphabets>()

/**
 * Adds the rest of each alphabet of which a good part is shown. Documents of one template then have equal subsets of
 * their fonts, although each has other words, and a subset is made once for all of them.
 *
 * @param glyphs ascending
 * @returns ascending; what they are depends on the font and `glyphs` only
 */
export function withWholeAlphabets(program: FontProgram, glyphs: readonly number[]): readonly number[] {
  const { glyphs: letters, of } = alphabetsOf(program)
  const shown = new Array<number>(letters.length).fill(0)
  for (const glyph of glyphs) {
    const bits = of.get(glyph) ?? 0
    for (let i = 0; bits >> i !== 0; i++) if ((bits >> i) & 1) shown[i] = (shown[i] as number) + 1
  }
  const whole = new Set(glyphs)
  for (const [i, alphabet] of letters.entries()) {
    const count = shown[i] as number
    const isWhole = count === 0 || count === alphabet.length || count < alphabet.length * LEAST_SHARE
    if (!isWhole) for (const glyph of alphabet) whole.add(glyph)
  }
  return whole.size === glyphs.length ? glyphs : [...whole].sort((a, b) => a - b)
}

function alphabetsOf(program: FontProgram): FontAlphabets {
  let known = alphabets.get(program)
  if (!known) {
    const of = new Map<number, number>()
    const glyphs = ALPHABETS.map((characters, i) => {
      const found = [...characters].map((character) => program.glyphOf(character.charCodeAt(0)))
      const drawn = [...new Set(found.filter((glyph) => glyph !== 0))]
      for (const glyph of drawn) of.set(glyph, (of.get(glyph) ?? 0) | (1 << i))
      return drawn
    })
    known = { glyphs, of }
    alphabets.set(program, known)
  }
  return known
}
