import { extname } from 'node:path'
import { promisify } from 'node:util'
import { type AsyncUnzipOptions, type Unzipped, unzip } from 'fflate'
import { ASSET_TYPES, HTML_FILE } from '../../engine/folder/folder-assets.js'
import { isJsonObject } from '../render/parse-json.js'
import type { Sample } from '../storage/drafts/draft-store.js'
import type { TemplateContent } from '../storage/store.js'
import { checkDataFiles, checkPaths } from './check-template-files.js'
import { SETTINGS_FILE, type SentFile } from './sent-files.js'
import { assertJson, FileError, parseData, parseSettings } from './template-files.js'
import { isFurtherSample, NOTE_FILE, samplesOf } from './template-folder.js'

/** Files of one template. */
export const MAX_TEMPLATE_FILES = 500

/** Bytes of a template as it is sent. */
export const MAX_UPLOAD_BYTES = 20 * 1_048_576

/** Bytes of one template, inflated. */
export const MAX_TEMPLATE_BYTES = 33_554_432

const inflate = promisify<Uint8Array, AsyncUnzipOptions, Unzipped>(unzip)

/** A template with the samples of its draft, if it comes with any. */
export type UploadedTemplate = TemplateContent & { readonly samples?: readonly Sample[] }

/**
 * Reads a template that was sent as files, a folder or one zip archive of these. Nothing is written to a disk.
 *
 * @param name what it is called when its files do not say
 * @throws FileError
 */
export async function readUploadedTemplate(sent: readonly SentFile[], name: string): Promise<UploadedTemplate> {
  const [only] = sent
  const isZip = sent.length === 1 && only !== undefined && /\.zip$/i.test(only.name)
  const files = withoutCommonFolder(isZip ? await readZip(only) : sent)
  if (sumOf(files.map(({ bytes }) => bytes.byteLength)) > MAX_TEMPLATE_BYTES) throw tooMuch()
  const texts = new Map<string, string>()
  const assets = new Map<string, Uint8Array>()
  for (const { name: path, bytes } of files) {
    if (TEXT_FILES.has(path) || path === NOTE_FILE || isFurtherSample(path)) texts.set(path, toText(path, bytes))
  }
  const noted = filesOfNote(texts.get(NOTE_FILE))
  const settings = parseSettings(texts.get(SETTINGS_FILE) ?? '{}', SETTINGS_FILE)
  for (const { name: path, bytes } of files) {
    if (texts.has(path)) continue
    if (noted.has(path) || ASSET_TYPES.has(extname(path).toLowerCase()) || settings.files?.has(path))
      assets.set(path, bytes)
  }
  // A template of one file may be called anything.
  const [single] = [...assets].filter(([path]) => /^[^/]+\.html?$/i.test(path))
  if (!texts.has(HTML_FILE) && single && [...assets.keys()].filter((path) => /\.html?$/i.test(path)).length === 1) {
    assets.delete(single[0])
    texts.set(HTML_FILE, toText(...single))
  }
  const html = texts.get(HTML_FILE)
  if (html === undefined) throw new FileError(`${HTML_FILE}: there is no such file among those that were sent`)
  const [schema, sample] = [texts.get('schema.json'), texts.get('sample.json')]
  const samples = samplesOf(texts, sample)
  for (const [path, text] of texts) if (isFurtherSample(path)) parseData(Buffer.from(text), path)
  checkDataFiles({ schema, schemaFile: 'schema.json', sample, sampleFile: 'sample.json' })
  return {
    name: settings.name ?? name,
    html,
    pageSize: settings.pageSize ?? 'a4',
    orientation: settings.orientation ?? 'portrait',
    profile: settings.profile,
    choices: settings.choices,
    standard: settings.standard,
    settings: settings.settings,
    schema,
    sample: sample ?? samples?.[0]?.data,
    assets,
    ...(samples && { samples }),
  }
}

/** The files that the note of a download names: they are part of the template, whatever they are. */
function filesOfNote(text: string | undefined): ReadonlySet<string> {
  const note = text === undefined ? undefined : assertJson(Buffer.from(text), NOTE_FILE)
  const files = note !== undefined && isJsonObject(note) ? note.files : undefined
  return new Set(files !== undefined && isJsonObject(files) ? Object.keys(files) : [])
}

const TEXT_FILES: ReadonlySet<string> = new Set([HTML_FILE, SETTINGS_FILE, 'schema.json', 'sample.json'])

/** Inflates an archive off this thread, when what its directory says of the files is within the limits. */
async function readZip({ name, bytes }: SentFile): Promise<readonly SentFile[]> {
  refuseLinks(bytes)
  let count = 0
  let total = 0
  let fault: FileError | undefined
  const filter: AsyncUnzipOptions['filter'] = (entry) => {
    if (entry.name.endsWith('/')) return false
    count++
    total += entry.originalSize
    // Nothing is inflated any more once one of them is too much.
    if (count > MAX_TEMPLATE_FILES || total > MAX_TEMPLATE_BYTES) fault = tooMuch()
    return fault === undefined
  }
  try {
    const files = await inflate(bytes, { filter })
    if (fault) throw fault
    return Object.entries(files).map(([path, content]) => ({ name: path, bytes: content }))
  } catch (error) {
    if (error instanceof FileError) throw error
    throw new FileError(`${name}: this is not a zip archive that can be read`)
  }
}

/** An entry of an archive's directory (APPNOTE.TXT §4.3.12), and where its parts are. */
const ENTRY = { signature: 0x02014b50, size: 46, names: [28, 30, 32], attributes: 38 } as const

/** The kind of a file in the mode that Unix gives it, in the upper half of its attributes. */
const [KIND, LINK] = [0o170000, 0o120000]

/** The end of an archive's directory (APPNOTE.TXT §4.3.16), and the longest comment that may follow. */
const END = { signature: 0x06054b50, size: 22, entries: 10, start: 16, comment: 65_535 } as const

/**
 * Makes sure that no entry of an archive stands for another file: what inflates it would take the path for the content.
 * An archive whose directory cannot be read is left to what inflates it.
 */
function refuseLinks(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isAt = (place: number, { signature, size }: { readonly signature: number; readonly size: number }) =>
    place >= 0 && place + size <= bytes.byteLength && view.getUint32(place, true) === signature
  let end = bytes.byteLength - END.size
  const first = Math.max(0, end - END.comment)
  while (end >= first && !isAt(end, END)) end--
  if (end < first) return
  let entry = view.getUint32(end + END.start, true)
  for (let left = view.getUint16(end + END.entries, true); left > 0 && isAt(entry, ENTRY); left--) {
    if (((view.getUint32(entry + ENTRY.attributes, true) >>> 16) & KIND) === LINK) {
      const name = bytes.subarray(entry + ENTRY.size, entry + ENTRY.size + view.getUint16(entry + ENTRY.names[0], true))
      throw new FileError(`${Buffer.from(name).toString('utf8').slice(0, 80)}: this is a link; send the file itself`)
    }
    entry += ENTRY.size + ENTRY.names.reduce((sum, place) => sum + view.getUint16(entry + place, true), 0)
  }
}

/** Paths below the one folder that all files are in, if there is one. @throws FileError for paths that lead elsewhere */
function withoutCommonFolder(files: readonly SentFile[]): readonly SentFile[] {
  if (files.length > MAX_TEMPLATE_FILES) throw tooMuch()
  checkPaths(files.map(({ name }) => name))
  const visible = files.filter(({ name }) => !isHidden(name) || name.split('/').at(-1) === NOTE_FILE)
  const [first] = visible
  const folder = first?.name.includes('/') ? `${first.name.split('/')[0]}/` : ''
  const isCommon = folder !== '' && visible.every(({ name }) => name.startsWith(folder))
  return isCommon ? visible.map(({ name, bytes }) => ({ name: name.slice(folder.length), bytes })) : visible
}

/** Files that systems leave in folders and archives. */
function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'node_modules')
}

function toText(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new FileError(`${path}: the file is not valid UTF-8`)
  }
}

function tooMuch(): FileError {
  return new FileError(
    `a template has at most ${MAX_TEMPLATE_FILES} files of ${MAX_TEMPLATE_BYTES / 1_048_576} MB in all`,
  )
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
