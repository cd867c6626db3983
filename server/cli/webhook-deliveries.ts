import type { Delivery } from '../storage/webhooks/webhook-store.js'
import { describeDelivery } from '../webhooks/describe-webhook.js'
import { type Command, oneOf, parseArguments, required, wholeNumber } from './command.js'
import { formatTable, formatTime, writeJson, writeOut } from './output.js'
import { parseEvent, pointInTime } from './webhook-options.js'
import { findOrganization, withStore } from './with-store.js'

const DEFAULT_LIMIT = 50

export const command: Command = {
  help: `Usage: platen webhook deliveries --org SLUG [options]

Lists what was delivered or is to be, newest first, with every attempt.

  --org SLUG      the organization
  --webhook ID    only of this endpoint
  --status S      pending, delivered or failed
  --type TYPE     document.completed or document.failed
  --event ID      only of this event
  --request ID    only about this request
  --since T       only of events from this time on: ISO 8601, or 30m, 12h, 7d ago
  --until T       only of events before this time
  --limit N       how many at most; ${DEFAULT_LIMIT}
  --json          print [{id, event_id, webhook_id, system, type, is_test_event, status, reason, created_at,
                  next_attempt_at, attempts: [{number, cause, result, at, status_code, duration_ms, error}]}]

Example: platen webhook deliveries --org acme --status failed --since 24h`,

  async run(args) {
    const { values } = parseArguments(args, {
      org: { type: 'string' },
      webhook: { type: 'string' },
      status: { type: 'string' },
      type: { type: 'string' },
      event: { type: 'string' },
      request: { type: 'string' },
      since: { type: 'string' },
      until: { type: 'string' },
      limit: { type: 'string' },
      json: { type: 'boolean' },
    })
    const slug = required(values.org, 'org')
    const query = {
      webhookId: values.webhook,
      status: oneOf(values.status, 'status', ['pending', 'delivered', 'failed']),
      type: values.type === undefined ? undefined : parseEvent(values.type, 'type'),
      eventId: values.event,
      requestId: values.request,
      since: pointInTime(values.since, 'since'),
      until: pointInTime(values.until, 'until'),
      limit: wholeNumber(values.limit, 'limit', 1) ?? DEFAULT_LIMIT,
    }
    const deliveries = await withStore(async (store) =>
      store.reader.listDeliveries({ ...query, organizationId: (await findOrganization(store, slug)).id }),
    )
    if (values.json) await writeJson(deliveries.map(describeDelivery))
    else
      await writeOut(formatTable(['ID', 'EVENT', 'TYPE', 'TIME', 'STATUS', 'ATTEMPTS', 'LAST'], deliveries.map(toRow)))
    return 0
  },
}

function toRow(delivery: Delivery): readonly string[] {
  const { id, eventId, type, createdAt, status, reason, attempts } = delivery
  const last = attempts.at(-1)?.exchange
  return [
    id,
    eventId,
    type.replace('document.', ''),
    formatTime(createdAt),
    reason === undefined || reason === 'exhausted' ? status : `${status} (${reason})`,
    String(attempts.length),
    last?.error ?? (last?.response ? String(last.response.status) : '-'),
  ]
}
