import { isoTime } from '../storage/iso-time.js'
import { type Command, parseArguments, required } from './command.js'
import { formatTable, formatTime, writeJson, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen partial list --org SLUG [--json]

Lists the partials that an organization's templates share, and how many published templates have each of them.

  --org SLUG  the organization
  --json      print [{name, revision, size_bytes, users, updated_at, updated_by}]

Example: platen partial list --org acme`,

  async run(args) {
    const { values } = parseArguments(args, { org: { type: 'string' }, json: { type: 'boolean' } })
    const slug = required(values.org, 'org')
    const partials = await withStore(async (store) =>
      store.reader.listPartials((await findOrganization(store, slug)).id),
    )
    if (values.json) {
      await writeJson(
        partials.map(({ name, revision, sizeBytes, users, updatedAt, updatedBy }) => ({
          name,
          revision,
          size_bytes: sizeBytes,
          users,
          updated_at: isoTime(updatedAt),
          updated_by: updatedBy ?? null,
        })),
      )
      return 0
    }
    const rows = partials.map(({ name, revision, sizeBytes, users, updatedAt }) => [
      name,
      String(revision),
      String(sizeBytes),
      String(users),
      formatTime(updatedAt),
    ])
    await writeOut(formatTable(['NAME', 'REVISION', 'BYTES', 'TEMPLATES', 'CHANGED'], rows))
    return 0
  },
}
