import { describeKey } from '../storage/keys/describe-key.js'
import { type Command, parseArguments, required } from './command.js'
import { formatTable, formatTime, writeJson, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen key list --org SLUG [--json]

Lists the API keys of an organization, revoked ones included, by both ends of each.

  --org SLUG  the organization
  --json      print [{id, display, description, allow_ips, scopes, created_at, last_used_at, revoked_at}]

Example: platen key list --org acme`,

  async run(args) {
    const { values } = parseArguments(args, { org: { type: 'string' }, json: { type: 'boolean' } })
    const slug = required(values.org, 'org')
    const keys = await withStore(async (store) => store.reader.listKeys((await findOrganization(store, slug)).id))
    if (values.json) {
      await writeJson(keys.map(describeKey))
      return 0
    }
    const rows = keys.map((key) => [
      key.id,
      key.display,
      key.description,
      formatTime(key.createdAt),
      formatTime(key.lastUsedAt),
      formatTime(key.revokedAt),
    ])
    await writeOut(formatTable(['ID', 'KEY', 'DESCRIPTION', 'CREATED', 'LAST USED', 'REVOKED'], rows))
    return 0
  },
}
