import type { StyledMarkup, TemplateElement } from '../template/template-tree.js'
import type { TemplatePlaces } from './template-access.js'

/**
 * Finds equal elements of a template: they have the same name, attributes and ancestors, and the same selectors match them
 * unless a selector is relational. An element whose attributes depend on data is equal to none.
 * @returns by the id of each element, the id of the first element that equals it. Ids are in document order.
 */
export function firstEqualElements({ elements }: StyledMarkup, places: TemplatePlaces): Int32Array {
  const firsts = new Int32Array(elements.length)
  const known = new Map<string, number>()
  for (const element of elements) {
    const key = keyOf(element, places.get(element)?.parent, firsts)
    const first = key === undefined ? element.id : (known.get(key) ?? element.id)
    if (key !== undefined && first === element.id) known.set(key, first)
    firsts[element.id] = first
  }
  return firsts
}

function keyOf(
  { namespace, name, staticAttributes }: TemplateElement,
  parent: TemplateElement | undefined,
  firsts: Int32Array,
): string | undefined {
  if (!staticAttributes) return undefined
  let key = `${parent ? firsts[parent.id] : ''} ${namespace} ${name}`
  for (const [attribute, value] of staticAttributes) key += `\u0000${attribute}\u0000${value}`
  return key
}
