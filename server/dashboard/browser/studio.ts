import type { PDFDocumentProxy } from 'pdfjs-dist'
import { exampleData } from '../studio/example-data.js'
import { toggle, zoomChoice } from './studio/controls.js'
import { partialNames, readFiles, readSamples, sampleFile } from './studio/documents.js'
import { StudioEditor } from './studio/editor.js'
import { askForEditors } from './studio/editors.js'
import { makeFrame } from './studio/frame.js'
import { PageView } from './studio/pages.js'
import { type PreviewAnswer, type PreviewFields, requestPreview } from './studio/preview-request.js'
import { listProblems, type PlacedProblem, placeProblems } from './studio/problems.js'
import { type SampleAnswer, SampleRow } from './studio/sample-row.js'
import { SchemaPanel } from './studio/schema-panel.js'
import { make, need, type StudioFile, type StudioState } from './studio/studio-state.js'
import { makeOutline, makeReading, type View, viewChoice } from './studio/views.js'

/** Keys that follow each other within this time are typed together: the first is shown at once, the others after the last. */
const TYPED_TOGETHER_MS = 60

/**
 * A preview that is younger may finish before the next one is asked for: then each is seen even where they take longer
 * than the time between two keys, and a busy service has fewer to make. An older one is given up.
 */
const LET_FINISH_MS = 300

/** From an answer that there is no room at the moment to the next attempt. */
const RETRY_AFTER_MS = 1_000

/** How often it is asked who else has the draft open. */
const LOOK_AROUND_MS = 5_000

/** From the last key to the draft that is saved. */
const SAVE_AFTER_MS = 1_500

const form = need<HTMLFormElement>('#studio')
const state: StudioState = JSON.parse(form.dataset.state ?? '')
let revision = state.revision
/** Counts the changes, so that tests and people can tell which of them the page shows. */
let change = 0
let isSaved = true

const settings = {
  name: need<HTMLInputElement>('[name=name]', form),
  pageSize: need<HTMLSelectElement>('[name=pageSize]', form),
  orientation: need<HTMLSelectElement>('[name=orientation]', form),
  manner: need<HTMLSelectElement>('[name=manner]', form),
  standard: need<HTMLSelectElement>('[name=standard]', form),
}

// --- The documents

const samples = readSamples(form)
let nextSample = samples.length
let shownSample = samples[0]?.id ?? ''
const files = readFiles(form, state, samples)
const edited = new Set<string>()

// --- The frame around editor and pages

const saveState = need<HTMLElement>('#studio-state')
const upload = need<HTMLElement>('#studio-files')
const frame = makeFrame(form)
const { filesPanel, pagesPanel, pagesHost, viewHost, problemsTitle, problemsList, bar, facts, notice } = frame

const completionSources = {
  // The schema knows of fields that the sample does not have.
  data: () => [editor.text(shownSample), exampleData(editor.text('schema.json')) ?? ''],
  partials: partialNames(state),
}
const editor = new StudioEditor(frame.editorHost, files, state.mayEdit, completionSources, {
  changed: (id) => changed(id),
  moved: (id, offset) => followCursor(id, offset),
  save: () => void save(),
  render: () => void render(),
})

const schemaPanel = new SchemaPanel(frame.schemaBar, frame.schemaHost, state.mayEdit, {
  schema: () => editor.text('schema.json'),
  samples: () => samples.map(({ id }) => editor.text(id)),
  replace: (text) => {
    editor.show('schema.json')
    editor.replace(text)
  },
})

const pages = new PageView(pagesHost, (element) => {
  const found = pages.map.elements[element]
  if (!found) return
  const [, file, , , start] = found
  showFile(file)
  editor.reveal(file, start)
  pages.outline(element, false)
})

// --- Files

function showFile(id: string): void {
  if (!files.some((file) => file.id === id)) return
  editor.show(id)
  schemaPanel.isOpen = id === 'schema.json'
  if (id.startsWith('data:') && id !== shownSample) selectSample(id)
  for (const item of filesPanel.querySelectorAll<HTMLElement>('[data-file]')) {
    if (item.dataset.file === id) item.setAttribute('aria-current', 'true')
    else item.removeAttribute('aria-current')
  }
}

function listFiles(): void {
  const groups: readonly (readonly [StudioFile['group'], string])[] = [
    ['template', 'Template'],
    ['files', 'Files'],
    ['shared', 'Shared partials'],
    ['data', 'Data'],
  ]
  filesPanel.replaceChildren(
    ...groups.map(([group, title]) => {
      const items = files
        .filter((file) => file.group === group)
        .map(({ id, label }) => {
          const count = make('span', { class: 'count' })
          const button = make('button', { type: 'button', 'data-file': id }, make('span', {}, label), count)
          button.addEventListener('click', () => showFile(id))
          return make('li', {}, button, ...(group === 'shared' ? [editPartial(label)] : []))
        })
      const binaries =
        group === 'files'
          ? state.files
              .filter(({ path }) => !files.some(({ id }) => id === path))
              .map(({ path }) => make('li', { class: 'binary' }, path))
          : []
      if (group === 'shared' && items.length === 0) return ''
      return make('div', {}, make('h2', {}, title), make('ul', {}, ...items, ...binaries))
    }),
  )
  if (state.mayEdit) {
    const add = make('button', { type: 'button', class: 'add' }, '+ Sample')
    add.addEventListener('click', () => addSample(editor.text(shownSample) || '{}'))
    filesPanel.append(add)
    const example = exampleData(editor.text('schema.json'))
    if (example !== undefined) {
      const fromSchema = make('button', { type: 'button', class: 'add' }, '+ From the schema')
      fromSchema.addEventListener('click', () => addSample(example))
      filesPanel.append(fromSchema)
    }
    filesPanel.append(upload)
  }
  showFile(editor.current)
}

/** Leads to where a shared partial is changed: what is done there concerns other templates too. */
function editPartial(name: string): HTMLElement {
  const href = state.address.replace(/\/templates\/[^/]+$/, `/partials/${name}`)
  return make('a', { href, target: '_blank', rel: 'noopener', 'aria-label': `Change the partial ${name}` }, 'Change')
}

function addSample(text: string): void {
  const id = `data:${nextSample++}`
  const sample = { id, name: `Sample ${nextSample}`, text }
  samples.push(sample)
  const file = sampleFile(sample)
  // Before the schema, behind the other samples.
  const at = files.findIndex((other) => other.id === 'schema.json')
  files.splice(at, 0, file)
  editor.add(file, state.mayEdit)
  listSamples()
  listFiles()
  selectSample(id)
  showFile(id)
  changed(id)
}

// --- The bar above the pages

const sampleChoice = make('select', { 'aria-label': 'Sample data' })
sampleChoice.addEventListener('change', () => selectSample(sampleChoice.value))
const viewSelect = viewChoice((chosen) => {
  view = chosen
  void showView()
})
bar.append(
  sampleChoice,
  viewSelect,
  zoomChoice((zoom) => {
    pages.zoom = zoom
  }),
  toggle('Grid', (isOn) => {
    pages.grid = isOn
  }),
  toggle('Margins', (isOn) => pagesHost.classList.toggle('shows-areas', isOn)),
  toggle('Boxes', (isOn) => {
    pages.showsBoxes = isOn
  }),
  toggle('Folds', (isOn) => {
    pages.showsMarks = isOn
  }),
  settings.pageSize,
  settings.orientation,
  settings.manner,
  settings.standard,
  facts,
)
const LABELS: Readonly<Record<string, string>> = {
  pageSize: 'Page size',
  orientation: 'Orientation',
  manner: 'Manner',
  standard: 'Standard',
}
for (const each of [settings.pageSize, settings.orientation, settings.manner, settings.standard]) {
  each.setAttribute('form', 'studio')
  each.setAttribute('aria-label', LABELS[each.name] ?? each.name)
  each.disabled = !state.mayEdit
  each.addEventListener('change', () => changed(''))
}

function listSamples(): void {
  sampleChoice.replaceChildren(...samples.map(({ id, name }) => make('option', { value: id }, name)))
  sampleChoice.value = shownSample
}

function selectSample(id: string): void {
  shownSample = id
  sampleChoice.value = id
  if (editor.current.startsWith('data:') && editor.current !== id) showFile(id)
  void render()
}

// --- Other views than the pages

let view: View = 'pages'
/** The document that the pages show. */
let opened: PDFDocumentProxy | undefined
const sampleRow = new SampleRow(viewHost, (id) => {
  selectSample(id)
  showPages()
})

function showPages(): void {
  view = 'pages'
  viewSelect.value = view
  void showView()
}

/** Shows what was chosen, of the document that is shown now. */
async function showView(): Promise<void> {
  const chosen = view
  const shown = opened
  viewHost.hidden = chosen === 'pages'
  pagesHost.inert = chosen !== 'pages'
  sampleRow.stop()
  if (chosen === 'samples') await sampleRow.show(samples, renderSample)
  if (!shown || (chosen !== 'outline' && chosen !== 'reading')) return
  try {
    const content = chosen === 'outline' ? await makeOutline(shown, jumpTo) : await makeReading(shown)
    if (chosen === view && shown === opened) viewHost.replaceChildren(content)
  } catch (error) {
    // A newer document has taken its place, and is shown in its turn.
    if (shown === opened) throw error
  }
}

async function renderSample({ id }: { readonly id: string }, signal: AbortSignal): Promise<SampleAnswer> {
  const answer = await requestPreview(state, 'samples', draftWith(id), signal)
  const { openPdf } = await pdfScript
  return { ...answer, document: answer.map && (await openPdf(answer.pdf, state.pdfWorker)) }
}

function jumpTo(page: number): void {
  showPages()
  pages.scrollTo(page)
}

// --- The preview

let previewTimer: ReturnType<typeof setTimeout> | undefined
let saveTimer: ReturnType<typeof setTimeout> | undefined
let underWay: { readonly controller: AbortController; readonly since: number } | undefined
/** Something was typed that is to be shown when the preview under way has ended. */
let isNextDue = false
let lastChange = Number.NEGATIVE_INFINITY
let problems: readonly PlacedProblem[] = []

function changed(id: string): void {
  change++
  if (files.some((file) => file.id === id && file.group === 'files')) edited.add(id)
  form.dataset.change = String(change)
  clearTimeout(previewTimer)
  const isApart = !underWay && performance.now() - lastChange > TYPED_TOGETHER_MS
  lastChange = performance.now()
  previewTimer = setTimeout(renderTyped, isApart ? 0 : TYPED_TOGETHER_MS)
  if (!state.mayEdit) return
  isSaved = false
  if (!isInConflict) saveState.textContent = 'Not saved yet'
  clearTimeout(saveTimer)
  saveTimer = setTimeout(() => void save(), SAVE_AFTER_MS)
}

function edits(): string {
  return JSON.stringify([...edited].map((path) => [path, editor.text(path)]))
}

const pdfScript: Promise<typeof import('./pdf.js')> = import(state.pdfScript)

/** The draft as it is written now, with the data of a sample. */
function draftWith(sample: string): PreviewFields {
  return {
    html: editor.text('template.html'),
    pageSize: settings.pageSize.value,
    orientation: settings.orientation.value,
    manner: settings.manner.value,
    standard: settings.standard.value,
    settings: editor.text('template.json'),
    schema: editor.text('schema.json'),
    data: editor.text(sample) || '{}',
    edits: edits(),
  }
}

/** Shows what was typed, at once or when the preview under way has ended. */
function renderTyped(): void {
  const left = underWay ? underWay.since + LET_FINISH_MS - performance.now() : 0
  if (left <= 0) {
    void render()
    return
  }
  isNextDue = true
  previewTimer = setTimeout(renderTyped, left)
}

async function render(): Promise<void> {
  clearTimeout(previewTimer)
  isNextDue = false
  underWay?.controller.abort()
  const mine = new AbortController()
  underWay = { controller: mine, since: performance.now() }
  const shown = change
  try {
    const answer = await requestPreview(state, 'pages', draftWith(shownSample), mine.signal)
    if (mine !== underWay?.controller || answer.kind === 'outdated') return
    await show(answer, shown, mine)
  } catch (error) {
    if (!mine.signal.aborted) say(error instanceof Error ? error.message : String(error))
  } finally {
    if (mine === underWay?.controller) {
      underWay = undefined
      if (isNextDue) void render()
    }
  }
}

async function show(answer: PreviewAnswer, shown: number, mine: AbortController): Promise<void> {
  if (answer.kind === 'previewed' || answer.kind === 'broken') {
    report(placeProblems(editor, answer.diagnostics ?? [], answer.violations ?? [], shownSample))
  }
  if (answer.kind !== 'previewed' || !answer.map) {
    const [first] = problems
    say(answer.message ?? (first ? `${first.line === undefined ? '' : `Line ${first.line}: `}${first.message}` : ''))
    pagesPanel.classList.add('stale')
    form.dataset.broken = String(shown)
    if (answer.kind === 'unavailable') previewTimer = setTimeout(() => void render(), RETRY_AFTER_MS)
    return
  }
  say('')
  pagesPanel.classList.remove('stale')
  const weight = answer.pdf.length
  const { openPdf } = await pdfScript
  const pdf = await openPdf(answer.pdf, state.pdfWorker)
  if (mine !== underWay?.controller) {
    void pdf.destroy()
    return
  }
  opened = pdf
  await pages.show(pdf, answer.map)
  if (mine !== underWay?.controller) return
  void showView()
  const count = answer.pages ?? 0
  facts.textContent = `${count} ${count === 1 ? 'page' : 'pages'} · ${Math.round(weight / 1_000)} kB · ${Math.round(answer.renderTimeMs ?? 0)} ms${answer.fileName === undefined ? '' : ` · ${answer.fileName}`}`
  form.dataset.painted = String(shown)
}

function say(text: string): void {
  notice.textContent = text
  notice.hidden = text === ''
}

function report(found: readonly PlacedProblem[]): void {
  problems = found
  const byFile = new Map<string, PlacedProblem[]>()
  for (const problem of found) {
    const file = problem.file ?? 'template.html'
    byFile.set(file, [...(byFile.get(file) ?? []), problem])
  }
  editor.mark(byFile)
  const errors = found.filter(({ severity }) => severity === 'error').length
  const warnings = found.length - errors
  const words = [
    ...(errors > 0 ? [`${errors} ${errors === 1 ? 'error' : 'errors'}`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ]
  problemsTitle.textContent = words.length > 0 ? words.join(', ') : 'No problems'
  problemsTitle.className = errors > 0 ? 'bad' : warnings > 0 ? 'warn' : ''
  listProblems(problemsList, found, (problem) => {
    if (!files.some(({ id }) => id === problem.file) || problem.file === undefined) return
    showFile(problem.file)
    editor.reveal(problem.file, problem.from)
  })
  for (const item of filesPanel.querySelectorAll<HTMLElement>('[data-file]')) {
    const count = byFile.get(item.dataset.file ?? '')?.length ?? 0
    const mark = need<HTMLElement>('.count', item)
    mark.textContent = count > 0 ? String(count) : ''
  }
}

let followed: number | undefined

function followCursor(id: string, offset: number): void {
  const element = pages.elementAt(id, offset)
  if (element === followed) return
  followed = element
  pages.outline(element, true)
}

// --- Saving

let saving: Promise<void> | undefined
/** Another has saved the draft, and it is not decided yet which of the two is kept. */
let isInConflict = false

/** One at a time: each needs the revision of the one before. */
function save(): Promise<void> {
  if (!state.mayEdit) return Promise.resolve()
  clearTimeout(saveTimer)
  const mine = (saving ?? Promise.resolve()).then(saveNow, saveNow)
  saving = mine
  void mine.then(() => {
    if (saving === mine) saving = undefined
  })
  return mine
}

async function saveNow(): Promise<void> {
  if (isSaved || isInConflict) return
  const saved = change
  saveState.textContent = 'Saving…'
  const body = new URLSearchParams({
    csrf: state.csrf,
    live: '1',
    revision: String(revision),
    name: settings.name.value,
    html: editor.text('template.html'),
    pageSize: settings.pageSize.value,
    orientation: settings.orientation.value,
    manner: settings.manner.value,
    standard: settings.standard.value,
    settings: editor.text('template.json'),
    schema: editor.text('schema.json'),
    edits: edits(),
  })
  for (const { id, name } of samples) {
    body.append('sampleName', name)
    body.append('sampleData', editor.text(id))
  }
  try {
    const response = await fetch(state.address, { method: 'POST', body, headers: { Accept: 'application/json' } })
    if (response.redirected) throw new Error('your session has ended')
    const answer: { kind?: string; revision?: number; updatedBy?: string } = await response.json()
    if (response.status === 409) {
      offerChoice(answer.updatedBy ?? 'Somebody')
      return
    }
    if (!response.ok || answer.revision === undefined) throw new Error(`the service answered ${response.status}`)
    revision = answer.revision
    for (const field of document.querySelectorAll<HTMLInputElement>('input[name=revision]'))
      field.value = String(revision)
    isSaved = saved === change
    saveState.textContent = isSaved ? 'Draft, saved' : 'Not saved yet'
  } catch (error) {
    saveState.textContent = `Not saved: ${error instanceof Error ? error.message : error}`
  }
}

/** Two have changed the draft: whoever comes second decides which of the two is kept. Versions keep what was published. */
function offerChoice(who: string): void {
  isInConflict = true
  const theirs = make('button', { type: 'button', class: 'small' }, 'Show it')
  theirs.addEventListener('click', () => {
    isSaved = true
    location.reload()
  })
  const mine = make('button', { type: 'button', class: 'small' }, 'Keep mine')
  mine.addEventListener('click', () => void keepMine())
  saveState.replaceChildren(`${who} has changed this draft; what you write is not saved. `, theirs, ' ', mine)
  saveState.classList.add('bad')
}

/** Saves over what another has saved. */
async function keepMine(): Promise<void> {
  const known = await askForEditors(state.address)
  if (known) revision = known.revision
  isInConflict = false
  isSaved = false
  saveState.classList.remove('bad')
  await save()
}

const others = need<HTMLElement>('#studio-others')

/** Says who else has the draft open, and what they have saved before anything of it is lost. */
async function lookAround(): Promise<void> {
  if (document.visibilityState === 'hidden') return
  const known = await askForEditors(state.address)
  if (!known) return
  others.textContent = known.editors.length > 0 ? `Also open with ${known.editors.join(', ')}` : ''
  if (known.revision > revision && !saving && !isInConflict) offerChoice(known.updatedBy ?? 'Somebody')
}

// The texts go into the fields of the form, which then saves or publishes like without scripts.
form.addEventListener('submit', () => {
  isSaved = true
  need<HTMLTextAreaElement>('[name=html]', form).value = editor.text('template.html')
  need<HTMLTextAreaElement>('[name=schema]', form).value = editor.text('schema.json')
  need<HTMLTextAreaElement>('[name=settings]', form).value = editor.text('template.json')
  for (const field of form.querySelectorAll('.studio-sample')) field.remove()
  const fields = samples.flatMap(({ id, name }) => [
    make('input', { type: 'hidden', name: 'sampleName', value: name }),
    hiddenText('sampleData', editor.text(id)),
  ])
  form.append(...fields, make('input', { type: 'hidden', name: 'edits', value: edits() }))
})

function hiddenText(name: string, value: string): HTMLTextAreaElement {
  const area = make('textarea', { name })
  area.hidden = true
  area.value = value
  return area
}

addEventListener('beforeunload', (event) => {
  if (!isSaved) event.preventDefault()
})

addEventListener('keydown', (event) => {
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand && event.key === 's') {
    event.preventDefault()
    void save()
  } else if (isCommand && event.key === 'Enter') {
    event.preventDefault()
    void render()
  } else if (event.altKey && /^Digit[1-9]$/.test(event.code)) {
    const sample = samples[Number(event.code.slice(5)) - 1]
    if (!sample) return
    event.preventDefault()
    selectSample(sample.id)
  }
})

listSamples()
listFiles()
void render()
void lookAround()
setInterval(() => void lookAround(), LOOK_AROUND_MS)
addEventListener('visibilitychange', () => void lookAround())
