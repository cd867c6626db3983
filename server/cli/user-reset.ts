import { readBaseUrl } from '../config.js'
import { createResetLink } from '../dashboard/access/links.js'
import { actor } from './actor.js'
import { type Command, parseArguments } from './command.js'
import { writeJson, writeOut } from './output.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen user reset ADDRESS [--json]

Makes a link with which a user of the dashboard chooses a new password. It is good for a day and works once.

  --json  print {id, url}

Example: platen user reset ada@example.com`,

  async run(args) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } }, ['ADDRESS'])
    const [email = ''] = positionals
    const { id, path } = await withStore((store) => createResetLink(store, email, actor()))
    const url = `${readBaseUrl(process.env)}${path}`
    if (values.json) await writeJson({ id, url })
    else await writeOut(`Open this link to choose a new password. It works once, within a day:\n\n${url}\n`)
    return 0
  },
}
