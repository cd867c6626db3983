import { isoTime } from '../storage/iso-time.js'
import { type Command, parseArguments } from './command.js'
import { formatTable, formatTime, writeJson, writeOut } from './output.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen org list [--json]

Lists the organizations.

  --json  print [{id, slug, name, plan, monthly_quota, time_zone, created_at}]

Example: platen org list`,

  async run(args) {
    const { values } = parseArguments(args, { json: { type: 'boolean' } })
    const organizations = await withStore((store) => store.reader.listOrganizations())
    if (values.json) {
      await writeJson(
        organizations.map(({ id, slug, name, plan, monthlyQuota, timeZone, createdAt }) => ({
          id,
          slug,
          name,
          plan,
          monthly_quota: monthlyQuota ?? null,
          time_zone: timeZone ?? null,
          created_at: isoTime(createdAt),
        })),
      )
      return 0
    }
    const rows = organizations.map(({ slug, name, plan, id, createdAt }) => [
      slug,
      name,
      plan,
      id,
      formatTime(createdAt),
    ])
    await writeOut(formatTable(['SLUG', 'NAME', 'PLAN', 'ID', 'CREATED'], rows))
    return 0
  },
}
