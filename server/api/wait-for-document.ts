import type { AppContext } from '../http/app-state.js'
import { type Preferences, waitSeconds } from '../http/preferences.js'
import type { FinishedRequests } from '../jobs/finished-requests.js'
import type { HeldRequests } from '../limits/held-requests.js'
import type { DocumentStorage } from '../storage/objects/object-storage.js'
import type { Organization, Store } from '../storage/store.js'
import { sendPdf } from './documents.js'

export interface WaitServices {
  readonly store: Store
  readonly objects: DocumentStorage
  readonly held: HeldRequests
  readonly finished: FinishedRequests
  /** Aborted when the service begins to stop. */
  readonly closing: AbortSignal
}

/** A request for a document: who makes it, and how. */
interface Wish {
  readonly organization: Organization
  readonly preferences: Preferences
}

/** The longest that `Prefer: wait` holds an answer back. */
const MAX_WAIT_SECONDS = 30

/**
 * `Prefer: respond-async, wait=N`: a document that is ready within N seconds is the answer. False when there is none, or
 * when so many answers are held back that this one is not: a preference may be ignored (RFC 7240 §2).
 */
export async function isAnsweredInTime(
  ctx: AppContext,
  { organization, preferences }: Wish,
  requestId: string,
  services: WaitServices,
): Promise<boolean> {
  const seconds = waitSeconds(preferences)
  if (seconds === undefined || seconds === 0) return false
  const place = services.held.waiting.open(organization.id)
  if (place.take(1) !== 'taken') return false
  try {
    const isFinished = await isFinishedWithin(ctx, requestId, Math.min(seconds, MAX_WAIT_SECONDS) * 1000, services)
    if (!isFinished) return false
  } finally {
    place.release()
  }
  const request = await services.store.findRequest(organization.id, requestId)
  if (request?.outcome.status !== 'completed') return false
  ctx.set('Preference-Applied', `respond-async, wait=${seconds}`)
  await sendPdf(ctx, request.documentId, request.outcome, services)
  return true
}

/** False when the time is over, the client has gone, or the service stops. */
function isFinishedWithin(
  ctx: AppContext,
  requestId: string,
  milliseconds: number,
  { finished, closing }: WaitServices,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isFinished: boolean) => {
      clearTimeout(timer)
      stopWaiting()
      ctx.res.off('close', giveUp)
      closing.removeEventListener('abort', giveUp)
      resolve(isFinished)
    }
    const giveUp = () => end(false)
    const timer = setTimeout(giveUp, milliseconds)
    const stopWaiting = finished.wait(requestId, () => end(true))
    ctx.res.once('close', giveUp)
    closing.addEventListener('abort', giveUp)
    if (ctx.res.destroyed || closing.aborted) giveUp()
  })
}
