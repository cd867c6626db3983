import type { AppContext } from '../http/app-state.js'
import { originOf } from '../http/public-address.js'
import type { DocumentLinks } from '../jobs/document-links.js'

/** An acceptance and the answer to it, kept for repetitions. */
export type AcceptedAnswer =
  | { readonly kind: 'request'; readonly slug: string; readonly requestId: string; readonly applied: string }
  | {
      readonly kind: 'batch'
      readonly slug: string
      readonly batchId: string
      readonly requestIds: readonly string[]
      readonly applied: string
    }

/** 202 with what to ask for later. `createdAt` in epoch ms. */
export function writeAccepted(ctx: AppContext, answer: AcceptedAnswer, createdAt: number, links: DocumentLinks): void {
  const { slug, applied } = answer
  ctx.status = 202
  ctx.type = 'application/json; charset=utf-8'
  if (applied !== '') ctx.set('Preference-Applied', applied)
  const created_at = new Date(createdAt).toISOString()
  const acknowledge = (request_id: string) => ({ request_id, status: 'queued', created_at })
  if (answer.kind === 'request') {
    ctx.set('Location', links.address(`/api/v1/${slug}/requests/${answer.requestId}`, originOf(ctx)))
    ctx.body = JSON.stringify(acknowledge(answer.requestId))
    return
  }
  const { batchId, requestIds } = answer
  ctx.body = JSON.stringify({
    batch_id: batchId,
    status: 'queued',
    created_at,
    requests: requestIds.map(acknowledge),
  })
}
