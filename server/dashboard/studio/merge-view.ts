import type { FormFields } from '../forms/form-fields.js'
import { flag, type Html, html } from '../html.js'
import type { MemberVisit } from '../route.js'
import { csrfField } from '../shell.js'
import { plural } from '../views/values.js'
import { diffRow } from './differences.js'
import { pairLines } from './line-diff.js'
import { mergeText, type Stretch, stretchesOf, TAKES, type Take } from './merge-texts.js'

/** A text that two people have changed. */
export interface ContestedText {
  /** Names it among the others. */
  readonly id: string
  /** As people read it. */
  readonly label: string
  readonly theirs: string
  readonly mine: string
  /** The text that both began with, where it is known. */
  readonly ancestor?: string | undefined
  /** One value, of which both cannot be taken. */
  readonly isValue?: boolean
}

interface MergeOptions {
  /** Where the decisions are sent to. */
  readonly to: string
  /** Who has saved the other text; undefined when nobody knows. */
  readonly who: string | undefined
  /** What the form was sent with, to be sent again. */
  readonly sent: readonly (readonly [name: string, value: string])[]
  readonly texts: readonly ContestedText[]
  /** What was decided before; a place without a decision is asked for. */
  readonly form?: FormFields
}

/** Lines in common that are shown before and behind a place. */
const CONTEXT = 3

/** What each side is called. */
const TAKE_WORDS: Readonly<Record<Take, string>> = { theirs: 'Take theirs', mine: 'Take mine', both: 'Take both' }

/** Two states of some texts beside each other, with a choice at each place where they differ. Works without scripts. */
export function mergeForm(visit: MemberVisit, { to, who, sent, texts, form }: MergeOptions): Html {
  const theirs = who === undefined ? 'Saved meanwhile' : `Saved by ${who}`
  const contested = texts.map((text) => ({ ...text, stretches: stretchesOf(text.theirs, text.mine, text.ancestor) }))
  return html`<form method="post" action="${to}" class="merge">${csrfField(visit)}
${sent.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="row"><button class="primary" name="merged" value="1">Save what is chosen</button><button name="all" value="theirs" formnovalidate>Take all of theirs</button><button name="all" value="mine" formnovalidate>Keep all of mine</button></p>
${contested.map(({ id, label, stretches, isValue = false }) => contestedPanel({ id, label, stretches, isValue, theirs, form }))}
<p class="row"><button class="primary" name="merged" value="1">Save what is chosen</button></p></form>`
}

interface PanelOptions {
  readonly id: string
  readonly label: string
  readonly stretches: readonly Stretch[]
  readonly isValue: boolean
  readonly theirs: string
  readonly form: FormFields | undefined
}

function contestedPanel({ id, label, stretches, isValue, theirs, form }: PanelOptions): Html {
  const places = stretches.filter(({ kind }) => kind === 'place').length
  let place = 0
  return html`<section class="panel flush"><header><h2><code>${label}</code></h2><span class="muted">${plural(places, 'difference')}</span></header>
<div class="table-scroll" tabindex="0" role="region" aria-label="Differences of ${label}"><table class="diff">
<colgroup><col class="number"><col class="sign"><col><col class="number"><col class="sign"><col></colgroup>
<thead><tr><th colspan="3" scope="colgroup">${theirs}</th><th colspan="3" scope="colgroup">Yours</th></tr></thead>
<tbody>${stretches.map((stretch, index) => {
    if (stretch.kind === 'same') return contextRows(stretch, index === 0, index === stretches.length - 1)
    place++
    return html`${takeRow({ id, label, place, isValue, suggestion: form ? chosenAt(form, id, place - 1) : stretch.suggestion })}${pairLines([...stretch.theirs, ...stretch.mine]).map(diffRow)}`
  })}</tbody></table></div></section>`
}

function contextRows({ lines }: Stretch & { readonly kind: 'same' }, isFirst: boolean, isLast: boolean): Html {
  const [head, tail] = [isFirst ? 0 : CONTEXT, isLast ? 0 : CONTEXT]
  const shown =
    lines.length <= head + tail ? lines : [...lines.slice(0, head), undefined, ...lines.slice(lines.length - tail)]
  return html`${pairLines(shown).map(diffRow)}`
}

interface TakeOptions {
  readonly id: string
  readonly label: string
  /** From 1. */
  readonly place: number
  readonly isValue: boolean
  readonly suggestion: Take | undefined
}

function takeRow({ id, label, place, isValue, suggestion }: TakeOptions): Html {
  const takes = isValue ? TAKES.filter((take) => take !== 'both') : TAKES
  return html`<tr class="take"><td colspan="6"><fieldset><legend class="visually-hidden">Difference ${place} of ${label}</legend>${takes.map(
    (take) =>
      html`<label class="choice"><input type="radio" name="${fieldOf(id, place - 1)}" value="${take}" required ${flag('checked', take === suggestion)}><span>${TAKE_WORDS[take]}</span></label>`,
  )}</fieldset></td></tr>`
}

function fieldOf(id: string, place: number): string {
  return `take ${place} ${id}`
}

/** Whether a field of a form is a decision, and nothing that is saved. */
export function isDecision(name: string): boolean {
  return name.startsWith('take ') || name === 'merged' || name === 'all'
}

function chosenAt(form: FormFields, id: string, place: number): Take | undefined {
  const all = form.raw('all')
  const chosen = all === '' ? form.raw(fieldOf(id, place)) : all
  return TAKES.find((take) => take === chosen)
}

/** The text as it was decided; undefined while a place is not. */
export function decidedText({ id, theirs, mine, ancestor }: ContestedText, form: FormFields): string | undefined {
  const stretches = stretchesOf(theirs, mine, ancestor)
  const places = stretches.filter(({ kind }) => kind === 'place')
  return mergeText(
    stretches,
    places.map((_, place) => chosenAt(form, id, place)),
  )
}
