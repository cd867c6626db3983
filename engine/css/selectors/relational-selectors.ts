import type { ComplexSelector, SimpleSelector } from './selector.js'

/**
 * Whether a selector asks for more of a document than the element, its attributes and its ancestors: for siblings, for
 * content or for text.
 */
export function isRelational({ compounds }: ComplexSelector): boolean {
  return compounds.some(
    ({ combinator, simple }) => combinator === 'adjacent' || combinator === 'sibling' || simple.some(asksForMore),
  )
}

function asksForMore(simple: SimpleSelector): boolean {
  switch (simple.kind) {
    case 'is':
    case 'not':
      return simple.selectors.some(isRelational)
    case 'type':
    case 'class':
    case 'id':
    case 'attribute':
    case 'root':
    case 'link':
    case 'lang':
    case 'never':
      return false
    default:
      return true
  }
}
