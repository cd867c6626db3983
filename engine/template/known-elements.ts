import { didYouMean } from '../base/suggest.js'
import { ELEMENT_FATES } from './element-fates.js'

/** Elements that HTML does not have and this engine does. */
const OWN = ['platen-barcode', 'platen-pages', 'platen-qr']

const KNOWN: ReadonlySet<string> = new Set([...ELEMENT_FATES.keys(), ...OWN])

/**
 * The fault in the name of an element outside of SVG: a name that HTML does not have. Undefined for those that
 * exist, for custom elements (with a hyphen) that are not nearly one of ours, and for names with a prefix, which office programs write.
 */
export function unknownElement(name: string): string | undefined {
  if (KNOWN.has(name) || name.includes(':')) return undefined
  if (name.includes('-')) return unknownOwnElement(name)
  return `<${name}> is not an element of HTML${didYouMean(name, KNOWN)}`
}

/** What is printed of the elements that are warned of. */
export const AS_TEXT: ReadonlyMap<string, string> = new Map([
  ['canvas', 'no script draws on it: its box is printed empty'],
  ['math', 'formulas are not laid out: their text is printed in a line'],
  ['ruby', 'readings are not set above their text: they are printed behind it'],
  ['map', 'the areas of image maps lead nowhere in a document'],
  ['marquee', 'nothing moves on paper: the text is printed where it stands'],
  ['multicol', 'it is a column set of an old browser: use the property columns'],
])

/** The message about an element whose content is printed otherwise than it is meant; undefined for most. */
export function misprintedElement(name: string): string | undefined {
  const reason = AS_TEXT.get(name)
  return reason === undefined ? undefined : `<${name}>: ${reason}`
}

/** So many letters may differ from one of ours; other custom elements are their authors' business. */
const FARTHEST = 2

function unknownOwnElement(name: string): string | undefined {
  const hint = didYouMean(name, OWN, '', FARTHEST)
  if (hint !== '') return `<${name}> is not an element${hint}`
  if (!name.startsWith('platen-')) return undefined
  return `<${name}> is not an element: there are ${OWN.map((own) => `<${own}>`).join(', ')}`
}
