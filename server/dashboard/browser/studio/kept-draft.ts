import { make, need, type StudioState } from './studio-state.js'

/** A draft as it was written in this window when it could not be saved. */
export interface UnsavedDraft {
  /** When the first of what is not saved was written. */
  readonly since: number
  /** As they are saved, with `revision` and `base`. */
  readonly fields: URLSearchParams
}

/** Keeps what is not saved for as long as this window is open, over a reload as well. */
export class KeptDraft {
  readonly #key: string

  constructor({ address, user }: StudioState) {
    // Another who signs in in this window must not find it.
    this.#key = `platen-draft ${user} ${address}`
  }

  /** Returns false when the browser keeps no more. */
  keep({ since, fields }: UnsavedDraft): boolean {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify({ since, fields: fields.toString() }))
      return true
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') return false
      throw error
    }
  }

  read(): UnsavedDraft | undefined {
    const kept = sessionStorage.getItem(this.#key)
    if (kept === null) return undefined
    const { since, fields }: { since: number; fields: string } = JSON.parse(kept)
    return { since, fields: new URLSearchParams(fields) }
  }

  forget(): void {
    sessionStorage.removeItem(this.#key)
  }
}

/** Files whose texts were changed, as the field `edits` has them. */
export function editsOf(fields: URLSearchParams): readonly (readonly [path: string, text: string])[] {
  return JSON.parse(fields.get('edits') || '[]')
}

/** Writes a draft that was not saved into the form, before it is read. The state is what it was written for. */
export function restoreInto(form: HTMLFormElement, state: StudioState, { fields }: UnsavedDraft): StudioState {
  for (const name of ['html', 'schema', 'settings']) {
    need<HTMLTextAreaElement>(`[name=${name}]`, form).value = fields.get(name) ?? ''
  }
  need<HTMLInputElement>('[name=name]', form).value = fields.get('name') ?? ''
  for (const choice of form.querySelectorAll<HTMLSelectElement>('.studio-settings select')) {
    choice.value = fields.get(choice.name) ?? choice.value
  }
  restoreSamples(form, fields)
  const texts = new Map([...state.texts, ...editsOf(fields)])
  return {
    ...state,
    texts: [...texts],
    revision: Number(fields.get('revision')),
    publishedVersion: Number(fields.get('base')),
  }
}

function restoreSamples(form: HTMLFormElement, fields: URLSearchParams): void {
  for (const sample of form.querySelectorAll('.studio-sample')) sample.remove()
  const names = fields.getAll('sampleName')
  const samples = fields.getAll('sampleData').map((data, index) => {
    const text = make('textarea', { name: 'sampleData' })
    text.value = data
    const name = make('input', { name: 'sampleName', value: names[index] ?? '' })
    return make('fieldset', { class: 'studio-sample' }, name, text)
  })
  need('.studio-fields', form).append(...samples)
}
