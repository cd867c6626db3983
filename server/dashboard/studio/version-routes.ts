import type { PreviewOutcome } from '../../render/preview-types.js'
import type { TemplateStage } from '../../storage/administration/template-stages.js'
import type { VersionSummary } from '../../storage/drafts/draft-store.js'
import { isAtLeast } from '../access/roles.js'
import { flag, type Html, html, NOTHING } from '../html.js'
import { type Answer, type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { confirmation } from '../views/confirmation.js'
import type { FormState } from '../views/fields.js'
import { pictureAnswer } from '../views/picture.js'
import { emptyState } from '../views/table.js'
import { author, badge, time } from '../views/values.js'
import { findDraft, STUDIO, studioAddress } from './draft-of-visit.js'
import { previewVersion } from './preview-draft.js'
import { stagePanel } from './stage-panel.js'
import { pdfAnswer } from './studio-routes.js'
import { contentOf } from './template-contents.js'

const VERSIONS_ON_A_PAGE = 50

/** The page of the versions and stages of a template. */
export const VERSIONS = `${STUDIO}/versions`

const GET_VERSIONS = route({
  method: 'GET',
  path: VERSIONS,
  least: 'viewer',
  handle: (visit, services) => versionsPage(visit, services),
})

/** @param state of the form that moves a stage */
export async function versionsPage(
  visit: MemberVisit,
  services: DashboardServices,
  state?: FormState,
): Promise<Answer> {
  const draft = await findDraft(visit, services)
  const { reader } = services.store
  const [versions, stages] = await Promise.all([
    reader.listVersions(visit.organization.id, draft.endpointPath, { limit: VERSIONS_ON_A_PAGE }),
    reader.listStages(visit.organization.id, draft.endpointPath),
  ])
  const address = studioAddress(visit)
  const base = `/dashboard/${visit.organization.slug}`
  const mayEdit = isAtLeast(visit.role, 'editor')
  const hasDraft = draft.revision > 0 && !draft.isPublished
  const [newest, second] = [...(hasDraft ? ['draft'] : []), ...versions.map(({ version }) => String(version))]
  const mayCompare = newest !== undefined && second !== undefined
  const pair = mayCompare ? { from: second, to: newest } : undefined
  return {
    kind: 'page',
    title: `Versions of ${draft.name}`,
    status: state ? 422 : 200,
    body: html`<p class="back"><a href="${address}">${draft.name}</a></p>
<header class="page"><h1>Versions</h1>
<p class="lead">The API serves the version that is published. Fifty versions are kept, and those that stages carry; restoring one publishes it as a new version.</p></header>
${
  versions.length === 0
    ? emptyState('Nothing is published yet', 'The draft becomes version 1 when you publish it.')
    : html`<section class="panel flush"><div class="table-scroll" tabindex="0" role="region" aria-label="Versions"><table>
<thead><tr>${mayCompare && html`<th scope="col">From</th><th scope="col">To</th>`}<th>Version</th><th>Why</th><th>Who</th><th>When</th><th><span class="visually-hidden">Actions</span></th></tr></thead>
<tbody>${hasDraft && draftRow(pair)}${versions.map((version) => versionRow(version, { address, base, published: draft.publishedVersion, mayEdit, pair, stages }))}</tbody></table></div>
${mayCompare && html`<form method="get" action="${address}/compare" id="compare" class="more"><button>Compare the two</button></form>`}</section>`
}
${stagePanel(visit, { address, endpointPath: draft.endpointPath, publishedVersion: draft.publishedVersion, stages, versions, mayEdit }, state)}`,
  }
}

/** The two that are compared unless others are chosen. */
interface Pair {
  readonly from: string
  readonly to: string
}

/** Chooses one of the two that are compared. */
function pairCells(which: string, name: string, pair: Pair | undefined): Html {
  if (!pair) return NOTHING
  const cell = (side: 'from' | 'to') =>
    html`<td><input type="radio" form="compare" name="${side}" value="${which}" aria-label="${side === 'from' ? 'From' : 'To'} ${name}" ${flag('checked', pair[side] === which)}></td>`
  return html`${cell('from')}${cell('to')}`
}

function draftRow(pair: Pair | undefined): Html {
  return html`<tr>${pairCells('draft', 'the draft', pair)}<td colspan="5">Draft <span class="muted">not published</span></td></tr>`
}

/** What all rows of versions have in common. */
interface RowContext {
  /** Of the template, and of the organization. */
  readonly address: string
  readonly base: string
  readonly published: number
  readonly mayEdit: boolean
  readonly pair: Pair | undefined
  readonly stages: readonly TemplateStage[]
}

function versionRow(
  { version, note, publishedAt, publishedBy }: VersionSummary,
  { address, base, published, mayEdit, pair, stages }: RowContext,
): Html {
  const isPublished = version === published
  const carrying = stages.filter((stage) => stage.version === version)
  return html`<tr>${pairCells(String(version), `version ${version}`, pair)}<td>${version} ${isPublished && badge('published', 'good')} ${carrying.map(({ stage }) => badge(stage, 'neutral'))}</td><td>${note === undefined ? html`<span class="muted">no note</span>` : html`<span class="prose">${note}</span>`}</td><td>${author(publishedBy, base)}</td><td>${time(publishedAt)}</td>
<td class="actions"><span class="row"><a class="button small" href="${address}/versions/${version}/document.pdf" target="_blank" rel="noopener" aria-label="PDF of version ${version}">PDF</a><a class="button small" href="${address}/versions/${version}/template.zip" aria-label="Download version ${version}">Download</a>${
    mayEdit &&
    !isPublished &&
    html`<a class="button small" href="${address}/versions/${version}/restore" aria-label="Restore version ${version}">Restore…</a>`
  }</span></td></tr>`
}

/** The version in the path with the data that it was published with. @throws NotThere */
async function previewPublished(
  visit: MemberVisit,
  services: DashboardServices,
  firstPages?: number,
): Promise<PreviewOutcome> {
  const content = await contentOf(visit, services, visit.params.version ?? '')
  return previewVersion(visit, services, content, { firstPages })
}

const GET_VERSION_PDF = route({
  method: 'GET',
  path: `${STUDIO}/versions/{version}/document.pdf`,
  least: 'viewer',
  async handle(visit, services) {
    return pdfAnswer(await previewPublished(visit, services), visit.params.template ?? '')
  },
})

/** The first page of the same document, for the list of templates. */
const GET_THUMBNAIL = route({
  method: 'GET',
  path: `${STUDIO}/versions/{version}/thumbnail.png`,
  least: 'viewer',
  handle: async (visit, services) => pictureAnswer(await previewPublished(visit, services, 1), visit, services),
})

/** Asks before another version is served. */
const GET_RESTORE = route({
  method: 'GET',
  path: `${STUDIO}/versions/{version}/restore`,
  least: 'editor',
  async handle(visit, services) {
    const { version = '' } = visit.params
    await contentOf(visit, services, version)
    const { name, publishedVersion, revision, isPublished } = await findDraft(visit, services)
    const address = studioAddress(visit)
    const back = `${address}/versions`
    if (Number(version) === publishedVersion) return { kind: 'redirect', to: back }
    const draft = revision > 0 && !isPublished ? ' The draft stays as it is.' : ''
    return confirmation(visit, {
      title: `Restore version ${version}`,
      text: `Production serves version ${version} from now on, in place of version ${publishedVersion}: it is published again, as version ${publishedVersion + 1}.${draft}`,
      more: html`<p class="row"><a href="${address}/compare?from=${publishedVersion}&amp;to=${version}">Compare the two of “${name}”</a></p>`,
      to: `${address}/versions/${version}/restore`,
      label: `Restore version ${version}`,
      look: 'primary',
      back,
      backLabel: 'Versions',
    })
  },
})

const POST_RESTORE = route({
  method: 'POST',
  path: `${STUDIO}/versions/{version}/restore`,
  least: 'editor',
  async handle(visit, services) {
    const { organization, params, user } = visit
    const content = await contentOf(visit, services, params.version ?? '')
    const { version } = await services.store.publishTemplate(
      {
        ...content,
        organizationId: organization.id,
        endpointPath: params.template ?? '',
        note: `Version ${params.version} restored`,
      },
      user.email,
    )
    const text = `Version ${params.version} is published again, as version ${version}.`
    return { kind: 'redirect', to: `${studioAddress(visit)}/versions`, flash: { kind: 'done', text } }
  },
})

export const VERSION_ROUTES: readonly DashboardRoute[] = [
  GET_VERSIONS,
  GET_VERSION_PDF,
  GET_THUMBNAIL,
  GET_RESTORE,
  POST_RESTORE,
]
