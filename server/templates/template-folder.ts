import { sha256 } from '../storage/administration/blobs.js'
import { FIRST_SAMPLE, type Sample } from '../storage/drafts/draft-store.js'
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

/** Samples of a draft besides the first, in the order of their numbers; what a name cannot be in a path is escaped. */
const FURTHER_SAMPLE = /^samples\/(\d{1,2})-(.{1,240})\.json$/

/** A draft as the same folder, with all of its samples. */
export function folderOfDraft(content: TemplateContent, samples: readonly Sample[]): FolderFiles {
  const files = new Map(folderOf(content))
  for (const [index, { name, data }] of samples.entries()) {
    // The first stands in `sample.json`, unless it has a name of its own.
    if (index > 0 || name !== FIRST_SAMPLE) files.set(`samples/${index + 1}-${encodeURIComponent(name)}.json`, data)
  }
  return files
}

/** The samples among the files of a folder, in their order; undefined when there are none. */
export function samplesOf(
  files: ReadonlyMap<string, string>,
  first: string | undefined,
): readonly Sample[] | undefined {
  const numbered = [...files].flatMap(([path, data]) => {
    const [, number, name = ''] = FURTHER_SAMPLE.exec(path) ?? []
    return number === undefined ? [] : [[Number(number), { name: nameOf(name), data }] as const]
  })
  if (first !== undefined && !numbered.some(([number]) => number === 1)) {
    numbered.push([1, { name: FIRST_SAMPLE, data: first }])
  }
  if (numbered.length === 0) return undefined
  return numbered.sort(([a], [b]) => a - b).map(([, sample]) => sample)
}

/** Whether a file holds a sample besides `sample.json`. */
export function isFurtherSample(path: string): boolean {
  return FURTHER_SAMPLE.test(path)
}

function nameOf(escaped: string): string {
  try {
    return decodeURIComponent(escaped)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return escaped
  }
}

/** The text of the note for a folder that holds a version as it is. */
export function noteOf(template: string, version: number, files: FolderFiles): string {
  const hashes = Object.fromEntries([...files].map(([path, content]) => [path, sha256(content)]))
  const note: PulledVersion = { template, version, files: hashes }
  return `${JSON.stringify(note, undefined, 2)}\n`
}
