import { invariant } from '../base/invariant.js'
import type { StructureElement } from '../tags/structure-element.js'
import { contentOf, isElement } from '../tags/structure-tree.js'
import { GraftedElement, MarkedContent, type TaggedContent } from './marked-content.js'
import type { PdfFile } from './pdf-file.js'
import { propertiesText } from './structure-attributes.js'

/** What is in an element, told apart from the numbers of sources and types, which are not negative. */
const ELEMENT = -1
const END = -2
const DETAILS = -3
const NONE = -4

/** The offset and the factor of the hash FNV-1a, which takes whole numbers here. */
const HASH_OFFSET = 0x811c9dc5
const HASH_FACTOR = 0x01000193

/** What tells structures apart that are not written as the same bytes. */
export interface StructureKey {
  /** The same for equal keys. */
  readonly hash: number
  readonly numbers: Int32Array
  /** The attributes of its elements. */
  readonly properties: string
}

/**
 * The same key for structures that are written as the same bytes: elements of the same types with the same attributes,
 * within each other in the same way, whose content has the same numbers on pages whose objects have the same numbers.
 *
 * @param elements those of the document, in its order
 */
export function structureKey(file: PdfFile, tagged: TaggedContent, elements: Int32Array): StructureKey {
  const { tree, sources, parents } = tagged
  // An element has a type, an end, perhaps details, and a place in another one; content has two numbers.
  const numbers = new Int32Array(2 + 4 * elements.length + 2 * tree.contents + 3 * sources.length + 2 * parents.length)
  const positions = new Int32Array(tree.end)
  for (let i = 0; i < elements.length; i++) positions[elements[i] as number] = i
  let properties = ''
  let count = 0
  // The first number that the structure will take.
  numbers[count++] = file.reserveNumbers(0)
  numbers[count++] = file.getStructTreeRoot().id
  for (const element of elements) {
    numbers[count++] = tree.typeNumberOf(element)
    if (tree.hasDetails(element)) {
      numbers[count++] = DETAILS
      properties += `${detailsOf(tagged, element, positions)} `
    }
    for (let kid = tree.firstKid(element); kid !== 0; kid = tree.nextKid(kid)) {
      if (isElement(kid)) numbers[count++] = ELEMENT
      else {
        numbers[count++] = tagged.sourceNumberOf(contentOf(kid))
        numbers[count++] = tagged.mcidOf(contentOf(kid))
      }
    }
    numbers[count++] = END
  }
  for (const source of sources) {
    invariant(!(source instanceof GraftedElement), 'a structure of nothing but its own document')
    numbers[count++] = source.page.id
    numbers[count++] = source instanceof MarkedContent ? (source.form?.id ?? NONE) : source.annotation.id
    numbers[count++] = source instanceof MarkedContent ? source.count : NONE
  }
  for (const entry of parents) {
    invariant(
      typeof entry === 'number' || entry instanceof MarkedContent,
      'a structure of nothing but its own document',
    )
    numbers[count++] = entry instanceof MarkedContent ? NONE : ELEMENT
    numbers[count++] = entry instanceof MarkedContent ? entry.source : (positions[entry] as number)
  }
  const used = numbers.subarray(0, count)
  return { hash: hashOf(used), numbers: used, properties }
}

export function areSameKeys(a: StructureKey, b: StructureKey): boolean {
  if (a.hash !== b.hash || a.numbers.length !== b.numbers.length || a.properties !== b.properties) return false
  for (let i = 0; i < a.numbers.length; i++) if (a.numbers[i] !== b.numbers[i]) return false
  return true
}

function hashOf(numbers: Int32Array): number {
  let hash = HASH_OFFSET
  for (let i = 0; i < numbers.length; i++) hash = Math.imul(hash ^ (numbers[i] as number), HASH_FACTOR)
  return hash
}

function detailsOf({ tree }: TaggedContent, element: StructureElement, positions: Int32Array): string {
  const headers = tree.headersOf(element)?.map((header) => `(${positions[header]})`)
  return propertiesText({ properties: tree.propertiesOf(element), bounds: tree.boundsOf(element), headers })
}
