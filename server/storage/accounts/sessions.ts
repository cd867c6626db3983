import { type Selectable, sql } from 'kysely'
import { findOrganization } from '../administration/organizations.js'
import { currentTime } from '../current-time.js'
import type { ReadDatabase, StoreDatabase } from '../database.js'
import { newId } from '../ids.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import type { NewSession, Session, User, Visitor } from './account-store.js'
import type { SessionTable } from './account-tables.js'
import { toUser } from './users.js'

/** How stale the shown last use of a session may be: nobody waits for a write at each page. */
const SEEN_PRECISION_MS = 5 * 60_000

/** Characters of a browser's name for itself that are kept. */
const MAX_USER_AGENT = 300

export function startSession(database: StoreDatabase, session: NewSession, replaced?: string): Promise<Session> {
  const { userId, hash, absoluteMs, address, userAgent } = session
  return database.db.transaction().execute(async (transaction) => {
    const now = await currentTime(database, transaction)
    if (replaced !== undefined) await transaction.deleteFrom('sessions').where('hash', '=', replaced).execute()
    await transaction.updateTable('users').set({ signed_in_at: now }).where('id', '=', userId).execute()
    const row = await transaction
      .insertInto('sessions')
      .values({
        id: newId('ses'),
        hash,
        user_id: userId,
        address,
        user_agent: userAgent.slice(0, MAX_USER_AGENT),
        created_at: now,
        seen_at: now,
        expires_at: now + absoluteMs,
        must_renew: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toSession(row)
  })
}

const visitors = prepareQuery(({ db, now }: StoreDatabase, value: Placeholders<{ hash: string }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select([
      'sessions.id as session_id',
      'sessions.address',
      'sessions.user_agent',
      'sessions.created_at as began_at',
      'sessions.seen_at',
      'sessions.must_renew',
      now.as('now'),
    ])
    .where('sessions.hash', '=', value('hash'))
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null),
)

const roles = prepareQuery(({ db }: StoreDatabase, value: Placeholders<{ userId: string; organizationId: string }>) =>
  db
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', value('userId'))
    .where('organization_id', '=', value('organizationId')),
)

export async function findVisitor(
  database: StoreDatabase,
  hash: string,
  idleMs: number,
  slug?: string,
): Promise<Visitor | undefined> {
  const [[row], organization] = await Promise.all([
    visitors(database, database.db, { hash }),
    slug === undefined ? undefined : findOrganization(database, slug),
  ])
  if (!row || row.seen_at + idleMs <= row.now) return undefined
  if (row.seen_at + SEEN_PRECISION_MS <= row.now) await touch(database, row.session_id)
  const [membership] = organization
    ? await roles(database, database.db, { userId: row.id, organizationId: organization.id })
    : []
  return {
    session: {
      id: row.session_id,
      address: row.address,
      userAgent: row.user_agent,
      createdAt: row.began_at,
      seenAt: row.seen_at,
    },
    user: toUser(row),
    mustRenew: row.must_renew === 1,
    organization,
    role: membership?.role,
  }
}

async function touch({ db, now }: StoreDatabase, sessionId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('sessions').set({ seen_at: now }).where('id', '=', sessionId).execute()
  })
}

export async function renewSession({ db }: StoreDatabase, hash: string, newHash: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const renewed = await transaction
      .updateTable('sessions')
      .set({ hash: newHash, must_renew: 0 })
      .where('hash', '=', hash)
      .returning('id')
      .executeTakeFirst()
    return renewed !== undefined
  })
}

export async function endSession({ db }: StoreDatabase, userId: string, sessionId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('sessions').where('id', '=', sessionId).where('user_id', '=', userId).execute()
  })
}

export async function endSessions({ db }: StoreDatabase, userId: string, except = ''): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', except).execute()
  })
}

/** Those that have not ended, newest first. */
export async function listSessions(
  { db, now }: ReadDatabase,
  userId: User['id'],
  idleMs: number,
): Promise<readonly Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('seen_at', '>', sql<number>`${now} - ${sql.lit(idleMs)}`)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(toSession)
}

function toSession(row: Selectable<SessionTable>): Session {
  return {
    id: row.id,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  }
}
