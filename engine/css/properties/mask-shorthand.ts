import type { LengthValue } from '../values/length-value.js'
import { type PositionDeclaration, parseBackgroundPosition } from '../values/position-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import {
  type BackgroundRepeat,
  type BackgroundSizeDeclaration,
  backgroundRepeat,
  backgroundSize,
} from './background.js'
import { type MaskImageDeclaration, maskBox, maskClip, maskComposite, maskImage, maskMode } from './masks.js'
import { ExpansionBuilder, type Shorthand, type ShorthandRecords } from './shorthand.js'

const START: LengthValue = { kind: 'percentage', value: 0 }

/** One layer of the shorthand; what it leaves out is undefined. */
interface MaskLayer {
  image?: MaskImageDeclaration | undefined
  position?: PositionDeclaration | undefined
  size?: BackgroundSizeDeclaration | undefined
  repeat?: BackgroundRepeat | undefined
  origin?: ReturnType<typeof maskBox>
  clip?: ReturnType<typeof maskClip>
  composite?: ReturnType<typeof maskComposite>
  mode?: ReturnType<typeof maskMode>
}

/** `mask` (css-masking-1 §6.8). */
const mask: Shorthand = {
  aliases: ['-webkit-mask'],
  longhands: [
    'mask-image',
    'mask-position',
    'mask-size',
    'mask-repeat',
    'mask-origin',
    'mask-clip',
    'mask-composite',
    'mask-mode',
  ],
  parse(cursor) {
    const found: MaskLayer[] = []
    do {
      const layer = maskLayer(cursor)
      if (!layer) return undefined
      found.push(layer)
    } while (cursor.comma())
    return new ExpansionBuilder()
      .set(
        'mask-image',
        found.map(({ image }) => image ?? 'none'),
      )
      .set(
        'mask-position',
        found.map(({ position }) => position ?? { x: START, y: START }),
      )
      .set(
        'mask-size',
        found.map(({ size }) => size ?? { width: 'auto', height: 'auto' }),
      )
      .set(
        'mask-repeat',
        found.map(({ repeat }) => repeat ?? { x: 'repeat', y: 'repeat' }),
      )
      .set(
        'mask-origin',
        found.map(({ origin }) => origin ?? 'border-box'),
      )
      .set(
        'mask-clip',
        found.map(({ clip }) => clip ?? 'border-box'),
      )
      .set(
        'mask-composite',
        found.map(({ composite }) => composite ?? 'add'),
      )
      .set(
        'mask-mode',
        found.map(({ mode }) => mode ?? 'match-source'),
      ).entries
  },
}

/** The parts of a layer in any order, each at most once; undefined for an empty or wrong one. */
function maskLayer(cursor: ValueCursor): MaskLayer | undefined {
  const layer: MaskLayer = {}
  const start = cursor.position
  for (let before = -1; cursor.position !== before; ) {
    before = cursor.position
    readPart(layer, cursor)
  }
  return cursor.position > start ? layer : undefined
}

/** Reads one part that the layer does not have yet; the cursor stays where it is when there is none. */
function readPart(layer: MaskLayer, cursor: ValueCursor): void {
  const before = cursor.position
  const moved = () => cursor.position !== before
  if (layer.image === undefined) layer.image = maskImage(cursor)
  if (!moved() && layer.position === undefined) readPlacement(layer, cursor)
  if (!moved() && layer.repeat === undefined) layer.repeat = backgroundRepeat(cursor)
  if (!moved()) readBox(layer, cursor)
  if (!moved() && layer.composite === undefined) layer.composite = maskComposite(cursor)
  if (!moved() && layer.mode === undefined) layer.mode = maskMode(cursor)
}

function readPlacement(layer: MaskLayer, cursor: ValueCursor): void {
  layer.position = parseBackgroundPosition(cursor)
  if (!layer.position) return
  const before = cursor.position
  if (!cursor.delim('/')) return
  layer.size = backgroundSize(cursor)
  if (!layer.size) cursor.reset(before)
}

/** The first box is that of origin and clip, a second one is the clip's alone. */
function readBox(layer: MaskLayer, cursor: ValueCursor): void {
  if (layer.origin !== undefined) {
    layer.clip = maskClip(cursor) ?? layer.clip
    return
  }
  layer.origin = maskBox(cursor)
  layer.clip ??= layer.origin ?? maskClip(cursor)
}

/** Shorthands of masks. */
export const MASK_SHORTHANDS: ShorthandRecords = { mask }
