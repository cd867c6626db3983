import type { Picture } from '../decode-image.js'
import { encodeSamples } from '../encode-samples.js'
import { readIccProfile } from '../icc-profile.js'
import { checkBytes, checkPixels, ImageError, type ImageLimits } from '../image-error.js'
import type { ImageSamples } from '../image-types.js'
import { readAlpha } from './alpha-plane.js'
import { damagedWebp } from './bit-reader.js'
import { decodeVp8 } from './decode-vp8.js'
import { decodeVp8l, readVp8lHeader, VP8L_HEADER_LENGTH } from './decode-vp8l.js'
import { readVp8Size } from './vp8-header.js'
import { yuvToRgb } from './yuv-to-rgb.js'

/** The chunks of a file that make its picture (WebP Container Specification). */
interface Chunks {
  readonly lossy: Uint8Array | undefined
  readonly lossless: Uint8Array | undefined
  readonly alpha: Uint8Array | undefined
  readonly profile: Uint8Array | undefined
  readonly animated: boolean
}

/**
 * Reads a WebP file, lossy or lossless, with its alpha channel.
 *
 * UNSUPPORTED: animated files.
 */
export function decodeWebp(bytes: Uint8Array, limits: ImageLimits): Picture {
  const chunks = readChunks(bytes)
  const { profile } = chunks
  return { ...decode(chunks, limits), ...(profile && readIccProfile(profile, 3)) }
}

function decode({ lossy, lossless, alpha, animated }: Chunks, limits: ImageLimits): Picture {
  if (animated) throw new ImageError('unsupported-image', 'animated WebP files are not supported')
  if (lossless) return decodeLossless(lossless, limits)
  if (!lossy) throw damagedWebp()
  const { width, height } = readVp8Size(lossy)
  checkSize(width, height, limits)
  const rgb = yuvToRgb(decodeVp8(lossy))
  const mask = alpha && readAlpha(alpha, width, height)
  return picture(width, height, rgb, mask)
}

/**
 * Bytes of a pixel on its way: in the frame or as a number with the alpha, as a triple, and as what that is encoded
 * from, with the alpha apart.
 */
const BYTES_PER_PIXEL = 12

function checkSize(width: number, height: number, limits: ImageLimits): void {
  checkPixels(width, height, limits)
  checkBytes(width * height * BYTES_PER_PIXEL, limits)
}

function decodeLossless(data: Uint8Array, limits: ImageLimits): Picture {
  const { width, height, alpha } = readVp8lHeader(data)
  checkSize(width, height, limits)
  const pixels = decodeVp8l(data, VP8L_HEADER_LENGTH, width, height)
  const rgb = new Uint8ClampedArray(3 * pixels.length)
  const mask = alpha ? new Uint8Array(pixels.length) : undefined
  for (let i = 0, to = 0; i < pixels.length; i++) {
    const pixel = pixels[i] as number
    rgb[to++] = (pixel >> 16) & 255
    rgb[to++] = (pixel >> 8) & 255
    rgb[to++] = pixel & 255
    if (mask) mask[i] = pixel >>> 24
  }
  return picture(width, height, rgb, mask)
}

function picture(width: number, height: number, rgb: Uint8ClampedArray, alpha: Uint8Array | undefined): Picture {
  const opaque = !alpha?.some((value) => value !== 255)
  return {
    orientation: 1,
    samples: encodeSamples(width, height, 3, { kind: 'rgb' }, rgb),
    softMask: alpha && !opaque ? maskSamples(width, height, alpha) : undefined,
    decodedBytes: width * height * BYTES_PER_PIXEL,
  }
}

function maskSamples(width: number, height: number, alpha: Uint8Array): ImageSamples {
  return encodeSamples(width, height, 1, { kind: 'gray' }, alpha)
}

/** RIFF chunks: a name of four letters, a length, the contents padded to an even number of bytes. */
function readChunks(bytes: Uint8Array): Chunks {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let lossy: Uint8Array | undefined
  let lossless: Uint8Array | undefined
  let alpha: Uint8Array | undefined
  let profile: Uint8Array | undefined
  let animated = false
  for (let offset = 12; offset + 8 <= data.length && !lossy && !lossless; ) {
    const name = data.toString('latin1', offset, offset + 4)
    const length = data.readUInt32LE(offset + 4)
    const content = data.subarray(offset + 8, offset + 8 + length)
    if (content.length < length) throw damagedWebp()
    if (name === 'VP8 ') lossy = content
    else if (name === 'VP8L') lossless = content
    else if (name === 'ALPH') alpha = content
    else if (name === 'ICCP') profile = content
    else if (name === 'ANIM' || name === 'ANMF') animated = true
    offset += 8 + length + (length & 1)
  }
  return { lossy, lossless, alpha, profile, animated: animated && !lossy && !lossless }
}
