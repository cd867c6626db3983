import type { Selectable } from 'kysely'
import { recordAudit } from '../administration/audit.js'
import { findOrganization, loadOrganization } from '../administration/organizations.js'
import type { ReadDatabase, StoreDatabase } from '../database.js'
import { newId } from '../ids.js'
import { isBehind, type Page, type TimeCursor } from '../page.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import type { ApiKeyTable } from '../schema.js'
import {
  type ApiKey,
  type Caller,
  KEY_SCOPES,
  type KeyRefusal,
  type KeyScope,
  type KeySettings,
  type KeyUse,
  type NewApiKey,
  StoreError,
} from '../store.js'

export async function createKey(database: StoreDatabase, key: NewApiKey, actor?: string): Promise<ApiKey> {
  const row = await database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('api_keys')
      .values({
        id: newId('key'),
        organization_id: key.organizationId,
        hash: key.hash,
        display: key.display,
        description: key.description,
        allow_ips: JSON.stringify(key.allowIps),
        scopes: key.scopes ? scopesOf(key.scopes).join(' ') : null,
        is_test_only: key.isTestOnly ? 1 : null,
        expires_at: key.expiresAt ?? null,
        requests_per_second: key.requestsPerSecond ?? null,
        refused_at: null,
        refused_code: null,
        refused_address: null,
        created_at: database.now,
        last_used_at: null,
        revoked_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { description, allowIps, display, scopes, isTestOnly, expiresAt } = key
    const given = {
      ...(scopes && { scopes }),
      ...(isTestOnly && { test_only: true }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    }
    await recordAudit(database, transaction, {
      organizationId: row.organization_id,
      actor,
      action: 'key.created',
      subject: row.id,
      details: { display, description, allow_ips: allowIps, ...given },
    })
    return row
  })
  return toKey(row)
}

export async function listKeys(
  { db }: ReadDatabase,
  organizationId: string,
  page?: Page<TimeCursor>,
): Promise<readonly ApiKey[]> {
  let rows = db.selectFrom('api_keys').selectAll().where('organization_id', '=', organizationId)
  if (page) rows = rows.limit(page.limit)
  if (page?.after) rows = rows.where(isBehind(page.after, 'oldest first'))
  return (await rows.orderBy('created_at').orderBy('id').execute()).map(toKey)
}

export async function findKey(
  { db }: ReadDatabase,
  organizationId: string,
  keyId: string,
): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', keyId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && toKey(row)
}

export function updateKey(
  database: StoreDatabase,
  organizationId: string,
  keyId: string,
  settings: KeySettings,
  actor?: string,
): Promise<ApiKey> {
  return database.db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', keyId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    if (!before) throw new StoreError('missing', `there is no key "${keyId}"`)
    const after = await transaction
      .updateTable('api_keys')
      .set({
        description: settings.description,
        allow_ips: JSON.stringify(settings.allowIps),
        scopes: scopesOf(settings.scopes).join(' '),
        is_test_only: settings.isTestOnly ? 1 : null,
        expires_at: settings.expiresAt ?? null,
        requests_per_second: settings.requestsPerSecond ?? null,
      })
      .where('id', '=', keyId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(database, transaction, {
      organizationId,
      actor,
      action: 'key.updated',
      subject: keyId,
      details: {
        before: settingsOf(toKey(before)),
        after: settingsOf(toKey(after)),
        description: settings.description,
      },
    })
    return toKey(after)
  })
}

/** The settings of a key as the audit trail has them. */
function settingsOf({ description, allowIps, scopes, isTestOnly, expiresAt, requestsPerSecond }: ApiKey) {
  return {
    description,
    allow_ips: allowIps,
    scopes,
    test_only: isTestOnly,
    expires_at: expiresAt ?? null,
    ...(requestsPerSecond !== undefined && { requests_per_second: requestsPerSecond }),
  }
}

export async function revokeKey(database: StoreDatabase, keyId: string, actor?: string): Promise<ApiKey> {
  const row = await database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('api_keys')
      .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', database.now) }))
      .where('id', '=', keyId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new StoreError('missing', `there is no key "${keyId}"`)
    await recordAudit(database, transaction, {
      organizationId: row.organization_id,
      actor,
      action: 'key.revoked',
      subject: row.id,
      details: {},
    })
    return row
  })
  return toKey(row)
}

const keysByHash = prepareQuery(({ db }: ReadDatabase, value: Placeholders<{ hash: string }>) =>
  db.selectFrom('api_keys').selectAll().where('hash', '=', value('hash')),
)

/** @param slug the organization's; that of the key is found when absent */
export async function findCaller(database: ReadDatabase, keyHash: string, slug?: string): Promise<Caller> {
  const key = keysByHash(database, database.db, { hash: keyHash })
  const named = slug === undefined ? undefined : findOrganization(database, slug)
  const [[row], organization] = await Promise.all([key, named])
  if (slug !== undefined || !row) return { key: row && toKey(row), organization }
  return { key: toKey(row), organization: await loadOrganization(database, row.organization_id) }
}

export async function recordKeyUses({ db }: StoreDatabase, uses: readonly KeyUse[]): Promise<void> {
  // Always in the same order, so that processes that save the same keys never wait for each other in a circle.
  const ordered = [...uses].sort((a, b) => (a.keyId < b.keyId ? -1 : 1))
  await db.transaction().execute(async (transaction) => {
    for (const { keyId, at } of ordered) {
      await transaction
        .updateTable('api_keys')
        .set({ last_used_at: at })
        .where('id', '=', keyId)
        .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
        .execute()
    }
  })
}

export async function recordKeyRefusals(
  { db }: StoreDatabase,
  refusals: ReadonlyMap<string, KeyRefusal>,
): Promise<void> {
  const ordered = [...refusals].sort(([a], [b]) => (a < b ? -1 : 1))
  await db.transaction().execute(async (transaction) => {
    for (const [keyId, { at, code, address }] of ordered) {
      await transaction
        .updateTable('api_keys')
        .set({ refused_at: at, refused_code: code, refused_address: address })
        .where('id', '=', keyId)
        .where((eb) => eb.or([eb('refused_at', 'is', null), eb('refused_at', '<', at)]))
        .execute()
    }
  })
}

function toKey(row: Selectable<ApiKeyTable>): ApiKey {
  return {
    id: row.id,
    organizationId: row.organization_id,
    hash: row.hash,
    display: row.display,
    description: row.description,
    allowIps: JSON.parse(row.allow_ips),
    scopes: scopesOf(row.scopes?.split(' ') ?? []),
    isTestOnly: row.is_test_only === 1,
    expiresAt: row.expires_at ?? undefined,
    lastRefusal: refusalOf(row),
    requestsPerSecond: row.requests_per_second ?? undefined,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  }
}

function refusalOf({ refused_at, refused_code, refused_address }: Selectable<ApiKeyTable>): KeyRefusal | undefined {
  return refused_at === null ? undefined : { at: refused_at, code: refused_code ?? '', address: refused_address ?? '' }
}

/** Those that there are, in their order; every key may generate. */
function scopesOf(names: readonly string[]): readonly KeyScope[] {
  return KEY_SCOPES.filter((scope) => scope === 'generate' || names.includes(scope))
}
