import { isBlockLevel } from '../../style/adjust-style.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { Source } from './box-builder.js'

/** A text cut in three. */
interface LetterParts {
  /** White space at the start of a line. */
  readonly before: string
  readonly letter: string
  readonly rest: string
}

/** Punctuation with the spaces within it, and the letter with its marks and the punctuation right behind it. */
const LETTER =
  /^([ \t\n\f\r]*)(\p{P}(?:[\p{P}\p{Zs}]*\p{P})?(?=[ \t\n\f\r]*$)|(?:\p{P}[\p{P}\p{Zs}]*)?[^\s]\p{M}*(?:\u200d\P{M}\p{M}*)*(?:[\p{Pe}\p{Pi}\p{Pf}\p{Po}]\p{M}*)*)/u

/**
 * Finds the first letter of a text, with punctuation on both sides (css-pseudo-4 §2.2); punctuation alone counts, as
 * in browsers. Undefined when there is only white space.
 */
export function splitFirstLetter(text: string): LetterParts | undefined {
  const found = LETTER.exec(text)
  if (!found) return undefined
  const [all, before = '', letter = ''] = found
  return { before, letter, rest: text.slice(all.length) }
}

/** Whether an element can have a first letter of its own: it is a block container. */
export function holdsFirstLetter({ display }: ComputedStyle): boolean {
  return (
    display === 'block' ||
    display === 'list-item' ||
    display === 'flow-root' ||
    display === 'inline-block' ||
    display === 'table-cell' ||
    display === 'table-caption'
  )
}

const NO_TEXT: ReadonlySet<string> = new Set(['br', 'img', 'svg', 'platen-qr', 'platen-barcode', 'platen-pages'])

/**
 * Where the first letter of a block is looked for when a child comes: `within` what flows as its own content does,
 * `behind` what stands beside the flow, and nowhere if anything else begins the first line.
 */
export function letterSearch({ style, element, origin }: Source): 'within' | 'behind' | 'nowhere' {
  const { display, position, float } = style
  if (display === 'none' || position === 'absolute' || position === 'fixed' || typeof position === 'object')
    return 'behind'
  if (float !== 'none') return 'behind'
  if (origin === 'alternative') return 'nowhere'
  // The content of an element is an image.
  if (origin === 'element' && (NO_TEXT.has(element.name) || style.content !== 'normal')) return 'nowhere'
  const flows = display === 'inline' || display === 'contents' || (isBlockLevel(display) && holdsFirstLetter(style))
  return flows ? 'within' : 'nowhere'
}
