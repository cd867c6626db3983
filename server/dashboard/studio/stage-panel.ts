import { LIVE, type TemplateStage } from '../../storage/administration/template-stages.js'
import type { VersionSummary } from '../../storage/drafts/draft-store.js'
import { type HtmlValue, html } from '../html.js'
import type { MemberVisit } from '../route.js'
import { csrfField } from '../shell.js'
import { actionButton } from '../views/action.js'
import { EMPTY_FORM, type FormState, formProblem, selectField, textField } from '../views/fields.js'
import { table } from '../views/table.js'
import { author, time } from '../views/values.js'

interface PanelOptions {
  /** Of the template, without a slash at its end. */
  readonly address: string
  readonly endpointPath: string
  readonly publishedVersion: number
  readonly stages: readonly TemplateStage[]
  readonly versions: readonly VersionSummary[]
  readonly mayEdit: boolean
}

/** The stages of a template, and for those who may edit it a form that moves one. */
export function stagePanel(visit: MemberVisit, options: PanelOptions, state: FormState = EMPTY_FORM): HtmlValue {
  const { address, endpointPath, publishedVersion, stages, versions, mayEdit } = options
  if (publishedVersion === 0) return undefined
  const choices = versions.map(({ version, note }) => ({
    value: String(version),
    label: note === undefined ? String(version) : `${version}: ${note}`,
  }))
  const remove = (stage: string) =>
    actionButton(visit, {
      to: `${address}/stages/remove`,
      label: html`Remove<span class="visually-hidden"> ${stage}</span>`,
      look: 'small danger',
      fields: { stage },
    })
  return html`<section class="panel flush"><header><h2>Stages</h2><p class="muted">Requests to <code>${endpointPath}:staging</code> get the version that the stage <code>staging</code> carries. Publishing moves <code>${LIVE}</code>, which is meant without a stage.</p></header>
${table({
  label: 'Stages',
  columns: ['Stage', 'Version', 'Moved by', 'When', ...(mayEdit ? [{ label: 'Action', isHidden: true }] : [])],
  rows: [
    [html`<code>${LIVE}</code>`, String(publishedVersion), 'publishing', '', ...(mayEdit ? [''] : [])],
    ...stages.map(({ stage, version, movedAt, movedBy }) => [
      html`<code>${stage}</code>`,
      String(version),
      author(movedBy, `/dashboard/${visit.organization.slug}`),
      time(movedAt),
      ...(mayEdit ? [remove(stage)] : []),
    ]),
  ],
})}</section>
${
  mayEdit &&
  html`<section class="panel"><h2>Move a stage</h2>${formProblem(state.errors)}
<form method="post" action="${address}/stages" class="stack">${csrfField(visit)}
${textField({ name: 'stage', label: 'Stage', isMono: true, autocomplete: 'off', placeholder: 'staging', help: 'Lower-case letters, digits and -, with a letter first. A stage that there is not yet is made.' }, state)}
${selectField({ name: 'version', label: 'Version', choices }, state)}
<button>Move the stage</button></form></section>`
}`
}
