import { zipFolder } from '../../templates/template-archive.js'
import { type FolderFiles, folderOf, folderOfDraft, NOTE_FILE, noteOf } from '../../templates/template-folder.js'
import { type Answer, type DashboardRoute, route } from '../route.js'
import { findDraft, STUDIO } from './draft-of-visit.js'
import { contentOf, draftContent } from './template-contents.js'

interface Download {
  readonly templateId: string
  readonly endpointPath: string
  /** The version that the folder is of, or was begun with. */
  readonly version: number
  readonly files: FolderFiles
}

/**
 * A folder that `platen template push` takes, as an archive. It notes its version, so that pushing it later does not undo
 * what others have published meanwhile.
 */
async function archive({ templateId, endpointPath, version, files }: Download): Promise<Answer> {
  const noted = new Map(files).set(NOTE_FILE, noteOf(templateId, version, files))
  return {
    kind: 'content',
    type: 'application/zip',
    content: await zipFolder(endpointPath, noted),
    headers: { 'Content-Disposition': `attachment; filename="${endpointPath}.zip"` },
  }
}

/** The draft as it is saved. */
const GET_DRAFT_ARCHIVE = route({
  method: 'GET',
  path: `${STUDIO}/draft.zip`,
  least: 'viewer',
  async handle(visit, services) {
    const { templateId, endpointPath, baseVersion, samples } = await findDraft(visit, services)
    const files = folderOfDraft(await draftContent(visit, services), samples)
    return archive({ templateId, endpointPath, version: baseVersion, files })
  },
})

const GET_VERSION_ARCHIVE = route({
  method: 'GET',
  path: `${STUDIO}/versions/{version}/template.zip`,
  least: 'viewer',
  async handle(visit, services) {
    const { templateId, endpointPath } = await findDraft(visit, services)
    const version = visit.params.version ?? ''
    const content = await contentOf(visit, services, version)
    return archive({ templateId, endpointPath, version: Number(version), files: folderOf(content) })
  },
})

export const DOWNLOAD_ROUTES: readonly DashboardRoute[] = [GET_DRAFT_ARCHIVE, GET_VERSION_ARCHIVE]
