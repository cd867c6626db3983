import { issueKey } from '../http/api-key.js'
import { isAddressRange } from '../storage/keys/allow-list.js'
import { KEY_SCOPES } from '../storage/store.js'
import { actor } from './actor.js'
import { type Command, oneOf, parseArguments, required, UsageError } from './command.js'
import { writeJson, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen key create --org SLUG [--description TEXT] [--allow-ip CIDR …] [--scope WORD …] [--json]

Creates an API key. It is shown this once: only its hash is stored.

  --org SLUG          the organization it belongs to
  --description TEXT  what it is for
  --allow-ip CIDR     an address or range it may be used from; can be repeated; from anywhere without
  --scope WORD        can be repeated; every key has generate: make documents of templates;
                      manage: change templates and partials over HTTP;
                      generate-html: make documents of HTML that is sent
  --json              print {id, key}

Example: platen key create --org acme --description ci --allow-ip 203.0.113.0/24`,

  async run(args) {
    const { values } = parseArguments(args, {
      org: { type: 'string' },
      description: { type: 'string', default: '' },
      'allow-ip': { type: 'string', multiple: true, default: [] },
      scope: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean' },
    })
    const slug = required(values.org, 'org')
    const scopes = values.scope.flatMap((word) => oneOf(word, 'scope', KEY_SCOPES) ?? [])
    const allowIps = values['allow-ip']
    for (const range of allowIps) {
      if (!isAddressRange(range))
        throw new UsageError(`--allow-ip must be an IP address or a CIDR range, not "${range}"`)
    }
    const { id, key } = await withStore(async (store) => {
      const organization = await findOrganization(store, slug)
      const { key, hash, display } = issueKey(organization.id)
      const { description } = values
      const { id } = await store.createKey(
        {
          organizationId: organization.id,
          hash,
          display,
          description,
          allowIps,
          scopes: scopes.length > 0 ? scopes : undefined,
        },
        actor(),
      )
      return { id, key }
    })
    if (values.json) await writeJson({ id, key })
    else await writeOut(`Created the key ${id}. It is shown this once:\n\n${key}\n`)
    return 0
  },
}
