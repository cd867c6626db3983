import {
  acceptCompletion,
  autocompletion,
  type Completion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { namesInScope } from '../../studio/names-in-scope.js'
import { complete, explain, isStyle } from './completion.js'
import { insertionOf } from './insertion.js'
import { placeholders } from './placeholders.js'
import type { StudioFile } from './studio-state.js'

export interface EditorEvents {
  /** The text of a file has changed. */
  changed(id: string): void
  /** The cursor stands elsewhere. */
  moved(id: string, offset: number): void
  save(): void
  render(): void
}

/** The names that are offered within placeholders and tags. */
export interface CompletionSources {
  /** The data that paths are taken from, as JSON texts; the first that has one counts. */
  data(): readonly string[]
  readonly partials: readonly string[]
}

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '8px 0' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: 'none', paddingLeft: '4px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 6%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 24%, transparent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
    boxShadow: '0 8px 28px rgb(10 16 30 / 18%)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '12.5px', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal', marginLeft: '1em' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit', opacity: '0.8' },
  '.cm-completionIcon': { display: 'none' },
  '.cm-completionInfo': { padding: '8px 12px', maxWidth: '24em' },
  '.cm-explain': { padding: '8px 12px', maxWidth: '34em', font: '13px/1.5 system-ui, sans-serif' },
  '.cm-explain strong': { fontFamily: 'var(--mono)', display: 'block' },
  '.cm-diagnostic': { padding: '8px 12px', font: '13px/1.5 system-ui, sans-serif', maxWidth: '40em' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warn)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker': { width: '8px', height: '8px', marginTop: '6px', content: 'none', borderRadius: '50%' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--bad)' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warn)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--surface)', border: '1px solid var(--line-strong)', borderRadius: '6px' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
  },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--warn) 30%, transparent)' },
  '.cm-placeholder-output': { color: 'var(--placeholder)', fontWeight: '600' },
  '.cm-placeholder-output *': { color: 'inherit !important' },
  '.cm-placeholder-block': { color: 'var(--accent-strong)', fontWeight: '600' },
  '.cm-placeholder-block *': { color: 'inherit !important' },
  '.cm-placeholder-comment, .cm-placeholder-comment *': { color: 'var(--muted) !important', fontStyle: 'italic' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--neutral-soft)', border: 'none', color: 'var(--muted)' },
  '.cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--accent) 20%, transparent) !important' },
})

const COLORS = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword, tags.modifier], color: 'var(--accent)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-name, var(--warn))' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--good)' },
  { tag: [tags.number, tags.unit, tags.bool, tags.null, tags.color, tags.atom], color: 'var(--busy)' },
  { tag: [tags.comment, tags.meta, tags.angleBracket, tags.punctuation], color: 'var(--muted)' },
  { tag: [tags.className, tags.labelName], color: 'var(--busy)' },
])

/** The texts of a template in one editor, each with its own history. It stands in a shadow tree, where no policy of the page needs to allow its style sheet. */
export class StudioEditor {
  readonly view: EditorView
  readonly #states = new Map<string, EditorState>()
  readonly #events: EditorEvents
  readonly #sources: CompletionSources
  #current = ''

  constructor(
    host: HTMLElement,
    files: readonly StudioFile[],
    mayEdit: boolean,
    sources: CompletionSources,
    events: EditorEvents,
  ) {
    this.#events = events
    this.#sources = sources
    for (const file of files) this.add(file, mayEdit)
    const root = host.attachShadow({ mode: 'open' })
    this.view = new EditorView({ root, parent: root })
    const [first] = files
    if (first) this.show(first.id)
  }

  get current(): string {
    return this.#current
  }

  add(file: StudioFile, mayEdit: boolean): void {
    this.#states.set(file.id, EditorState.create({ doc: file.text, extensions: this.#extensions(file, mayEdit) }))
  }

  remove(id: string): void {
    this.#states.delete(id)
  }

  text(id: string): string {
    return this.#state(id)?.doc.toString() ?? ''
  }

  /** Puts another text in the place of the one that is shown, as one step that can be taken back. */
  replace(text: string): void {
    const { length } = this.view.state.doc
    this.view.dispatch({ changes: { from: 0, to: length, insert: text } })
  }

  /** Writes how a file is used to where the cursor stands. */
  insertFile(path: string): void {
    const { state } = this.view
    if (state.readOnly || /\.json$|^data:/.test(this.#current)) return
    const isSheet = this.#current.endsWith('.css') || isStyle(state.sliceDoc(0, state.selection.main.from))
    this.view.dispatch(state.replaceSelection(insertionOf(path, isSheet)))
    this.view.focus()
  }

  show(id: string): void {
    if (id === this.#current) return
    if (this.#current !== '') this.#states.set(this.#current, this.view.state)
    const next = this.#states.get(id)
    if (!next) return
    this.#current = id
    this.view.setState(next)
  }

  /** Puts the cursor somewhere and shows it in the middle. */
  reveal(id: string, offset: number): void {
    this.show(id)
    const at = Math.min(offset, this.view.state.doc.length)
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
    this.view.focus()
  }

  /** Marks problems in all files; those without a list have none. */
  mark(problems: ReadonlyMap<string, readonly Diagnostic[]>): void {
    for (const [id, state] of [...this.#states]) {
      const isShown = id === this.#current
      const shown = isShown ? this.view.state : state
      const inside = (problems.get(id) ?? []).map((each) => clampTo(each, shown.doc.length))
      const transaction = setDiagnostics(shown, inside)
      if (isShown) this.view.dispatch(transaction)
      else this.#states.set(id, shown.update(transaction).state)
    }
  }

  offsetOf(id: string, line: number, column: number): number {
    const doc = this.#state(id)?.doc
    if (!doc || line < 1 || line > doc.lines) return 0
    const { from, to } = doc.line(line)
    return Math.min(from + column - 1, to)
  }

  #state(id: string): EditorState | undefined {
    return id === this.#current ? this.view.state : this.#states.get(id)
  }

  #extensions({ id, language, group }: StudioFile, mayEdit: boolean): Extension {
    const { data, partials } = this.#sources
    const paths = (before: string) =>
      namesInScope(data(), before).map(
        ({ path, example }, index): Completion => ({
          label: path,
          detail: example,
          type: 'variable',
          boost: -index / 500,
        }),
      )
    const names = { paths, partials }
    const completions = language === 'html' || language === 'css' ? [complete(language, names)] : []
    return [
      lineNumbers(),
      foldGutter(),
      lintGutter(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: completions, icons: false }),
      rectangularSelection(),
      crosshairCursor(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      EditorView.lineWrapping,
      EditorState.readOnly.of(!mayEdit || group === 'shared'),
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${id}`, tabindex: '0' }),
      languageOf(language),
      language === 'json' ? [] : placeholders(),
      hoverTooltip(explainAt),
      THEME,
      syntaxHighlighting(COLORS),
      keymap.of([
        { key: 'Mod-s', preventDefault: true, run: () => this.#run(() => this.#events.save()) },
        { key: 'Mod-Enter', preventDefault: true, run: () => this.#run(() => this.#events.render()) },
        { key: 'Tab', run: (view) => acceptCompletion(view) || indentMore(view), shift: indentLess },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (this.#current !== id) return
        if (update.docChanged) this.#events.changed(id)
        if (update.selectionSet || update.docChanged) this.#events.moved(id, update.state.selection.main.head)
      }),
    ]
  }

  #run(action: () => void): true {
    action()
    return true
  }
}

function clampTo(problem: Diagnostic, length: number): Diagnostic {
  const from = Math.min(problem.from, length)
  return { ...problem, from, to: Math.min(Math.max(problem.to, from), length) }
}

function languageOf(language: StudioFile['language']): Extension {
  if (language === 'html') return html({ autoCloseTags: true })
  if (language === 'css') return css()
  return language === 'json' ? json() : []
}

function explainAt(view: EditorView, pos: number) {
  const line = view.state.doc.lineAt(pos)
  const offset = pos - line.from
  const start = /[\p{L}\p{N}-]*$/u.exec(line.text.slice(0, offset))?.[0].length ?? 0
  const end = /^[\p{L}\p{N}-]*/u.exec(line.text.slice(offset))?.[0].length ?? 0
  const word = line.text.slice(offset - start, offset + end)
  const found = word === '' ? undefined : explain(word, line.text.slice(0, offset - start))
  if (!found) return null
  return {
    pos: pos - start,
    end: pos + end,
    create() {
      const dom = document.createElement('div')
      dom.className = 'cm-explain'
      const title = document.createElement('strong')
      title.textContent = found.title
      dom.append(title, found.text)
      return { dom }
    },
  }
}
