import type { PDFDocumentProxy } from 'pdfjs-dist'
import { toggle, zoomChoice } from './studio/controls.js'
import { partialNames } from './studio/documents.js'
import { StudioEditor } from './studio/editor.js'
import { FileChanges } from './studio/file-changes.js'
import { FileList } from './studio/file-list.js'
import { makeFrame } from './studio/frame.js'
import { editsOf, KeptDraft, restoreInto } from './studio/kept-draft.js'
import { Notice } from './studio/notice.js'
import { PageView } from './studio/pages.js'
import { Preview } from './studio/preview.js'
import { type PreviewAnswer, requestPreview } from './studio/preview-request.js'
import { listProblems, type PlacedProblem, placeProblems, sortByFile, titleProblems } from './studio/problems.js'
import { SampleBar } from './studio/sample-bar.js'
import type { SampleAnswer } from './studio/sample-row.js'
import { Saving } from './studio/saving.js'
import { SchemaPanel } from './studio/schema-panel.js'
import { StudioSession } from './studio/session.js'
import { SettingsPanel } from './studio/settings-panel.js'
import { make, need, type StudioState } from './studio/studio-state.js'
import { ViewPanel } from './studio/view-panel.js'
import { WrittenDraft } from './studio/written-draft.js'

/* Puts the parts of the studio together: what happens in one of them is told to the others here. */

const form = need<HTMLFormElement>('#studio')
const opened: StudioState = JSON.parse(form.dataset.state ?? '')
const kept = new KeptDraft(opened)
const unsaved = opened.mayEdit ? kept.read() : undefined
const state = unsaved ? restoreInto(form, opened, unsaved) : opened
const session = new StudioSession(state.csrf, () => {
  // The link that had the focus is gone.
  if (document.activeElement === document.body) editor.view.focus()
  void saving.save()
  void preview.render()
})
const draft = new WrittenDraft(form, state, (id) => editor.text(id))
const frame = makeFrame(form)
let shownSample = draft.samples[0]?.id ?? ''

// --- The parts

const completionSources = {
  // The schema knows of fields that the sample does not have.
  data: () => [editor.text(shownSample), draft.example ?? ''],
  partials: partialNames(state),
}
const editor = new StudioEditor(frame.editorHost, draft.files, state.mayEdit, completionSources, {
  changed,
  moved: followCursor,
  save: () => void saving.save(),
  render: () => void preview.render(),
})

const schemaPanel = new SchemaPanel(frame.schemaBar, frame.schemaHost, state.mayEdit, {
  schema: () => editor.text('schema.json'),
  samples: () => draft.samples.map(({ id }) => editor.text(id)),
  replace: (text) => {
    editor.show('schema.json')
    editor.replace(text)
  },
})

const { name, choices } = draft.settings

const settingsPanel = new SettingsPanel(frame.settingsHost, choices, state.mayEdit, {
  text: () => editor.text('template.json'),
  replace: (text) => {
    editor.show('template.json')
    editor.replace(text)
  },
})

const sampleBar = new SampleBar(frame.sampleBar, state.mayEdit, { rename: renameSample, remove: removeSample })

const fileList = new FileList({
  host: frame.filesPanel,
  state,
  draft,
  pick: showFile,
  addSample,
  addFile,
  insert: insertFile,
  removeFile: (path) => void fileChanges.remove(path),
})

const pages = new PageView(frame.pagesHost, (element) => {
  const found = pages.map.elements[element]
  if (!found) return
  const [, file, , , start] = found
  showFile(file)
  editor.reveal(file, start)
  pages.outline(element, false)
})

const views = new ViewPanel({
  frame,
  draft,
  render: renderSample,
  pick: selectSample,
  scrollTo: (page) => pages.scrollTo(page),
})

const notice = new Notice(form)
const saving = new Saving({ state, draft, session, kept, compare: compareDrafts })
const fileChanges = new FileChanges(form, saving, session, notice)

const pdfScript: Promise<typeof import('./pdf.js')> = import(state.pdfScript)

async function open(pdf: Uint8Array): Promise<PDFDocumentProxy> {
  const { openPdf } = await pdfScript
  return openPdf(pdf, state.pdfWorker)
}

const preview = new Preview({
  form,
  state,
  session,
  draft,
  frame,
  pages,
  open,
  sample: () => shownSample,
  report,
  onShown: (pdf) => {
    views.document = pdf
  },
  onPainted: () => void views.refresh(),
})

// --- What happens in one part, for the others

/** @param id the document that was changed; empty for a setting */
function changed(id: string): void {
  draft.noteChange(id)
  if (id === 'template.json') settingsPanel.refresh()
  preview.noteChange()
  saving.noteChange()
}

function showFile(id: string): void {
  if (!draft.has(id)) return
  editor.show(id)
  schemaPanel.isOpen = id === 'schema.json'
  settingsPanel.isOpen = id === 'template.json'
  sampleBar.show(
    draft.samples.find((sample) => sample.id === id),
    draft.samples.length === 1,
  )
  if (id.startsWith('data:') && id !== shownSample) selectSample(id)
  fileList.mark(id)
}

/** Uses a file in the text that is shown, or in the template where that is none for it. */
function insertFile(path: string): void {
  if (editor.current.endsWith('.json') || editor.current.startsWith('data:')) showFile('template.html')
  editor.insertFile(path)
}

function listFiles(): void {
  fileList.refresh()
  showFile(editor.current)
}

function addSample(data = editor.text(shownSample) || '{}'): void {
  const file = draft.addSample(data)
  editor.add(file, state.mayEdit)
  listSamples()
  listFiles()
  selectSample(file.id)
  showFile(file.id)
  changed(file.id)
}

function renameSample(id: string, name: string): void {
  draft.renameSample(id, name)
  listSamples()
  fileList.refresh()
  fileList.mark(id)
  changed('')
}

function removeSample(id: string): void {
  const next = draft.removeSample(id)
  if (next === id) return
  shownSample = next
  showFile(next)
  editor.remove(id)
  listSamples()
  listFiles()
  changed('')
}

function addFile(path: string): void {
  editor.add(draft.addFile(path), state.mayEdit)
  listFiles()
  showFile(path)
  editor.view.focus()
  changed(path)
}

function selectSample(id: string): void {
  shownSample = id
  sampleChoice.value = id
  if (editor.current.startsWith('data:') && editor.current !== id) showFile(id)
  void preview.render()
}

async function renderSample({ id }: { readonly id: string }, signal: AbortSignal): Promise<SampleAnswer> {
  const answer = await requestPreview(state, session, 'samples', draft.previewFields(id), signal)
  return { ...answer, document: answer.map && (await open(answer.pdf)) }
}

function report({ diagnostics = [], violations = [] }: PreviewAnswer): readonly PlacedProblem[] {
  const found = placeProblems(editor, diagnostics, violations, shownSample)
  const byFile = sortByFile(found)
  editor.mark(byFile)
  fileList.count(byFile)
  titleProblems(frame.problemsTitle, found)
  listProblems(frame.problemsList, found, ({ file, from }) => {
    if (file === undefined || !draft.has(file)) return
    showFile(file)
    editor.reveal(file, from)
  })
  return found
}

let followed: number | undefined

function followCursor(id: string, offset: number): void {
  const element = pages.elementAt(id, offset)
  if (element === followed) return
  followed = element
  pages.outline(element, true)
}

// --- The bar above the pages

const sampleChoice = make('select', { 'aria-label': 'Sample data' })
sampleChoice.addEventListener('change', () => selectSample(sampleChoice.value))

function listSamples(): void {
  sampleChoice.replaceChildren(...draft.samples.map(({ id, name }) => make('option', { value: id }, name)))
  sampleChoice.value = shownSample
}

// The heading is the field of the name.
const heading = need<HTMLElement>('h1', form)
heading.classList.add('visually-hidden')
heading.after(name)
name.setAttribute('aria-label', 'Name of the template')
name.disabled = !state.mayEdit
name.addEventListener('input', () => changed(''))
name.addEventListener('keydown', (event) => {
  // Else the form would be sent.
  if (event.key === 'Enter') event.preventDefault()
})

for (const field of choices) {
  field.setAttribute('aria-label', field.dataset.label ?? field.name)
  field.disabled = !state.mayEdit
  field.addEventListener('change', () => changed(''))
}

frame.bar.append(
  make(
    'div',
    { role: 'group', 'aria-label': 'What is shown' },
    sampleChoice,
    views.choice,
    zoomChoice((zoom) => {
      pages.zoom = zoom
    }),
  ),
  make(
    'div',
    { role: 'group', 'aria-label': 'How pages are shown' },
    toggle('Grid', (isOn) => {
      pages.grid = isOn
    }),
    toggle('Margins', (isOn) => frame.pagesHost.classList.toggle('shows-areas', isOn)),
    toggle('Boxes', (isOn) => {
      pages.showsBoxes = isOn
    }),
    toggle('Folds', (isOn) => {
      pages.showsMarks = isOn
    }),
  ),
  frame.facts,
)

// --- The window

// The page stays until all that was written is saved.
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { submitter } = event
  await saving.save()
  if (submitter instanceof HTMLButtonElement && submitter.name === 'publish' && saving.isSaved) {
    location.assign(`${state.address}/publish`)
  }
})

/** Leaves to the page that shows the drafts of two editors beside each other. */
function compareDrafts(): void {
  draft.fillForm()
  saving.leaveToForm()
  form.action = `${state.address}/merge`
  form.submit()
}

addEventListener('beforeunload', (event) => {
  if (!saving.isSaved) event.preventDefault()
})

need<HTMLAnchorElement>('#studio-download').addEventListener('click', async (event) => {
  if (saving.isSaved || !(event.currentTarget instanceof HTMLAnchorElement)) return
  const { href } = event.currentTarget
  event.preventDefault()
  await saving.save()
  if (saving.isSaved) location.assign(href)
})

addEventListener('keydown', (event) => {
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand && event.key === 's') {
    event.preventDefault()
    void saving.save()
  } else if (isCommand && event.key === 'Enter') {
    event.preventDefault()
    void preview.render()
  } else if (event.altKey && /^Digit[1-9]$/.test(event.code)) {
    const sample = draft.samples[Number(event.code.slice(5)) - 1]
    if (!sample) return
    event.preventDefault()
    selectSample(sample.id)
  }
})

listSamples()
listFiles()
void preview.render()
if (unsaved) {
  for (const [path] of editsOf(unsaved.fields)) draft.noteChange(path)
  saving.noteChange(unsaved.since)
  const since = new Date(unsaved.since).toLocaleTimeString(undefined, { timeStyle: 'short' })
  notice.say(`What you wrote since ${since} had not been saved. It is here again, and is saved now.`)
} else {
  draft.noteSaved()
}
saving.lookAround()
