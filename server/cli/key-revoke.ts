import { isoTime } from '../storage/iso-time.js'
import { actor } from './actor.js'
import { type Command, parseArguments } from './command.js'
import { writeJson, writeOut } from './output.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen key revoke ID [--json]

Revokes an API key: from now on requests with it are refused.

  ID      the key's id, as "platen key list" shows it
  --json  print {id, revoked_at}

Example: platen key revoke key_01jdb2k3m4n5p6q7r8s9t0v1w2`,

  async run(args) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } }, ['ID'])
    const [keyId = ''] = positionals
    const { id, revokedAt } = await withStore((store) => store.revokeKey(keyId, actor()))
    if (values.json) await writeJson({ id, revoked_at: isoTime(revokedAt) })
    else await writeOut(`Revoked the key ${id}\n`)
    return 0
  },
}
