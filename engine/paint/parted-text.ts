import type { TextFragment } from '../layout/fragment-tree.js'
import { textFragment } from '../layout/inline/text-fragment.js'
import type { Tag } from '../tags/structure-element.js'
import type { PaintContext, Surroundings } from './paint-context.js'

const SPACE = ' '

/**
 * A text, with a space before it where it would run together with the text of another box that is told before it. The
 * space hangs beyond the text and takes no room there, as that between two lines does.
 */
export function partedText(
  { structure, fonts }: PaintContext,
  text: TextFragment,
  x: number,
  y: number,
  tag: Tag | undefined,
  { place }: Surroundings,
): TextFragment {
  if (!structure || typeof tag !== 'number' || !structure.gaps.isParted(tag, place, text, x, y)) return text
  const { words, positions, fontSize, width } = text
  const [first] = words
  if (!first?.face.hasGlyph(SPACE.charCodeAt(0))) return text
  const { face, direction } = first
  const space = fonts.shape(face, fonts.shaping({ direction, script: 'latn', language: '', features: {} }), SPACE)
  if (direction === 'rtl') return textFragment({ ...text, words: [...words, space], positions: [...positions, width] })
  const hang = (space.width * fontSize) / face.unitsPerEm
  return textFragment({ ...text, words: [space, ...words], positions: [-hang, ...positions] })
}
