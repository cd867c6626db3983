import type { Span } from '../../base/source.js'
import { type GradientDeclaration, parseGradient } from './gradient-value.js'
import type { ValueCursor } from './value-cursor.js'

/** `<image>` (css-images-3 §2). */
export type ImageDeclaration = UrlImage | GradientDeclaration

/** An image named by its address. */
export interface UrlImage {
  readonly kind: 'url'
  readonly source: string
  /** The declaration it stands in: the address is relative to that file. */
  readonly span: Span | undefined
}

const UNSUPPORTED_IMAGES = /^(?:image|image-set|cross-fade|element|paint|-(?:webkit|moz|o|ms)-.*)$/

export function parseImage(cursor: ValueCursor): ImageDeclaration | undefined {
  const source = cursor.url()
  if (source !== undefined) return { kind: 'url', source, span: cursor.notes.span?.() }
  const before = cursor.position
  const call = cursor.call()
  const gradient = call && parseGradient(call)
  if (gradient) return gradient
  if (call && UNSUPPORTED_IMAGES.test(call.name)) return cursor.unsupported(`the image function ${call.name}()`)
  cursor.reset(before)
  return undefined
}
