import type { DocumentBase } from '../base/asset-path.js'
import type { BoundElement } from '../template/bound-tree.js'

/** Addresses that a reader of a document may be led to. Scripts, files and relative addresses are not among them. */
const ALLOWED_SCHEME = /^(?:https?|mailto|tel):/i

/** The target of a link element: an address, `#id`, or undefined when it is not a link or not an allowed one. */
export function linkTarget(element: BoundElement | undefined, base: DocumentBase | undefined): string | undefined {
  if (element?.name !== 'a') return undefined
  const address = element.attributes.get('href')?.trim()
  return address ? targetOf(address, base) : undefined
}

/** Where an address leads; undefined for one that readers are not led to. */
export function targetOf(written: string, base: DocumentBase | undefined): string | undefined {
  const address = base?.target(written) ?? written
  if (address.startsWith('#')) return address.length > 1 ? `#${decodeFragment(address.slice(1))}` : undefined
  return ALLOWED_SCHEME.test(address) ? address : undefined
}

/** The names under which links can lead to an element. */
export function destinationName(element: BoundElement): string | undefined {
  return element.attributes.get('id') ?? (element.name === 'a' ? element.attributes.get('name') : undefined)
}

/** Undoes percent-encoding where it is well-formed (HTML, "find a potential indicated element"). */
function decodeFragment(fragment: string): string {
  return fragment.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) =>
    Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}
