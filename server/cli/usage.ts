import { DAILY_TESTS, monthlyQuota } from '../limits/quotas.js'
import { type Command, parseArguments, required } from './command.js'
import { formatTable, writeJson, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen usage --org SLUG [--json]

Shows the documents of this month and the test requests of this day (UTC), with their limits.

  --org SLUG  the organization
  --json      print {documents: {period, used, limit}, tests: {period, used, limit}}; a limit of null is none

Example: platen usage --org acme`,

  async run(args) {
    const { values } = parseArguments(args, { org: { type: 'string' }, json: { type: 'boolean' } })
    const slug = required(values.org, 'org')
    const usage = await withStore(async (store) => {
      const organization = await findOrganization(store, slug)
      const { documents, tests } = await store.reader.readUsage(organization.id)
      return {
        documents: { ...documents, limit: monthlyQuota(organization) ?? null },
        tests: { ...tests, limit: DAILY_TESTS },
      }
    })
    if (values.json) {
      await writeJson(usage)
      return 0
    }
    const rows = Object.entries(usage).map(([kind, { period, used, limit }]) => [
      kind,
      period,
      String(used),
      limit === null ? 'unlimited' : String(limit),
    ])
    await writeOut(formatTable(['KIND', 'PERIOD', 'USED', 'LIMIT'], rows))
    return 0
  },
}
