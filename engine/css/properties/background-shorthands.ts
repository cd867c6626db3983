import { TRANSPARENT } from '../../base/rgb-color.js'
import { type ColorValue, parseColor } from '../values/color-value.js'
import type { ImageDeclaration } from '../values/image-value.js'
import type { LengthValue } from '../values/length-value.js'
import { type PositionDeclaration, parseBackgroundPosition } from '../values/position-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import {
  type BackgroundRepeat,
  type BackgroundSizeDeclaration,
  backgroundAttachment,
  backgroundBox,
  backgroundClip,
  backgroundImage,
  backgroundRepeat,
  backgroundSize,
  layers,
} from './background.js'
import { ExpansionBuilder, type Shorthand, type ShorthandRecords } from './shorthand.js'

const START: LengthValue = { kind: 'percentage', value: 0 }
const AUTO_SIZE: BackgroundSizeDeclaration = { width: 'auto', height: 'auto' }
const REPEAT: BackgroundRepeat = { x: 'repeat', y: 'repeat' }

/** One layer of the shorthand; what it leaves out is undefined. */
interface Layer {
  image?: ImageDeclaration | 'none' | undefined
  position?: PositionDeclaration | undefined
  size?: BackgroundSizeDeclaration | undefined
  repeat?: BackgroundRepeat | undefined
  attachment?: 'scroll' | 'fixed' | 'local' | undefined
  origin?: 'border-box' | 'padding-box' | 'content-box' | undefined
  clip?: 'border-box' | 'padding-box' | 'content-box' | 'text' | undefined
  color?: ColorValue | undefined
}

/** `background` (css-backgrounds-3 §2.10): layers, of which the last may have the colour. */
const background: Shorthand = {
  longhands: [
    'background-image',
    'background-position-x',
    'background-position-y',
    'background-size',
    'background-repeat',
    'background-origin',
    'background-clip',
    'background-attachment',
    'background-color',
  ],
  parse(cursor) {
    const found: Layer[] = []
    do {
      if (found.at(-1)?.color !== undefined) return undefined
      const layer = backgroundLayer(cursor)
      if (!layer) return undefined
      found.push(layer)
    } while (cursor.comma())
    return new ExpansionBuilder()
      .set(
        'background-image',
        found.map(({ image }) => image ?? 'none'),
      )
      .set(
        'background-position-x',
        found.map(({ position }) => position?.x ?? START),
      )
      .set(
        'background-position-y',
        found.map(({ position }) => position?.y ?? START),
      )
      .set(
        'background-size',
        found.map(({ size }) => size ?? AUTO_SIZE),
      )
      .set(
        'background-repeat',
        found.map(({ repeat }) => repeat ?? REPEAT),
      )
      .set(
        'background-origin',
        found.map(({ origin }) => origin ?? 'padding-box'),
      )
      .set(
        'background-clip',
        found.map(({ clip }) => clip ?? 'border-box'),
      )
      .set(
        'background-attachment',
        found.map(({ attachment }) => attachment ?? 'scroll'),
      )
      .set('background-color', found.at(-1)?.color ?? TRANSPARENT).entries
  },
}

/** The parts of a layer in any order, each at most once; undefined for an empty or wrong one. */
function backgroundLayer(cursor: ValueCursor): Layer | undefined {
  const layer: Layer = {}
  const start = cursor.position
  for (let before = -1; cursor.position !== before; ) {
    before = cursor.position
    readPart(layer, cursor)
  }
  return cursor.position > start ? layer : undefined
}

/** Reads one part that the layer does not have yet; the cursor stays where it is when there is none. */
function readPart(layer: Layer, cursor: ValueCursor): void {
  const before = cursor.position
  const moved = () => cursor.position !== before
  if (layer.image === undefined) layer.image = backgroundImage(cursor)
  if (!moved() && layer.position === undefined) readPlacement(layer, cursor)
  if (!moved() && layer.repeat === undefined) layer.repeat = backgroundRepeat(cursor)
  if (!moved() && layer.attachment === undefined) layer.attachment = backgroundAttachment(cursor)
  if (!moved()) readBox(layer, cursor)
  if (!moved() && layer.color === undefined) layer.color = parseColor(cursor)
}

function readPlacement(layer: Layer, cursor: ValueCursor): void {
  layer.position = parseBackgroundPosition(cursor)
  if (!layer.position) return
  const before = cursor.position
  if (!cursor.delim('/')) return
  layer.size = backgroundSize(cursor)
  if (!layer.size) cursor.reset(before)
}

/** The first box is that of origin and clip, a second one is the clip's alone. */
function readBox(layer: Layer, cursor: ValueCursor): void {
  if (layer.origin === undefined) {
    layer.origin = backgroundBox(cursor)
    layer.clip ??= layer.origin
    if (layer.origin) {
      const second = backgroundClip(cursor)
      if (second) layer.clip = second
      return
    }
  }
  if (layer.clip === undefined) layer.clip = backgroundClip(cursor)
}

/** `background-position` (css-backgrounds-4 §2.4). */
const backgroundPosition: Shorthand = {
  longhands: ['background-position-x', 'background-position-y'],
  parse(cursor) {
    const positions = layers(parseBackgroundPosition)(cursor)
    if (!positions) return undefined
    return new ExpansionBuilder()
      .set(
        'background-position-x',
        positions.map(({ x }) => x),
      )
      .set(
        'background-position-y',
        positions.map(({ y }) => y),
      ).entries
  },
}

/** Shorthands of backgrounds. */
export const BACKGROUND_SHORTHANDS: ShorthandRecords = {
  background,
  'background-position': backgroundPosition,
}
