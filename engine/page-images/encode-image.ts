import type { PageImageFormat } from '../base/page-image-forms.js'
import { compilePart } from './find-modules.js'
import { instantiate } from './web-assembly.js'
import { type Pixels, writePng } from './write-png.js'

const DEFAULT_QUALITY = 85

/** A picture of 25 million pixels needs five times that as JPEG. */
const ENCODER_BYTES = 768 * 1_048_576

/** The encoders of the packages, which take what a canvas of a browser has. */
type Encode = (image: { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }) => unknown

interface Encoder {
  /** The quality is that of the encoder's own scale, 1 to 100. */
  encode(pixels: Pixels, quality: number): Promise<Uint8Array>
  /** The memory that it has taken, in bytes. */
  heldBytes(): number
}

const encoders = new Map<'jpeg' | 'webp', Promise<Encoder>>()

export interface EncodedImage {
  readonly content: Uint8Array
  /** Memory that is held by what has encoded it, in bytes. */
  readonly heldBytes: number
}

/** @throws PageImageError `not-installed` */
export async function encodeImage(
  pixels: Pixels & { readonly dpi: number },
  format: PageImageFormat,
  quality = DEFAULT_QUALITY,
): Promise<EncodedImage> {
  if (format === 'png') return { content: writePng(pixels, pixels.dpi), heldBytes: 0 }
  const starting = encoders.get(format) ?? startEncoder(format)
  encoders.set(format, starting)
  const encoder = await starting
  return { content: await encoder.encode(pixels, quality), heldBytes: encoder.heldBytes() }
}

async function startEncoder(format: 'jpeg' | 'webp'): Promise<Encoder> {
  const module = await compilePart(format)
  let held = () => 0
  const options = {
    instantiateWasm(imports: object, done: (instance: unknown) => void) {
      const { instance, memory } = instantiate(module, imports, ENCODER_BYTES)
      held = () => memory?.buffer.byteLength ?? 0
      done(instance)
      return instance.exports
    },
  }
  const encoded = async (pending: Promise<ArrayBuffer>) => new Uint8Array(await pending)
  if (format === 'jpeg') {
    const { default: encode, init } = await import('@jsquash/jpeg/encode.js')
    await init(options)
    return {
      heldBytes: () => held(),
      encode: (pixels, quality) => encoded(encode(asImage(pixels), { quality, trellis_loops: 0 })),
    }
  }
  const { default: encode, init } = await import('@jsquash/webp/encode.js')
  await init(options)
  return {
    heldBytes: () => held(),
    encode: (pixels, quality) => encoded(encode(asImage(pixels), { quality, method: 2 })),
  }
}

/** What the encoders take for an `ImageData` of a browser. */
function asImage({ width, height, bytes }: Pixels) {
  return {
    width,
    height,
    data: new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length),
  } as Parameters<Encode>[0] & never
}
