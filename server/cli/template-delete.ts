import { actor } from './actor.js'
import { type Command, parseArguments, required } from './command.js'
import { writeJson, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen template delete PATH --org SLUG [--json]

Deletes a template with all of its versions.

  PATH        the template's endpoint path
  --org SLUG  the organization
  --json      print {path, deleted: true}

Example: platen template delete invoice --org acme`,

  async run(args) {
    const { values, positionals } = parseArguments(args, { org: { type: 'string' }, json: { type: 'boolean' } }, [
      'PATH',
    ])
    const [path = ''] = positionals
    const slug = required(values.org, 'org')
    await withStore(async (store) => store.deleteTemplate((await findOrganization(store, slug)).id, path, actor()))
    if (values.json) await writeJson({ path, deleted: true })
    else await writeOut(`Deleted the template ${path}\n`)
    return 0
  },
}
