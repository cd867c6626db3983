import { createHash } from 'node:crypto'
import type { Size } from '../../base/geometry.js'
import { checkBytes } from '../image-error.js'
import type { VectorImage } from '../vector-types.js'
import { DEFAULT_SIZE } from './convert-picture.js'
import { statedSize } from './stated-size.js'
import { noteAnimations } from './svg-animations.js'
import { SvgConverter } from './svg-converter.js'
import type { SvgElement } from './svg-element.js'
import { SvgSource } from './svg-source.js'
import type { ConvertOptions } from './svg-surroundings.js'
import { fitWithoutViewBox, isFlatViewBox, parseFit, parseViewBox } from './view-box.js'

/**
 * Converts an SVG drawing (SVG 2, the static parts) to plain shapes. Nothing is loaded but by its surroundings. What is
 * left out is listed in `notes`.
 *
 * @param frame the size of the viewport, for a drawing that depends on it; its own size, or a default, when absent
 * @throws ImageError for a drawing beyond the limits
 */
export function convertSvg(root: SvgElement, options: ConvertOptions, frame?: Size): VectorImage {
  const { surroundings } = options
  const { styles, place } = surroundings
  const source = new SvgSource(root, surroundings.byId)
  noteAnimations(source, root)
  const { attributes } = root
  const { width, height } = place === 'file' ? styles.sizeOf(root) : statedSize(root)
  const given = parseViewBox(attributes.get('viewBox'))
  const unboxed = fitWithoutViewBox(width, height, place === 'page')
  const around = frame ?? DEFAULT_SIZE
  const own = { width: width ?? around.width, height: height ?? around.height }
  const viewBox = given ?? { x: 0, y: 0, ...(frame && unboxed === 'unscaled' ? frame : own) }
  const ratio = width && height ? width / height : given && given.width / given.height
  const converter = new SvgConverter(source, options)
  const use = !given && unboxed === 'unscaled' ? { measured: false } : undefined
  const isFlat = isFlatViewBox(attributes.get('viewBox'))
  const content = isFlat ? [] : converter.convertChildren(root, viewBox, use)
  const image: Omit<VectorImage, 'kind' | 'key' | 'decodedBytes' | 'inFrame'> = {
    width: width ?? (height && ratio ? height * ratio : undefined),
    height: height ?? (width && ratio ? width / ratio : undefined),
    ratio,
    viewBox,
    fit: given ? parseFit(attributes.get('preserveAspectRatio')) : { kind: unboxed },
    content,
    links: converter.linksIn(content),
    hasForeign: converter.hasForeign,
    hasStrokesOfFrame: converter.hasStrokesOfFrame,
    fonts: styles.fonts,
    notes: source.notes,
  }
  const decodedBytes = converter.decodedBytes
  checkBytes(decodedBytes, options)
  // What has a size in one direction alone is stretched in that one, and as wide or tall as its frame in the other.
  const isHalfSized = !given && unboxed === 'stretch' && (width === undefined || height === undefined)
  const inFrame = use?.measured || isHalfSized ? (size: Size) => convertSvg(root, options, size) : undefined
  return { kind: 'vector', key: keyOf(image), ...image, decodedBytes, inFrame }
}

function keyOf(image: object): string {
  const byKey = (name: string) => name === 'image' || name === 'content'
  const text = JSON.stringify(image, (name, value) => (byKey(name) && 'key' in value ? value.key : value))
  return createHash('sha256').update(text).digest('hex')
}
