import { type ImageDeclaration, parseImage } from './image-value.js'
import { parseResolution } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'

interface ImageOption {
  readonly image: ImageDeclaration
  /** In dots per px. */
  readonly resolution: number
}

/** The types of images that can be shown. */
const IMAGE_TYPES: ReadonlySet<string> = new Set(
  ['png', 'jpeg', 'gif', 'webp', 'svg+xml'].map((type) => `image/${type}`),
)

/** Dots per px of what is printed, as browsers have them. */
const PRINTED_RESOLUTION = 1

/** `<image> | none`. */
export function parseImageOrNone(cursor: ValueCursor): ImageDeclaration | 'none' | undefined {
  if (cursor.keyword(['none'])) return 'none'
  const set = cursor.peekFunction()
  if (set !== 'image-set' && set !== '-webkit-image-set') return parseImage(cursor)
  const call = cursor.call()
  return call && imageSet(call.args)
}

/**
 * The image that `image-set()` comes to (css-images-4 §2.4): of those of a known type the one whose resolution is the
 * lowest that suffices, else the highest. Of equal ones the first counts. Undefined for a list that is wrong, `none`
 * where no image can be shown.
 */
function imageSet(args: ValueCursor): ImageDeclaration | 'none' | undefined {
  let best: ImageOption | undefined
  do {
    const option = imageOption(args)
    if (!option) return undefined
    if (option !== 'unknown' && (!best || isBetter(option.resolution, best.resolution))) best = option
  } while (args.comma())
  if (!args.done) return undefined
  return best ? withResolution(best) : 'none'
}

function imageOption(args: ValueCursor): ImageOption | 'unknown' | undefined {
  const source = args.string()
  const image = source === undefined ? parseImage(args) : { kind: 'url' as const, source, span: args.notes.span?.() }
  if (!image) return undefined
  let resolution: number | undefined
  let type: string | undefined
  for (;;) {
    const dots = resolution === undefined ? parseResolution(args) : undefined
    const named = dots === undefined && type === undefined && args.peekFunction() === 'type' && args.call()
    if (dots === undefined && !named) break
    resolution ??= dots
    if (named) {
      type = named.args.string()
      if (type === undefined || !named.args.done) return undefined
    }
  }
  if (resolution !== undefined && resolution < 0) return undefined
  if (resolution === 0) return 'unknown'
  if (type !== undefined && !IMAGE_TYPES.has(type.toLowerCase())) return 'unknown'
  return { image, resolution: resolution ?? 1 }
}

function isBetter(resolution: number, than: number): boolean {
  if (than >= PRINTED_RESOLUTION) return resolution >= PRINTED_RESOLUTION && resolution < than
  return resolution > than
}

function withResolution({ image, resolution }: ImageOption): ImageDeclaration {
  return image.kind === 'url' && resolution !== 1 ? { ...image, resolution } : image
}
