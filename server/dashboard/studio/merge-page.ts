import { CHOICE_NAMES, type ChoiceName, TEMPLATE_SETTINGS } from '../../../engine/base/template-settings.js'
import type { Draft } from '../../storage/drafts/draft-store.js'
import { FormFields } from '../forms/form-fields.js'
import { html } from '../html.js'
import type { Answer, MemberVisit } from '../route.js'
import type { DashboardServices } from '../services.js'
import { readEdits, readPairs } from './draft-form.js'
import { findDraft, studioAddress, textFiles } from './draft-of-visit.js'
import { type ContestedText, decidedText, isDecision, mergeForm } from './merge-view.js'

/** Fields of a form that say which draft it is about, or are said anew. */
const ABOUT = new Set(['csrf', 'revision', 'base', 'save', 'publish', 'live'])

/** The fields of a form that hold a draft. */
export function draftFields(form: FormFields): readonly (readonly [name: string, value: string])[] {
  return form.entries().filter(([name]) => !ABOUT.has(name) && !isDecision(name))
}

/** The draft that is kept and the one that was sent, beside each other. */
export async function mergePage(
  visit: MemberVisit,
  services: DashboardServices,
  sent: FormFields,
  form?: FormFields,
): Promise<Answer> {
  const draft = await findDraft(visit, services)
  const texts = await contestedTexts(visit, services, draft, sent)
  const address = studioAddress(visit)
  const who =
    draft.updatedBy === undefined
      ? `Version ${draft.publishedVersion} was published`
      : `${draft.updatedBy} has saved this draft`
  return {
    kind: 'page',
    title: `Two drafts of ${draft.name}`,
    status: 409,
    styles: ['studio.css'],
    body: html`<p class="back"><a href="${address}">${draft.name}</a></p>
<header class="page"><h1>Two drafts</h1><p class="lead">${who} since you began. Nothing of yours is saved yet: choose what goes on at each difference. What only one of you has changed is chosen already, where that is known.</p></header>
${mergeForm(visit, {
  to: `${address}/merge`,
  who: draft.updatedBy,
  sent: [...draftFields(sent), ['revision', String(draft.revision)], ['base', String(draft.publishedVersion)]],
  texts,
  ...(form && { form }),
})}`,
  }
}

/** What two drafts differ in. */
export async function contestedTexts(
  visit: MemberVisit,
  services: DashboardServices,
  draft: Draft,
  sent: FormFields,
): Promise<readonly ContestedText[]> {
  const files = await textFiles(visit, services, draft)
  const ancestors = new Map(readPairs(sent.raw('saved')))
  const text = (id: string, label: string, theirs: string, mine: string): ContestedText => ({
    id,
    label,
    theirs,
    mine: mine.replaceAll('\r\n', '\n'),
    ancestor: ancestors.get(id),
  })
  const value = (id: string, label: string, theirs: string): ContestedText => ({
    ...text(id, label, theirs, sent.raw(id)),
    isValue: true,
  })
  const values: { readonly [Name in ChoiceName]?: string | undefined } = { ...draft, ...draft.choices }
  const samples = sampleTexts(draft, sent)
  const differs = ({ id, theirs, mine, isValue }: ContestedText) => theirs !== mine && (!isValue || sent.has(id))
  return [
    value('name', 'Name', draft.name),
    ...CHOICE_NAMES.map((name) =>
      value(name, TEMPLATE_SETTINGS[name].label, values[name] ?? TEMPLATE_SETTINGS[name].form.initial),
    ),
    value('standard', 'Standard', (draft.standard ?? []).join(' ')),
    text('template.html', 'template.html', draft.html, sent.raw('html')),
    ...[...readEdits(sent)].map(([path, mine]) => text(path, path, files.get(path) ?? '', mine)),
    ...[...samples].map(([name, { theirs, mine }]) => text(`data:${name}`, name, theirs, mine)),
    text('schema.json', 'Schema', draft.schema ?? '', sent.raw('schema')),
    text('template.json', 'Settings', draft.settings ?? '', sent.raw('settings')),
  ].filter(differs)
}

/** The data of both drafts by the names of the samples. */
function sampleTexts(
  draft: Draft,
  sent: FormFields,
): ReadonlyMap<string, { readonly theirs: string; readonly mine: string }> {
  const names = sent.values('sampleName')
  const mine = new Map(
    sent
      .values('sampleData')
      .flatMap((data, index) => (data.trim() === '' ? [] : [[names[index] || `Sample ${index + 1}`, data] as const])),
  )
  const theirs = new Map(draft.samples.map(({ name, data }) => [name, data] as const))
  return new Map(
    [...new Set([...theirs.keys(), ...mine.keys()])].map((name) => [
      name,
      { theirs: theirs.get(name) ?? '', mine: mine.get(name) ?? '' },
    ]),
  )
}

/** The form with what was decided in place of what was sent; undefined while something is not decided. */
export function decide(
  sent: FormFields,
  draft: Draft,
  texts: readonly ContestedText[],
  form: FormFields,
): FormFields | undefined {
  const decided = new Map<string, string>()
  for (const text of texts) {
    const result = decidedText(text, form)
    if (result === undefined) return undefined
    decided.set(text.id, result)
  }
  const fields = new URLSearchParams()
  for (const [name, value] of sent.entries()) fields.append(name, value)
  const put = (name: string, id: string) => {
    const text = decided.get(id)
    if (text !== undefined) fields.set(name, text)
  }
  for (const name of ['name', 'standard', ...CHOICE_NAMES]) put(name, name)
  put('html', 'template.html')
  put('schema', 'schema.json')
  put('settings', 'template.json')
  fields.set('edits', JSON.stringify([...readEdits(sent)].map(([path, mine]) => [path, decided.get(path) ?? mine])))
  fields.delete('sampleName')
  fields.delete('sampleData')
  for (const [name, { mine }] of sampleTexts(draft, sent)) {
    fields.append('sampleName', name)
    fields.append('sampleData', decided.get(`data:${name}`) ?? mine)
  }
  return new FormFields(fields)
}
