import { insertStatement, ROWS_AT_ONCE, type Row, type RowTarget, type Snapshot } from '../backup/rows.js'
import { GuardedPool } from './guarded-pool.js'

/** A connection of its own, on which anything may take as long as it takes. */
async function connect(url: string) {
  const pool = new GuardedPool({ url, connections: 1, answerTimeoutMs: undefined })
  const client = await pool.connect()
  const close = async () => {
    client.release()
    await pool.end()
  }
  return { client, close }
}

/** The database as it is now, by one transaction that sees nothing later. */
export async function snapshotPostgres(url: string): Promise<Snapshot> {
  const { client, close } = await connect(url)
  try {
    await client.query('begin isolation level repeatable read, read only', [])
    const { rows } = await client.query<{ readonly name: string }>(
      'select name from kysely_migration order by name desc limit 1',
      [],
    )
    return {
      migration: rows[0]?.name ?? '',
      async *rows(table) {
        await client.query(`declare backup_rows no scroll cursor for select * from "${table}"`, [])
        for (;;) {
          const portion = await client.query<Row>(`fetch ${ROWS_AT_ONCE} from backup_rows`, [])
          if (portion.rows.length === 0) break
          yield portion.rows
        }
        await client.query('close backup_rows', [])
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Inserts rows into a database that is migrated. */
export async function insertIntoPostgres(url: string): Promise<RowTarget> {
  const { client, close } = await connect(url)
  await client.query('begin', [])
  return {
    async insert(table, row) {
      await client.query(
        insertStatement(table, row, (number) => `$${number}`),
        Object.values(row),
      )
    },
    async commit() {
      await client.query('commit', [])
    },
    close,
  }
}
