import { describeWebhook } from '../webhooks/describe-webhook.js'
import { changeWebhook } from '../webhooks/manage-webhooks.js'
import { actor } from './actor.js'
import { type Command, parseArguments, UsageError } from './command.js'
import { writeJson, writeOut } from './output.js'
import { readWebhookOptions, WEBHOOK_OPTIONS } from './webhook-options.js'
import { withWebhooks } from './with-webhooks.js'

export const command: Command = {
  help: `Usage: platen webhook update ID [options]

Changes an endpoint. What is not named stays as it is; what is on its way already goes to the new address.

  ID               the endpoint
  --name NAME, --url URL, --events LIST, --max-retries N, --timeout S, --backoff M
                   as for platen webhook create
  --template PATH  only documents of these templates from now on
  --all-templates  documents of the whole organization from now on
  --filter JSON    these filters instead of the ones before; {} for none
  --disable        deliver nothing to it; events stand in the log as failed
  --enable         deliver to it again
  --json           print it as platen webhook list does

Example: platen webhook update whk_… --enable --timeout 60`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      {
        ...WEBHOOK_OPTIONS,
        'all-templates': { type: 'boolean' },
        enable: { type: 'boolean' },
        disable: { type: 'boolean' },
        json: { type: 'boolean' },
      },
      ['ID'],
    )
    const [id = ''] = positionals
    if (values.enable && values.disable) throw new UsageError('--enable and --disable contradict each other')
    if (values.template && values['all-templates']) {
      throw new UsageError('--template and --all-templates contradict each other')
    }
    const change = {
      ...readWebhookOptions(values),
      ...(values['all-templates'] ? { allTemplates: true as const } : {}),
      ...(values.enable || values.disable ? { enabled: values.enable === true } : {}),
    }
    if (Object.keys(change).length === 0) throw new UsageError('nothing to change')
    const webhook = await withWebhooks((services) => changeWebhook(services, id, change, actor()))
    if (values.json) await writeJson(describeWebhook(webhook))
    else await writeOut(`Updated the webhook ${id}\n`)
    return 0
  },
}
