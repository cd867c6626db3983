import { actor } from './actor.js'
import { type Command, parseArguments } from './command.js'
import { writeJson, writeOut } from './output.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen user disable ADDRESS [--enable] [--json]

Ends all sessions of a user of the dashboard, who cannot sign in any more.

  --enable  let the user sign in again
  --json    print {id, disabled}

Example: platen user disable ada@example.com`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      { enable: { type: 'boolean', default: false }, json: { type: 'boolean' } },
      ['ADDRESS'],
    )
    const [email = ''] = positionals
    const isDisabled = !values.enable
    const { id } = await withStore((store) => store.disableUser(email, isDisabled, actor()))
    if (values.json) await writeJson({ id, disabled: isDisabled })
    else await writeOut(`${isDisabled ? 'Disabled' : 'Enabled'} the user ${id}\n`)
    return 0
  },
}
