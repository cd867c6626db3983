import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { MAX_PROFILE_BYTES, ProfileReader } from './icc-profile.js'

/** The press or display that a document is made for: an ICC profile (ICC.1) by which its device colours are meant. */
export interface OutputProfile {
  /** Content hash: equal profiles have equal keys. */
  readonly key: string
  /** Components of a colour: 4 are inks. */
  readonly channels: 1 | 3 | 4
  /** It is of a press or printer, else of a display. */
  readonly isPress: boolean
  /** The profile's own name for itself. */
  readonly description: string
  /** Deflated. */
  readonly data: Uint8Array
}

/** Why bytes are no profile that can be an output intent, as a part of a sentence behind the file's name. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
}

const CHANNELS: ReadonlyMap<string, OutputProfile['channels']> = new Map([
  ['GRAY', 1],
  ['RGB ', 3],
  ['CMYK', 4],
])

/** Classes of profiles, which their headers name (ICC.1:2010 §7.2.5), for messages. */
const CLASS_NAMES: ReadonlyMap<string, string> = new Map([
  ['scnr', 'a scanner or camera'],
  ['link', 'a link between two devices'],
  ['spac', 'a colour space'],
  ['abst', 'an abstract transformation'],
  ['nmcl', 'named colours'],
])

/**
 * Reads the profile of an output intent: of a press or a display, in gray, RGB or CMYK (ISO 19005-2 §6.2.3), in a version
 * that PDF 1.7 has, with the tags that readers cannot do without.
 *
 * @throws ProfileError
 */
export function readOutputProfile(bytes: Uint8Array): OutputProfile {
  if (bytes.length > MAX_PROFILE_BYTES) throw new ProfileError(`is larger than ${MAX_PROFILE_BYTES} bytes`)
  const profile = ProfileReader.open(bytes)
  if (!profile) throw new ProfileError('is no ICC profile, or a part of one')
  if (profile.version > 4) throw new ProfileError(`is of version ${profile.version}: PDF has profiles up to version 4`)
  const { deviceClass, colorSpace } = profile
  if (deviceClass !== 'prtr' && deviceClass !== 'mntr') {
    const kind = CLASS_NAMES.get(deviceClass) ?? `the class ${JSON.stringify(deviceClass)}`
    throw new ProfileError(`is the profile of ${kind}: an output intent is that of a press, printer or display`)
  }
  const channels = CHANNELS.get(colorSpace)
  if (!channels) {
    throw new ProfileError(
      `has colours of the kind ${JSON.stringify(colorSpace.trim())}: choose one of CMYK, RGB or gray`,
    )
  }
  const missing = profile.missingTag(channels)
  if (missing !== undefined) throw new ProfileError(`is damaged: it has no tag ${JSON.stringify(missing)}`)
  return {
    key: createHash('sha256').update(profile.data).digest('hex'),
    channels,
    isPress: deviceClass === 'prtr',
    description: profile.description,
    data: deflateSync(profile.data),
  }
}
