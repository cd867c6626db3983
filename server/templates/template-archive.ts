import { type AsyncZippable, zip } from 'fflate'
import type { TemplateDownload } from './template-contents.js'
import { type FolderFiles, NOTE_FILE, noteOf } from './template-folder.js'

/** When all files were changed, as the archive says: so it is the same each time. It can name no time before 1980. */
const CHANGED_AT = new Date(1980, 0, 1)

/** A zip archive with one folder, compressed off this thread. */
export function zipFolder(folder: string, files: FolderFiles): Promise<Uint8Array> {
  const entries: AsyncZippable = {}
  for (const [path, content] of files) {
    entries[`${folder}/${path}`] = typeof content === 'string' ? Buffer.from(content) : content
  }
  return new Promise((resolve, reject) => {
    zip(entries, { mtime: CHANGED_AT }, (error, archive) => (error ? reject(error) : resolve(archive)))
  })
}

/**
 * The archive of a folder that `platen template push` takes. It notes its version, so that pushing it later does not undo
 * what others have published meanwhile.
 */
export function archiveTemplate({ templateId, endpointPath, version, files }: TemplateDownload): Promise<Uint8Array> {
  return zipFolder(endpointPath, new Map(files).set(NOTE_FILE, noteOf(templateId, version, files)))
}
