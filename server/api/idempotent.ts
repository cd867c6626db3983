import { createHash } from 'node:crypto'
import { assertNever, invariant } from '../../engine/base/invariant.js'
import type { AppContext } from '../http/app-state.js'
import { inlineFile } from '../http/content-disposition.js'
import { fingerprintOf, idempotencyMismatch, idempotencyRunning } from '../http/idempotency.js'
import type { DocumentLinks } from '../jobs/document-links.js'
import type { PageForm } from '../render/page-types.js'
import type { InvoiceForm, RenderedDocument } from '../render/render-types.js'
import type { DocumentStorage } from '../storage/objects/object-storage.js'
import type { IdempotencyCheck, IdempotencyHold } from '../storage/requests/request-store.js'
import type { Store } from '../storage/store.js'
import { setPageHeaders, type ToldPage } from './draw-page.js'
import { addressOfPage } from './page-form.js'
import { setProblemHeaders, type ToldProblems } from './problem-headers.js'

export interface IdempotencyServices {
  readonly store: Store
  readonly objects: DocumentStorage
  readonly links: DocumentLinks
  /** The longest that a synchronous document may take. */
  readonly syncTimeoutMs: number
  /** The name of this process; what it has not answered when it ends is forgotten. */
  processId(): string
}

interface IdempotentCall {
  readonly keyId: string
  readonly key: string
  readonly mode: 'sync' | 'async'
  /** What is asked for in place of the PDF. */
  readonly invoice?: InvoiceForm | undefined
  readonly picture?: PageForm | undefined
  readonly body: Uint8Array
}

/** How a request is answered that carries an idempotency key. */
interface Answers<T> {
  /** For the first time. When it throws, the key is free again; otherwise it has saved its answer. */
  first(hold: IdempotencyHold): Promise<T>
  /** From what it has saved. */
  again(saved: SavedAnswer): Promise<T>
}

/** What an answer may take beyond the time for its document: to be saved, by a database that answers late. */
const ANSWER_GRACE_MS = 30_000

/** The PDF, each form of the XML and each picture are answers to different requests. */
function addressOf(path: string, { invoice, picture }: Pick<IdempotentCall, 'invoice' | 'picture'>): string {
  if (picture) return `${path}?${addressOfPage(picture)}`
  return invoice ? `${path}?format=${invoice.format}&profile=${invoice.profile ?? ''}` : path
}

type SavedAnswer = Extract<IdempotencyCheck, { readonly kind: 'answered' }>

/**
 * Answers a request once: a repetition gets the first answer, another request with the same key is refused.
 *
 * @throws ApiError 409 `idempotency_in_progress`, 422 `idempotency_mismatch`
 */
export async function answerOnce<T>(
  ctx: AppContext,
  { keyId, key, mode, invoice, picture, body }: IdempotentCall,
  { store, processId, syncTimeoutMs }: IdempotencyServices,
  { first, again }: Answers<T>,
): Promise<T> {
  const fingerprint = fingerprintOf(addressOf(ctx.path, { invoice, picture }), mode, body)
  const answeredWithinMs = syncTimeoutMs + ANSWER_GRACE_MS
  const check = await store.beginIdempotent({ keyId, key, fingerprint, processId: processId(), answeredWithinMs })
  switch (check.kind) {
    case 'running':
      throw idempotencyRunning()
    case 'mismatch':
      throw idempotencyMismatch()
    case 'answered':
      ctx.set('Idempotent-Replayed', 'true')
      return again(check)
    case 'new': {
      let isAnswered = false
      try {
        const answer = await first(check.hold)
        isAnswered = true
        return answer
      } finally {
        if (!isAnswered) await store.releaseIdempotent(check.hold)
      }
    }
    default:
      return assertNever(check)
  }
}

/** Kept beside a stored file. */
interface SavedFile {
  /** The last part of its media type. */
  readonly kind: string
  readonly requestId: string
  /** The name to save it under, where its template gives one. */
  readonly fileName?: string | undefined
  /** How much it has lost. */
  readonly problems?: ToldProblems | undefined
  /** Of the picture of a page. */
  readonly picture?: ToldPage | undefined
}

/** Keeps a document, so that it can be sent again; false when somebody else has the right to answer the request. */
export async function saveFileAnswer(
  hold: IdempotencyHold,
  requestId: string,
  {
    content,
    mediaType,
    fileName,
    problems,
    picture,
    timeoutMs,
  }: Pick<RenderedDocument, 'content' | 'mediaType' | 'fileName' | 'problems' | 'picture'> & {
    readonly timeoutMs: number
  },
  { store, objects }: IdempotencyServices,
): Promise<boolean> {
  const { keyId, key } = hold
  const name = createHash('sha256').update(`${keyId}\n${key}`).digest('hex')
  const kind = mediaType.slice(mediaType.indexOf('/') + 1)
  const objectKey = `answers/${name.slice(0, 2)}/${name}-${requestId}.${kind}`
  await objects.put(objectKey, content, { timeoutMs })
  const told = problems && { count: problems.count, codes: problems.codes }
  const answer: SavedFile = { kind, requestId, fileName, problems: told, picture }
  const isSaved = await store.answerIdempotent({ ...hold, answer: JSON.stringify(answer), objectKey })
  if (!isSaved) await objects.delete(objectKey)
  return isSaved
}

/** Sends a document again. */
export async function repeatFile(
  ctx: AppContext,
  { answer, objectKey }: SavedAnswer,
  { objects }: IdempotencyServices,
): Promise<void> {
  // The fingerprint of a synchronous request leads to answers of `saveFileAnswer` only.
  const { kind, requestId, fileName, problems, picture }: SavedFile = JSON.parse(answer)
  ctx.set('X-Request-ID', requestId)
  setProblemHeaders(ctx, problems)
  if (picture) setPageHeaders(ctx, picture)
  if (fileName !== undefined) ctx.set('Content-Disposition', inlineFile(fileName))
  const object = objectKey === undefined ? undefined : await objects.get(objectKey)
  invariant(object, 'the file of a saved answer')
  ctx.status = 200
  ctx.type = picture ? `image/${kind}` : `application/${kind}`
  ctx.length = object.size
  ctx.body = object.content
}
