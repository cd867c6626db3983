import type { DiagnosticSink } from '../base/diagnostics.js'
import type { BoundElement } from '../template/bound-tree.js'
import { inputText, inputType } from '../template/input-text.js'
import { isListBox } from '../template/list-box.js'
import { ControlLabels, elementAround, labelText, textIn } from './control-labels.js'
import { FieldNames } from './field-names.js'
import type { ButtonField, FieldControl, FieldControls } from './form-field.js'
import { optionsOf } from './select-options.js'

/** Types of `<input>` that are no fields: they do something, or are not shown. */
const NO_FIELDS: ReadonlySet<string> = new Set([
  'hidden',
  'submit',
  'reset',
  'button',
  'image',
  'file',
  'range',
  'color',
])

/** Characters of a name that a message repeats. */
const SHOWN_NAME = 80

/**
 * Finds the controls of a document and the fields that they are, in document order. Reports fields without a name or
 * label, and names that several fields ask for.
 *
 * @param fileNames the names of the file, where other documents have fields in it
 */
export function collectControls(
  root: BoundElement,
  diagnostics: DiagnosticSink,
  fileNames?: FieldNames | undefined,
): FieldControls {
  const found = findElements(root)
  const collector = new ControlCollector(found, new ControlLabels(root), diagnostics, fileNames)
  return new Map(found.controls.map((control) => [control.id, collector.controlOf(control)]))
}

interface FoundElements {
  readonly controls: readonly BoundElement[]
  /** By the number of a radio button: all of its form and name (HTML §4.10.5.1.16). */
  readonly groups: ReadonlyMap<number, readonly BoundElement[]>
}

function findElements(root: BoundElement): FoundElements {
  const controls: BoundElement[] = []
  const named = new Map<string, BoundElement[]>()
  const groups = new Map<number, readonly BoundElement[]>()
  const open: { readonly element: BoundElement; readonly form: number }[] = [{ element: root, form: -1 }]
  for (let at = open.pop(); at; at = open.pop()) {
    const { element } = at
    const form = element.name === 'form' ? element.id : at.form
    if (isControl(element)) controls.push(element)
    if (isRadio(element)) {
      const name = element.attributes.get('name')
      const group = (name && named.get(`${form} ${name}`)) || []
      group.push(element)
      groups.set(element.id, group)
      if (name) named.set(`${form} ${name}`, group)
    }
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]
      if (child?.kind === 'element') open.push({ element: child, form })
    }
  }
  return { controls, groups }
}

class ControlCollector {
  readonly #names = new FieldNames()
  /** By the number of the element. */
  readonly #buttons = new Map<number, FieldControl>()
  #unnamed = 0

  constructor(
    private readonly found: FoundElements,
    private readonly labels: ControlLabels,
    private readonly diagnostics: DiagnosticSink,
    private readonly fileNames: FieldNames | undefined,
  ) {}

  /** Radio buttons of one name are one field: the last one that is checked is on. */
  #addGroup(first: BoundElement): void {
    const buttons = this.found.groups.get(first.id) ?? [first]
    const states = new Set<string>()
    const named = buttons.map((button) => {
      const value = button.attributes.get('value') ?? 'on'
      let state = value
      for (let count = 2; states.has(state); count++) state = `${value}-${count}`
      states.add(state)
      return { button, state }
    })
    const name = this.#nameOf(first)
    const field: ButtonField = {
      kind: 'radio',
      name,
      label: legendOf(first) ?? name,
      readOnly: buttons.every(isDisabled),
      required: buttons.some(({ attributes }) => attributes.has('required')),
      on: named.findLast(({ button }) => button.attributes.has('checked'))?.state,
    }
    for (const { button, state } of named)
      this.#buttons.set(button.id, { field, label: this.#labelOf(button, name), state })
  }

  controlOf(element: BoundElement): FieldControl {
    if (isRadio(element) && !this.#buttons.has(element.id)) this.#addGroup(element)
    const button = this.#buttons.get(element.id)
    if (button) return button
    const { attributes } = element
    const name = this.#nameOf(element)
    const label = this.#labelOf(element, name)
    const shared = {
      name,
      label,
      readOnly: attributes.has('readonly') || isDisabled(element),
      required: attributes.has('required'),
    }
    if (element.name === 'select') {
      const multiple = attributes.has('multiple')
      return {
        field: { ...shared, kind: 'choice', isListBox: isListBox(element), multiple, options: optionsOf(element) },
        label,
        state: undefined,
      }
    }
    if (inputType(element) === 'checkbox') {
      const state = attributes.get('value') ?? 'on'
      const on = attributes.has('checked') ? state : undefined
      return { field: { ...shared, kind: 'checkbox', on }, label, state }
    }
    const multiline = element.name === 'textarea'
    const password = inputType(element) === 'password'
    const value = multiline ? textIn(element, () => true) : password ? '' : inputText(element)
    const maxLength = lengthOf(attributes.get('maxlength'))
    return { field: { ...shared, kind: 'text', value, multiline, password, maxLength }, label, state: undefined }
  }

  #nameOf(element: BoundElement): string {
    const name = this.#ownName(element)
    return this.fileNames?.take(name) ?? name
  }

  /** Its name in the document. */
  #ownName({ attributes, template }: BoundElement): string {
    const wanted = attributes.get('name') || attributes.get('id')
    if (!wanted) {
      const name = this.#names.take(`field-${++this.#unnamed}`)
      this.diagnostics.warn(
        'unnamed-field',
        'the field has no name: give it one, by which its value is known',
        template.span,
      )
      return name
    }
    const name = this.#names.take(wanted)
    if (name !== wanted) {
      const shown = wanted.length > SHOWN_NAME ? `${wanted.slice(0, SHOWN_NAME)}…` : wanted
      const message = `the name "${shown}" is taken or cannot be had: give each field one of its own`
      this.diagnostics.warn('field-name-taken', message, template.span)
    }
    return name
  }

  /** The label of a control (HTML §4.10.4); its name where it has none. */
  #labelOf(element: BoundElement, name: string): string {
    const label = this.labels.labelOf(element)
    if (label) return label
    const message = 'the field has no label: write a <label> around or for it, or a title'
    this.diagnostics.warn('unlabelled-field', message, element.template.span)
    return name
  }
}

function isControl(element: BoundElement): boolean {
  if (element.name === 'textarea' || element.name === 'select') return true
  return element.name === 'input' && !NO_FIELDS.has(inputType(element))
}

function isRadio(element: BoundElement): boolean {
  return element.name === 'input' && inputType(element) === 'radio'
}

/** Of itself or with all of its fieldset (HTML §4.10.18.5). */
function isDisabled(element: BoundElement): boolean {
  if (element.attributes.has('disabled')) return true
  let fieldset = elementAround(element, 'fieldset')
  while (fieldset && !fieldset.attributes.has('disabled')) fieldset = elementAround(fieldset, 'fieldset')
  return fieldset !== undefined
}

/** The legend of the fieldset around a control. */
function legendOf(element: BoundElement): string | undefined {
  const fieldset = elementAround(element, 'fieldset')
  const legend = fieldset?.children.find((child) => child.kind === 'element' && child.name === 'legend')
  return (legend?.kind === 'element' && labelText(legend)) || undefined
}

function lengthOf(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : undefined
}
