import { fileOfShared } from '../../../engine/base/partial-tag.js'
import type { PreviewOutcome } from '../../render/preview-types.js'
import type { VersionSummary } from '../../storage/drafts/draft-store.js'
import { selectIncluded } from '../../storage/partials/included-partials.js'
import { StoreError, type TemplateContent } from '../../storage/store.js'
import { checkDataFiles } from '../../templates/check-template-files.js'
import { FileError, templateJson } from '../../templates/template-files.js'
import { isAtLeast } from '../access/roles.js'
import { type Html, html, NOTHING } from '../html.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, NotThere, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { badge, plural, time } from '../views/values.js'
import { exampleData } from './example-data.js'
import { type DiffLine, diffLines } from './line-diff.js'
import { describeOutcome, findFault, NO_DATA, previewDraft, previewVersion } from './preview-draft.js'
import { findDraft, pdfAnswer, requireTemplate, savedDraft, studioAddress } from './studio-routes.js'

const STUDIO = '/dashboard/{org}/templates/{template}'

const VERSIONS_ON_A_PAGE = 50

const GET_VERSIONS = route({
  method: 'GET',
  path: `${STUDIO}/versions`,
  least: 'viewer',
  async handle(visit, services) {
    const draft = await findDraft(visit, services)
    const versions = await services.store.reader.listVersions(visit.organization.id, draft.endpointPath, {
      limit: VERSIONS_ON_A_PAGE,
    })
    const address = studioAddress(visit)
    const mayEdit = isAtLeast(visit.role, 'editor')
    return {
      kind: 'page',
      title: `Versions of ${draft.name}`,
      body: html`<p class="back"><a href="${address}">${draft.name}</a></p>
<header class="page"><h1>Versions</h1>${draft.revision > 0 && html`<a class="button" href="${address}/compare?from=${draft.publishedVersion}&amp;to=draft">Compare the draft</a>`}
<p class="lead">The API serves the version that is published. Fifty versions are kept; restoring one publishes it as a new version.</p></header>
<section class="panel flush"><div class="table-scroll" tabindex="0" role="region" aria-label="Versions"><table>
<thead><tr><th>Version</th><th>Why</th><th>Who</th><th>When</th><th><span class="visually-hidden">Actions</span></th></tr></thead>
<tbody>${versions.map((version) => versionRow(visit, address, version, draft.publishedVersion, mayEdit))}</tbody></table></div></section>`,
    }
  },
})

function versionRow(
  visit: MemberVisit,
  address: string,
  { version, note, publishedAt, publishedBy }: VersionSummary,
  published: number,
  mayEdit: boolean,
): Html {
  const isPublished = version === published
  return html`<tr><td>${version} ${isPublished && badge('published', 'good')}</td><td>${note ?? html`<span class="muted">no note</span>`}</td><td>${publishedBy ?? html`<span class="muted">the service</span>`}</td><td>${time(publishedAt)}</td>
<td class="actions"><span class="row"><a class="button small" href="${address}/versions/${version}/document.pdf" target="_blank" rel="noopener" aria-label="PDF of version ${version}">PDF</a>${
    version > 1 &&
    html`<a class="button small" href="${address}/compare?from=${version - 1}&amp;to=${version}" aria-label="Compare version ${version} with the one before">Compare</a>`
  }${
    mayEdit &&
    !isPublished &&
    html`<form method="post" action="${address}/versions/${version}/restore">${csrfField(visit)}<button class="small" aria-label="Restore version ${version}">Restore</button></form>`
  }</span></td></tr>`
}

/** The content of the version in the path or in a query. @throws NotThere */
async function contentOf(
  { organization, params }: MemberVisit,
  { store }: DashboardServices,
  version: string,
): Promise<TemplateContent> {
  if (!/^\d{1,9}$/.test(version)) throw new NotThere('no version')
  const { versionId } = found(await store.reader.findVersion(organization.id, params.template ?? '', Number(version)))
  return found(await store.reader.loadTemplateVersion(versionId))
}

/** The version in the path with the data that it was published with. @throws NotThere */
async function previewPublished(
  visit: MemberVisit,
  services: DashboardServices,
  firstPages?: number,
): Promise<PreviewOutcome> {
  const content = await contentOf(visit, services, visit.params.version ?? '')
  return previewVersion(visit, services, content, firstPages)
}

const GET_VERSION_PDF = route({
  method: 'GET',
  path: `${STUDIO}/versions/{version}/document.pdf`,
  least: 'viewer',
  async handle(visit, services) {
    return pdfAnswer(await previewPublished(visit, services), visit.params.template ?? '')
  },
})

/**
 * How long browsers keep the picture of a version, whose text and data never change. The list asks for it with the time
 * of publication: a template that is made anew counts from 1 again.
 */
const THUMBNAIL_CACHE = 'private, max-age=86400'

/** The first page of the same document, for the list of templates. */
const GET_THUMBNAIL = route({
  method: 'GET',
  path: `${STUDIO}/versions/{version}/thumbnail.pdf`,
  least: 'viewer',
  async handle(visit, services) {
    const outcome = await previewPublished(visit, services, 1)
    const type = 'application/pdf'
    // The list goes without; the page of the template says why there is none.
    if (outcome.kind !== 'previewed') return { kind: 'content', type, content: '', status: 204 }
    return { kind: 'content', type, content: outcome.pdf, headers: { 'Cache-Control': THUMBNAIL_CACHE } }
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

/** Texts of a template by the names of its files, as they are compared. */
type Texts = ReadonlyMap<string, string>

const TEXT_FILE = /\.(?:css|svg|html|txt|json|md)$/i

function textsOf({
  html: text,
  schema,
  sample,
  assets,
  name,
  pageSize,
  orientation,
  manner,
  standard,
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
    ['template.json', templateJson({ name, pageSize, orientation, manner, standard, settings })],
  ])
}

const NO_PARTIALS: ReadonlyMap<string, string> = new Map()

/** A version by its number, or the draft. */
async function sideOf(visit: MemberVisit, services: DashboardServices, which: string): Promise<TemplateContent> {
  if (which !== 'draft') return contentOf(visit, services, which)
  return withPartials(visit, services, await draftContent(visit, services))
}

/** A draft with the shared partials that it would be published with. */
async function withPartials(
  { organization }: MemberVisit,
  { store }: DashboardServices,
  content: TemplateContent,
): Promise<TemplateContent> {
  return { ...content, partials: selectIncluded(content, await store.reader.loadPartials(organization.id)) }
}

async function draftContent(visit: MemberVisit, services: DashboardServices): Promise<TemplateContent> {
  const draft = await findDraft(visit, services)
  const { name, html: text, pageSize, orientation, manner, standard, settings, schema, samples, files } = draft
  const hashes = files.map(({ hash }) => hash)
  const bytes = new Map(await services.store.reader.loadDraftFiles(visit.organization.id, draft.endpointPath, hashes))
  const assets = new Map(files.map(({ path, hash }) => [path, found(bytes.get(hash))] as const))
  return {
    name,
    html: text,
    pageSize,
    orientation,
    manner,
    standard,
    settings,
    schema,
    sample: samples[0]?.data,
    assets,
  }
}

const GET_COMPARE = route({
  method: 'GET',
  path: `${STUDIO}/compare`,
  least: 'viewer',
  async handle(visit, services) {
    await requireTemplate(visit, services)
    const { query } = visit
    const from = query.get('from') ?? ''
    const to = query.get('to') ?? 'draft'
    const [before, after] = await Promise.all([sideOf(visit, services, from), sideOf(visit, services, to)])
    const address = studioAddress(visit)
    const pdfOf = (which: string) =>
      which === 'draft' ? `${address}/draft.pdf` : `${address}/versions/${which}/document.pdf`
    const nameOf = (which: string) => (which === 'draft' ? 'Draft' : `Version ${which}`)
    const { assets } = services
    return {
      kind: 'page',
      title: `${nameOf(from)} and ${nameOf(to)}`,
      styles: ['studio.css'],
      scripts: ['compare.js'],
      policy: { 'worker-src': "'self'" },
      body: html`<p class="back"><a href="${address}/versions">Versions</a></p>
<header class="page"><h1>${nameOf(from)} and ${nameOf(to).toLowerCase()}</h1></header>
<section class="panel" id="compare-pages" data-before="${pdfOf(from)}" data-after="${pdfOf(to)}" data-pdf="${assets.address('pdf.js') ?? ''}" data-worker="${assets.address('pdf-worker.js') ?? ''}"><header><h2>Pages</h2></header>
<p class="row"><a href="${pdfOf(from)}" target="_blank" rel="noopener">PDF of ${nameOf(from).toLowerCase()}</a><a href="${pdfOf(to)}" target="_blank" rel="noopener">PDF of ${nameOf(to).toLowerCase()}</a></p></section>
${differences(textsOf(before), textsOf(after))}`,
    }
  },
})

function differences(before: Texts, after: Texts): Html {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const changed = names.filter((name) => (before.get(name) ?? '') !== (after.get(name) ?? ''))
  if (changed.length === 0) return html`<section class="empty"><h2>The texts are the same</h2></section>`
  return html`${changed.map((name) => {
    const lines = diffLines(before.get(name) ?? '', after.get(name) ?? '')
    const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
    return html`<section class="panel flush"><header><h2><code>${name}</code></h2><span class="muted">${plural(count('added'), 'line')} added, ${plural(count('removed'), 'line')} removed</span></header>
<div class="table-scroll" tabindex="0" role="region" aria-label="Changes of ${name}"><table class="diff"><tbody>${inContext(lines).map(diffRow)}</tbody></table></div></section>`
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

function diffRow(line: DiffLine | undefined): Html {
  if (!line) return html`<tr class="gap"><td colspan="4">⋯</td></tr>`
  return html`<tr class="${line.kind}"><td class="number">${line.before ?? ''}</td><td class="number">${line.after ?? ''}</td><td class="sign">${SIGNS[line.kind]}</td><td><code>${line.text}</code></td></tr>`
}

const GET_PUBLISH = route({
  method: 'GET',
  path: `${STUDIO}/publish`,
  least: 'editor',
  handle: (visit, services) => publishPage(visit, services, undefined),
})

async function publishPage(
  visit: MemberVisit,
  services: DashboardServices,
  problem: string | undefined,
): Promise<Answer> {
  const draft = await findDraft(visit, services)
  const address = studioAddress(visit)
  const [published, content] = await Promise.all([
    contentOf(visit, services, String(draft.publishedVersion)),
    draftContent(visit, services),
  ])
  const example = exampleData(draft.schema ?? '')
  const instead =
    example === undefined ? { name: 'No data', data: NO_DATA } : { name: 'From the schema', data: example }
  const samples = draft.samples.length > 0 ? draft.samples : [instead]
  const checks: { name: string; isGood: boolean; text: string }[] = []
  for (const [index, { name, data }] of samples.entries()) {
    const outcome = await previewDraft(visit, services, { ...savedDraft(draft), data }, `publish-${index}`)
    if (outcome.kind !== 'previewed') {
      checks.push({ name, isGood: false, text: describeOutcome(outcome) })
      continue
    }
    const errors = outcome.diagnostics.filter(({ severity }) => severity === 'error')
    const [first] = [...errors.map(({ message }) => message), ...outcome.violations.map(({ message }) => message)]
    checks.push({
      name,
      isGood: first === undefined,
      text: first ?? `${plural(outcome.pages, 'page')}, ${plural(outcome.diagnostics.length, 'warning')}`,
    })
  }
  const isBehind = draft.baseVersion !== draft.publishedVersion
  return {
    kind: 'page',
    title: `Publish ${draft.name}`,
    styles: ['studio.css'],
    status: problem === undefined ? 200 : 409,
    body: html`<p class="back"><a href="${address}">${draft.name}</a></p>
<header class="page"><h1>Publish</h1><p class="lead">From then on the API makes documents with this draft. Version ${draft.publishedVersion} stays among the versions and can be restored.</p></header>
${problem !== undefined && html`<p class="flash problem" role="alert">${problem}</p>`}
${isBehind && html`<p class="notice">Version ${draft.publishedVersion} was published since this draft began with version ${draft.baseVersion}. Publishing the draft takes back what is new in it; compare below.</p>`}
<section class="panel"><h2>Samples</h2><ul class="checks">${checks.map(
      ({ name, isGood, text }) =>
        html`<li>${badge(isGood ? 'renders' : 'fails', isGood ? 'good' : 'bad')} <strong>${name}</strong> <span class="muted">${text}</span></li>`,
    )}</ul>
<form method="post" action="${address}/publish" class="stack">${csrfField(visit)}<input type="hidden" name="revision" value="${draft.revision}"><input type="hidden" name="expected" value="${draft.publishedVersion}">
<div class="field"><label for="f-note">What has changed, and why</label><input id="f-note" name="note" maxlength="200" required autofocus></div>
<button class="primary">Publish version ${draft.publishedVersion + 1}</button></form></section>
${differences(textsOf(published), textsOf(await withPartials(visit, services, content)))}
${draft.revision > 0 ? html`<form method="post" action="${address}/discard">${csrfField(visit)}<button class="danger">Discard the draft</button></form>` : NOTHING}`,
  }
}

const POST_PUBLISH = route({
  method: 'POST',
  path: `${STUDIO}/publish`,
  least: 'editor',
  async handle(visit, services) {
    await requireTemplate(visit, services)
    const { form, organization, params, user } = visit
    const note = form.text('note', 'The note', { max: 200 })
    const revision = form.wholeNumber('revision', 'The revision', 0, Number.MAX_SAFE_INTEGER) ?? 0
    const expectedVersion = form.wholeNumber('expected', 'The version', 0, Number.MAX_SAFE_INTEGER)
    const [problem] = Object.values(form.errors)
    if (problem !== undefined) return publishPage(visit, services, problem)
    const content = await draftContent(visit, services)
    try {
      checkDataFiles({
        schema: content.schema,
        schemaFile: 'schema.json',
        sample: content.sample,
        sampleFile: 'The first sample',
      })
      const fault = await findFault(visit, services, content)
      if (fault !== undefined) return publishPage(visit, services, fault)
      const { version, changed } = await services.store.publishTemplate(
        {
          ...content,
          organizationId: organization.id,
          endpointPath: params.template ?? '',
          note,
          expectedVersion,
          ofDraft: revision,
        },
        user.email,
      )
      const text = changed
        ? `Version ${version} is published.`
        : `The draft equals version ${version}, which is published already.`
      return { kind: 'redirect', to: studioAddress(visit), flash: { kind: 'done', text } }
    } catch (error) {
      if (error instanceof FileError) return publishPage(visit, services, error.message)
      if (error instanceof StoreError && error.code === 'conflict') {
        return publishPage(visit, services, `Nothing was published: ${error.message}. Below is what is there now.`)
      }
      throw error
    }
  },
})

export const VERSION_ROUTES: readonly DashboardRoute[] = [
  GET_VERSIONS,
  GET_VERSION_PDF,
  GET_THUMBNAIL,
  POST_RESTORE,
  GET_COMPARE,
  GET_PUBLISH,
  POST_PUBLISH,
]
