import { KEEP_DATA_DAYS } from '../storage/requests/retention.js'
import { PLANS } from '../storage/store.js'
import { actor } from './actor.js'
import { type Command, notBlank, oneOf, parseArguments, timeZone, UsageError, wholeNumber } from './command.js'
import { writeJson, writeOut } from './output.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen org update SLUG [--name NAME] [--plan PLAN] [--monthly-quota N|plan]
                           [--time-zone NAME|service] [--document-days N|plan] [--keep-data-days 1|7|30|none]
                           [--requests-per-second N|service]
                           [--json]

Changes an organization. What is not named stays as it is.

  SLUG               its name in request paths
  --name NAME        its name for people
  --plan PLAN        free, pro, scale or enterprise
  --monthly-quota N  documents a month; "plan" for the plan's
  --time-zone NAME   the time zone of documents whose templates name none; "service" for the service's
  --document-days N  days that documents are kept, within the plan's; "plan" for the plan's
  --keep-data-days N days that data of asynchronous requests are kept to be rendered again: 1, 7, 30 or "none"
  --requests-per-second N
                     requests of each key, 0 for no limit; "service" for the service's
  --json             print {id, slug, name, plan, monthly_quota, time_zone, document_days, keep_data_days,
                     requests_per_second}

Example: platen org update acme --plan scale --monthly-quota plan`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      {
        name: { type: 'string' },
        plan: { type: 'string' },
        'monthly-quota': { type: 'string' },
        'time-zone': { type: 'string' },
        'document-days': { type: 'string' },
        'keep-data-days': { type: 'string' },
        'requests-per-second': { type: 'string' },
        json: { type: 'boolean' },
      },
      ['SLUG'],
    )
    const [slug = ''] = positionals
    const { 'monthly-quota': quota, 'time-zone': zone, 'document-days': documentDays } = values
    const keepData = oneOf(values['keep-data-days'], 'keep-data-days', ['none', ...KEEP_DATA_DAYS.map(String)])
    const { 'requests-per-second': rate } = values
    const name = notBlank(values.name, 'name')
    const plan = oneOf(values.plan, 'plan', PLANS)
    const monthlyQuota = quota === 'plan' ? null : wholeNumber(quota, 'monthly-quota', 0)
    const change = {
      name,
      plan,
      monthlyQuota,
      timeZone: zone === 'service' ? null : timeZone(zone, 'time-zone', 'service'),
      documentDays: documentDays === 'plan' ? null : wholeNumber(documentDays, 'document-days', 1),
      keepDataDays: keepData === 'none' ? null : keepData === undefined ? undefined : Number(keepData),
      requestsPerSecond: rate === 'service' ? null : wholeNumber(rate, 'requests-per-second', 0),
    }
    if (Object.values(change).every((value) => value === undefined)) {
      throw new UsageError('nothing to change: platen org update --help lists the options')
    }
    const updated = await withStore((store) => store.updateOrganization(slug, change, actor()))
    if (values.json) {
      await writeJson({
        id: updated.id,
        slug,
        name: updated.name,
        plan: updated.plan,
        monthly_quota: updated.monthlyQuota ?? null,
        time_zone: updated.timeZone ?? null,
        document_days: updated.documentDays ?? null,
        keep_data_days: updated.keepDataDays ?? null,
        requests_per_second: updated.requestsPerSecond ?? null,
      })
    } else await writeOut(`Updated the organization ${slug}\n`)
    return 0
  },
}
