import { isDefaultIgnorable } from '../../fonts/characters.js'
import type { FontFace } from '../../fonts/font-types.js'
import type { LayoutContext } from '../layout-types.js'

function createMissingGlyphs(): Map<number, string> {
  return new Map()
}

/** Different characters that are remembered; a text in a script that no font has needs no longer list. */
const MAX_MISSING = 256

/** The characters that no face drew so far, with the family that was asked for each. */
export function missingGlyphs(ctx: LayoutContext): ReadonlyMap<number, string> {
  return ctx.cache(createMissingGlyphs)
}

/** @param family the one that was asked for */
export function noteMissing(ctx: LayoutContext, face: FontFace, family: string | undefined, text: string): void {
  const missing = ctx.cache(createMissingGlyphs)
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    if (face.hasGlyph(codePoint) || isDefaultIgnorable(codePoint)) continue
    if (missing.has(codePoint) || missing.size >= MAX_MISSING) continue
    missing.set(codePoint, family ?? face.family)
  }
}
