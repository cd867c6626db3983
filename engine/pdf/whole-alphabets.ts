import type { FontProgram } from '../fonts/font-types.js'

/** Characters that texts share: what one document has of them, the next one has almost. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789', ' ,-./:()']

/** The part of an alphabet that must be shown for all of it to be embedded: a heading's few letters stay few. */
const LEAST_SHARE = 1 / 4

/** The alphabets of each font as glyph ids. */
const alphabets = new WeakMap<FontProgram, readonly ReadonlySet<number>[]>()

/**
 * Adds the rest of each alphabet of which a good part is shown. Documents of one template then have equal subsets of
 * their fonts, although each has other words, and a subset is made once for all of them.
 *
 * @param glyphs ascending
 * @returns ascending; what they are depends on the font and `glyphs` only
 */
export function withWholeAlphabets(program: FontProgram, glyphs: readonly number[]): readonly number[] {
  const whole = new Set(glyphs)
  for (const alphabet of alphabetsOf(program)) {
    const shown = glyphs.reduce((count, glyph) => (alphabet.has(glyph) ? count + 1 : count), 0)
    if (shown > 0 && shown >= alphabet.size * LEAST_SHARE) for (const glyph of alphabet) whole.add(glyph)
  }
  return whole.size === glyphs.length ? glyphs : [...whole].sort((a, b) => a - b)
}

function alphabetsOf(program: FontProgram): readonly ReadonlySet<number>[] {
  let known = alphabets.get(program)
  if (!known) {
    known = ALPHABETS.map((characters) => {
      const glyphs = [...characters].map((character) => program.glyphOf(character.charCodeAt(0)))
      return new Set(glyphs.filter((glyph) => glyph !== 0))
    })
    alphabets.set(program, known)
  }
  return known
}
