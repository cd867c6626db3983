import { archiveTemplate } from '../../templates/template-archive.js'
import { downloadOf } from '../../templates/template-contents.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, NotThere, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { STUDIO } from './draft-of-visit.js'

/** @param version the draft when absent */
async function archive(
  { organization, params }: MemberVisit,
  { store }: DashboardServices,
  version?: number,
): Promise<Answer> {
  const address = { organizationId: organization.id, endpointPath: params.template ?? '' }
  const download = found(await downloadOf(store.reader, address, version))
  return {
    kind: 'content',
    type: 'application/zip',
    content: await archiveTemplate(download),
    headers: { 'Content-Disposition': `attachment; filename="${download.endpointPath}.zip"` },
  }
}

/** The draft as it is saved. */
const GET_DRAFT_ARCHIVE = route({
  method: 'GET',
  path: `${STUDIO}/draft.zip`,
  least: 'viewer',
  handle: (visit, services) => archive(visit, services),
})

const GET_VERSION_ARCHIVE = route({
  method: 'GET',
  path: `${STUDIO}/versions/{version}/template.zip`,
  least: 'viewer',
  async handle(visit, services) {
    const { version = '' } = visit.params
    if (!/^\d{1,9}$/.test(version)) throw new NotThere('no version')
    return archive(visit, services, Number(version))
  },
})

export const DOWNLOAD_ROUTES: readonly DashboardRoute[] = [GET_DRAFT_ARCHIVE, GET_VERSION_ARCHIVE]
