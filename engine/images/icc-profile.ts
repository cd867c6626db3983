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

/** Reads the header and the tags of a profile (ICC.1:2010 §7.2, §7.3). */
export class ProfileReader {
  /** All of the profile and nothing else. */
  readonly data: Uint8Array
  readonly #bytes: Buffer

  private constructor(bytes: Buffer) {
    this.data = bytes
    this.#bytes = bytes
  }

  /** Undefined for what is no profile, or not all of one. */
  static open(bytes: Uint8Array): ProfileReader | undefined {
    if (bytes.length < HEADER_BYTES + 4) return undefined
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const length = all.readUInt32BE(0)
    if (length < HEADER_BYTES + 4 || length > all.length) return undefined
    const profile = new ProfileReader(all.subarray(0, length))
    return profile.#text(SIGNATURE) === 'acsp' ? profile : undefined
  }

  /** The first number of the version. */
  get version(): number {
    return this.#bytes.readUInt8(VERSION)
  }

  get deviceClass(): string {
    return this.#text(DEVICE_CLASS)
  }

  get colorSpace(): string {
    return this.#text(COLOR_SPACE)
  }

  /** Whether there is a tag, whose content lies within the profile. */
  hasTag(signature: string): boolean {
    return this.#tag(signature) !== undefined
  }

  /** A tag that profiles of so many components have and this one lacks; undefined when it lacks none. */
  missingTag(channels: IccProfile['channels']): string | undefined {
    return requiredTags(this, channels).find((tag) => !this.hasTag(tag))
  }

  /** The profile's name (§9.2.41), as either version of the format has it; empty when there is none. */
  get description(): string {
    const tag = this.#tag('desc')
    if (!tag || tag.length < 28) return ''
    if (tag.toString('latin1', 0, 4) === 'desc') {
      const length = Math.min(tag.readUInt32BE(8), MOST_OF_NAME)
      return tag.toString('latin1', 12, 12 + length).replace(/\0.*/s, '')
    }
    // The first of its texts by language, in UTF-16.
    const [length, start] = [Math.min(tag.readUInt32BE(20), 2 * MOST_OF_NAME), tag.readUInt32BE(24)]
    const text = tag.subarray(start, start + length)
    return Buffer.from(text.subarray(0, text.length & ~1))
      .swap16()
      .toString('utf16le')
  }

  #tag(signature: string): Buffer | undefined {
    const count = Math.min(this.#bytes.readUInt32BE(HEADER_BYTES), MOST_TAGS)
    for (let i = 0, entry = HEADER_BYTES + 4; i < count && entry + 12 <= this.#bytes.length; i++, entry += 12) {
      if (this.#text(entry) !== signature) continue
      const start = this.#bytes.readUInt32BE(entry + 4)
      const end = start + this.#bytes.readUInt32BE(entry + 8)
      return end <= this.#bytes.length ? this.#bytes.subarray(start, end) : undefined
    }
    return undefined
  }

  #text(offset: number): string {
    return this.#bytes.toString('latin1', offset, offset + 4)
  }
}

/** Tables lead from any colours, curves and primaries from those of displays (ICC.1:2010 §8.3 and §8.4). */
function requiredTags(profile: ProfileReader, channels: IccProfile['channels']): readonly string[] {
  if (channels === 4 || profile.hasTag('A2B0')) return ['A2B0']
  return channels === 1 ? ['kTRC'] : ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC']
}

/** Profiles have some twenty. */
const MOST_TAGS = 200

/** Longer names than people read are cut. */
const MOST_OF_NAME = 200

/** What becomes of the profile of an image. */
export interface ProfileUse {
  readonly profile?: IccProfile | undefined
  /** Why it is left out, as the rest of a sentence that begins with it. */
  readonly profileProblem?: string | undefined
}

const NOTHING: ProfileUse = {}

/** The profile of an image with so many components; nothing for sRGB, which the colours of a document are anyway. */
export function readIccProfile(bytes: Uint8Array, channels: number): ProfileUse {
  if (!isChannels(channels)) return NOTHING
  if (bytes.length > MAX_PROFILE_BYTES) return { profileProblem: PROFILE_TOO_LARGE }
  const profile = ProfileReader.open(bytes)
  if (!profile) return { profileProblem: PROFILE_DAMAGED }
  const profileProblem = problemOf(profile, channels)
  if (profileProblem !== undefined) return { profileProblem }
  if (profile.description.startsWith('sRGB')) return NOTHING
  const { data } = profile
  return { profile: { key: createHash('sha256').update(data).digest('hex'), channels, data: deflateSync(data) } }
}

export const PROFILE_TOO_LARGE = `is larger than ${MAX_PROFILE_BYTES} bytes or than there is room for`
export const PROFILE_DAMAGED = 'is damaged, or only a part of one'

function problemOf(profile: ProfileReader, channels: IccProfile['channels']): string | undefined {
  const { version, deviceClass, colorSpace } = profile
  if (version > 4) return `is of version ${version}: PDF has profiles up to version 4`
  if (!CLASSES.has(deviceClass)) return 'is none of a camera, scanner, display, printer or colour space'
  if (colorSpace !== SPACES[channels])
    return `describes other colours than the image has, which are ${SPACES[channels].trim()}`
  const missing = profile.missingTag(channels)
  return missing === undefined ? undefined : `lacks its part "${missing}"`
}

function isChannels(value: number): value is IccProfile['channels'] {
  return value === 1 || value === 3 || value === 4
}
