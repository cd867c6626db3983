import { optionsOf } from '../forms/select-options.js'
import type { BoundElement } from '../template/bound-tree.js'
import { inputType } from '../template/input-text.js'
import { isListBox } from '../template/list-box.js'
import type { PrintField } from './structure-element.js'

/** Types of `<input>` that show no text: they are pictures, or nothing. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(['hidden', 'image', 'file', 'range', 'color'])

const BUTTONS: ReadonlySet<string> = new Set(['submit', 'reset', 'button'])

/** What is printed of a control; undefined for other elements. */
export function printedRole(node: BoundElement): PrintField['role'] | undefined {
  switch (node.name) {
    case 'textarea':
    case 'select':
      return 'tv'
    case 'button':
      return 'pb'
    case 'input':
      return roleOfInput(inputType(node))
    default:
      return undefined
  }
}

function roleOfInput(type: string): PrintField['role'] | undefined {
  if (type === 'checkbox') return 'cb'
  if (type === 'radio') return 'rb'
  if (BUTTONS.has(type)) return 'pb'
  return WITHOUT_TEXT.has(type) ? undefined : 'tv'
}

export function printField(node: BoundElement, label: string | undefined): PrintField {
  const role = printedRole(node) ?? 'tv'
  const hasState = role === 'cb' || role === 'rb'
  const checked = hasState ? (node.attributes.has('checked') ? 'on' : 'off') : undefined
  return { role, checked, description: label }
}

/**
 * What is read in place of a control whose text does not say its value, by readers that know nothing of its state: of a
 * check box or radio button, which show none, and of a list box, which shows what is not chosen as well.
 */
export function printedAlternative(node: BoundElement): string | undefined {
  if (node.name === 'select') return isListBox(node) ? chosenOptions(node) : undefined
  const role = printedRole(node)
  if (role !== 'cb' && role !== 'rb') return undefined
  const isChecked = node.attributes.has('checked')
  const state = role === 'cb' ? (isChecked ? '☑' : '☐') : isChecked ? '◉' : '○'
  const label = node.attributes.get('aria-label')?.trim()
  return label ? `${state} ${label}` : state
}

function chosenOptions(select: BoundElement): string | undefined {
  const chosen = optionsOf(select).filter(({ selected }) => selected)
  return chosen.map(({ text }) => text).join(', ') || undefined
}
