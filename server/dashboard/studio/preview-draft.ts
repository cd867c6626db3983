import { assertNever } from '../../../engine/base/invariant.js'
import type { Diagnostic } from '../../../engine/index.js'
import type { PreviewJob } from '../../render/preview-pool.js'
import type { PreviewOutcome, PreviewTask } from '../../render/preview-types.js'
import { sha256 } from '../../storage/administration/blobs.js'
import type { Draft } from '../../storage/drafts/draft-store.js'
import type { TemplateContent } from '../../storage/store.js'
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

/** Data for a template that comes with none. */
export const NO_DATA = '{}'

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
  { previews, store }: DashboardServices,
  content: TemplateContent,
  { firstPages, checkFonts, isPublished = true }: Pick<PreviewTask, 'firstPages' | 'checkFonts' | 'isPublished'> = {},
): Promise<PreviewOutcome> {
  const { html, pageSize, orientation, profile, standard, choices, settings, schema, assets } = content
  const { sample: data = NO_DATA } = content
  // A template that is not published yet has no partials of its own.
  const shared = content.partials ?? (await store.reader.loadPartials(organization.id))
  const partials = new Map([...shared].map(([name, text]) => [name, Buffer.from(text)] as const))
  const byHash = new Map<string, Uint8Array>()
  for (const bytes of [...assets.values(), ...partials.values()]) byHash.set(sha256(bytes), bytes)
  return previews.preview({
    // Previews of published versions do not replace each other: each has its own answer.
    editorId: `${session.id} ${sha256(html)} ${sha256(data)} ${firstPages} ${checkFonts}`,
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
      firstPages,
      checkFonts,
      isPublished,
      assets: [...assets].map(([path, bytes]) => [path, sha256(bytes)]),
      partials: [...partials].map(([name, bytes]) => [name, sha256(bytes)]),
    },
    loadAssets: async (hashes) =>
      hashes.flatMap((hash) => (byHash.has(hash) ? [[hash, byHash.get(hash) ?? new Uint8Array()] as const] : [])),
  })
}

/** The reason why a version cannot be published, in a sentence: it renders with its own data first, and its fonts are read whole. */
export async function findFault(
  visit: MemberVisit,
  services: DashboardServices,
  content: TemplateContent,
): Promise<string | undefined> {
  const outcome = await previewVersion(visit, services, content, { checkFonts: true, isPublished: false })
  if (outcome.kind !== 'previewed') return describeOutcome(outcome)
  const error = outcome.diagnostics.find(({ severity }) => severity === 'error')
  return error && describeDiagnostic(error)
}

function describeDiagnostic({ message, span }: Diagnostic): string {
  return span ? `${span.file}, line ${span.line}: ${message}` : message
}

/** The reason why a preview is no document, in a sentence. */
export function describeOutcome(outcome: Exclude<PreviewOutcome, { kind: 'previewed' }>): string {
  switch (outcome.kind) {
    case 'broken': {
      const [first] = outcome.diagnostics
      return first ? describeDiagnostic(first) : 'The draft cannot be rendered.'
    }
    case 'timed-out':
      return 'The draft needs more than the 5 seconds of a processor that a preview may take. A document may take longer.'
    case 'outdated':
    case 'cancelled':
      return 'A newer preview took its place.'
    case 'unavailable':
      return 'Many drafts are being rendered at the moment. Please try again shortly.'
    default:
      return assertNever(outcome)
  }
}
