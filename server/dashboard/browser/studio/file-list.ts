import { faultOfText } from './documents.js'
import { canBeInserted, THUMBNAIL } from './insertion.js'
import type { PlacedProblem } from './problems.js'
import { make, need, type StudioFile, type StudioState } from './studio-state.js'
import type { WrittenDraft } from './written-draft.js'

const GROUPS: readonly (readonly [group: StudioFile['group'], title: string])[] = [
  ['template', 'Template'],
  ['files', 'Files'],
  ['shared', 'Shared partials'],
  ['data', 'Data'],
]

interface FileListParts {
  readonly host: HTMLElement
  readonly state: StudioState
  readonly draft: WrittenDraft
  /** A document was chosen. */
  pick(id: string): void
  /** A sample is to be made of this data; of that which is shown where there is none. */
  addSample(data?: string): void
  addFile(path: string): void
  /** A file is to be used where the cursor stands. */
  insert(path: string): void
  /** A file that is kept is to be removed. */
  removeFile(path: string): void
}

/** The documents of the draft at the left, with the number of problems in each. */
export class FileList {
  readonly #parts: FileListParts
  readonly #upload = need<HTMLElement>('#studio-files')
  /** The paths of files that can be removed. */
  readonly #removable = new Set<string>()

  constructor(parts: FileListParts) {
    this.#parts = parts
    for (const { dataset } of this.#upload.querySelectorAll<HTMLElement>('[data-remove]')) {
      this.#removable.add(dataset.remove ?? '')
    }
    this.#upload.querySelector('h2')?.remove()
    this.#upload.querySelector('ul')?.remove()
  }

  /** Lists the documents that there are now. */
  refresh(): void {
    const { host, state } = this.#parts
    host.replaceChildren(...GROUPS.map(([group, title]) => this.#group(group, title)))
    if (state.mayEdit) host.append(...this.#additions(), this.#upload)
  }

  /** Marks the document that the editor shows. */
  mark(id: string): void {
    for (const item of this.#items()) {
      if (item.dataset.file === id) item.setAttribute('aria-current', 'true')
      else item.removeAttribute('aria-current')
    }
  }

  count(problems: ReadonlyMap<string, readonly PlacedProblem[]>): void {
    for (const item of this.#items()) {
      const count = problems.get(item.dataset.file ?? '')?.length ?? 0
      need<HTMLElement>('.count', item).textContent = count > 0 ? String(count) : ''
    }
  }

  #items(): Iterable<HTMLElement> {
    return this.#parts.host.querySelectorAll<HTMLElement>('[data-file]')
  }

  #group(group: StudioFile['group'], title: string): Node | string {
    const { state, draft } = this.#parts
    const items = draft.files.filter((file) => file.group === group).map((file) => this.#item(file))
    const binaries =
      group === 'files'
        ? state.files
            .filter(({ path }) => !draft.has(path))
            .map(({ path, hash }) =>
              make(
                'li',
                { class: 'binary' },
                ...this.#thumbnail(path, hash),
                make('span', { title: path }, path),
                ...this.#inserter(path),
                ...this.#remover(path),
              ),
            )
        : []
    if (group === 'shared' && items.length === 0) return ''
    return make('div', {}, make('h2', {}, title), make('ul', {}, ...items, ...binaries))
  }

  #item({ id, label, group }: StudioFile): HTMLElement {
    const button = make(
      'button',
      { type: 'button', 'data-file': id },
      make('span', { title: label }, label),
      make('span', { class: 'count' }),
    )
    button.addEventListener('click', () => this.#parts.pick(id))
    return make('li', {}, button, ...(group === 'shared' ? [this.#editPartial(label)] : this.#remover(id)))
  }

  #thumbnail(path: string, hash: string): readonly HTMLElement[] {
    if (!THUMBNAIL.test(path)) return []
    return [make('img', { src: `${this.#parts.state.address}/files/${hash}`, alt: '', loading: 'lazy' })]
  }

  #inserter(path: string): readonly HTMLElement[] {
    if (!this.#parts.state.mayEdit || !canBeInserted(path)) return []
    const button = make('button', { type: 'button', class: 'link', 'aria-label': `Insert ${path}` }, 'Insert')
    button.addEventListener('click', () => this.#parts.insert(path))
    return [button]
  }

  #remover(path: string): readonly HTMLElement[] {
    if (!this.#removable.has(path)) return []
    const button = make('button', { type: 'button', class: 'link', 'aria-label': `Remove ${path}` }, 'Remove')
    button.addEventListener('click', () => this.#parts.removeFile(path))
    return [button]
  }

  /** Leads to where a shared partial is changed: what is done there concerns other templates too. */
  #editPartial(name: string): HTMLElement {
    const href = this.#parts.state.address.replace(/\/templates\/[^/]+$/, `/partials/${name}`)
    return make('a', { href, target: '_blank', rel: 'noopener', 'aria-label': `Change the partial ${name}` }, 'Change')
  }

  #additions(): readonly HTMLElement[] {
    const { draft, addSample } = this.#parts
    const add = make('button', { type: 'button', class: 'add' }, '+ Sample')
    add.addEventListener('click', () => addSample())
    const { example } = draft
    if (example === undefined) return [add, this.#newFile()]
    const fromSchema = make('button', { type: 'button', class: 'add' }, '+ From the schema')
    fromSchema.addEventListener('click', () => addSample(example))
    return [add, fromSchema, this.#newFile()]
  }

  /** A field for the path of a new text. */
  #newFile(): HTMLElement {
    const path = make('input', { placeholder: 'style.css', 'aria-label': 'Path of a new file' })
    const fault = make('p', { class: 'error', role: 'alert' })
    const act = () => {
      const name = path.value.trim()
      fault.textContent = this.#parts.draft.has(name) ? `There is a ${name} already.` : (faultOfText(name) ?? '')
      if (fault.textContent === '') this.#parts.addFile(name)
    }
    const add = make('button', { type: 'button', class: 'small' }, 'Add')
    add.addEventListener('click', act)
    path.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      // Else the form would be sent.
      event.preventDefault()
      act()
    })
    return make(
      'details',
      { class: 'new-file' },
      make('summary', {}, '+ File'),
      make('div', { class: 'row together' }, path, add),
      fault,
    )
  }
}
