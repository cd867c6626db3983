import { createWebhook } from '../webhooks/manage-webhooks.js'
import { actor } from './actor.js'
import { type Command, parseArguments, required } from './command.js'
import { writeJson, writeOut } from './output.js'
import { readWebhookOptions, WEBHOOK_OPTIONS } from './webhook-options.js'
import { findOrganization } from './with-store.js'
import { withWebhooks } from './with-webhooks.js'

export const command: Command = {
  help: `Usage: platen webhook create --org SLUG --name NAME --url URL --events LIST [options]

Creates an endpoint that is told about asynchronous documents, and shows the secret that signs what it gets.

  --org SLUG       the organization
  --name NAME      its name for people
  --url URL        an https address that is public
  --events LIST    document.completed, document.failed or both, separated by commas
  --template PATH  only documents of this template; may be given several times
  --max-retries N  attempts after the first, 0 to 5; 3
  --timeout S      seconds for one attempt, 5 to 60; 30
  --backoff M      by what each delay is longer than the one before, 1 to 10; 2
  --filter JSON    {is_test, min_size_kb, max_size_kb, endpoint_path_pattern, exclude_errors}; all that are given must hold
  --json           print {id, secret}

Example: platen webhook create --org acme --name shop --url https://shop.example.com/hooks --events document.completed`,

  async run(args) {
    const options = { org: { type: 'string' }, json: { type: 'boolean' }, ...WEBHOOK_OPTIONS } as const
    const { values } = parseArguments(args, options)
    const slug = required(values.org, 'org')
    const input = {
      ...readWebhookOptions(values),
      name: required(values.name, 'name'),
      url: required(values.url, 'url'),
      events: required(readWebhookOptions(values).events, 'events'),
    }
    const { webhook, secret } = await withWebhooks(async (services) =>
      createWebhook(services, (await findOrganization(services.store, slug)).id, input, actor()),
    )
    if (values.json) await writeJson({ id: webhook.id, secret })
    else await writeOut(`Created the webhook ${webhook.id}. Its signing secret is:\n\n${secret}\n`)
    return 0
  },
}
