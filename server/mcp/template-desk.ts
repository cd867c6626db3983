import type { PagePool } from '../render/page-pool.js'
import type { PreviewOutcome } from '../render/preview-types.js'
import type { Draft, DraftChange } from '../storage/drafts/draft-store.js'
import type { Organization, Store, TemplateContent, TemplateSummary } from '../storage/store.js'
import { type PreviewServices, previewContent } from '../templates/preview-template.js'
import { contentOfDraft, draftOf, replacementOf, withPartials } from '../templates/template-contents.js'
import { type FolderFiles, folderOfDraft } from '../templates/template-folder.js'
import { readUploadedTemplate } from '../templates/uploaded-template.js'

export interface DeskServices extends PreviewServices {
  readonly store: Store
  readonly pages: PagePool
}

/** Whose templates an assistant works on, and as whom. */
export interface DeskOwner {
  readonly organization: Organization
  /** As the audit log names who changes something. */
  readonly actor: string
}

/** Texts that are to replace files of a draft; null takes a file away. */
export type FileEdits = Readonly<Record<string, string | null>>

/** A draft with its files, those of edits among them. */
export interface OpenDraft {
  readonly draft: Draft
  readonly files: FolderFiles
}

/** What is said to an assistant in place of an answer. */
export class DeskError extends Error {
  override readonly name = 'DeskError'
}

const MAX_LISTED = 200

/** In ms of the clock; drawing ends by itself. */
const DRAW_TIMEOUT_MS = 10_000

/** What an assistant may do with the templates of an organization: look, check and render; of changes, save drafts alone. */
export class TemplateDesk {
  constructor(
    private readonly services: DeskServices,
    private readonly owner: DeskOwner,
  ) {}

  /** In the order of their paths, at most 200 behind the one that is given. */
  list(after?: string): Promise<readonly TemplateSummary[]> {
    const page = { limit: MAX_LISTED, after: after === undefined ? undefined : { endpointPath: after } }
    return this.services.store.reader.listTemplates(this.owner.organization.id, page, 'all')
  }

  /** @throws DeskError when there is no such template, or somebody replaces its files at the moment */
  async open(endpointPath: string): Promise<OpenDraft> {
    const { reader } = this.services.store
    const draft = await reader.findDraft(this.owner.organization.id, endpointPath)
    if (!draft) throw new DeskError(`there is no template "${endpointPath}"`)
    const content = await contentOfDraft(reader, this.owner.organization.id, draft)
    if (!content) throw new DeskError('somebody is changing this draft: try again')
    return { draft, files: folderOfDraft(content, draft.samples) }
  }

  /**
   * The content of a draft with edits.
   *
   * @throws FileError for files that make no template
   * @throws DeskError for a file to be taken away that is not there
   */
  async edit({ draft, files }: OpenDraft, edits: FileEdits): Promise<Awaited<ReturnType<typeof readUploadedTemplate>>> {
    const edited = new Map(files)
    for (const [path, text] of Object.entries(edits)) {
      if (text !== null) edited.set(path, text)
      else if (!edited.delete(path)) throw new DeskError(`there is no file "${path}" to be taken away`)
    }
    const sent = [...edited].map(([name, content]) => ({
      name,
      bytes: typeof content === 'string' ? Buffer.from(content) : content,
    }))
    return readUploadedTemplate(sent, draft.name)
  }

  /** Renders content with its sample, or with other data. */
  async preview(
    content: TemplateContent,
    options: { readonly data?: string | undefined; readonly dumpsPages?: boolean; readonly checkFonts?: boolean },
  ): Promise<PreviewOutcome> {
    const { organization, actor } = this.owner
    const { data = content.sample, ...others } = options
    const whole = await withPartials(this.services.store.reader, organization.id, { ...content, sample: data })
    return previewContent(this.services, { viewerId: actor, organization }, whole, { isPublished: false, ...others })
  }

  /** A page as PNG; a text says why there is none. */
  async draw(pdf: Uint8Array, page: number, width: number): Promise<Uint8Array | string> {
    const { pages } = this.services
    if (!pages.isInstalled) return 'The packages that draw pages are not installed.'
    const { id: organizationId } = this.owner.organization
    const task = { pdf, page, width, format: 'png', timeoutMs: DRAW_TIMEOUT_MS } as const
    const outcome = await pages.draw({ organizationId, requestId: this.owner.actor, task })
    if (outcome.kind === 'drawn') return outcome.content
    return outcome.kind === 'refused' ? outcome.message : 'The page could not be drawn in time.'
  }

  /**
   * Saves edits in the draft, which nothing is made of until somebody publishes it.
   *
   * @param revision the draft's as it was read
   * @throws FileError for files that make no template
   */
  async save(open: OpenDraft, edits: FileEdits, revision: number): Promise<DraftChange> {
    const { organization, actor } = this.owner
    const content = await this.edit(open, edits)
    const { endpointPath, publishedVersion: baseVersion } = open.draft
    const place = { organizationId: organization.id, endpointPath, revision, baseVersion }
    return this.services.store.replaceDraft(place, replacementOf(content, open.draft), actor)
  }

  /**
   * Makes a template with a draft, of which nothing is published.
   *
   * @throws FileError for files that make no template
   * @throws StoreError `conflict` when another template has the path
   */
  async create(endpointPath: string, files: FileEdits): Promise<void> {
    const sent = Object.entries(files).flatMap(([name, text]) =>
      text === null ? [] : [{ name, bytes: Buffer.from(text) }],
    )
    const content = await readUploadedTemplate(sent, endpointPath)
    const { organization, actor } = this.owner
    await this.services.store.createTemplate(
      { ...draftOf(content), organizationId: organization.id, endpointPath },
      actor,
    )
  }
}
