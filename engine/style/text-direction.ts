import type { BoundElement } from '../template/bound-tree.js'

/** Elements whose text does not count for the direction of what is around them (HTML §3.2.6.4). */
const ISOLATED = new Set(['bdi', 'script', 'style', 'textarea'])

/** Strong characters: letters of either direction, and the marks that stand for one (UAX #9 §2.6). */
const STRONG = /[\p{L}\u200e\u200f\u061c]/u

/** Letters of right-to-left scripts: Hebrew to Arabic, their presentation forms and the historic ones. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200f\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * The direction of the first strong character of an element's text, for `dir=auto`. Elements with a `dir` of their
 * own are left out, so each text is read for one element only.
 */
export function textDirection(element: BoundElement): 'ltr' | 'rtl' | undefined {
  for (const child of element.children) {
    if (child.kind === 'text') {
      const strong = STRONG.exec(child.text)
      if (strong) return RIGHT_TO_LEFT.test(strong[0]) ? 'rtl' : 'ltr'
    } else if (!ISOLATED.has(child.name) && !child.attributes.has('dir')) {
      const direction = textDirection(child)
      if (direction) return direction
    }
  }
  return undefined
}
