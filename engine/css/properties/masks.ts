import { type ComputeContext, computedPosition } from '../values/compute-values.js'
import { parseImageOrNone } from '../values/image-set-value.js'
import { type CssImage, computeImage, type ImageDeclaration } from '../values/image-value.js'
import { localId } from '../values/paint-value.js'
import { parseBackgroundPosition } from '../values/position-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { keywords } from '../values/value-parsers.js'
import { backgroundRepeat, backgroundSize, computeSize, each, layers } from './background.js'
import { property } from './property.js'

/** A `mask` element of a drawing by its id. */
export interface MaskReference {
  readonly kind: 'reference'
  readonly id: string
}

export type MaskImageDeclaration = ImageDeclaration | MaskReference | 'none'

export function maskImage(cursor: ValueCursor): MaskImageDeclaration | undefined {
  const before = cursor.position
  const id = localId(cursor.url() ?? '')
  if (id !== undefined) return { kind: 'reference', id }
  cursor.reset(before)
  return parseImageOrNone(cursor)
}

/** Boxes of drawings stand for the box of their kind (css-masking-1 §6.4). */
export function maskBox(cursor: ValueCursor): 'border-box' | 'padding-box' | 'content-box' | undefined {
  if (cursor.keyword(['fill-box'])) return 'content-box'
  if (cursor.keyword(['stroke-box', 'view-box'])) return 'border-box'
  return cursor.keyword(['border-box', 'padding-box', 'content-box'])
}

export function maskClip(cursor: ValueCursor): 'border-box' | 'padding-box' | 'content-box' | 'no-clip' | undefined {
  return cursor.keyword(['no-clip']) ?? maskBox(cursor)
}

/** The names of operators that the property had before. */
const OLD_OPERATORS = new Map([
  ['source-over', 'add'],
  ['source-out', 'subtract'],
  ['source-in', 'intersect'],
  ['xor', 'exclude'],
] as const)

export function maskComposite(cursor: ValueCursor): 'add' | 'subtract' | 'intersect' | 'exclude' | undefined {
  const old = cursor.keyword(['source-over', 'source-out', 'source-in', 'xor'])
  return old ? OLD_OPERATORS.get(old) : cursor.keyword(['add', 'subtract', 'intersect', 'exclude'])
}

export const maskMode = keywords('match-source', 'alpha', 'luminance')

export type MaskImage = CssImage | MaskReference | 'none'

const NO_MASK: readonly never[] = []

function computeMaskImages(images: readonly MaskImageDeclaration[], context: ComputeContext): readonly MaskImage[] {
  if (images.every((image) => image === 'none')) return NO_MASK
  return images.map((image) => (image === 'none' || image.kind === 'reference' ? image : computeImage(image, context)))
}

/** Masks of boxes (css-masking-1 §6): one value per layer, the topmost first; shorter lists repeat. */
export const MASK_PROPERTIES = {
  /** Empty where nothing is masked. */
  'mask-image': property({
    parse: layers<MaskImageDeclaration>(maskImage),
    initial: 'none',
    aliases: ['-webkit-mask-image'],
    compute: computeMaskImages,
  }),
  'mask-position': property({
    parse: layers(parseBackgroundPosition),
    initial: '0% 0%',
    aliases: ['-webkit-mask-position'],
    compute: each(computedPosition),
  }),
  'mask-size': property({
    parse: layers(backgroundSize),
    initial: 'auto',
    aliases: ['-webkit-mask-size'],
    compute: each(computeSize),
  }),
  'mask-repeat': property({ parse: layers(backgroundRepeat), initial: 'repeat', aliases: ['-webkit-mask-repeat'] }),
  'mask-origin': property({ parse: layers(maskBox), initial: 'border-box', aliases: ['-webkit-mask-origin'] }),
  'mask-clip': property({ parse: layers(maskClip), initial: 'border-box', aliases: ['-webkit-mask-clip'] }),
  'mask-composite': property({ parse: layers(maskComposite), initial: 'add', aliases: ['-webkit-mask-composite'] }),
  'mask-mode': property({ parse: layers(maskMode), initial: 'match-source' }),
} as const
