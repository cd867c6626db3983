import type { StudioSession } from './session.js'

/** What came of an attempt to save a draft. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly revision: number; readonly state: string }
  /** Another has changed the draft, or published a version where there is none. */
  | { readonly kind: 'conflict'; readonly updatedBy: string | undefined }
  | { readonly kind: 'signed-out' }
  /** As the draft is, it is not taken. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may be taken later as it is. */
  | { readonly kind: 'unreachable'; readonly reason: string }

/** Statuses besides those of the service's own faults that say nothing of the draft. */
const LATER = new Set([408, 425, 429])

interface SaveAnswer {
  readonly state?: string
  readonly revision?: number
  readonly updatedBy?: string
  readonly error?: { readonly message?: string }
}

/** @param fields of the form, without those of the session */
export async function requestSave(
  address: string,
  session: StudioSession,
  fields: URLSearchParams,
): Promise<SaveOutcome> {
  const body = new URLSearchParams(fields)
  body.set('csrf', session.csrf)
  body.set('live', '1')
  let response: Response
  let text: string
  try {
    response = await fetch(address, { method: 'POST', body, headers: { Accept: 'application/json' } })
    text = await response.text()
  } catch {
    // Browsers say no more than that it failed.
    return { kind: 'unreachable', reason: 'the service cannot be reached' }
  }
  const { status } = response
  if (status === 401) {
    session.end()
    return { kind: 'signed-out' }
  }
  if (status >= 500 || LATER.has(status)) return { kind: 'unreachable', reason: `the service answered ${status}` }
  const answer = readAnswer(response, text)
  if (!answer) return { kind: 'unreachable', reason: 'something between here and the service answered' }
  if (status === 409) return { kind: 'conflict', updatedBy: answer.updatedBy }
  if (status === 413) return { kind: 'refused', reason: tooLarge(answer.error?.message, fields) }
  if (response.ok && answer.revision !== undefined) {
    return { kind: 'saved', revision: answer.revision, state: answer.state ?? '' }
  }
  return { kind: 'refused', reason: answer.error?.message ?? `the service answered ${status}` }
}

/** Undefined for what is not from the service, such as the page of a proxy. */
function readAnswer({ headers, status }: Response, text: string): SaveAnswer | undefined {
  if (headers.get('Content-Type')?.startsWith('application/json')) return JSON.parse(text)
  return status === 413 ? {} : undefined
}

/** Says which text of a draft makes it too large. */
function tooLarge(message = 'The draft is too large.', fields: URLSearchParams): string {
  const texts: (readonly [name: string, text: string])[] = [
    ['The template', fields.get('html') ?? ''],
    ['the schema', fields.get('schema') ?? ''],
    ...fields.getAll('sampleData').map((text, i) => [`the sample ${fields.getAll('sampleName')[i]}`, text] as const),
    ...(JSON.parse(fields.get('edits') || '[]') as [string, string][]),
  ]
  const [largest] = texts.sort(([, a], [, b]) => b.length - a.length)
  if (!largest) return message
  const [name, text] = largest
  return `${message} ${name.charAt(0).toUpperCase()}${name.slice(1)} has ${megabytes(new Blob([text]).size)}.`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}
