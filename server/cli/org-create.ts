import { isSlug, RESERVED_SLUGS } from '../http/names.js'
import { PLANS } from '../storage/store.js'
import { actor } from './actor.js'
import {
  type Command,
  notBlank,
  oneOf,
  parseArguments,
  required,
  timeZone,
  UsageError,
  wholeNumber,
} from './command.js'
import { writeJson, writeOut } from './output.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen org create --slug SLUG --name NAME [--plan PLAN] [--monthly-quota N]
                           [--time-zone NAME] [--json]

Creates an organization.

  --slug SLUG        its name in request paths: a-z, 0-9 and "-"
  --name NAME        its name for people
  --plan PLAN        free (default), pro, scale or enterprise
  --monthly-quota N  documents a month, when it differs from the plan's
  --time-zone NAME   the time zone of documents whose templates name none; the service's when it is not given
  --json             print {id, slug, name, plan}

Example: platen org create --slug acme --name "Acme" --plan pro`,

  async run(args) {
    const { values } = parseArguments(args, {
      slug: { type: 'string' },
      name: { type: 'string' },
      plan: { type: 'string' },
      'monthly-quota': { type: 'string' },
      'time-zone': { type: 'string' },
      json: { type: 'boolean' },
    })
    const slug = required(values.slug, 'slug')
    const name = required(notBlank(values.name, 'name'), 'name')
    if (!isSlug(slug)) throw new UsageError(`--slug must be up to 63 of a-z, 0-9 and "-", not "${slug}"`)
    if (RESERVED_SLUGS.has(slug)) throw new UsageError(`--slug: the dashboard needs the word "${slug}" itself`)
    const plan = oneOf(values.plan, 'plan', PLANS) ?? 'free'
    const monthlyQuota = wholeNumber(values['monthly-quota'], 'monthly-quota', 0)
    const created = { slug, name, plan, monthlyQuota, timeZone: timeZone(values['time-zone'], 'time-zone') }
    const { id } = await withStore((store) => store.createOrganization(created, actor()))
    if (values.json) await writeJson({ id, slug, name, plan })
    else await writeOut(`Created the organization ${slug} (${id})\n`)
    return 0
  },
}
