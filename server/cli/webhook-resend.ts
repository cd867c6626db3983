import { actor } from './actor.js'
import { type Command, parseArguments, required, UsageError } from './command.js'
import { writeJson, writeOut } from './output.js'
import { pointInTime } from './webhook-options.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen webhook resend DELIVERY_ID [--json]
       platen webhook resend --org SLUG --failed-since T [--webhook ID] [--json]

Lets a running service send a delivery again, with the same event id and the same body: one, whatever became of it, or
all that have failed since a time.

  DELIVERY_ID       the delivery
  --org SLUG        the organization whose failed deliveries are meant
  --failed-since T  those of events from this time on: ISO 8601, or 30m, 12h, 7d ago
  --webhook ID      only those of this endpoint
  --json            print {resent}: how many

Example: platen webhook resend --org acme --failed-since 6h`,

  async run(args) {
    const options = {
      org: { type: 'string' },
      'failed-since': { type: 'string' },
      webhook: { type: 'string' },
      json: { type: 'boolean' },
    } as const
    const [first = '-'] = args
    const isOne = !first.startsWith('-') || args.some((word) => word.startsWith('dlv_'))
    const names = isOne ? ['DELIVERY_ID'] : []
    const { values, positionals } = parseArguments(args, options, names)
    const [id] = positionals
    const { org: slug, 'failed-since': failedSince, webhook } = values
    const many = slug ?? failedSince ?? webhook
    if (id !== undefined && many !== undefined)
      throw new UsageError('give either DELIVERY_ID or --org and --failed-since')
    if (id === undefined && many === undefined) throw new UsageError('DELIVERY_ID is missing')
    const since = pointInTime(failedSince, 'failed-since')
    const resent = await withStore(async (store) => {
      let count = 1
      if (id !== undefined) await store.resendDelivery(id, actor())
      else {
        const organization = await findOrganization(store, required(slug, 'org'))
        const failed = {
          organizationId: organization.id,
          webhookId: webhook,
          since: required(since, 'failed-since'),
        }
        count = await store.resendFailed(failed, actor())
      }
      store.changes.notify('deliver')
      return count
    })
    if (values.json) await writeJson({ resent })
    else await writeOut(resent === 1 ? 'Sending 1 delivery again\n' : `Sending ${resent} deliveries again\n`)
    return 0
  },
}
