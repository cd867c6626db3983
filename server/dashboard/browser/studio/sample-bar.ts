import { make } from './studio-state.js'

interface SampleActions {
  /** The name of the sample that is shown was changed. */
  rename(id: string, name: string): void
  remove(id: string): void
}

/** Samples have names of this length at most. */
const LONGEST_NAME = 100

/** The name of the sample that is edited, and the way to be rid of it. */
export class SampleBar {
  readonly #host: HTMLElement
  readonly #name = make('input', { 'aria-label': 'Name of the sample', maxlength: String(LONGEST_NAME) })
  readonly #remove = make('button', { type: 'button', class: 'small danger' }, 'Remove')
  #id = ''

  constructor(host: HTMLElement, mayEdit: boolean, actions: SampleActions) {
    this.#host = host
    this.#name.disabled = !mayEdit
    this.#name.addEventListener('input', () => actions.rename(this.#id, this.#name.value.trim() || 'Sample'))
    this.#name.addEventListener('keydown', (event) => {
      // Else the form would be sent.
      if (event.key === 'Enter') event.preventDefault()
    })
    this.#remove.addEventListener('click', () => actions.remove(this.#id))
    host.append(this.#name, ...(mayEdit ? [this.#remove] : []))
  }

  /** Shows a sample, or nothing for another document. @param isOnly the last sample stays: its data are published */
  show(sample: { readonly id: string; readonly name: string } | undefined, isOnly: boolean): void {
    this.#host.hidden = sample === undefined
    if (!sample) return
    // What is being typed stays as it is typed.
    if (sample.id !== this.#id) this.#name.value = sample.name
    this.#id = sample.id
    this.#remove.disabled = isOnly
  }
}
