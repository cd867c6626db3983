import type { Transaction } from 'kysely'
import { insertBlob } from '../administration/blobs.js'
import type { Database } from '../schema.js'

/** Gives a version the shared partials that it is published with, whatever becomes of them. */
export async function insertFrozenPartials(
  transaction: Transaction<Database>,
  versionId: string,
  partials: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [name, text] of partials) {
    const hash = await insertBlob(transaction, Buffer.from(text))
    await transaction.insertInto('version_partials').values({ version_id: versionId, name, blob_hash: hash }).execute()
  }
}

export async function loadFrozenPartials(
  transaction: Transaction<Database>,
  versionId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction
    .selectFrom('version_partials')
    .innerJoin('blobs', 'blobs.hash', 'version_partials.blob_hash')
    .select(['version_partials.name as name', 'blobs.bytes as bytes'])
    .where('version_partials.version_id', '=', versionId)
    .orderBy('version_partials.name')
    .execute()
  return new Map(rows.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('utf8')]))
}
