import type { Kysely } from 'kysely'
import type { ProfileName } from '../../../engine/base/profile.js'
import type { Orientation, PageSizeName } from '../../../engine/template/template-source.js'

export interface DraftTable {
  readonly template_id: string
  readonly revision: number
  readonly base_version: number
  readonly name: string
  readonly html: string
  readonly page_size: PageSizeName
  readonly orientation: Orientation
  /** The profile, by its former name; `print` when null. */
  readonly manner: ProfileName | null
  /** Names with spaces between them; none when null. */
  readonly standard: string | null
  /** JSON of `TemplateChoices`; none when null. */
  readonly choices: string | null
  /** A text that is to be a JSON object; none when null. */
  readonly settings: string | null
  readonly schema: string | null
  /** JSON list of names and data. */
  readonly samples: string
  readonly updated_at: number
  readonly updated_by: string | null
}

export interface DraftFileTable {
  readonly template_id: string
  readonly path: string
  readonly blob_hash: string
}

/** Drafts beside what is published, and the notes of versions. */
export async function createDraftTables(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('template_versions').addColumn('note', 'text').execute()
  await db.schema.alterTable('template_versions').addColumn('published_by', 'text').execute()
  await db.schema
    .createTable('template_drafts')
    .addColumn('template_id', 'text', (column) => column.primaryKey().references('templates.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('base_version', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('page_size', 'text', (column) => column.notNull())
    .addColumn('orientation', 'text', (column) => column.notNull())
    .addColumn('schema', 'text')
    .addColumn('samples', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .execute()
  await db.schema
    .createTable('draft_files')
    .addColumn('template_id', 'text', (column) =>
      column.notNull().references('template_drafts.template_id').onDelete('cascade'),
    )
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('blob_hash', 'text', (column) => column.notNull().references('blobs.hash'))
    .addPrimaryKeyConstraint('draft_files_path', ['template_id', 'path'])
    .execute()
  await db.schema.createIndex('draft_files_blob').on('draft_files').column('blob_hash').execute()
}
