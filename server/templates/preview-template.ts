import { assertNever } from '../../engine/base/invariant.js'
import type { Diagnostic } from '../../engine/index.js'
import type { PreviewPool } from '../render/preview-pool.js'
import type { PreviewOutcome, PreviewTask } from '../render/preview-types.js'
import { sha256 } from '../storage/administration/blobs.js'
import type { Organization, Store, TemplateContent } from '../storage/store.js'

export interface PreviewServices {
  readonly store: Pick<Store, 'reader'>
  /** Renders drafts, apart from documents. */
  readonly previews: PreviewPool
}

/** Who looks at a template. */
export interface Viewer {
  /** Of the previews that one viewer asks for, only the last of each content and data counts. */
  readonly viewerId: string
  readonly organization: Organization
}

/** Data for a template that comes with none. */
export const NO_DATA = '{}'

/** Shows a version as it was published, or a draft that is to be one, with its own data. */
export async function previewContent(
  { previews, store }: PreviewServices,
  { viewerId, organization }: Viewer,
  content: TemplateContent,
  {
    isPublished = true,
    ...options
  }: Pick<PreviewTask, 'firstPages' | 'checkFonts' | 'isPublished' | 'dumpsPages'> = {},
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
    editorId: `${viewerId} ${sha256(html)} ${sha256(data)} ${JSON.stringify(options)}`,
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
      ...options,
      isPublished,
      assets: [...assets].map(([path, bytes]) => [path, sha256(bytes)]),
      partials: [...partials].map(([name, bytes]) => [name, sha256(bytes)]),
    },
    loadAssets: async (hashes) =>
      hashes.flatMap((hash) => (byHash.has(hash) ? [[hash, byHash.get(hash) ?? new Uint8Array()] as const] : [])),
  })
}

/** Renders a template that is to be published with its own data; its fonts are read whole. */
export function checkContent(
  services: PreviewServices,
  viewer: Viewer,
  content: TemplateContent,
): Promise<PreviewOutcome> {
  return previewContent(services, viewer, content, { checkFonts: true, isPublished: false })
}

/** The reason why what was checked cannot be published, in a sentence; undefined when it can. */
export function faultOf(outcome: PreviewOutcome): string | undefined {
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
