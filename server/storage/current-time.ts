import { invariant } from '../../engine/base/invariant.js'
import type { StoreDatabase } from './database.js'
import { prepareQuery, type QueryRunner } from './prepared-query.js'

const times = prepareQuery(({ db, now }: StoreDatabase) => db.selectNoFrom(now.as('now')))

/** The database's time in epoch ms. */
export async function currentTime(database: StoreDatabase, runner: QueryRunner): Promise<number> {
  const [time] = await times(database, runner, {})
  invariant(time, 'the time of the database')
  return time.now
}
