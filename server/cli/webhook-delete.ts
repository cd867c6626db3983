import { actor } from './actor.js'
import { type Command, parseArguments } from './command.js'
import { writeJson, writeOut } from './output.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen webhook delete ID [--json]

Deletes an endpoint. What waits for it is not delivered any more; its log stays as long as logs do.

  ID      the endpoint
  --json  print {id, deleted: true}

Example: platen webhook delete whk_…`,

  async run(args) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } }, ['ID'])
    const [id = ''] = positionals
    await withStore((store) => store.deleteWebhook(id, actor()))
    if (values.json) await writeJson({ id, deleted: true })
    else await writeOut(`Deleted the webhook ${id}\n`)
    return 0
  },
}
