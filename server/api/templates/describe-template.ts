import type { JsonObject, JsonValue } from '../../../engine/base/json.js'
import { isJsonObject, parseJson } from '../../render/parse-json.js'
import { sha256 } from '../../storage/administration/blobs.js'
import { LIVE, type TemplateStage } from '../../storage/administration/template-stages.js'
import type { Draft, VersionSummary } from '../../storage/drafts/draft-store.js'
import type { TemplateSummary } from '../../storage/store.js'
import { SETTINGS_FILE } from '../../templates/sent-files.js'
import type { FolderFiles } from '../../templates/template-folder.js'

/** A template in a list. */
export function describeSummary({
  id,
  endpointPath,
  name,
  version,
  publishedAt,
  pageSize,
  orientation,
}: TemplateSummary) {
  return {
    template_id: id,
    endpoint_path: endpointPath,
    name,
    published_version: versionOrNull(version),
    changed_at: isoTime(publishedAt),
    page_size: pageSize,
    orientation,
  }
}

/** A template without its files. */
export function describeDraft(draft: Draft, stages: readonly TemplateStage[]) {
  const { templateId, endpointPath, name, publishedVersion, revision, baseVersion, isPublished } = draft
  return {
    template_id: templateId,
    endpoint_path: endpointPath,
    name,
    published_version: versionOrNull(publishedVersion),
    stages: describeStages(publishedVersion, stages),
    draft: {
      revision,
      base_version: versionOrNull(baseVersion),
      is_published: isPublished,
      updated_at: isoTime(draft.updatedAt),
      updated_by: draft.updatedBy ?? null,
    },
  }
}

/** The version that each stage carries. */
export function describeStages(publishedVersion: number, stages: readonly TemplateStage[]): Record<string, number> {
  const others = stages.map(({ stage, version }) => [stage, version] as const)
  return Object.fromEntries([...(publishedVersion > 0 ? [[LIVE, publishedVersion] as const] : []), ...others])
}

export function describeVersion(
  { version, name, note, publishedAt, publishedBy }: VersionSummary,
  stages: Readonly<Record<string, number>>,
) {
  return {
    version,
    name,
    note: note ?? null,
    published_at: isoTime(publishedAt),
    published_by: publishedBy ?? null,
    stages: Object.keys(stages).filter((stage) => stages[stage] === version),
  }
}

/**
 * The settings and files of a template. Settings that are not JSON yet are among the files, as their text.
 *
 * @param withContents the contents too, in the form that a template is put in
 */
export function describeFiles(
  files: FolderFiles,
  withContents: boolean,
): { readonly settings: JsonObject | null; readonly files: JsonObject } {
  const settings = settingsOf(files.get(SETTINGS_FILE))
  const described = [...files]
    .filter(([path]) => path !== SETTINGS_FILE || !settings)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]): [string, JsonValue] => [path, describeFile(content, withContents)])
  return { settings: settings ?? null, files: Object.fromEntries(described) }
}

function settingsOf(text: string | Uint8Array | undefined): JsonObject | undefined {
  const parsed = typeof text === 'string' ? parseJson(Buffer.from(text)) : undefined
  return parsed?.kind === 'value' && isJsonObject(parsed.value) ? parsed.value : undefined
}

function describeFile(content: string | Uint8Array, withContents: boolean): JsonObject {
  const bytes = Buffer.from(content)
  const described = { size_bytes: bytes.byteLength, sha256: sha256(bytes) }
  if (!withContents) return described
  const text = typeof content === 'string' ? content : utf8Of(bytes)
  return { ...described, ...(text === undefined ? { base64: bytes.toString('base64') } : { text }) }
}

/** Undefined for bytes that are no text. */
function utf8Of(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : undefined
}

function versionOrNull(version: number): number | null {
  return version > 0 ? version : null
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}
