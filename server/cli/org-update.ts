import { PLANS } from '../storage/store.js'
import { actor } from './actor.js'
import { type Command, notBlank, oneOf, parseArguments, UsageError, wholeNumber } from './command.js'
import { writeJson, writeOut } from './output.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen org update SLUG [--name NAME] [--plan PLAN] [--monthly-quota N|plan] [--json]

Changes an organization. What is not named stays as it is.

  SLUG               its name in request paths
  --name NAME        its name for people
  --plan PLAN        free, pro, scale or enterprise
  --monthly-quota N  documents a month; "plan" for the plan's
  --json             print {id, slug, name, plan, monthly_quota}

Example: platen org update acme --plan scale --monthly-quota plan`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      {
        name: { type: 'string' },
        plan: { type: 'string' },
        'monthly-quota': { type: 'string' },
        json: { type: 'boolean' },
      },
      ['SLUG'],
    )
    const [slug = ''] = positionals
    const { 'monthly-quota': quota } = values
    const name = notBlank(values.name, 'name')
    const plan = oneOf(values.plan, 'plan', PLANS)
    const monthlyQuota = quota === 'plan' ? null : wholeNumber(quota, 'monthly-quota', 0)
    if (name === undefined && plan === undefined && monthlyQuota === undefined) {
      throw new UsageError('nothing to change: give --name, --plan or --monthly-quota')
    }
    const updated = await withStore((store) => store.updateOrganization(slug, { name, plan, monthlyQuota }, actor()))
    if (values.json) {
      const { id, monthlyQuota = null } = updated
      await writeJson({ id, slug, name: updated.name, plan: updated.plan, monthly_quota: monthlyQuota })
    } else await writeOut(`Updated the organization ${slug}\n`)
    return 0
  },
}
