import type { BoundElement } from './bound-tree.js'

/** Whether a `<select>` shows its options one below the other, and not the chosen one alone (HTML §15.5.16). */
export function isListBox({ attributes }: BoundElement): boolean {
  return attributes.has('multiple') || Number.parseInt(attributes.get('size') ?? '', 10) > 1
}

/** The option that a list that opens shows: the last one that is chosen, else the first (HTML §4.10.7). */
export function shownOption(select: BoundElement): BoundElement | undefined {
  let first: BoundElement | undefined
  let chosen: BoundElement | undefined
  const look = (children: BoundElement['children']): void => {
    for (const child of children) {
      if (child.kind !== 'element') continue
      if (child.name === 'optgroup') look(child.children)
      if (child.name !== 'option') continue
      first ??= child
      if (child.attributes.has('selected')) chosen = child
    }
  }
  look(select.children)
  return chosen ?? first
}
