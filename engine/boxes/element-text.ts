import type { StyledTree } from '../style/styled-tree.js'
import type { BoundElement } from '../template/bound-tree.js'

/** The text of an element as it is shown, white space collapsed; what `content()` means (css-content-3 §2.4). */
export function elementText(styled: StyledTree, element: BoundElement): string {
  return collect(styled, element).replace(/\s+/gu, ' ').trim()
}

function collect(styled: StyledTree, element: BoundElement): string {
  let text = ''
  for (const child of element.children) {
    if (child.kind === 'text') {
      text += child.text
      continue
    }
    const style = styled.styles[child.id]
    if (!style || style.display === 'none' || style.float === 'footnote' || typeof style.position === 'object') continue
    if (child.name === 'br') text += ' '
    else if (child.name === 'img') text += child.attributes.get('alt') ?? ''
    else text += style.display === 'inline' ? collect(styled, child) : ` ${collect(styled, child)} `
  }
  return text
}

/** The first letter with the punctuation around it (css-pseudo-4 §2.2). */
export function firstLetter(text: string): string {
  return /^[\p{P}\s]*.[\p{M}\p{P}]*/u.exec(text)?.[0].trim() ?? ''
}
