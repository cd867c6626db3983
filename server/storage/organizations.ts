import type { Selectable } from 'kysely'
import type { StoreDatabase } from './database.js'
import { newId } from './ids.js'
import type { OrganizationTable } from './schema.js'
import { type NewOrganization, type Organization, StoreError } from './store.js'

export async function createOrganization(
  { db, now }: StoreDatabase,
  organization: NewOrganization,
): Promise<Organization> {
  const row = await db.transaction().execute((transaction) =>
    transaction
      .insertInto('organizations')
      .values({
        id: newId('org'),
        slug: organization.slug,
        name: organization.name,
        plan: organization.plan,
        monthly_quota: organization.monthlyQuota ?? null,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returningAll()
      .executeTakeFirst(),
  )
  if (!row) throw new StoreError('conflict', `an organization with the slug "${organization.slug}" exists already`)
  return toOrganization(row)
}

export async function listOrganizations({ db }: StoreDatabase): Promise<readonly Organization[]> {
  const rows = await db.selectFrom('organizations').selectAll().orderBy('slug').execute()
  return rows.map(toOrganization)
}

export async function findOrganization({ db }: StoreDatabase, slug: string): Promise<Organization | undefined> {
  const row = await db.selectFrom('organizations').selectAll().where('slug', '=', slug).executeTakeFirst()
  return row && toOrganization(row)
}

function toOrganization(row: Selectable<OrganizationTable>): Organization {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    plan: row.plan,
    monthlyQuota: row.monthly_quota ?? undefined,
    createdAt: row.created_at,
  }
}
