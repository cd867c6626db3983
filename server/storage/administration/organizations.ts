import type { Selectable } from 'kysely'
import type { ReadDatabase, StoreDatabase } from '../database.js'
import { newId } from '../ids.js'
import type { Page } from '../page.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import { shortenKeptData } from '../requests/kept-data.js'
import type { OrganizationTable } from '../schema.js'
import { type NewOrganization, type Organization, StoreError } from '../store.js'
import type { OrganizationChange } from './administration-store.js'
import { recordAudit } from './audit.js'

export async function createOrganization(
  database: StoreDatabase,
  organization: NewOrganization,
  actor?: string,
): Promise<Organization> {
  const row = await database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('organizations')
      .values({
        id: newId('org'),
        slug: organization.slug,
        name: organization.name,
        plan: organization.plan,
        monthly_quota: organization.monthlyQuota ?? null,
        time_zone: organization.timeZone ?? null,
        document_days: null,
        keep_data_days: null,
        requests_per_second: null,
        created_at: database.now,
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) {
      const { slug, name, plan } = organization
      const details = { slug, name, plan, monthly_quota: row.monthly_quota, time_zone: row.time_zone }
      await recordAudit(database, transaction, {
        organizationId: row.id,
        actor,
        action: 'organization.created',
        subject: row.id,
        details,
      })
    }
    return row
  })
  if (!row) throw new StoreError('conflict', `an organization with the slug "${organization.slug}" exists already`)
  return toOrganization(row)
}

export async function updateOrganization(
  database: StoreDatabase,
  slug: string,
  organizationChange: OrganizationChange,
  actor?: string,
): Promise<Organization> {
  const row = await database.db.transaction().execute(async (transaction) => {
    const change = columnsOf(organizationChange)
    const before = await transaction.selectFrom('organizations').selectAll().where('slug', '=', slug).executeTakeFirst()
    const row = await transaction
      .updateTable('organizations')
      .set({ slug, ...change })
      .where('slug', '=', slug)
      .returningAll()
      .executeTakeFirst()
    if (!row || !before) throw new StoreError('missing', `there is no organization "${slug}"`)
    await recordAudit(database, transaction, {
      organizationId: row.id,
      actor,
      action: 'organization.updated',
      subject: row.id,
      details: { before: membersOf(before, change), after: change },
    })
    if (organizationChange.keepDataDays !== undefined) {
      await shortenKeptData(transaction, row.id, organizationChange.keepDataDays)
    }
    return row
  })
  return toOrganization(row)
}

/** The changed columns; those that stay are left out. */
function columnsOf(change: OrganizationChange) {
  const { name, plan, monthlyQuota, timeZone, requiresSecondFactor, documentDays, keepDataDays, requestsPerSecond } =
    change
  return {
    ...(name === undefined ? {} : { name }),
    ...(plan === undefined ? {} : { plan }),
    ...(monthlyQuota === undefined ? {} : { monthly_quota: monthlyQuota }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(requiresSecondFactor === undefined ? {} : { requires_second_factor: requiresSecondFactor ? 1 : 0 }),
    ...(documentDays === undefined ? {} : { document_days: documentDays }),
    ...(keepDataDays === undefined ? {} : { keep_data_days: keepDataDays }),
    ...(requestsPerSecond === undefined ? {} : { requests_per_second: requestsPerSecond }),
  }
}

/** The changed members as they were before. */
function membersOf(before: object, change: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(before).filter(([name]) => Object.hasOwn(change, name)))
}

export async function listOrganizations(
  { db }: ReadDatabase,
  page?: Page<Pick<Organization, 'slug'>>,
): Promise<readonly Organization[]> {
  let rows = db.selectFrom('organizations').selectAll()
  if (page) rows = rows.limit(page.limit)
  if (page?.after) rows = rows.where('slug', '>', page.after.slug)
  return (await rows.orderBy('slug').execute()).map(toOrganization)
}

export async function listOrganizationsOf({ db }: ReadDatabase, userId: string): Promise<readonly Organization[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .selectAll('organizations')
    .where('memberships.user_id', '=', userId)
    .execute()
  return rows.map(toOrganization).sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

const organizationsBySlug = prepareQuery(({ db }: ReadDatabase, value: Placeholders<{ slug: string }>) =>
  db.selectFrom('organizations').selectAll().where('slug', '=', value('slug')),
)

export async function findOrganization(database: ReadDatabase, slug: string): Promise<Organization | undefined> {
  const [row] = await organizationsBySlug(database, database.db, { slug })
  return row && toOrganization(row)
}

const organizationsById = prepareQuery(({ db }: ReadDatabase, value: Placeholders<{ id: string }>) =>
  db.selectFrom('organizations').selectAll().where('id', '=', value('id')),
)

export async function loadOrganization(database: ReadDatabase, id: string): Promise<Organization | undefined> {
  const [row] = await organizationsById(database, database.db, { id })
  return row && toOrganization(row)
}

function toOrganization(row: Selectable<OrganizationTable>): Organization {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    plan: row.plan,
    monthlyQuota: row.monthly_quota ?? undefined,
    timeZone: row.time_zone ?? undefined,
    requiresSecondFactor: row.requires_second_factor === 1,
    documentDays: row.document_days ?? undefined,
    keepDataDays: row.keep_data_days ?? undefined,
    requestsPerSecond: row.requests_per_second ?? undefined,
    createdAt: row.created_at,
  }
}
