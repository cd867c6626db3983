import { sha256 } from '../storage/administration/blobs.js'
import type { TemplateContent } from '../storage/store.js'
import { templateJson } from './template-files.js'

/** Says which version a folder is of. Hidden files are not part of templates. */
export const NOTE_FILE = '.platen.json'

/** The version that a folder was pulled from, or pushed as since then. */
export interface PulledVersion {
  /** The template's id: a template of the same path in another store is another one. */
  readonly template: string
  readonly version: number
  /** SHA-256 of each file by its path, lower-case hexadecimal. */
  readonly files: Readonly<Record<string, string>>
}

/** The files of a folder by their paths. */
export type FolderFiles = ReadonlyMap<string, string | Uint8Array>

/** A template as the folder that `platen template push` takes. */
export function folderOf(content: TemplateContent): FolderFiles {
  const { html, schema, sample, assets } = content
  const files = new Map<string, string | Uint8Array>(assets)
  files.set('template.html', html).set('template.json', templateJson(content))
  if (schema !== undefined) files.set('schema.json', schema)
  if (sample !== undefined) files.set('sample.json', sample)
  return files
}

/** The text of the note for a folder that holds a version as it is. */
export function noteOf(template: string, version: number, files: FolderFiles): string {
  const hashes = Object.fromEntries([...files].map(([path, content]) => [path, sha256(content)]))
  const note: PulledVersion = { template, version, files: hashes }
  return `${JSON.stringify(note, undefined, 2)}\n`
}
