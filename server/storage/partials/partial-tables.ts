import type { Kysely } from 'kysely'

export interface PartialTable {
  readonly organization_id: string
  readonly name: string
  readonly blob_hash: string
  readonly revision: number
  readonly updated_at: number
  readonly updated_by: string | null
}

/** The shared partials that a version was published with. */
export interface VersionPartialTable {
  readonly version_id: string
  readonly name: string
  readonly blob_hash: string
}

export async function createPartialTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('partials')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('blob_hash', 'text', (column) => column.notNull().references('blobs.hash'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .addPrimaryKeyConstraint('partials_name', ['organization_id', 'name'])
    .execute()
  await db.schema.createIndex('partials_blob').on('partials').column('blob_hash').execute()
  await db.schema
    .createTable('version_partials')
    .addColumn('version_id', 'text', (column) =>
      column.notNull().references('template_versions.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('blob_hash', 'text', (column) => column.notNull().references('blobs.hash'))
    .addPrimaryKeyConstraint('version_partials_name', ['version_id', 'name'])
    .execute()
  await db.schema.createIndex('version_partials_blob').on('version_partials').column('blob_hash').execute()
}
