import { actor } from './actor.js'
import { type Command, parseArguments, required } from './command.js'
import { writeJson, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen partial delete NAME --org SLUG [--json]

Deletes a partial. Published templates keep it, but cannot be published again while they include it.

  --org SLUG  the organization
  --json      print {name, deleted: true}

Example: platen partial delete header --org acme`,

  async run(args) {
    const { values, positionals } = parseArguments(args, { org: { type: 'string' }, json: { type: 'boolean' } }, [
      'NAME',
    ])
    const [name = ''] = positionals
    const slug = required(values.org, 'org')
    await withStore(async (store) => store.deletePartial((await findOrganization(store, slug)).id, name, actor()))
    if (values.json) await writeJson({ name, deleted: true })
    else await writeOut(`Deleted the partial ${name}\n`)
    return 0
  },
}
