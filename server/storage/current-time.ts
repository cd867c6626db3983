import { invariant } from '../../engine/base/invariant.js'
import type { ReadDatabase } from './database.js'
import { prepareQuery, type QueryRunner } from './prepared-query.js'

const times = prepareQuery(({ db, now }: ReadDatabase) => db.selectNoFrom(now.as('now')))

/** The database's time in epoch ms. */
export async function currentTime(database: ReadDatabase, runner: QueryRunner): Promise<number> {
  const [time] = await times(database, runner, {})
  invariant(time, 'the time of the database')
  return time.now
}
