import { type StoreDatabase, writeSingly } from '../database.js'
import { AD_HOC } from '../requests/ad-hoc-requests.js'
import type { StoredLegacyTarget } from '../requests/request-store.js'

/**
 * Where encrypted texts are kept: signing secrets of endpoints, the `webhook` members of requests, the bodies of requests
 * that bring their templates, secrets of second factors, and data that are kept to be rendered again.
 */
export const SEALED_PLACES = [
  'secret',
  'previous-secret',
  'request',
  'delivery',
  'body',
  'second-factor',
  'data',
] as const

export type SealedPlace = (typeof SEALED_PLACES)[number]

/** An encrypted text. */
export interface SealedText {
  /** The id of its row: an endpoint, a request, a delivery or a user. */
  readonly id: string
  /** The id it was encrypted for: that of the endpoint, the request or the user. */
  readonly subject: string
  readonly sealed: string
}

/** A text that is to take the place of another. */
export interface Resealed {
  readonly id: string
  readonly before: string
  readonly sealed: string
}

/** Encrypted texts in the order of their ids. */
export interface SealedPage {
  readonly place: SealedPlace
  /** The last id of the page before; empty for the first. */
  readonly after: string
  readonly limit: number
}

/** Bodies have up to one and a half megabytes. */
const BODIES_AT_ONCE = 10

export async function listSealed(database: StoreDatabase, page: SealedPage): Promise<readonly SealedText[]> {
  const { db, now } = database
  const { place, after, limit } = page
  switch (place) {
    case 'secret': {
      const rows = db.selectFrom('webhooks').select(['id', 'secret']).where('id', '>', after).orderBy('id').limit(limit)
      return (await rows.execute()).map(({ id, secret }) => ({ id, subject: id, sealed: secret }))
    }
    case 'previous-secret': {
      const rows = db
        .selectFrom('webhooks')
        .select(['id', 'previous_secret as secret'])
        .where('previous_secret', 'is not', null)
        .where('previous_until', '>', now)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
      return (await rows.execute()).map(({ id, secret }) => ({ id, subject: id, sealed: secret ?? '' }))
    }
    case 'request': {
      const rows = db
        .selectFrom('requests')
        .select(['id', 'webhook'])
        .where('webhook', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
      return (await rows.execute()).map(({ id, webhook }) => ({ id, subject: id, sealed: targetOf(webhook).sealed }))
    }
    case 'delivery': {
      const rows = db
        .selectFrom('deliveries')
        .innerJoin('events', 'events.id', 'deliveries.event_id')
        .select(['deliveries.id', 'deliveries.legacy_target', 'events.request_id'])
        .where('deliveries.legacy_target', 'is not', null)
        .where('deliveries.id', '>', after)
        .orderBy('deliveries.id')
        .limit(limit)
      return (await rows.execute()).map(({ id, legacy_target, request_id }) => ({
        id,
        subject: request_id,
        sealed: legacy_target ?? '',
      }))
    }
    case 'body': {
      const rows = db
        .selectFrom('requests')
        .innerJoin('request_bodies', 'request_bodies.request_id', 'requests.id')
        .select(['requests.id', 'request_bodies.body'])
        .where('requests.version_id', '=', AD_HOC.versionId)
        .where('requests.id', '>', after)
        .orderBy('requests.id')
        .limit(Math.min(limit, BODIES_AT_ONCE))
      return (await rows.execute()).map(({ id, body }) => ({ id, subject: id, sealed: textOf(body) }))
    }
    case 'second-factor': {
      const rows = db
        .selectFrom('users')
        .select(['id', 'second_factor'])
        .where('second_factor', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
      return (await rows.execute()).map(({ id, second_factor }) => ({ id, subject: id, sealed: second_factor ?? '' }))
    }
    case 'data': {
      const rows = db
        .selectFrom('kept_data')
        .select(['request_id', 'sealed'])
        .where('request_id', '>', after)
        .orderBy('request_id')
        .limit(Math.min(limit, BODIES_AT_ONCE))
      return (await rows.execute()).map(({ request_id, sealed }) => ({ id: request_id, subject: request_id, sealed }))
    }
  }
}

/** Puts texts in the place of others, each by itself and only where the other still stands; how many were put there. */
export async function replaceSealed(
  database: StoreDatabase,
  place: SealedPlace,
  texts: readonly Resealed[],
): Promise<number> {
  const counts = await Promise.all(texts.map((text) => replaceOne(database, place, text)))
  return counts.reduce((sum, count) => sum + count, 0)
}

function replaceOne(database: StoreDatabase, place: SealedPlace, { id, before, sealed }: Resealed): Promise<number> {
  return writeSingly(database, async (db) => {
    switch (place) {
      case 'secret':
      case 'previous-secret': {
        const column = place === 'secret' ? 'secret' : 'previous_secret'
        const update = db
          .updateTable('webhooks')
          .set({ [column]: sealed })
          .where('id', '=', id)
          .where(column, '=', before)
        return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows)
      }
      case 'request': {
        const row = await db.selectFrom('requests').select('webhook').where('id', '=', id).executeTakeFirst()
        if (!row || row.webhook === null || targetOf(row.webhook).sealed !== before) return 0
        const webhook = JSON.stringify({ ...targetOf(row.webhook), sealed })
        const update = db
          .updateTable('requests')
          .set({ webhook })
          .where('id', '=', id)
          .where('webhook', '=', row.webhook)
        return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows)
      }
      case 'delivery': {
        const update = db
          .updateTable('deliveries')
          .set({ legacy_target: sealed })
          .where('id', '=', id)
          .where('legacy_target', '=', before)
        return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows)
      }
      case 'body': {
        const update = db
          .updateTable('request_bodies')
          .set({ body: Buffer.from(sealed) })
          .where('request_id', '=', id)
          .where('body', '=', Buffer.from(before))
        return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows)
      }
      case 'second-factor': {
        const update = db
          .updateTable('users')
          .set({ second_factor: sealed })
          .where('id', '=', id)
          .where('second_factor', '=', before)
        return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows)
      }
      case 'data': {
        const update = db
          .updateTable('kept_data')
          .set({ sealed })
          .where('request_id', '=', id)
          .where('sealed', '=', before)
        return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows)
      }
    }
  })
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

function targetOf(webhook: string | null): StoredLegacyTarget {
  return JSON.parse(webhook ?? '{"lane":"","sealed":""}')
}
