import { jsonLanguage } from '@codemirror/lang-json'
import type { Diagnostic } from '@codemirror/lint'
import type { StudioEditor } from './editor.js'
import { make, type Problem, type Violation } from './studio-state.js'

/** A problem at its place in the editor. */
export interface PlacedProblem extends Diagnostic {
  /** The document it is in; undefined where it has no place. */
  readonly file: string | undefined
  readonly line: number | undefined
}

/** Puts problems of the engine and of the schema where they belong. */
export function placeProblems(
  editor: StudioEditor,
  diagnostics: readonly Problem[],
  violations: readonly Violation[],
  sample: string,
): readonly PlacedProblem[] {
  const ofEngine = diagnostics.map(({ severity, message, code, span }): PlacedProblem => {
    const file = span?.file === 'data' ? sample : span?.file
    const from = !span ? 0 : span.end > span.start ? span.start : editor.offsetOf(file ?? '', span.line, span.column)
    const to = span ? Math.min(Math.max(span.end, from + 1), from + 200) : from
    return { file, line: span?.line, from, to, severity, message, source: code }
  })
  const data = editor.text(sample)
  const ofData = violations.map(({ field, message, code }): PlacedProblem => {
    const { from, to } = placeInJson(data, field)
    const line = data.slice(0, from).split('\n').length
    return { file: sample, line, from, to, severity: 'error', message, source: code }
  })
  return [...ofEngine, ...ofData]
}

/** Where the value at a dotted path stands, or as much of the path as there is. */
function placeInJson(json: string, path: string): { readonly from: number; readonly to: number } {
  let node = jsonLanguage.parser.parse(json).topNode.firstChild
  let found = { from: 0, to: Math.min(1, json.length) }
  for (const part of path === '' ? [] : path.split('.')) {
    if (!node) break
    if (node.name === 'Array') {
      const items = node
        .getChildren('Object')
        .concat(node.getChildren('Array'))
        .sort((a, b) => a.from - b.from)
      const item = items[Number(part)]
      if (!item) break
      node = item
    } else {
      const property = node.getChildren('Property').find((each) => {
        const name = each.getChild('PropertyName')
        return name && json.slice(name.from + 1, name.to - 1) === part
      })
      if (!property) break
      node = property.lastChild
    }
    if (node) found = { from: node.from, to: Math.min(node.to, node.from + 120) }
  }
  return found
}

/** Problems by their documents; those without a place belong to the template. */
export function sortByFile(problems: readonly PlacedProblem[]): ReadonlyMap<string, readonly PlacedProblem[]> {
  const byFile = new Map<string, PlacedProblem[]>()
  for (const problem of problems) {
    const file = problem.file ?? 'template.html'
    byFile.set(file, [...(byFile.get(file) ?? []), problem])
  }
  return byFile
}

/** The line above the list: how many of each kind there are. */
export function titleProblems(title: HTMLElement, problems: readonly PlacedProblem[]): void {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  const words = [
    ...(errors > 0 ? [`${errors} ${errors === 1 ? 'error' : 'errors'}`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ]
  title.textContent = words.length > 0 ? words.join(', ') : 'No problems'
  title.className = errors > 0 ? 'bad' : warnings > 0 ? 'warn' : ''
}

/** The list below the editor: what is wrong, and where. */
export function listProblems(
  host: HTMLElement,
  problems: readonly PlacedProblem[],
  go: (problem: PlacedProblem) => void,
): void {
  host.replaceChildren(
    ...problems.slice(0, 200).map((problem) => {
      const place = problem.file
        ? `${labelOf(problem.file)}${problem.line === undefined ? '' : `:${problem.line}`}`
        : ''
      const button = make(
        'button',
        { type: 'button', class: `problem ${problem.severity}` },
        make('span', { class: 'dot', 'aria-hidden': 'true' }),
        make('span', { class: 'text' }, problem.message),
        make('span', { class: 'place' }, place),
      )
      button.addEventListener('click', () => go(problem))
      return make('li', {}, button)
    }),
  )
}

function labelOf(file: string): string {
  return file.startsWith('data:') ? 'data' : file
}
