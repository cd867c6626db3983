import type { BoundElement } from '../template/bound-tree.js'

/** Longer texts say no more of where a link leads. */
const LABEL_LENGTH = 200

/** The text that is read aloud for a link without a name: its content with the alternatives of its images. */
export function linkLabel(element: BoundElement): string {
  let text = ''
  const open: { readonly element: BoundElement; next: number }[] = [{ element, next: 0 }]
  for (let at = open.at(-1); at && text.length < LABEL_LENGTH; at = open.at(-1)) {
    const node = at.element.children[at.next++]
    if (!node) open.pop()
    else if (node.kind === 'text') text += node.text
    else if (node.name === 'img') text += ` ${node.attributes.get('alt') ?? ''} `
    else open.push({ element: node, next: 0 })
  }
  return text.replace(/\s+/gu, ' ').trim().slice(0, LABEL_LENGTH)
}
