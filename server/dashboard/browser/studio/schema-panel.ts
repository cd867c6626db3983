import type { JsonObject } from '../../../../engine/base/json.js'
import { inferSchema } from '../../../../engine/infer-schema.js'
import {
  addField,
  changeField,
  FIELD_TYPES,
  type FieldChange,
  type FieldType,
  readFields,
  removeField,
  type SchemaField,
} from '../../studio/schema-fields.js'
import { make } from './studio-state.js'

interface SchemaTexts {
  schema(): string
  /** JSON. */
  samples(): readonly string[]
  /** Puts another schema in the place of the text. */
  replace(text: string): void
}

/** The schema as a table of fields beside its text, and the way to infer it from the samples. */
export class SchemaPanel {
  readonly #bar: HTMLElement
  readonly #texts: SchemaTexts
  readonly #mayEdit: boolean
  readonly #host: HTMLElement
  readonly #note = make('span', { class: 'muted', role: 'status' })
  readonly #switch = make('button', { type: 'button', class: 'small', 'aria-pressed': 'false' }, 'Table')
  #isTable = false

  /** @param host covers the editor while the table is shown */
  constructor(bar: HTMLElement, host: HTMLElement, mayEdit: boolean, texts: SchemaTexts) {
    this.#bar = bar
    this.#host = host
    this.#mayEdit = mayEdit
    this.#texts = texts
    this.#switch.addEventListener('click', () => {
      this.#isTable = !this.#isTable
      this.refresh()
    })
    const infer = make('button', { type: 'button', class: 'small' }, 'Infer from the samples')
    infer.addEventListener('click', () => this.#infer())
    bar.append(this.#switch, ...(mayEdit ? [infer] : []), this.#note)
  }

  /** Shows or hides everything, as the schema is edited or another text. */
  set isOpen(isOpen: boolean) {
    this.#bar.hidden = !isOpen
    if (isOpen) this.refresh()
    else this.#host.hidden = true
  }

  /** Shows the schema as it is now. */
  refresh(): void {
    this.#switch.setAttribute('aria-pressed', String(this.#isTable))
    this.#host.hidden = !this.#isTable || this.#bar.hidden
    if (this.#host.hidden) return
    const fields = readFields(this.#texts.schema())
    if (fields || this.#texts.schema().trim() === '') this.#host.replaceChildren(this.#table(fields ?? []))
    else this.#host.replaceChildren(make('p', {}, 'The table shows schemas of objects, and this text is not one yet.'))
  }

  #table(fields: readonly SchemaField[]): HTMLElement {
    const head = ['Field', 'Type', 'Required', 'Description', 'Example', ...(this.#mayEdit ? ['Action'] : [])]
    const table = make(
      'table',
      { class: 'schema-table' },
      make('thead', {}, make('tr', {}, ...head.map((text) => make('th', { scope: 'col' }, text)))),
      make('tbody', {}, ...fields.map((field) => this.#row(field))),
    )
    return make('div', {}, table, ...(this.#mayEdit ? [this.#addition()] : []))
  }

  #row(field: SchemaField): HTMLElement {
    const { path, type, isRequired, description, example } = field
    const typeCell = type === undefined ? make('span', { class: 'muted' }, 'as written') : this.#types(type, path)
    if (typeCell instanceof HTMLSelectElement) {
      typeCell.addEventListener('change', () => this.#change(field, { type: typeCell.value as FieldType }))
    }
    const required = make('input', { type: 'checkbox', 'aria-label': `${path} is required` })
    required.checked = isRequired
    required.disabled = !this.#mayEdit
    required.addEventListener('change', () => this.#change(field, { isRequired: required.checked }))
    const words = make('input', { value: description, 'aria-label': `Description of ${path}` })
    words.disabled = !this.#mayEdit
    words.addEventListener('change', () => this.#change(field, { description: words.value.trim() }))
    const remove = make('button', { type: 'button', class: 'link', 'aria-label': `Remove ${path}` }, 'Remove')
    remove.addEventListener('click', () => this.#replace(() => removeField(this.#texts.schema(), field)))
    const cells = [
      make('code', { title: path }, path),
      typeCell,
      required,
      words,
      make('code', { class: 'muted', title: example.slice(0, 500) }, example.slice(0, 60)),
      ...(this.#mayEdit ? [remove] : []),
    ]
    return make('tr', {}, ...cells.map((cell) => make('td', {}, cell)))
  }

  #types(chosen: FieldType, path: string): HTMLSelectElement {
    const options = FIELD_TYPES.map((type) => make('option', { value: type }, type))
    const select = make('select', { 'aria-label': `Type of ${path}` }, ...options)
    select.value = chosen
    select.disabled = !this.#mayEdit
    return select
  }

  /** Adds a field by its path. Enter adds it too; the studio's form is not sent. */
  #addition(): HTMLElement {
    const path = make('input', { placeholder: 'items[].price', 'aria-label': 'Path of a new field' })
    const type = this.#types('string', 'a new field')
    const add = make('button', { type: 'button', class: 'small' }, 'Add a field')
    const act = () => this.#replace(() => addField(this.#texts.schema(), path.value.trim(), type.value as FieldType))
    add.addEventListener('click', act)
    path.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      act()
    })
    return make('p', { class: 'schema-add' }, path, type, add)
  }

  /** The table stays as it is, so that the next field has the focus that it was given. */
  #change(field: SchemaField, change: FieldChange): void {
    this.#put(() => changeField(this.#texts.schema(), field, change))
  }

  #infer(): void {
    this.#replace(() => {
      const samples = this.#texts.samples().map((text): JsonObject => JSON.parse(text))
      return `${JSON.stringify(inferSchema(samples), undefined, 2)}\n`
    })
    if (this.#note.textContent === '') this.#note.textContent = 'Undo in the text brings back what was there.'
  }

  #replace(make: () => string): void {
    this.#put(make)
    this.refresh()
  }

  #put(make: () => string): void {
    this.#note.textContent = ''
    try {
      this.#texts.replace(make())
    } catch (error) {
      this.#note.textContent = error instanceof Error ? error.message : String(error)
    }
  }
}
