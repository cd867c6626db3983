import { type Draft, type DraftContent, FIRST_SAMPLE, type Sample } from '../storage/drafts/draft-store.js'
import { selectIncluded } from '../storage/partials/included-partials.js'
import type { TemplateContent } from '../storage/store.js'
import type { StoreReader } from '../storage/store-reader.js'
import { type FolderFiles, folderOf, folderOfDraft } from './template-folder.js'

/** A template of an organization, by its path. */
export interface TemplateAddress {
  readonly organizationId: string
  readonly endpointPath: string
}

/** The content of a version by its number; undefined where there is none. */
export async function contentOfVersion(
  reader: StoreReader,
  { organizationId, endpointPath }: TemplateAddress,
  version: number,
): Promise<TemplateContent | undefined> {
  const found = await reader.findVersion(organizationId, endpointPath, version)
  return found && reader.loadTemplateVersion(found.versionId)
}

/** The content of a draft as it would be published; undefined where one of its files was replaced meanwhile. */
export async function contentOfDraft(
  reader: StoreReader,
  organizationId: string,
  draft: Draft,
): Promise<TemplateContent | undefined> {
  const { name, html, pageSize, orientation, profile, standard, choices, settings, schema, samples, files } = draft
  const hashes = files.map(({ hash }) => hash)
  const bytes = new Map(await reader.loadDraftFiles(organizationId, draft.endpointPath, hashes))
  const assets = new Map<string, Uint8Array>()
  for (const { path, hash } of files) {
    const content = bytes.get(hash)
    if (!content) return undefined
    assets.set(path, content)
  }
  const sample = samples[0]?.data
  return { name, html, pageSize, orientation, profile, standard, choices, settings, schema, sample, assets }
}

/** A draft with the shared partials that it would be published with. */
export async function withPartials(
  reader: StoreReader,
  organizationId: string,
  content: TemplateContent,
): Promise<TemplateContent> {
  return { ...content, partials: selectIncluded(content, await reader.loadPartials(organizationId)) }
}

/** The version that is published, or the draft where none is; undefined without such a template. */
export async function contentOfTemplate(
  reader: StoreReader,
  address: TemplateAddress,
): Promise<TemplateContent | undefined> {
  const draft = await reader.findDraft(address.organizationId, address.endpointPath)
  if (!draft) return undefined
  return draft.publishedVersion === 0
    ? contentOfDraft(reader, address.organizationId, draft)
    : contentOfVersion(reader, address, draft.publishedVersion)
}

/** A template as a draft, under the name that was given or its own. */
export function draftOf(
  { assets, sample, ...content }: TemplateContent & { readonly samples?: readonly Sample[] },
  name = '',
): DraftContent {
  const { html, pageSize, orientation, profile, standard, choices, settings, schema } = content
  const texts = { html, pageSize, orientation, profile, standard, choices, settings, schema }
  const first = sample === undefined ? [] : [{ name: FIRST_SAMPLE, data: sample }]
  return { ...texts, name: name || content.name, samples: content.samples ?? first, files: assets }
}

/** What a draft is replaced with. The samples that it has stay where there are none in their place. */
export function replacementOf(
  content: Parameters<typeof draftOf>[0],
  { samples }: Pick<Draft, 'samples'>,
): DraftContent {
  const replacement = draftOf(content)
  return replacement.samples.length > 0 ? replacement : { ...replacement, samples }
}

/** A template as a folder that can be sent back, with the version that it is of or was begun with. */
export interface TemplateDownload {
  readonly templateId: string
  readonly endpointPath: string
  readonly version: number
  readonly files: FolderFiles
}

/**
 * The folder of the draft, or of a version; undefined where there is none.
 *
 * @param version the draft when absent
 */
export async function downloadOf(
  reader: StoreReader,
  address: TemplateAddress,
  version?: number,
): Promise<TemplateDownload | undefined> {
  const draft = await reader.findDraft(address.organizationId, address.endpointPath)
  if (!draft) return undefined
  const { templateId, endpointPath, baseVersion, samples } = draft
  const content =
    version === undefined
      ? await contentOfDraft(reader, address.organizationId, draft)
      : await contentOfVersion(reader, address, version)
  if (!content) return undefined
  const files = version === undefined ? folderOfDraft(content, samples) : folderOf(content)
  return { templateId, endpointPath, version: version ?? baseVersion, files }
}
