import type { TemplateContent } from '../../storage/store.js'
import { contentOfDraft, contentOfVersion, withPartials as partialsOf } from '../../templates/template-contents.js'
import { found, type MemberVisit, NotThere } from '../route.js'
import type { DashboardServices } from '../services.js'
import { findDraft } from './draft-of-visit.js'

/** The content of the version in the path or in a query. @throws NotThere */
export async function contentOf(
  { organization, params }: MemberVisit,
  { store }: DashboardServices,
  version: string,
): Promise<TemplateContent> {
  if (!/^\d{1,9}$/.test(version)) throw new NotThere('no version')
  const address = { organizationId: organization.id, endpointPath: params.template ?? '' }
  return found(await contentOfVersion(store.reader, address, Number(version)))
}

/** A version by its number, or the draft. */
export async function sideOf(visit: MemberVisit, services: DashboardServices, which: string): Promise<TemplateContent> {
  if (which !== 'draft') return contentOf(visit, services, which)
  return withPartials(visit, services, await draftContent(visit, services))
}

/** A draft with the shared partials that it would be published with. */
export async function withPartials(
  { organization }: MemberVisit,
  { store }: DashboardServices,
  content: TemplateContent,
): Promise<TemplateContent> {
  return partialsOf(store.reader, organization.id, content)
}

/** @throws NotThere */
export async function draftContent(visit: MemberVisit, services: DashboardServices): Promise<TemplateContent> {
  const draft = await findDraft(visit, services)
  return found(await contentOfDraft(services.store.reader, visit.organization.id, draft))
}
