import type { StyledMarkup, TemplateElement } from '../template/template-tree.js'
import type { TemplatePlaces } from './template-access.js'

/**
 * The number of the first element of a template that has the same name, attributes and ancestors, for each element by its
 * number: the same selectors match both unless they ask for more. An element whose attributes depend on data is equal to
 * none.
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
