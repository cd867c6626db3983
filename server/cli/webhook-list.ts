import { describeWebhook, statusOf } from '../webhooks/describe-webhook.js'
import { type Command, parseArguments, required } from './command.js'
import { formatTable, formatTime, writeJson, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen webhook list --org SLUG [--json]

Lists the endpoints of an organization. One that only fails says since when, a disabled one since when and why: it was
gone (410), it failed for five days, or somebody wanted it so.

  --org SLUG  the organization
  --json      print [{id, name, url, events, templates, filters, max_retries, timeout, backoff_multiplier, status,
              failing_since, disabled_at, disabled_reason, previous_secret_until, created_at, updated_at}]

Example: platen webhook list --org acme`,

  async run(args) {
    const { values } = parseArguments(args, { org: { type: 'string' }, json: { type: 'boolean' } })
    const slug = required(values.org, 'org')
    const webhooks = await withStore(async (store) =>
      store.reader.listWebhooks((await findOrganization(store, slug)).id),
    )
    if (values.json) {
      await writeJson(webhooks.map(describeWebhook))
      return 0
    }
    const rows = webhooks.map((webhook) => [
      webhook.id,
      webhook.name,
      webhook.url,
      webhook.events.map((event) => event.replace('document.', '')).join(','),
      webhook.disabled ? `disabled (${webhook.disabled.reason})` : statusOf(webhook),
      formatTime(webhook.disabled?.at ?? webhook.failingSince),
    ])
    await writeOut(formatTable(['ID', 'NAME', 'URL', 'EVENTS', 'STATUS', 'SINCE'], rows))
    return 0
  },
}
