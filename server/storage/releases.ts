import type { StoreDatabase } from './database.js'
import { StoreError } from './store.js'

/** The one row of its table. */
const ROW = 'data'

type ReleaseDatabase = {
  readonly releases: { readonly id: string; readonly version: string; readonly migration: string }
}

type MigratorDatabase = {
  readonly kysely_migration: { readonly name: string }
}

/**
 * Remembers which version of the service brought the data to its present form, so that an older one can say so. The table
 * is made by its first use and not by a migration: older versions would stumble over one.
 *
 * @param migration the last one that was applied
 */
export async function recordRelease({ db }: StoreDatabase, version: string, migration: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.schema
      .createTable('releases')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('migration', 'text', (column) => column.notNull())
      .execute()
    const releases = transaction.withTables<ReleaseDatabase>()
    const known = await releases.selectFrom('releases').select('migration').executeTakeFirst()
    if (known?.migration === migration) return
    await releases
      .insertInto('releases')
      .values({ id: ROW, version, migration })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ version, migration }))
      .execute()
  })
}

/**
 * Finds out whether a newer version has been here.
 *
 * @param known names of the migrations that this version has
 * @throws StoreError `newer`
 */
export async function assertNotNewer(
  { db }: StoreDatabase,
  known: readonly string[],
  version: string | undefined,
): Promise<void> {
  const applied = await db
    .withTables<MigratorDatabase>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  const foreign = applied.filter(({ name }) => !known.includes(name)).at(-1)
  if (!foreign) return
  const tables = await db.introspection.getTables()
  const written = tables.some(({ name }) => name === 'releases')
    ? await db.withTables<ReleaseDatabase>().selectFrom('releases').select('version').executeTakeFirst()
    : undefined
  const theirs = written ? `platen ${written.version}` : 'a newer version of platen'
  const ours = version === undefined ? 'this version' : `this is ${version}`
  throw new StoreError(
    'newer',
    `the data are of ${theirs} (${foreign.name}), and ${ours} (${known.at(-1)}): start that version or a newer one, or restore a backup that was made before the update`,
  )
}
