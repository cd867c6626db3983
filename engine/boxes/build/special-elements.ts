import type { BoundElement } from '../../template/bound-tree.js'
import { isImageButton } from '../../template/input-text.js'
import type { Source } from './box-builder.js'

/** The text that stands in for an image; browsers give buttons without one a name (HTML §4.10.5.1.19). */
export function textInPlaceOf({ name, attributes }: BoundElement): string {
  return attributes.get('alt') ?? (name === 'input' ? 'Submit' : '')
}

const SPECIAL: ReadonlySet<string> = new Set([
  'br',
  'canvas',
  'img',
  'object',
  'wbr',
  'svg',
  'platen-qr',
  'platen-barcode',
  'platen-pages',
])

/** `display: contents` removes these controls with their content (css-display-3 appendix B). */
const CONTROLS: ReadonlySet<string> = new Set(['input', 'meter', 'progress', 'select', 'textarea'])

export function vanishesWithoutBox({ element, origin }: Source): boolean {
  return origin === 'element' && CONTROLS.has(element.name)
}

/** Whether the generator has a case of its own for an element. */
export function isSpecial({ element, origin }: Source): boolean {
  if (origin !== 'element') return false
  return SPECIAL.has(element.name) || isImageButton(element)
}
