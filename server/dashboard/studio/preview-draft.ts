import type { PreviewJob } from '../../render/preview-pool.js'
import type { PreviewOutcome, PreviewTask } from '../../render/preview-types.js'
import { sha256 } from '../../storage/administration/blobs.js'
import type { Draft } from '../../storage/drafts/draft-store.js'
import type { TemplateContent } from '../../storage/store.js'
import { checkContent, faultOf, previewContent } from '../../templates/preview-template.js'
import type { MemberVisit } from '../route.js'
import type { DashboardServices } from '../services.js'

/** The draft as an editor shows it, with files whose texts were changed and not saved. */
export interface ShownDraft
  extends Pick<
    Draft,
    'html' | 'pageSize' | 'orientation' | 'profile' | 'standard' | 'choices' | 'settings' | 'schema'
  > {
  readonly data: string
  /** Of the files that are kept. */
  readonly files: readonly (readonly [path: string, hash: string])[]
  /** Texts in the place of files, by their paths. */
  readonly edits: ReadonlyMap<string, string>
}

/** @param tab tells several windows of one session apart */
export async function previewDraft(
  { organization, session, params }: MemberVisit,
  { previews, store }: DashboardServices,
  { html, pageSize, orientation, profile, standard, choices, settings, schema, data, files, edits }: ShownDraft,
  tab: string,
): Promise<PreviewOutcome> {
  const edited = new Map([...edits].map(([path, text]) => [path, Buffer.from(text)] as const))
  const own = new Map([...edited].map(([, bytes]) => [sha256(bytes), bytes] as const))
  const assets = new Map<string, string>(files)
  for (const [path, bytes] of edited) assets.set(path, sha256(bytes))
  const partials = await store.reader.listPartials(organization.id)
  const job: PreviewJob = {
    editorId: `${session.id} ${tab}`,
    organizationId: organization.id,
    task: {
      html,
      pageSize,
      orientation,
      profile,
      standard,
      timeZone: organization.timeZone,
      choices,
      settings,
      schema,
      data,
      assets: [...assets],
      partials: partials.map(({ name, hash }) => [name, hash]),
    },
    async loadAssets(hashes) {
      const kept = hashes.filter((hash) => !own.has(hash))
      const loaded = await store.reader.loadDraftFiles(organization.id, params.template ?? '', kept)
      return [
        ...loaded,
        ...hashes.flatMap((hash) => (own.has(hash) ? [[hash, own.get(hash) ?? new Uint8Array()] as const] : [])),
      ]
    },
  }
  return previews.preview(job)
}

/** Shows a version as it was published, with its own data. */
export async function previewVersion(
  { organization, session }: MemberVisit,
  services: DashboardServices,
  content: TemplateContent,
  options: Pick<PreviewTask, 'firstPages' | 'checkFonts' | 'isPublished'> = {},
): Promise<PreviewOutcome> {
  return previewContent(services, { viewerId: session.id, organization }, content, options)
}

/** The reason why a version cannot be published, in a sentence: it renders with its own data first, and its fonts are read whole. */
export async function findFault(
  { organization, session }: MemberVisit,
  services: DashboardServices,
  content: TemplateContent,
): Promise<string | undefined> {
  return faultOf(await checkContent(services, { viewerId: session.id, organization }, content))
}
