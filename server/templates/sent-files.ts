import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { decodeBase64 } from '../render/base64.js'
import { isJsonObject } from '../render/parse-json.js'
import { FileError } from './template-files.js'

/** The file of a template that its settings are in. */
export const SETTINGS_FILE = 'template.json'

/** A file that somebody has sent. */
export interface SentFile {
  /** A relative path, as its sender says. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** Members that describe a file beside its content, as the service itself writes them. */
const DESCRIBING: ReadonlySet<string> = new Set(['size_bytes', 'sha256'])

/**
 * The files of a template that was sent as JSON: its settings, and its other files by their paths. A file is a text in
 * base64, or an object with its content as `text` or `base64`.
 *
 * @throws FileError
 */
export function filesOfJson(settings: JsonObject | undefined, files: JsonObject): readonly SentFile[] {
  const sent = Object.entries(files).map(([name, file]) => ({ name, bytes: bytesOf(name, file) }))
  if (!settings) return sent
  if (Object.hasOwn(files, SETTINGS_FILE)) {
    throw new FileError(`${SETTINGS_FILE}: the settings were sent twice, as "settings" and as this file`)
  }
  return [...sent, { name: SETTINGS_FILE, bytes: Buffer.from(`${JSON.stringify(settings, undefined, 2)}\n`) }]
}

function bytesOf(name: string, file: JsonValue): Uint8Array {
  const shown = name.slice(0, 80)
  if (typeof file === 'string') return decoded(shown, file)
  const { text, base64, ...others } = isJsonObject(file) ? file : {}
  if (Object.keys(others).every((member) => DESCRIBING.has(member))) {
    if (typeof text === 'string' && base64 === undefined) return Buffer.from(text)
    if (typeof base64 === 'string' && text === undefined) return decoded(shown, base64)
  }
  throw new FileError(`${shown}: a file is a text in base64, { "text": "…" } or { "base64": "…" }`)
}

function decoded(name: string, text: string): Uint8Array {
  const bytes = decodeBase64(text)
  if (!bytes) throw new FileError(`${name}: this is not base64; a text that is not encoded is { "text": "…" }`)
  return bytes
}
