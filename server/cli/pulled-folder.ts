import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { HTML_FILE } from '../../engine/folder/folder-assets.js'
import { isJsonObject } from '../render/parse-json.js'
import { sha256 } from '../storage/administration/blobs.js'
import { assertJson, FileError } from '../templates/template-files.js'
import { type FolderFiles, NOTE_FILE, noteOf, type PulledVersion } from '../templates/template-folder.js'
import { CommandError } from './command.js'

/** @returns undefined for a folder that was not pulled. @throws FileError when its note cannot be read */
export async function readPulledVersion(folder: string): Promise<PulledVersion | undefined> {
  const file = join(folder, NOTE_FILE)
  const bytes = await readIfThere(file)
  if (!bytes) return undefined
  const note = assertJson(bytes, file)
  const { template, version, files } = isJsonObject(note) ? note : {}
  if (typeof template !== 'string' || typeof version !== 'number' || files === undefined || !isJsonObject(files)) {
    throw new FileError(`${file}: this is not what "platen template pull" has written; remove it to do without`)
  }
  const hashes = Object.entries(files).flatMap(([path, hash]) => (typeof hash === 'string' ? [[path, hash]] : []))
  return { template, version, files: Object.fromEntries(hashes) }
}

export async function writePulledVersion(
  folder: string,
  template: string,
  version: number,
  files: FolderFiles,
): Promise<void> {
  await writeFile(join(folder, NOTE_FILE), noteOf(template, version, files))
}

/** Notes that a folder was published as it stands. */
export async function notePushed(
  folder: string,
  template: string,
  version: number,
  assets: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const files = new Map<string, Uint8Array>(assets)
  for (const path of [HTML_FILE, 'template.json', 'schema.json', 'sample.json']) {
    const content = await readIfThere(join(folder, path))
    if (content) files.set(path, content)
  }
  await writePulledVersion(folder, template, version, files)
}

/**
 * Makes a folder hold the files of a version. Files of the version before that are no more are removed; others that the
 * folder has are left alone.
 *
 * @throws CommandError when files would be lost that were changed since they were pulled, unless that is wanted
 */
export async function writePulledFiles(
  folder: string,
  files: FolderFiles,
  before: PulledVersion | undefined,
  mayOverwrite: boolean,
): Promise<void> {
  const gone = Object.keys(before?.files ?? {}).filter((path) => !files.has(path))
  const changed: string[] = []
  for (const path of [...files.keys(), ...gone]) {
    const present = await readIfThere(inside(folder, path))
    if (!present) continue
    const content = files.get(path)
    const known = [before?.files[path], content === undefined ? undefined : sha256(content)]
    if (!known.includes(sha256(present))) changed.push(path)
  }
  if (changed.length > 0 && !mayOverwrite) {
    throw new CommandError(
      `${folder} has changes that would be lost in ${changed.join(', ')}: push them first, or pull with --force`,
    )
  }
  for (const path of gone) await rm(inside(folder, path), { force: true })
  for (const [path, content] of files) {
    const file = inside(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}

/** The file of a path within the folder, whatever the path says. */
function inside(folder: string, path: string): string {
  const file = resolve(folder, path)
  if (!file.startsWith(resolve(folder) + sep)) throw new CommandError(`the asset "${path}" lies outside of the folder`)
  return file
}

async function readIfThere(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined
    }
    throw error
  }
}
