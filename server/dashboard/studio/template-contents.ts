import { selectIncluded } from '../../storage/partials/included-partials.js'
import type { TemplateContent } from '../../storage/store.js'
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
  const { versionId } = found(await store.reader.findVersion(organization.id, params.template ?? '', Number(version)))
  return found(await store.reader.loadTemplateVersion(versionId))
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
  return { ...content, partials: selectIncluded(content, await store.reader.loadPartials(organization.id)) }
}

export async function draftContent(visit: MemberVisit, services: DashboardServices): Promise<TemplateContent> {
  const draft = await findDraft(visit, services)
  const {
    name,
    html: text,
    pageSize,
    orientation,
    profile,
    standard,
    choices,
    settings,
    schema,
    samples,
    files,
  } = draft
  const hashes = files.map(({ hash }) => hash)
  const bytes = new Map(await services.store.reader.loadDraftFiles(visit.organization.id, draft.endpointPath, hashes))
  const assets = new Map(files.map(({ path, hash }) => [path, found(bytes.get(hash))] as const))
  return {
    name,
    html: text,
    pageSize,
    orientation,
    profile,
    standard,
    choices,
    settings,
    schema,
    sample: samples[0]?.data,
    assets,
  }
}
