import { fileOfShared } from '../../../engine/base/partial-tag.js'
import type { TemplateContent } from '../../storage/store.js'
import { templateJson } from '../../templates/template-files.js'
import { type Html, html } from '../html.js'
import { plural } from '../views/values.js'
import { type DiffLine, diffLines, type LinePair, pairLines } from './line-diff.js'

/** Texts of a template by the names of its files, as they are compared. */
export type Texts = ReadonlyMap<string, string>

const TEXT_FILE = /\.(?:css|svg|html|txt|json|md)$/i

export function textsOf({
  html: text,
  schema,
  sample,
  assets,
  name,
  pageSize,
  orientation,
  profile,
  standard,
  choices,
  settings,
  partials = NO_PARTIALS,
}: TemplateContent): Texts {
  const files = [...assets]
    .filter(([path]) => TEXT_FILE.test(path))
    .map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')] as const)
  return new Map([
    ['template.html', text],
    ...files,
    ...[...partials].map(([partial, shared]) => [fileOfShared(partial), shared] as const),
    ['schema.json', schema ?? ''],
    ['sample.json', sample ?? ''],
    ['template.json', templateJson({ name, pageSize, orientation, profile, standard, choices, settings })],
  ])
}

const NO_PARTIALS: ReadonlyMap<string, string> = new Map()

/** One of two states of a template. */
export interface Side {
  readonly name: string
  readonly texts: Texts
}

/** The files that differ, each with the lines of both states beside each other. */
export function differences(before: Side, after: Side): Html {
  const names = [...new Set([...before.texts.keys(), ...after.texts.keys()])]
  const textOf = ({ texts }: Side, name: string) => texts.get(name) ?? ''
  const changed = names.filter((name) => textOf(before, name) !== textOf(after, name))
  if (changed.length === 0) return html`<section class="empty"><h2>The texts are the same</h2></section>`
  return html`${changed.map((name) => {
    const lines = diffLines(textOf(before, name), textOf(after, name))
    const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
    return html`<section class="panel flush"><header><h2><code>${name}</code></h2><span class="muted">${plural(count('added'), 'line')} added, ${plural(count('removed'), 'line')} removed</span></header>
<div class="table-scroll" tabindex="0" role="region" aria-label="Changes of ${name}"><table class="diff">
<colgroup><col class="number"><col class="sign"><col><col class="number"><col class="sign"><col></colgroup>
<thead><tr><th colspan="3" scope="colgroup">${before.name}</th><th colspan="3" scope="colgroup">${after.name}</th></tr></thead>
<tbody>${pairLines(inContext(lines)).map(diffRow)}</tbody></table></div></section>`
  })}`
}

/** Lines around a change that are shown with it. */
const CONTEXT = 3

/** The changed lines and some around them; undefined where others are left out. */
function inContext(lines: readonly DiffLine[]): readonly (DiffLine | undefined)[] {
  const near = new Uint8Array(lines.length)
  for (const [index, { kind }] of lines.entries()) {
    if (kind !== 'same') near.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1)
  }
  const shown: (DiffLine | undefined)[] = []
  for (const [index, line] of lines.entries()) {
    if (near[index]) shown.push(line)
    else if (shown.length === 0 || shown.at(-1) !== undefined) shown.push(undefined)
  }
  return shown
}

const SIGNS = { same: ' ', removed: '−', added: '+' } as const

/** A row with a line of each state; a gap where lines are left out. */
export function diffRow(pair: LinePair | undefined): Html {
  if (!pair) return html`<tr class="gap"><td colspan="6">⋯</td></tr>`
  return html`<tr>${half(pair.left, pair.left?.before)}${half(pair.right, pair.right?.after)}</tr>`
}

/** One state's part of a row; empty where the other has a line more. */
function half(line: DiffLine | undefined, number: number | undefined): Html {
  if (!line) return html`<td class="none" colspan="3"></td>`
  return html`<td class="number ${line.kind}">${number}</td><td class="sign ${line.kind}">${SIGNS[line.kind]}</td><td class="${line.kind}"><code>${line.text}</code></td>`
}
