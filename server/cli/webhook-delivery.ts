import { describeDeliveryFully } from '../webhooks/describe-webhook.js'
import { type Command, CommandError, parseArguments } from './command.js'
import { writeJson, writeOut } from './output.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen webhook delivery ID [--json]

Shows all that the log has of one delivery: the body that is sent, and for each attempt the address, the headers of the
request (secrets are masked), and the answer with its headers and the beginning of its body. The address and headers of
a webhook that came with its request are kept encrypted and not shown.

  ID      the delivery
  --json  on one line

Example: platen webhook delivery dlv_…`,

  async run(args) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } }, ['ID'])
    const [id = ''] = positionals
    const delivery = await withStore((store) => store.reader.findDelivery(id))
    if (!delivery) throw new CommandError(`there is no delivery "${id}"`)
    const description = describeDeliveryFully(delivery)
    if (values.json) await writeJson(description)
    else await writeOut(`${JSON.stringify(description, undefined, 2)}\n`)
    return 0
  },
}
