import { make, need } from './studio-state.js'

/** The parts of the studio's window that others fill. */
export interface StudioFrame {
  readonly filesPanel: HTMLElement
  readonly editorHost: HTMLElement
  /** Above the editor, for samples alone. */
  readonly sampleBar: HTMLElement
  /** Above the editor, for the schema alone. */
  readonly schemaBar: HTMLElement
  /** Above the editor, for the settings alone. */
  readonly settingsHost: HTMLElement
  /** Covers the editor while the schema is shown as a table. */
  readonly schemaHost: HTMLElement
  readonly problemsTitle: HTMLElement
  readonly problemsList: HTMLElement
  readonly pagesPanel: HTMLElement
  /** Above the pages. */
  readonly bar: HTMLElement
  /** The count of pages, their weight and their time, in the bar. */
  readonly facts: HTMLElement
  /** The reason why the pages are not those of the text. */
  readonly notice: HTMLElement
  readonly pagesHost: HTMLElement
  /** Covers the pages while something else is shown. */
  readonly viewHost: HTMLElement
}

/** Puts files, text and pages beside each other in place of the form's fields; narrow windows show one at a time. */
export function makeFrame(form: HTMLFormElement): StudioFrame {
  const filesPanel = make('nav', { class: 'studio-side', 'aria-label': 'Files' })
  const editorHost = make('div', { class: 'studio-editor' })
  const sampleBar = make('div', { class: 'pages-bar sample-bar' })
  sampleBar.hidden = true
  const schemaBar = make('div', { class: 'pages-bar schema-bar' })
  const settingsHost = make('div', { class: 'settings-form', role: 'group', 'aria-label': 'Settings of the template' })
  const schemaHost = make('div', { class: 'studio-schema', tabindex: '0', role: 'region', 'aria-label': 'Schema' })
  schemaBar.hidden = true
  schemaHost.hidden = true
  const problemsTitle = make('summary', {}, 'No problems')
  const problemsList = make('ul', {})
  const problemsPanel = make('details', { class: 'studio-problems' }, problemsTitle, problemsList)
  const textPanel = make(
    'section',
    { class: 'studio-text', 'aria-label': 'Text' },
    sampleBar,
    schemaBar,
    settingsHost,
    editorHost,
    schemaHost,
    problemsPanel,
  )
  const pagesHost = make('div', { class: 'studio-pages', tabindex: '0', role: 'region', 'aria-label': 'Pages' })
  const viewHost = make('div', { class: 'studio-view', tabindex: '0', role: 'region', 'aria-label': 'Document' })
  viewHost.hidden = true
  const facts = make('span', { class: 'facts', role: 'status' })
  const bar = make('div', { class: 'pages-bar' })
  const notice = make('p', { class: 'pages-notice', role: 'alert' })
  notice.hidden = true
  const pagesPanel = make(
    'section',
    { class: 'studio-preview', 'aria-label': 'Preview' },
    bar,
    notice,
    pagesHost,
    viewHost,
  )
  const parts = make('div', { class: 'studio-frame', 'data-part': 'text' }, filesPanel, textPanel, pagesPanel)
  form.classList.add('live')
  need<HTMLElement>('.studio-fields', form).hidden = true
  form.append(makeTabs(parts), parts)
  return {
    filesPanel,
    editorHost,
    sampleBar,
    schemaBar,
    settingsHost,
    schemaHost,
    problemsTitle,
    problemsList,
    pagesPanel,
    bar,
    facts,
    notice,
    pagesHost,
    viewHost,
  }
}

/** Buttons that choose the part that a narrow window shows. */
function makeTabs(parts: HTMLElement): HTMLElement {
  const tabs = make('div', { class: 'studio-tabs', role: 'group', 'aria-label': 'Part of the studio' })
  for (const [part, label] of [
    ['files', 'Files'],
    ['text', 'Text'],
    ['pages', 'Pages'],
  ] as const) {
    const button = make('button', { type: 'button', 'aria-pressed': String(part === 'text') }, label)
    button.addEventListener('click', () => {
      parts.dataset.part = part
      for (const each of tabs.children) each.setAttribute('aria-pressed', String(each === button))
    })
    tabs.append(button)
  }
  return tabs
}
