import { readBaseUrl } from '../config.js'
import { createSignInLink } from '../dashboard/access/links.js'
import { actor } from './actor.js'
import { type Command, parseArguments } from './command.js'
import { writeJson, writeOut } from './output.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen user sign-in-link ADDRESS [--json]

Makes a link that signs a user of the dashboard in. It is good for an hour and works once.

  --json  print {id, url}

Example: platen user sign-in-link ada@example.com`,

  async run(args) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } }, ['ADDRESS'])
    const [email = ''] = positionals
    const { id, path } = await withStore((store) => createSignInLink(store, email, actor()))
    const url = `${readBaseUrl(process.env)}${path}`
    if (values.json) await writeJson({ id, url })
    else await writeOut(`Open this link to sign in as ${email}. It works once, within an hour:\n\n${url}\n`)
    return 0
  },
}
