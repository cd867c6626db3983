import type { PreviewOutcome } from '../../render/preview-types.js'
import type { Draft } from '../../storage/drafts/draft-store.js'
import { StoreError } from '../../storage/store.js'
import { describeOutcome, NO_DATA } from '../../templates/preview-template.js'
import { publishDraft } from '../../templates/publish-draft.js'
import { FileError } from '../../templates/template-files.js'
import { type Html, html } from '../html.js'
import { type Answer, type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { badge, plural } from '../views/values.js'
import { COMPARING, pageComparison } from './compare-routes.js'
import { differences, textsOf } from './differences.js'
import { findDraft, requireTemplate, STUDIO, studioAddress } from './draft-of-visit.js'
import { exampleData } from './example-data.js'
import { previewDraft } from './preview-draft.js'
import { savedDraft } from './studio-routes.js'
import { contentOf, draftContent, withPartials } from './template-contents.js'

const GET_PUBLISH = route({
  method: 'GET',
  path: `${STUDIO}/publish`,
  least: 'editor',
  handle: (visit, services) => publishPage(visit, services, undefined),
})

/** What came of the draft with the data of one sample. */
interface SampleCheck {
  readonly name: string
  readonly isGood: boolean
  readonly text: string
}

/** Renders the draft with all of its samples. */
async function checkSamples(
  visit: MemberVisit,
  services: DashboardServices,
  draft: Draft,
): Promise<readonly SampleCheck[]> {
  const example = exampleData(draft.schema ?? '')
  const instead =
    example === undefined ? { name: 'No data', data: NO_DATA } : { name: 'From the schema', data: example }
  const samples = draft.samples.length > 0 ? draft.samples : [instead]
  const checks: SampleCheck[] = []
  for (const [index, { name, data }] of samples.entries()) {
    const outcome = await previewDraft(visit, services, { ...savedDraft(draft), data }, `publish-${index}`)
    checks.push({ name, ...judge(outcome) })
  }
  return checks
}

function judge(outcome: PreviewOutcome): Omit<SampleCheck, 'name'> {
  if (outcome.kind !== 'previewed') return { isGood: false, text: describeOutcome(outcome) }
  const { pages, diagnostics, violations } = outcome
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const [first] = [...errors, ...violations]
  if (first) return { isGood: false, text: first.message }
  return { isGood: true, text: `${plural(pages, 'page')}, ${plural(diagnostics.length, 'warning')}` }
}

async function publishPage(
  visit: MemberVisit,
  services: DashboardServices,
  problem: string | undefined,
): Promise<Answer> {
  const draft = await findDraft(visit, services)
  const { name, publishedVersion, baseVersion, revision, isPublished } = draft
  const address = studioAddress(visit)
  const isFirst = publishedVersion === 0
  const [published, content, checks] = await Promise.all([
    isFirst ? undefined : contentOf(visit, services, String(publishedVersion)),
    draftContent(visit, services).then((own) => withPartials(visit, services, own)),
    checkSamples(visit, services, draft),
  ])
  return {
    kind: 'page',
    title: `Publish ${name}`,
    ...COMPARING,
    scripts: revision > 0 && !isFirst ? COMPARING.scripts : [],
    status: problem === undefined ? 200 : 409,
    body: html`<p class="back"><a href="${address}">${name}</a></p>
<header class="page"><h1>Publish</h1><p class="lead">${isFirst ? 'From then on the API makes documents with this draft.' : `From then on the API makes documents with this draft. Version ${publishedVersion} stays among the versions and can be restored.`}</p></header>
${problem !== undefined && html`<p class="flash problem" role="alert">${problem}</p>`}
${baseVersion !== publishedVersion && !isPublished && baseVersion > 0 && html`<p class="notice">Version ${publishedVersion} was published since this draft began with version ${baseVersion}. Publishing the draft takes back what is new in it; compare below.</p>`}
${sampleList(checks)}
<section class="panel"><form method="post" action="${address}/publish" class="stack">${csrfField(visit)}<input type="hidden" name="revision" value="${revision}"><input type="hidden" name="expected" value="${publishedVersion}">
<div class="field"><label for="f-note">What has changed, and why</label><input id="f-note" name="note" maxlength="200" value="${isFirst ? 'First version' : ''}" required autofocus></div>
<button class="primary">Publish version ${publishedVersion + 1}</button></form></section>
${revision > 0 && !isFirst && pageComparison(visit, services, String(publishedVersion), 'draft')}
${published && differences({ name: `Version ${publishedVersion}`, texts: textsOf(published) }, { name: 'Draft', texts: textsOf(content) })}
${revision > 0 && !isFirst && html`<p><a class="button danger" href="${address}/discard">Discard the draft…</a></p>`}`,
  }
}

function sampleList(checks: readonly SampleCheck[]): Html {
  return html`<section class="panel"><h2>Samples</h2><ul class="checks">${checks.map(
    ({ name, isGood, text }) =>
      html`<li>${badge(isGood ? 'renders' : 'fails', isGood ? 'good' : 'bad')} <strong>${name}</strong> <span class="muted">${text}</span></li>`,
  )}</ul></section>`
}

const POST_PUBLISH = route({
  method: 'POST',
  path: `${STUDIO}/publish`,
  least: 'editor',
  async handle(visit, services) {
    await requireTemplate(visit, services)
    const { form, organization, params, session, user } = visit
    const note = form.text('note', 'The note', { max: 200 })
    const revision = form.wholeNumber('revision', 'The revision', 0, Number.MAX_SAFE_INTEGER) ?? 0
    const expectedVersion = form.wholeNumber('expected', 'The version', 0, Number.MAX_SAFE_INTEGER)
    const [problem] = Object.values(form.errors)
    if (problem !== undefined) return publishPage(visit, services, problem)
    const content = await draftContent(visit, services)
    try {
      const publication = await publishDraft(services, {
        viewerId: session.id,
        organization,
        endpointPath: params.template ?? '',
        content,
        draft: { revision, publishedVersion: expectedVersion },
        note,
        actor: user.email,
      })
      if (publication.kind === 'unfit') return publishPage(visit, services, publication.reason)
      const { version, changed } = publication
      const text = changed
        ? `Version ${version} is published: documents are made of it from now on. “Use” shows how.`
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

export const PUBLISH_ROUTES: readonly DashboardRoute[] = [GET_PUBLISH, POST_PUBLISH]
