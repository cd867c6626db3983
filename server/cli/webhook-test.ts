import { setTimeout as delay } from 'node:timers/promises'
import { readBaseUrl } from '../config.js'
import type { Store } from '../storage/store.js'
import type { Delivery } from '../storage/webhooks/webhook-store.js'
import { describeDelivery } from '../webhooks/describe-webhook.js'
import { sendTestEvent } from '../webhooks/manage-webhooks.js'
import { actor } from './actor.js'
import { type Command, CommandError, parseArguments } from './command.js'
import { writeJson, writeOut } from './output.js'
import { parseEvent } from './webhook-options.js'
import { withStore } from './with-store.js'

/** How often it is looked whether the service has sent it. */
const LOOK_MS = 100

/** The longest timeout of an endpoint, and some time to begin. */
const PATIENCE_MS = 75_000

export const command: Command = {
  help: `Usage: platen webhook test WEBHOOK_ID [--type TYPE] [--json]

Lets a running service send a signed event about an invented document, whatever the endpoint is subscribed to, and
shows what it answered. Exit status 1 when it was not a 2xx.

  WEBHOOK_ID   the endpoint
  --type TYPE  document.completed or document.failed; document.completed
  --json       print the delivery as platen webhook deliveries does

Example: platen webhook test whk_… --type document.failed`,

  async run(args) {
    const { values, positionals } = parseArguments(args, { type: { type: 'string' }, json: { type: 'boolean' } }, [
      'WEBHOOK_ID',
    ])
    const [id = ''] = positionals
    const type = parseEvent(values.type ?? 'document.completed', 'type')
    const baseUrl = readBaseUrl(process.env)
    const delivery = await withStore(async (store) => {
      const { id: deliveryId } = await sendTestEvent({ store, baseUrl }, id, type, actor())
      store.changes.notify('deliver')
      return waitFor(store, deliveryId)
    })
    if (values.json) await writeJson(describeDelivery(delivery))
    else await writeOut(`${describe(delivery)}\n`)
    return delivery.status === 'delivered' ? 0 : 1
  },
}

async function waitFor(store: Store, deliveryId: string): Promise<Delivery> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const delivery = await store.reader.findDelivery(deliveryId)
    if (delivery && delivery.status !== 'pending') return delivery
    if (Date.now() > end) throw new CommandError(`nobody has sent ${deliveryId} yet: is the service running?`)
    await delay(LOOK_MS)
  }
}

function describe({ id, eventId, attempts }: Delivery): string {
  const exchange = attempts.at(-1)?.exchange
  const answer = exchange?.response ? `answered ${exchange.response.status}` : 'did not answer'
  const problem = exchange?.error === undefined ? '' : `\n${exchange.error}`
  return `The endpoint ${answer} after ${exchange?.durationMs ?? 0} ms (${id}, ${eventId})${problem}`
}
