import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** The meaning of an image's colours (ICC.1), ready to be written. Shared by all documents of a worker. */
export interface IccProfile {
  /** Content hash: equal profiles have equal keys. */
  readonly key: string
  /** Components of a colour. */
  readonly channels: 1 | 3 | 4
  /** Deflated. */
  readonly data: Uint8Array
}

/** Larger ones than those of printing presses are no profiles that anyone needs. */
export const MAX_PROFILE_BYTES = 4_194_304

/** Offsets within the header of 128 bytes (ICC.1:2010 §7.2). */
const VERSION = 8
const DEVICE_CLASS = 12
const COLOR_SPACE = 16
const SIGNATURE = 36
const HEADER_BYTES = 128

/** Classes that an image can have (ISO 32000-1 table 67): input and output devices, displays, colour spaces. */
const CLASSES: ReadonlySet<string> = new Set(['scnr', 'mntr', 'prtr', 'spac'])
const SPACES: Readonly<Record<IccProfile['channels'], string>> = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' }

/**
 * The profile of an image with so many components; undefined for one that is damaged, of another kind of colours, or
 * sRGB, which the colours of a document are anyway.
 */
export function readIccProfile(bytes: Uint8Array, channels: number): IccProfile | undefined {
  if (!isChannels(channels) || bytes.length < HEADER_BYTES + 4 || bytes.length > MAX_PROFILE_BYTES) return undefined
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = all.readUInt32BE(0)
  const data = all.subarray(0, length)
  const at = (offset: number) => data.toString('latin1', offset, offset + 4)
  const fits =
    length >= HEADER_BYTES + 4 &&
    length <= all.length &&
    at(SIGNATURE) === 'acsp' &&
    data.readUInt8(VERSION) <= 4 &&
    CLASSES.has(at(DEVICE_CLASS)) &&
    at(COLOR_SPACE) === SPACES[channels]
  if (!fits || descriptionOf(data).startsWith('sRGB')) return undefined
  return { key: createHash('sha256').update(data).digest('hex'), channels, data: deflateSync(data) }
}

function isChannels(value: number): value is IccProfile['channels'] {
  return value === 1 || value === 3 || value === 4
}

/** The profile's name, or the beginning of it (§9.2.41), as either version of the format has it; empty when there is none. */
function descriptionOf(data: Buffer): string {
  const count = data.readUInt32BE(HEADER_BYTES)
  for (let i = 0, entry = HEADER_BYTES + 4; i < count && entry + 12 <= data.length; i++, entry += 12) {
    if (data.toString('latin1', entry, entry + 4) !== 'desc') continue
    const tag = data.subarray(data.readUInt32BE(entry + 4))
    if (tag.length < 28 || tag.toString('latin1', 0, 4) === 'desc') return tag.toString('latin1', 12, 60)
    // The first of its texts by language, in UTF-16: of those looked for, every second byte is enough.
    const text = tag.readUInt32BE(24)
    return tag.toString('latin1', text, text + 60).replaceAll('\0', '')
  }
  return ''
}
