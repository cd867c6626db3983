import type { ComputedStyle } from '../style/computed-style.js'
import type { BoundElement } from '../template/bound-tree.js'

/** Longer texts say no more of where a link leads. */
const LABEL_LENGTH = 200

/**
 * The text that is read aloud for a link without a name: its content with the alternatives of its images, as far as it has
 * boxes.
 *
 * @param styles by the numbers of elements
 */
export function linkLabel(element: BoundElement, styles: readonly ComputedStyle[]): string {
  let text = ''
  const open: { readonly element: BoundElement; next: number }[] = [{ element, next: 0 }]
  for (let at = open.at(-1); at && text.length < LABEL_LENGTH; at = open.at(-1)) {
    const node = at.element.children[at.next++]
    if (!node) {
      text += gapAt(at.element, styles)
      open.pop()
    } else if (node.kind === 'text') text += node.text
    else if (node.name === 'img') text += ` ${node.attributes.get('alt') ?? ''} `
    else if (styles[node.id]?.display !== 'none') {
      text += gapAt(node, styles)
      open.push({ element: node, next: 0 })
    }
  }
  return text.replace(/\s+/gu, ' ').trim().slice(0, LABEL_LENGTH)
}

/** What stands on lines of its own is parted from what is around it, and so is what a line break parts. */
function gapAt({ id, name }: BoundElement, styles: readonly ComputedStyle[]): string {
  const display = styles[id]?.display ?? 'inline'
  return name !== 'br' && (display.startsWith('inline') || display === 'contents') ? '' : ' '
}
