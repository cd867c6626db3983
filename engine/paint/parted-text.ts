import type { ShapedWord } from '../fonts/font-types.js'
import type { TextFragment } from '../layout/fragment-tree.js'
import type { Tag } from '../tags/structure-element.js'
import type { TextSpot } from '../tags/text-gaps.js'
import type { PaintContext, Surroundings } from './paint-context.js'

const SPACE = ' '

/**
 * A text, with a space before it where it would run together with the text of another box that is told before it. The
 * space hangs beyond the text and takes no room there, as that between two lines does.
 */
export function partedText(
  { structure, fonts }: PaintContext,
  text: TextFragment,
  { x, y }: { readonly x: number; readonly y: number },
  tag: Tag | undefined,
  { place }: Surroundings,
): TextFragment {
  if (!structure || typeof tag !== 'number' || !structure.gaps.isParted(tag, place, spotOf(text, x, y))) return text
  const { words, positions, fontSize, width } = text
  const [first] = words
  if (!first?.face.hasGlyph(SPACE.charCodeAt(0))) return text
  const { face, direction } = first
  const space = fonts.shape(face, fonts.shaping({ direction, script: 'latn', language: '', features: {} }), SPACE)
  if (direction === 'rtl') return { ...text, words: [...words, space], positions: [...positions, width] }
  const hang = (space.width * fontSize) / face.unitsPerEm
  return { ...text, words: [space, ...words], positions: [-hang, ...positions] }
}

function spotOf({ words, width, ascent, fontSize, separator }: TextFragment, x: number, y: number): TextSpot {
  const left = isBlank(words[0])
  const right = isBlank(words.at(-1))
  const isReversed = words[0]?.direction === 'rtl'
  return {
    start: x,
    end: x + width,
    baseline: y + ascent,
    fontSize,
    beginsBlank: isReversed ? right : left,
    endsBlank: separator !== undefined || (isReversed ? left : right),
  }
}

function isBlank(word: ShapedWord | undefined): boolean {
  return word === undefined || word.text.trim() === ''
}
