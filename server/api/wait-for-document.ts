import type { Writable } from 'node:stream'
import type { AppContext } from '../http/app-state.js'
import { type Preferences, waitSeconds } from '../http/preferences.js'
import type { FinishedRequests } from '../jobs/finished-requests.js'
import type { HeldRequests } from '../limits/held-requests.js'
import type { DocumentStorage } from '../storage/objects/object-storage.js'
import type { Organization, Store } from '../storage/store.js'
import { sendPdf } from './documents.js'
import { setProblemHeaders } from './problem-headers.js'

/** What holds an answer back, and lets it go. */
export interface HoldServices {
  readonly held: HeldRequests
  readonly finished: Pick<FinishedRequests, 'wait'>
  /** Aborted when the service begins to stop. */
  readonly closing: AbortSignal
}

export interface WaitServices extends HoldServices {
  readonly store: Store
  readonly objects: DocumentStorage
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
  const hold: Hold = { organizationId: organization.id, requestId, seconds: Math.min(seconds, MAX_WAIT_SECONDS) }
  if (!(await isFinishedWhileHeld(ctx.res, hold, services))) return false
  const request = await services.store.findRequest(organization.id, requestId)
  if (request?.outcome.status !== 'completed') return false
  ctx.set('Preference-Applied', `respond-async, wait=${seconds}`)
  setProblemHeaders(ctx, request.problems)
  await sendPdf(ctx, request.documentId, request.outcome, services)
  return true
}

/** An answer that is held back for a request's end. */
export interface Hold {
  readonly organizationId: string
  readonly requestId: string
  /** For how long at most. */
  readonly seconds: number
}

/** False when the time is over, the client has gone, or the service stops; at once when too many answers are held back. */
export async function isFinishedWhileHeld(
  response: Writable,
  { organizationId, requestId, seconds }: Hold,
  { held, finished, closing }: HoldServices,
): Promise<boolean> {
  const place = held.waiting.open(organizationId)
  if (place.take(1) !== 'taken') return false
  try {
    return await new Promise((resolve) => {
      const end = (isFinished: boolean) => {
        clearTimeout(timer)
        stopWaiting()
        response.off('close', giveUp)
        closing.removeEventListener('abort', giveUp)
        resolve(isFinished)
      }
      const giveUp = () => end(false)
      const timer = setTimeout(giveUp, seconds * 1000)
      const stopWaiting = finished.wait(requestId, () => end(true))
      response.once('close', giveUp)
      closing.addEventListener('abort', giveUp)
      if (response.destroyed || closing.aborted) giveUp()
    })
  } finally {
    place.release()
  }
}
