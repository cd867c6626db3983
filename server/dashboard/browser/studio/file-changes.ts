import { ask } from './ask.js'
import type { Notice } from './notice.js'
import type { Saving } from './saving.js'
import type { StudioSession } from './session.js'
import { need } from './studio-state.js'

/** Files that are looked for in folders. Far more than the service takes, which says how many it does. */
const MAX_WALKED = 1_000

/** The field for files, which sends them by its form where there are no scripts. */
const FIELD = '#studio-upload input[type=file]'

/** A file by its path from what was dropped. */
interface DroppedFile {
  readonly path: string
  readonly file: File
}

/** Whether an event is about the files of a drag, which its target would else open or write out as text. */
function isOfFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** Whether the target takes texts by itself, such as the editor in its shadow tree. */
function takesText(event: DragEvent): boolean {
  return event
    .composedPath()
    .some((node) => node instanceof HTMLElement && (node.isContentEditable || node.matches('input, textarea')))
}

/**
 * Takes files and folders that are dropped anywhere on the studio, and files that are chosen in its field, at once. No
 * drop leads away from the page: what cannot be used is told with the reason.
 */
export class FileChanges {
  readonly #form: HTMLFormElement
  readonly #saving: Saving
  readonly #session: StudioSession
  readonly #notice: Notice

  constructor(form: HTMLFormElement, saving: Saving, session: StudioSession, notice: Notice) {
    this.#form = form
    this.#saving = saving
    this.#session = session
    this.#notice = notice
    // Before the editor, which would write the files out as text.
    for (const type of ['dragenter', 'dragover'] as const) addEventListener(type, (event) => this.#over(event), true)
    addEventListener('dragleave', (event) => event.relatedTarget === null && this.#mark(false), true)
    addEventListener('drop', (event) => this.#drop(event), true)
    document
      .querySelector<HTMLInputElement>(FIELD)
      ?.addEventListener('change', ({ currentTarget }) => this.#chosen(currentTarget as HTMLInputElement))
  }

  /** The field is emptied, so that the same files can be chosen again. */
  #chosen(field: HTMLInputElement): void {
    const files = [...(field.files ?? [])]
    field.value = ''
    if (files.length > 0) void this.#take(plainFiles(files))
  }

  #mark(isOver: boolean): void {
    this.#form.classList.toggle('dropping', isOver)
  }

  #over(event: DragEvent): void {
    if (!isOfFiles(event) && takesText(event)) return
    event.preventDefault()
    event.stopPropagation()
    this.#mark(isOfFiles(event))
  }

  #drop(event: DragEvent): void {
    this.#mark(false)
    if (!isOfFiles(event) && takesText(event)) return
    event.preventDefault()
    event.stopPropagation()
    const { dataTransfer } = event
    if (!dataTransfer || !isOfFiles(event)) {
      this.#say('Only files and folders can be dropped here.')
    } else {
      // The list of a drop is only there until its event is over.
      const entries = [...dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
      const files = [...dataTransfer.files]
      void this.#take(entries.length > 0 ? readEntries(entries) : plainFiles(files))
    }
  }

  async #take(reading: Promise<readonly DroppedFile[]>): Promise<void> {
    const upload = document.querySelector<HTMLFormElement>('#studio-upload')
    if (!upload) return this.#say('You may look at this template; files are added by editors.')
    this.#form.inert = true
    try {
      const files = await reading
      if (files.length === 0) return this.#say('There is no file in what was dropped.')
      if (!(await this.#isSaved())) return
      this.#say(files.length === 1 ? `Uploading ${files[0]?.path}…` : `Uploading ${files.length} files…`)
      const fault = await send(upload, files, this.#session)
      if (fault !== undefined) return this.#say(fault)
      // The message about what was taken waits for the next page.
      location.reload()
    } catch (error) {
      this.#say(`Nothing was uploaded: ${error instanceof Error ? error.message : error}`)
    } finally {
      this.#form.inert = false
    }
  }

  /** Removes a file of the draft, after what was written is saved. */
  async remove(path: string): Promise<void> {
    const upload = document.querySelector<HTMLFormElement>('#studio-upload')
    const text = 'What the API serves keeps the file until the draft is published.'
    if (!upload || !(await ask(`Remove ${path} from the draft?`, text, 'Remove'))) return
    this.#form.inert = true
    try {
      if (!(await this.#isSaved())) return
      const body = emptied(upload)
      body.set('remove', path)
      const fault = await post(upload, body, this.#session)
      if (fault !== undefined) return this.#say(fault)
      location.reload()
    } catch (error) {
      this.#say(`The file is not removed: ${error instanceof Error ? error.message : error}`)
    } finally {
      this.#form.inert = false
    }
  }

  /** Whether all that was written is saved; says so if it is not. */
  async #isSaved(): Promise<boolean> {
    await this.#saving.save()
    if (!this.#saving.isSaved) this.#say('No file was changed: what you wrote could not be saved before.')
    return this.#saving.isSaved
  }

  #say(text: string): void {
    this.#notice.say(text)
  }
}

/** Sends files as the form would. Returns what is wrong with them, if anything is. */
async function send(
  upload: HTMLFormElement,
  files: readonly DroppedFile[],
  session: StudioSession,
): Promise<string | undefined> {
  const body = emptied(upload)
  for (const { path, file } of files) body.append('files', file, path)
  return post(upload, body, session)
}

/** The form without the files that its field has. */
function emptied(upload: HTMLFormElement): FormData {
  const body = new FormData(upload)
  body.delete(need<HTMLInputElement>(FIELD).name)
  body.set('dropped', '1')
  return body
}

async function post(upload: HTMLFormElement, body: FormData, session: StudioSession): Promise<string | undefined> {
  const response = await fetch(upload.action, { method: 'POST', body, headers: { Accept: 'application/json' } })
  session.check(response)
  const answer: { error?: { message?: string } } = await response.json()
  if (response.ok) return undefined
  return answer.error?.message ?? `The service answered ${response.status}.`
}

async function plainFiles(files: readonly File[]): Promise<readonly DroppedFile[]> {
  return files.map((file) => ({ path: file.name, file }))
}

/** The files of what was dropped. A template's folder is taken for the folder that the draft is. */
async function readEntries(entries: readonly FileSystemEntry[]): Promise<readonly DroppedFile[]> {
  const found: DroppedFile[] = []
  for (const entry of entries) await walk(entry, '', found)
  const [only] = entries
  const folder = entries.length === 1 && only?.isDirectory ? `${only.name}/` : undefined
  const isTemplate = folder !== undefined && found.some(({ path }) => path === `${folder}template.html`)
  return isTemplate ? found.map(({ path, file }) => ({ path: path.slice(folder.length), file })) : found
}

/** @throws Error for what cannot be read, and for folders with far too many files */
async function walk(entry: FileSystemEntry, folder: string, found: DroppedFile[]): Promise<void> {
  // Systems and tools leave files in folders that nobody means.
  if (folder !== '' && /^\.|^(?:node_modules|__MACOSX|Thumbs\.db)$/.test(entry.name)) return
  const path = folder + entry.name
  if (isFile(entry)) {
    if (found.length >= MAX_WALKED) throw new Error(`there are more than ${MAX_WALKED} files in what was dropped.`)
    found.push({ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) })
  } else if (isFolder(entry)) {
    for (const each of await listFolder(entry)) await walk(each, `${path}/`, found)
  }
}

async function listFolder(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    // Browsers give a hundred at a time.
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0 || all.length > MAX_WALKED) return all
    all.push(...some)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
