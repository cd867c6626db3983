import type { BoundElement } from '../template/bound-tree.js'

/** Elements whose text is their value, and no part of the label around them. */
const VALUED: ReadonlySet<string> = new Set(['select', 'textarea', 'button', 'script', 'style'])

/** Longer texts are no labels. */
const LABEL_LENGTH = 200

/** Elements that name others: labels, and what is referred to by `aria-labelledby`. They are looked for when one asks first. */
export class ControlLabels {
  /** By the `id` that they are for. */
  #named: ReadonlyMap<string, BoundElement> | undefined
  #ids: ReadonlyMap<string, BoundElement> | undefined

  constructor(private readonly root: BoundElement) {}

  /** The name that an element is given for readers (WAI-ARIA §5.2.8.4): elements that it refers to come before its own. */
  nameOf({ attributes }: BoundElement): string | undefined {
    const ids = attributes.get('aria-labelledby')?.trim()
    return (ids && this.#textOf(ids)) || attributes.get('aria-label')?.trim() || undefined
  }

  #textOf(ids: string): string {
    this.#ids ??= findByAttribute(this.root, ({ attributes }) => attributes.get('id'))
    let text = ''
    for (const id of ids.split(/\s+/u, MOST_REFERENCES)) {
      const element = this.#ids.get(id)
      if (element) text += ` ${labelText(element)}`
    }
    return text.trim()
  }

  /** The label of a control (HTML §4.10.4). */
  labelOf(control: BoundElement): string | undefined {
    const { attributes } = control
    return (
      this.nameOf(control) ||
      this.#labelText(control) ||
      attributes.get('title')?.trim() ||
      attributes.get('placeholder')?.trim() ||
      undefined
    )
  }

  #labelText(control: BoundElement): string | undefined {
    const id = control.attributes.get('id')
    const label = (id === undefined ? undefined : this.#labelFor(id)) ?? elementAround(control, 'label')
    return label && labelText(label)
  }

  #labelFor(id: string): BoundElement | undefined {
    this.#named ??= findByAttribute(this.root, ({ name, attributes }) =>
      name === 'label' ? attributes.get('for') : undefined,
    )
    return this.#named.get(id)
  }
}

/** Elements that a name refers to; more are no name. */
const MOST_REFERENCES = 20

/** The first element of each key. */
function findByAttribute(
  root: BoundElement,
  keyOf: (element: BoundElement) => string | undefined,
): ReadonlyMap<string, BoundElement> {
  const found = new Map<string, BoundElement>()
  const open: BoundElement[] = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    const key = keyOf(element)
    if (key !== undefined && !found.has(key)) found.set(key, element)
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]
      if (child?.kind === 'element') open.push(child)
    }
  }
  return found
}

export function elementAround(element: BoundElement, name: string): BoundElement | undefined {
  let found = element.parent
  while (found && found.name !== name) found = found.parent
  return found
}

/** The text of a label or legend without those of the controls in it. */
export function labelText(element: BoundElement): string {
  return collapsed(textIn(element, ({ name }) => !VALUED.has(name))).slice(0, LABEL_LENGTH)
}

export function collapsed(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** @param enters whether the text of an element in it counts */
export function textIn(element: BoundElement, enters: (element: BoundElement) => boolean): string {
  let text = ''
  const open: { readonly element: BoundElement; next: number }[] = [{ element, next: 0 }]
  for (let at = open.at(-1); at; at = open.at(-1)) {
    const node = at.element.children[at.next++]
    if (!node) open.pop()
    else if (node.kind === 'text') text += node.text
    else if (enters(node)) open.push({ element: node, next: 0 })
  }
  return text
}
