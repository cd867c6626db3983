import {
  settingFault,
  settingsKept,
  TEMPLATE_SETTINGS,
  unknownSettingMessage,
} from '../../../../engine/base/template-settings.js'
import { make } from './studio-state.js'

type TextSetting = ReturnType<typeof settingsKept>[number]

interface SettingsText {
  /** The settings that are written as JSON. */
  text(): string
  /** Puts another text in its place. */
  replace(text: string): void
}

/** Settings of the text that have a field: those of one line, and those that are on or off. */
const FIELDS = settingsKept('text').filter((name) => TEMPLATE_SETTINGS[name].form.kind !== 'structure')

/** Settings that are objects and lists, which are written in the text. */
const STRUCTURES = settingsKept('text').filter((name) => TEMPLATE_SETTINGS[name].form.kind === 'structure')

/** All settings of a template as a form, above the text of those that are written as JSON. */
export class SettingsPanel {
  readonly #host: HTMLElement
  readonly #text: SettingsText
  readonly #fields = new Map<TextSetting, HTMLInputElement | HTMLSelectElement>()
  readonly #faults = new Map<TextSetting, HTMLElement>()
  readonly #note = make('p', { class: 'error', role: 'status' })

  /** @param choices the lists of the form without scripts, which keep the settings that are chosen from words */
  constructor(host: HTMLElement, choices: readonly HTMLSelectElement[], mayEdit: boolean, text: SettingsText) {
    this.#host = host
    this.#text = text
    const chosen = choices.map((field) => labelled(field.dataset.label ?? field.name, field))
    const written = FIELDS.map((name) => this.#field(name, mayEdit))
    const structures = STRUCTURES.map((name) => TEMPLATE_SETTINGS[name].label).join(', ')
    host.append(
      make('div', { class: 'settings-fields' }, ...chosen, ...written),
      make('p', { class: 'help' }, `${structures} are written in the text below, as in template.json.`),
      this.#note,
    )
    host.hidden = true
  }

  set isOpen(isOpen: boolean) {
    this.#host.hidden = !isOpen
    if (isOpen) this.refresh()
  }

  /** Shows the settings as the text has them now; what is being typed in a field stays. */
  refresh(): void {
    if (this.#host.hidden) return
    const settings = this.#read()
    this.#note.textContent = settings ? unknownOf(settings) : 'The text below is no JSON object yet.'
    for (const [name, field] of this.#fields) {
      const value = settings?.[name]
      const fault = value === undefined ? undefined : settingFault(name, value)
      const note = this.#faults.get(name)
      if (note) note.textContent = fault === undefined ? '' : `“${TEMPLATE_SETTINGS[name].label}” ${fault}.`
      field.setAttribute('aria-invalid', String(fault !== undefined))
      if (!field.matches(':focus')) field.value = value === undefined ? '' : String(value)
    }
  }

  #field(name: TextSetting, mayEdit: boolean): HTMLElement {
    const { label, means, form } = TEMPLATE_SETTINGS[name]
    const isFlag = form.kind === 'flag'
    const field = isFlag
      ? make('select', {}, ...['', 'true', 'false'].map((value) => make('option', { value }, FLAGS[value] ?? '')))
      : make('input', {
          autocomplete: 'off',
          spellcheck: 'false',
          placeholder: form.kind === 'zone' ? 'Europe/Berlin' : '',
        })
    field.disabled = !mayEdit
    field.setAttribute('aria-label', label)
    field.addEventListener(isFlag ? 'change' : 'input', () =>
      this.#write(name, typedValue(form.kind, field.value), field.value === ''),
    )
    field.addEventListener('keydown', (event) => {
      // Else the form would be sent.
      if ((event as KeyboardEvent).key === 'Enter') event.preventDefault()
    })
    this.#fields.set(name, field)
    const fault = make('span', { class: 'error' })
    this.#faults.set(name, fault)
    return labelled(label, field, make('span', { class: 'help' }, means), fault)
  }

  #write(name: TextSetting, value: string | number | boolean, isAbsent: boolean): void {
    const settings = this.#read()
    if (!settings) return
    const { [name]: _, ...others } = settings
    const changed = isAbsent ? others : { ...settings, [name]: value }
    this.#text.replace(Object.keys(changed).length === 0 ? '' : `${JSON.stringify(changed, undefined, 2)}\n`)
  }

  /** The settings in the text; undefined where it is no JSON object. */
  #read(): Readonly<Record<string, unknown>> | undefined {
    const text = this.#text.text()
    if (text.trim() === '') return {}
    try {
      const value: unknown = JSON.parse(text)
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
    } catch (error) {
      if (error instanceof SyntaxError) return undefined
      throw error
    }
  }
}

/** The value of a setting from its field; a number that is none stays as it was typed, with its fault beside it. */
function typedValue(kind: string, text: string): string | number | boolean {
  if (kind === 'flag') return text === 'true'
  const number = Number(text)
  return kind === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text
}

const FLAGS: Readonly<Record<string, string>> = { '': 'Not set', true: 'Yes', false: 'No' }

function labelled(label: string, field: HTMLElement, ...more: readonly HTMLElement[]): HTMLElement {
  return make('label', {}, make('span', { class: 'choice-label' }, label), field, ...more)
}

/** Names the members that are no settings of the text. */
function unknownOf(settings: Readonly<Record<string, unknown>>): string {
  const known = settingsKept('text')
  const unknown = Object.keys(settings).filter((name) => name !== '$schema' && !known.some((each) => each === name))
  return unknown.map((name) => `${capitalized(unknownSettingMessage(name, known))}.`).join(' ')
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
