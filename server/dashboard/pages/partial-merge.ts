import type { SharedPartial } from '../../storage/partials/partial-store.js'
import type { FormFields } from '../forms/form-fields.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, Refusal, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { type ContestedText, decidedText, mergeForm } from '../studio/merge-view.js'
import { PARTIAL_FORM, PARTIALS, partialsAddress, readHtml, TOO_MUCH } from './partial-form.js'

function contested({ name, html: theirs }: SharedPartial, mine: string, form: FormFields): ContestedText {
  const ancestor = form.has('saved') ? form.raw('saved').replaceAll('\r\n', '\n') : undefined
  return { id: 'text', label: name, theirs, mine, ancestor }
}

/** The partial as it is kept and as it was sent, beside each other. */
export async function partialMergePage(
  visit: MemberVisit,
  { store }: DashboardServices,
  mine: string,
  isDecided = false,
): Promise<Answer> {
  const { organization, params, form } = visit
  const partial = found(await store.reader.findPartial(organization.id, params.partial ?? ''))
  const { name, revision, updatedBy } = partial
  const address = `${partialsAddress(visit)}/${name}`
  const text = contested(partial, mine, form)
  return {
    kind: 'page',
    title: `Two texts of ${name}`,
    status: 409,
    styles: ['studio.css'],
    body: html`<p class="back"><a href="${address}">${name}</a></p>
<header class="page"><h1>Two texts of <code>${name}</code></h1><p class="lead">${updatedBy ?? 'Somebody'} has saved this partial since you began. Nothing of yours is saved yet: choose what goes on at each difference.</p></header>
${mergeForm(visit, {
  to: `${address}/merge`,
  who: updatedBy,
  sent: [
    ['html', mine],
    ['revision', String(revision)],
    ...(text.ancestor === undefined ? [] : ([['saved', text.ancestor]] as const)),
  ],
  texts: [text],
  ...(isDecided && { form }),
})}`,
  }
}

export const POST_MERGE_PARTIAL: DashboardRoute = route({
  method: 'POST',
  path: `${PARTIALS}/{partial}/merge`,
  least: 'editor',
  form: PARTIAL_FORM,
  async handle(visit, services) {
    const { form, organization, params, user } = visit
    const name = params.partial ?? ''
    const partial = found(await services.store.reader.findPartial(organization.id, name))
    const mine = readHtml(visit)
    const merged = decidedText(contested(partial, mine, form), form)
    // Where somebody has changed it again, what was decided is of another text.
    if (form.raw('revision') !== String(partial.revision)) return partialMergePage(visit, services, mine)
    if (merged === undefined) return partialMergePage(visit, services, mine, true)
    const change = await services.store.savePartial(
      { organizationId: organization.id, name, html: merged, revision: partial.revision },
      user.email,
    )
    if (change.kind === 'too-much') throw new Refusal(413, TOO_MUCH)
    if (change.kind === 'conflict') return partialMergePage(visit, services, merged)
    return {
      kind: 'redirect',
      to: `${partialsAddress(visit)}/${name}`,
      flash: { kind: 'done', text: 'Both texts are merged and saved. Templates get it when they are published.' },
    }
  },
})
