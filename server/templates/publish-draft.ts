import type { PreviewOutcome } from '../render/preview-types.js'
import type { Draft } from '../storage/drafts/draft-store.js'
import type { PublishedVersion, Store, TemplateContent } from '../storage/store.js'
import { checkDataFiles } from './check-template-files.js'
import { checkContent, faultOf, type PreviewServices, type Viewer } from './preview-template.js'

interface PublishDraftOptions extends Viewer {
  readonly endpointPath: string
  /** The draft as it is published: its content, its revision, and the version that must be published before. */
  readonly content: TemplateContent
  readonly draft: Pick<Draft, 'revision'> & { readonly publishedVersion?: number | undefined }
  readonly note?: string | undefined
  readonly actor: string
}

export type DraftPublication =
  | ({ readonly kind: 'published' } & PublishedVersion)
  /** It does not render with its sample, or could not be tried. */
  | { readonly kind: 'unfit'; readonly outcome: PreviewOutcome; readonly reason: string }

/**
 * Publishes a draft that renders with its first sample.
 *
 * @throws FileError for a schema or a sample that cannot be used
 * @throws StoreError `conflict` when the draft, or what is published, has changed meanwhile
 */
export async function publishDraft(
  services: PreviewServices & { readonly store: Pick<Store, 'publishTemplate'> },
  { content, draft, note, actor, endpointPath, ...viewer }: PublishDraftOptions,
): Promise<DraftPublication> {
  const { schema, sample } = content
  checkDataFiles({ schema, schemaFile: 'schema.json', sample, sampleFile: 'The first sample' })
  const outcome = await checkContent(services, viewer, content)
  const reason = faultOf(outcome)
  if (reason !== undefined) return { kind: 'unfit', outcome, reason }
  const published = await services.store.publishTemplate(
    {
      ...content,
      organizationId: viewer.organization.id,
      endpointPath,
      note,
      expectedVersion: draft.publishedVersion,
      ofDraft: draft.revision,
    },
    actor,
  )
  return { kind: 'published', ...published }
}
