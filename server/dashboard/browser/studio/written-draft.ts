import { exampleData } from '../../studio/example-data.js'
import { newFile, readFiles, readSamples, type StudioSample, sampleFile } from './documents.js'
import type { PreviewFields } from './preview-request.js'
import { make, need, type StudioFile, type StudioState } from './studio-state.js'

/** The fields of the form that are no texts of the editor. */
export interface SettingFields {
  readonly name: HTMLInputElement
  /** One for each setting that is chosen from a list. */
  readonly choices: readonly HTMLSelectElement[]
}

/** The draft as it is written in this window. */
export class WrittenDraft {
  readonly settings: SettingFields
  readonly samples: StudioSample[]
  readonly files: StudioFile[]
  readonly #form: HTMLFormElement
  readonly #textOf: (id: string) => string
  /** The paths of files whose texts are not those that are kept. */
  readonly #edited = new Set<string>()
  #nextSample: number
  #change = 0
  /** The texts that were saved last, as JSON. */
  #saved: string | undefined

  /** @param textOf the text that a document of the editor has now */
  constructor(form: HTMLFormElement, state: StudioState, textOf: (id: string) => string) {
    this.#form = form
    this.#textOf = textOf
    this.settings = {
      name: need<HTMLInputElement>('[name=name]', form),
      choices: [...form.querySelectorAll<HTMLSelectElement>('.studio-settings select')],
    }
    this.samples = readSamples(form)
    this.#nextSample = this.samples.length
    this.files = readFiles(form, state, this.samples)
  }

  /** What is written now is what is kept: drafts of others are compared with it. */
  noteSaved(): void {
    this.#saved = JSON.stringify(this.#allTexts())
  }

  /** Counts the changes, so that tests and people can tell which of them the page shows. */
  get change(): number {
    return this.#change
  }

  /** @param id the document that was changed; empty for a setting */
  noteChange(id: string): void {
    this.#change++
    if (this.files.some((file) => file.id === id && file.group === 'files')) this.#edited.add(id)
    this.#form.dataset.change = String(this.#change)
  }

  has(id: string): boolean {
    return this.files.some((file) => file.id === id)
  }

  /** Data of the schema's examples; undefined where it has none. */
  get example(): string | undefined {
    return exampleData(this.#textOf('schema.json'))
  }

  /** A sample behind the others, and before the schema. */
  addSample(text: string): StudioFile {
    const id = `data:${this.#nextSample++}`
    const sample = { id, name: `Sample ${this.#nextSample}`, text }
    this.samples.push(sample)
    const file = sampleFile(sample)
    const at = this.files.findIndex((other) => other.id === 'schema.json')
    this.files.splice(at, 0, file)
    return file
  }

  renameSample(id: string, name: string): void {
    replace(this.samples, id, (sample) => ({ ...sample, name }))
    replace(this.files, id, (file) => ({ ...file, label: name }))
  }

  /** Returns the sample that takes its place among those that are shown. The only one stays. */
  removeSample(id: string): string {
    const at = this.samples.findIndex((sample) => sample.id === id)
    if (at >= 0 && this.samples.length > 1) {
      this.samples.splice(at, 1)
      this.files.splice(
        this.files.findIndex((file) => file.id === id),
        1,
      )
    }
    return this.samples[Math.min(at, this.samples.length - 1)]?.id ?? ''
  }

  /** A new text among the files, which is kept when the draft is saved. */
  addFile(path: string): StudioFile {
    const file = newFile(path)
    const at = this.files.findIndex(({ group }) => group === 'shared' || group === 'data')
    this.files.splice(at, 0, file)
    this.#edited.add(path)
    return file
  }

  /** As it is shown now, with the data of a sample. */
  previewFields(sample: string): PreviewFields {
    return { ...this.#texts(), data: this.#textOf(sample) || '{}' }
  }

  /** As it is saved, by the names of the form's fields. */
  saveFields(): URLSearchParams {
    const fields = new URLSearchParams({ name: this.settings.name.value, ...this.#texts() })
    for (const { id, name } of this.samples) {
      fields.append('sampleName', name)
      fields.append('sampleData', this.#textOf(id))
    }
    return fields
  }

  /** Puts the texts into the fields of the form, which then saves or publishes like without scripts. */
  fillForm(): void {
    const form = this.#form
    need<HTMLTextAreaElement>('[name=html]', form).value = this.#textOf('template.html')
    need<HTMLTextAreaElement>('[name=schema]', form).value = this.#textOf('schema.json')
    need<HTMLTextAreaElement>('[name=settings]', form).value = this.#textOf('template.json')
    for (const field of form.querySelectorAll('.studio-sample')) field.remove()
    const fields = this.samples.flatMap(({ id, name }) => [
      make('input', { type: 'hidden', name: 'sampleName', value: name }),
      hiddenText('sampleData', this.#textOf(id)),
    ])
    form.append(...fields, make('input', { type: 'hidden', name: 'edits', value: this.#edits() }))
    if (this.#saved !== undefined) form.append(make('input', { type: 'hidden', name: 'saved', value: this.#saved }))
  }

  /** By the names that the comparison of two drafts has for them. */
  #allTexts(): readonly (readonly [name: string, text: string])[] {
    const files = this.files.filter(({ group, id }) => group !== 'shared' && !id.startsWith('data:'))
    return [
      ...files.map(({ id }) => [id, this.#textOf(id)] as const),
      ...this.samples.map(({ id, name }) => [`data:${name}`, this.#textOf(id)] as const),
    ]
  }

  #texts() {
    return {
      ...Object.fromEntries(this.settings.choices.map(({ name, value }) => [name, value])),
      html: this.#textOf('template.html'),
      settings: this.#textOf('template.json'),
      schema: this.#textOf('schema.json'),
      edits: this.#edits(),
    }
  }

  #edits(): string {
    return JSON.stringify([...this.#edited].map((path) => [path, this.#textOf(path)]))
  }
}

function replace<T extends { readonly id: string }>(list: T[], id: string, change: (one: T) => T): void {
  const at = list.findIndex((one) => one.id === id)
  const one = list[at]
  if (one) list[at] = change(one)
}

function hiddenText(name: string, value: string): HTMLTextAreaElement {
  const area = make('textarea', { name })
  area.hidden = true
  area.value = value
  return area
}
