import type { Transaction } from 'kysely'
import { includedPartials, pathsOfPartial } from '../../../engine/base/partial-tag.js'
import { insertBlob } from '../administration/blobs.js'
import type { Database } from '../schema.js'
import type { TemplateContent } from '../store.js'

/**
 * The shared partials that a version is published with: those that came with it, or those that its template includes
 * and has no files for, as they are now. From then on the version has them, whatever becomes of them.
 */
export async function partialsToFreeze(
  transaction: Transaction<Database>,
  organizationId: string,
  content: Pick<TemplateContent, 'html' | 'assets' | 'partials'>,
): Promise<ReadonlyMap<string, string>> {
  if (content.partials) return content.partials
  const { html, assets } = content
  const isOwn = (name: string) => pathsOfPartial(name).some((path) => assets.has(path))
  const own = [...assets].filter(([path]) => path.endsWith('.html')).map(([, bytes]) => Buffer.from(bytes).toString())
  const frozen = new Map<string, string>()
  let texts: readonly string[] = [html, ...own]
  while (texts.length > 0) {
    const included = new Set(texts.flatMap((text) => [...includedPartials(text)]))
    const names = [...included].filter((name) => !frozen.has(name) && !isOwn(name))
    texts = await findTexts(transaction, organizationId, names, frozen)
  }
  return frozen
}

/** Adds those that there are of some partials; their texts. */
async function findTexts(
  transaction: Transaction<Database>,
  organizationId: string,
  names: readonly string[],
  found: Map<string, string>,
): Promise<readonly string[]> {
  const texts: string[] = []
  for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
    const rows = await transaction
      .selectFrom('partials')
      .innerJoin('blobs', 'blobs.hash', 'partials.blob_hash')
      .select(['partials.name as name', 'blobs.bytes as bytes'])
      .where('partials.organization_id', '=', organizationId)
      .where('partials.name', 'in', names.slice(at, at + NAMES_AT_ONCE))
      .execute()
    for (const { name, bytes } of rows) {
      const text = Buffer.from(bytes).toString('utf8')
      found.set(name, text)
      texts.push(text)
    }
  }
  return texts
}

/** Databases limit the parameters of a statement. */
const NAMES_AT_ONCE = 500

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
