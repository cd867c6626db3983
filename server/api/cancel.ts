import { ApiError } from '../http/api-error.js'
import { authenticate } from '../http/authenticate.js'
import { errorResponses } from '../http/operation.js'
import type { Route } from '../http/route.js'
import { type DocumentServices, documentNotFound } from './documents.js'

/** Takes an asynchronous request back that waits. */
export const CANCEL_REQUEST: Route<Pick<DocumentServices, 'store' | 'keyUsage'>> = {
  method: 'DELETE',
  path: '/api/v1/{org_slug}/requests/{request_id}',
  access: 'key',
  operation: {
    id: 'cancelRequest',
    tag: 'Requests',
    summary: 'Cancel a queued request',
    description:
      'It fails with the code CANCELLED, and what it was counted is given back, a test too. No event is sent. A request that is being processed, or is over, stays as it is: 409.',
    responses: { 204: { description: 'Cancelled.' }, ...errorResponses(401, 404, 409, 503) },
  },
  handle:
    ({ store, keyUsage }) =>
    async (ctx) => {
      const { org_slug: slug = '', request_id: id = '' } = ctx.params
      const { key, organization } = await authenticate(ctx, slug, (who) => store.findCaller(who.keyHash, who.slug))
      keyUsage.record(key.id)
      const status = await store.cancelRequest(organization.id, id)
      if (status === undefined) {
        throw documentNotFound()
      }
      if (status !== 'queued') {
        throw new ApiError(409, 'resource_error', 'request_not_queued', `The request is ${status}, not queued`)
      }
      store.changes.notify('finished', id)
      ctx.status = 204
    },
}
