import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../schema.js'

/** Lower-case hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Keeps bytes under their hash, which it returns, unless they are there. */
export async function insertBlob(transaction: Transaction<Database>, bytes: Uint8Array): Promise<string> {
  const hash = sha256(bytes)
  await transaction
    .insertInto('blobs')
    .values({ hash, bytes })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return hash
}

/** Removes those of some blobs that nothing consists of any more. */
export async function deleteUnused(transaction: Transaction<Database>, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await transaction
    .deleteFrom('blobs')
    .where('hash', 'in', hashes)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('template_assets')
            .whereRef('template_assets.blob_hash', '=', 'blobs.hash')
            .select('template_assets.path'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('draft_files').whereRef('draft_files.blob_hash', '=', 'blobs.hash').select('draft_files.path'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('partials').whereRef('partials.blob_hash', '=', 'blobs.hash').select('partials.name'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('version_partials')
            .whereRef('version_partials.blob_hash', '=', 'blobs.hash')
            .select('version_partials.name'),
        ),
      ),
    )
    .execute()
}
