import type { ProfileName } from '../../../engine/base/profile.js'
import type { Standard } from '../../../engine/base/standards.js'
import type { Orientation, PageSizeName } from '../../../engine/template/template-source.js'
import type { TemplateChoices } from '../choices-column.js'
import type { Page } from '../page.js'

/** The name of a sample that nobody has named. */
export const FIRST_SAMPLE = 'Sample'

/** Data to look at a template with. */
export interface Sample {
  readonly name: string
  /** JSON. */
  readonly data: string
}

/** The part of a template that an editor changes, apart from files. */
export interface DraftTexts {
  readonly name: string
  readonly html: string
  readonly pageSize: PageSizeName
  readonly orientation: Orientation
  /** `print` when absent. */
  readonly profile?: ProfileName | undefined
  /** The standards that the documents meet and claim; none when absent. */
  readonly standard?: readonly Standard[] | undefined
  readonly choices?: TemplateChoices | undefined
  /** The other settings of the documents in `template.json`, as text. */
  readonly settings?: string | undefined
  /** JSON Schema, as text. */
  readonly schema: string | undefined
  /** The first is published with the template. */
  readonly samples: readonly Sample[]
}

/** All that a draft consists of. */
export interface DraftContent extends DraftTexts {
  /** By their paths. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** A template that is not published yet. */
export interface NewTemplate extends DraftContent {
  readonly organizationId: string
  readonly endpointPath: string
}

/** A template as it is being worked on: its draft, or what is published where there is none. */
export interface Draft extends DraftTexts {
  readonly templateId: string
  readonly endpointPath: string
  /** Counts the changes of the draft; 0 where there is none. */
  readonly revision: number
  /** The version that the draft began with, or was published as; 0 when it began with none. */
  readonly baseVersion: number
  /** The version that requests get; 0 while there is none. */
  readonly publishedVersion: number
  /** Whether publishing it would change nothing: all but its further samples is as the published version has it. */
  readonly isPublished: boolean
  /** Hash and size of each file by its path. */
  readonly files: readonly DraftFile[]
  readonly updatedAt: number
  /** Its last editor; absent where there is no draft. */
  readonly updatedBy: string | undefined
}

export interface DraftFile {
  readonly path: string
  /** SHA-256, lower-case hexadecimal. */
  readonly hash: string
  readonly size: number
}

/** Which draft, and as what its editor knows it. */
export interface DraftPlace {
  readonly organizationId: string
  readonly endpointPath: string
  readonly revision: number
  /** The version that its editor began with where there is no draft yet; whichever is published when absent. */
  readonly baseVersion?: number | undefined
}

/** Files that are to be in a draft, or no more. */
export interface FileChanges {
  readonly put: ReadonlyMap<string, Uint8Array>
  readonly remove: readonly string[]
}

export type DraftChange =
  | { readonly kind: 'saved'; readonly revision: number; readonly updatedAt: number }
  /** Somebody else has changed it meanwhile, or published a version where there is no draft. */
  | { readonly kind: 'conflict'; readonly revision: number; readonly updatedBy: string | undefined }

export interface VersionSummary {
  readonly versionId: string
  readonly version: number
  readonly name: string
  readonly note: string | undefined
  readonly publishedAt: number
  readonly publishedBy: string | undefined
}

/** Drafts of templates: what is worked on beside what is published. */
export interface DraftStore {
  /** Saves the texts of a draft, which begins with its first change. @throws StoreError `missing` without such a template */
  saveDraft(place: DraftPlace, texts: DraftTexts, actor?: string): Promise<DraftChange>
  /** @throws StoreError `missing` without such a template */
  changeDraftFiles(place: DraftPlace, changes: FileChanges, actor?: string): Promise<DraftChange>
  /** @throws StoreError `missing` without such a template */
  replaceDraft(place: DraftPlace, content: DraftContent, actor?: string): Promise<DraftChange>
  /**
   * Makes a template with a draft, of which nothing is published.
   *
   * @throws StoreError `conflict` when another template has the path, or had it in the last thirty days
   */
  createTemplate(template: NewTemplate, actor?: string): Promise<{ readonly templateId: string }>
  /** Returns to what is published; without that the draft stays. */
  discardDraft(organizationId: string, endpointPath: string): Promise<void>
}

export interface DraftReader {
  findDraft(organizationId: string, endpointPath: string): Promise<Draft | undefined>
  /** Those of some hashes that are among the files of the template's draft, of its published version, or shared partials. */
  loadDraftFiles(
    organizationId: string,
    endpointPath: string,
    hashes: readonly string[],
  ): Promise<readonly (readonly [hash: string, bytes: Uint8Array])[]>
  /** Newest first. */
  listVersions(
    organizationId: string,
    endpointPath: string,
    page: Page<Pick<VersionSummary, 'version'>>,
  ): Promise<readonly VersionSummary[]>
  findVersion(organizationId: string, endpointPath: string, version: number): Promise<VersionSummary | undefined>
}
