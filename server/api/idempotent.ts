import { createHash } from 'node:crypto'
import { assertNever, invariant } from '../../engine/base/invariant.js'
import type { AppContext } from '../http/app-state.js'
import { fingerprintOf, idempotencyMismatch, idempotencyRunning } from '../http/idempotency.js'
import type { DocumentLinks } from '../jobs/document-links.js'
import type { ObjectStorage } from '../storage/objects/object-storage.js'
import type { IdempotencyCheck, IdempotencyHold } from '../storage/request-store.js'
import type { Store } from '../storage/store.js'
import { type AcceptedAnswer, writeAccepted } from './accepted-answer.js'

/** An answer as it is kept for repetitions. */
type SavedAnswer = { readonly kind: 'pdf'; readonly requestId: string } | AcceptedAnswer

export interface IdempotencyServices {
  readonly store: Store
  readonly objects: ObjectStorage
  readonly links: DocumentLinks
  /** The name of this process; what it has not answered when it ends is forgotten. */
  processId(): string
}

interface IdempotentCall {
  readonly keyId: string
  readonly key: string
  readonly mode: 'sync' | 'async'
  readonly body: Uint8Array
  /** Answers a repetition with the document of the request that was accepted; false when it is to be acknowledged. */
  readonly answerInTime?: (requestId: string) => Promise<boolean>
}

/**
 * Answers a request once: a repetition gets the first answer, another request with the same key is refused.
 * `answer` says whether it has saved its answer; when it has not, or throws, the key is free again.
 *
 * @throws ApiError 409 `idempotency_in_progress`, 422 `idempotency_mismatch`
 */
export async function answerOnce(
  ctx: AppContext,
  { keyId, key, mode, body, answerInTime }: IdempotentCall,
  services: IdempotencyServices,
  answer: (hold: IdempotencyHold) => Promise<boolean>,
): Promise<void> {
  const { store } = services
  const fingerprint = fingerprintOf(ctx.path, mode, body)
  const check = await store.beginIdempotent({ keyId, key, fingerprint, processId: services.processId() })
  switch (check.kind) {
    case 'running':
      throw idempotencyRunning()
    case 'mismatch':
      throw idempotencyMismatch()
    case 'answered':
      return repeat(ctx, check, services, answerInTime)
    case 'new': {
      let saved = false
      try {
        saved = await answer(check.hold)
      } finally {
        if (!saved) await store.releaseIdempotent(check.hold)
      }
      return
    }
    default:
      return assertNever(check)
  }
}

/** Keeps a PDF, so that it can be sent again; false when somebody else has the right to answer the request. */
export async function savePdfAnswer(
  hold: IdempotencyHold,
  requestId: string,
  pdf: Uint8Array,
  { store, objects }: IdempotencyServices,
): Promise<boolean> {
  const { keyId, key } = hold
  const name = createHash('sha256').update(`${keyId}\n${key}`).digest('hex')
  const objectKey = `answers/${name.slice(0, 2)}/${name}-${requestId}.pdf`
  await objects.put(objectKey, pdf)
  const answer: SavedAnswer = { kind: 'pdf', requestId }
  const isSaved = await store.answerIdempotent({ ...hold, answer: JSON.stringify(answer), objectKey })
  if (!isSaved) await objects.delete(objectKey)
  return isSaved
}

async function repeat(
  ctx: AppContext,
  { answer, objectKey, answeredAt }: Extract<IdempotencyCheck, { readonly kind: 'answered' }>,
  { objects, links }: IdempotencyServices,
  answerInTime: IdempotentCall['answerInTime'],
): Promise<void> {
  // Only answers of this file and of `accepted-answer.ts` are saved.
  const saved: SavedAnswer = JSON.parse(answer)
  ctx.set('Idempotent-Replayed', 'true')
  if (saved.kind !== 'batch') ctx.set('X-Request-ID', saved.requestId)
  if (saved.kind !== 'pdf') {
    if (saved.kind === 'request' && (await answerInTime?.(saved.requestId))) return
    writeAccepted(ctx, saved, answeredAt, links)
    return
  }
  const object = objectKey === undefined ? undefined : await objects.get(objectKey)
  invariant(object, 'the PDF of a saved answer')
  ctx.status = 200
  ctx.type = 'application/pdf'
  ctx.length = object.size
  ctx.body = object.content
}
