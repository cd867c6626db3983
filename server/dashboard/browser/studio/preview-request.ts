import type { PreviewMap } from '../../../render/preview-map.js'
import type { StudioSession } from './session.js'
import type { Problem, StudioState, Violation } from './studio-state.js'

/** The server's answer about a draft, beside the file. */
export interface PreviewAnswer {
  readonly kind: 'previewed' | 'broken' | 'outdated' | 'timed-out' | 'cancelled' | 'unavailable'
  readonly pages?: number
  readonly fileName?: string
  readonly map?: PreviewMap
  readonly diagnostics?: readonly Problem[]
  readonly violations?: readonly Violation[]
  readonly renderTimeMs?: number
  readonly message?: string
  readonly pdf: Uint8Array
}

/** Tells the studios apart that one session has open. */
const TAB = crypto.getRandomValues(new Uint32Array(2)).join('-')

/** The draft that is shown, by the names of the form's fields. */
export type PreviewFields = Readonly<
  Record<'html' | 'settings' | 'schema' | 'data' | 'edits', string> & Record<string, string>
>

/**
 * @param series previews of one series take each other's place, and nobody else's
 * @throws Error when the service cannot be reached
 * @throws SignedOut when the session has ended
 */
export async function requestPreview(
  { address, files }: StudioState,
  session: StudioSession,
  series: 'pages' | 'samples',
  fields: PreviewFields,
  signal: AbortSignal,
): Promise<PreviewAnswer> {
  const kept = JSON.stringify(files.map(({ path, hash }) => [path, hash]))
  const body = new URLSearchParams({ csrf: session.csrf, tab: `${TAB}-${series}`, files: kept, ...fields })
  const response = await fetch(`${address}/preview`, {
    method: 'POST',
    body,
    signal,
    headers: { Accept: 'application/octet-stream' },
  })
  session.check(response)
  if (!response.ok) throw new Error(`The preview failed (${response.status}).`)
  const bytes = await response.arrayBuffer()
  const length = new DataView(bytes).getUint32(0)
  const head: Omit<PreviewAnswer, 'pdf'> = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)))
  return { ...head, pdf: new Uint8Array(bytes.slice(4 + length)) }
}
