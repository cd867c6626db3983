import { createHash } from 'node:crypto'
import { dataUriBytes } from '../../base/data-uri.js'
import type { Rect } from '../../base/geometry.js'
import { IDENTITY, type Matrix, multiply, translation } from '../../base/matrix.js'
import type { Outline } from '../../base/path.js'
import { ImageError } from '../image-error.js'
import type { RasterImage } from '../image-types.js'
import type {
  VectorGroup,
  VectorImage,
  VectorMask,
  VectorNode,
  VectorPaint,
  VectorShape,
  VectorStroke,
} from '../vector-types.js'
import { shapePath } from './basic-shapes.js'
import { convertText } from './convert-text.js'
import { boxMatrix, gradientPaint } from './gradients.js'
import { boundsOf } from './node-bounds.js'
import { pathBounds, transformPath } from './path-bounds.js'
import { withOpacity } from './svg-color.js'
import type { SvgElement } from './svg-element.js'
import { type LengthAxis, type LengthContext, parseSvgLength } from './svg-length.js'
import { referencedId, SvgSource, urlId } from './svg-source.js'
import { computeSvgStyle, INITIAL_STYLE, type PaintValue, parseOpacity, type SvgStyle } from './svg-style.js'
import { parseTransform } from './transform-list.js'
import { fitViewBox, parseFit, parseViewBox } from './view-box.js'

/** Nodes of one drawing after references are followed, so that references to references cannot grow without end. */
const MAX_NODES = 200_000
/** Elements within each other, references followed. */
const MAX_DEPTH = 512

/** Size of a drawing that names none (CSS 2.2 §10.3.2). */
const DEFAULT_SIZE = { width: 300, height: 150 }

export interface ConvertOptions {
  /** Decodes raster images in `data:` URIs. @throws ImageError */
  readonly decodeRaster: (bytes: Uint8Array) => RasterImage
  /** What a drawing within a document takes over from around it. */
  readonly inherited?: Partial<SvgStyle> | undefined
}

/**
 * Converts an SVG drawing (SVG 2, the static parts without filters, patterns and markers) to plain shapes. Nothing
 * outside the drawing is ever loaded. What is left out is listed in `notes`.
 *
 * @throws ImageError for a drawing beyond the limits
 */
export function convertSvg(root: SvgElement, options: ConvertOptions): VectorImage {
  const source = new SvgSource(root)
  const { attributes } = root
  const absolute = (name: string) => {
    const text = attributes.get(name)
    const value = text?.trim().endsWith('%')
      ? undefined
      : parseSvgLength(text, { ...DEFAULT_SIZE, fontSize: 16 }, 'other')
    return value !== undefined && value > 0 ? value : undefined
  }
  const width = absolute('width')
  const height = absolute('height')
  const given = parseViewBox(attributes.get('viewBox'))
  const viewBox = given ?? { x: 0, y: 0, width: width ?? DEFAULT_SIZE.width, height: height ?? DEFAULT_SIZE.height }
  const ratio = width && height ? width / height : given && given.width / given.height
  const converter = new SvgConverter(source, options)
  const image = {
    width: width ?? (height && ratio ? height * ratio : undefined),
    height: height ?? (width && ratio ? width / ratio : undefined),
    ratio,
    viewBox,
    fit: parseFit(attributes.get('preserveAspectRatio')),
    content: converter.convertChildren(root, viewBox),
    notes: source.notes,
  }
  return { kind: 'vector', key: keyOf(image), ...image }
}

function keyOf(image: object): string {
  const text = JSON.stringify(image, (name, value) => (name === 'image' ? value.key : value))
  return createHash('sha256').update(text).digest('hex')
}

class SvgConverter {
  #nodes = 0
  #depth = 0
  /** Elements being converted, so that none contains itself by reference. */
  readonly #active = new Set<SvgElement>()

  constructor(
    private readonly source: SvgSource,
    private readonly options: ConvertOptions,
  ) {}

  /** The content of the root element. */
  convertChildren(root: SvgElement, viewBox: Rect): readonly VectorNode[] {
    const initial = { ...INITIAL_STYLE, ...this.options.inherited }
    const viewport = { width: viewBox.width, height: viewBox.height, fontSize: initial.fontSize }
    const declared = this.source.declared(root)
    const style = computeSvgStyle(initial, declared, viewport)
    const children = this.#children(root, style, viewport)
    const wrapped = this.#wrap(root, children, undefined, viewport, style)
    return wrapped ? [wrapped] : []
  }

  #children(element: SvgElement, style: SvgStyle, viewport: LengthContext): readonly VectorNode[] {
    const nodes: VectorNode[] = []
    for (const child of element.children) {
      const node = child.kind === 'element' ? this.#convert(child, style, viewport) : undefined
      if (!node) continue
      nodes.push(node)
      // SVG 2 §5.8: the first child of `switch` that can be shown.
      if (element.name === 'switch') break
    }
    return nodes
  }

  #convert(element: SvgElement, inherited: SvgStyle, viewport: LengthContext): VectorNode | undefined {
    const declared = this.source.declared(element)
    if (declared.get('display') === 'none') return undefined
    if (++this.#nodes > MAX_NODES)
      throw new ImageError('image-too-large', `the drawing has more than ${MAX_NODES} nodes`)
    if (this.#depth >= MAX_DEPTH) throw new ImageError('image-too-large', 'the drawing is nested too deep')
    this.#depth++
    this.#active.add(element)
    const style = computeSvgStyle(inherited, declared, viewport)
    const node = this.#convertContent(element, style, { ...viewport, fontSize: style.fontSize })
    this.#active.delete(element)
    this.#depth--
    return node
  }

  #convertContent(element: SvgElement, style: SvgStyle, viewport: LengthContext): VectorNode | undefined {
    switch (element.name) {
      case 'g':
      case 'a':
      case 'switch':
        return this.#wrap(element, this.#children(element, style, viewport), undefined, viewport, style)
      case 'svg':
        return this.#wrap(element, this.#viewport(element, element, style, viewport), undefined, viewport, style)
      case 'use':
        return this.#use(element, style, viewport)
      case 'text': {
        const text = convertText(this.source, element, style, viewport, (own) => this.#textPaint(own, viewport))
        return text && this.#wrap(element, [text], undefined, viewport, style)
      }
      case 'image':
        return this.#picture(element, style, viewport)
      case 'foreignObject':
        this.source.note('foreignObject is not supported')
        return undefined
      default:
        return this.#shape(element, style, viewport)
    }
  }

  #shape(element: SvgElement, style: SvgStyle, viewport: LengthContext): VectorNode | undefined {
    const path = style.visible ? shapePath(element, viewport) : undefined
    if (!path) return undefined
    const declared = this.source.declared(element)
    for (const name of ['marker', 'marker-start', 'marker-mid', 'marker-end']) {
      if (urlId(declared.get(name)) !== undefined) this.source.note('markers are not drawn')
    }
    const box = () => pathBounds(path)
    const fill =
      element.name === 'line' ? undefined : this.#paint(style.fill, style.fillOpacity, box, viewport, style.color)
    const stroke = this.#stroke(style, box, viewport)
    if (!fill && !stroke) return undefined
    return this.#wrap(element, [{ kind: 'shape', path, rule: style.fillRule, fill, stroke }], path, viewport, style)
  }

  #stroke(style: SvgStyle, box: () => Rect | undefined, viewport: LengthContext): VectorStroke | undefined {
    if (style.strokeWidth === 0) return undefined
    const paint = this.#paint(style.stroke, style.strokeOpacity, box, viewport, style.color)
    return (
      paint && {
        paint,
        width: style.strokeWidth,
        cap: style.cap,
        join: style.join,
        miterLimit: style.miterLimit,
        dashes: style.dashes,
        dashOffset: style.dashOffset,
      }
    )
  }

  #textPaint(style: SvgStyle, viewport: LengthContext): VectorPaint | undefined {
    if (style.stroke.kind !== 'none' && style.strokeWidth > 0) this.source.note('outlines of text are not drawn')
    return this.#paint(style.fill, style.fillOpacity, undefined, viewport, style.color)
  }

  /** @param box the bounding box of what is painted; undefined for text */
  #paint(
    value: PaintValue,
    opacity: number,
    box: (() => Rect | undefined) | undefined,
    viewport: LengthContext,
    current: SvgStyle['color'],
  ): VectorPaint | undefined {
    if (value.kind === 'none') return undefined
    if (value.kind === 'current') return solid(current, opacity)
    if (value.kind === 'color') return solid(value.color, opacity)
    const server = this.source.byId(value.id)
    if (server?.name === 'linearGradient' || server?.name === 'radialGradient') {
      const area = box && (box() ?? { x: 0, y: 0, width: 0, height: 0 })
      return gradientPaint(this.source, server, { box: area, viewport, opacity })
    }
    if (server) this.source.note(`${server.name} is not supported as a paint`)
    return value.fallback && solid(value.fallback, opacity)
  }

  /** SVG 2 §5.6. */
  #use(element: SvgElement, style: SvgStyle, viewport: LengthContext): VectorNode | undefined {
    const id = referencedId(element)
    if (id === undefined) {
      if (element.attributes.has('href')) this.source.note('references to other files are not followed')
      return undefined
    }
    const target = this.source.byId(id)
    if (!target || this.#active.has(target)) return undefined
    this.#active.add(target)
    const { attributes } = element
    const x = parseSvgLength(attributes.get('x'), viewport, 'x') ?? 0
    const y = parseSvgLength(attributes.get('y'), viewport, 'y') ?? 0
    let children: readonly VectorNode[]
    if (target.name === 'symbol' || target.name === 'svg') {
      const own = computeSvgStyle(style, this.source.declared(target), viewport)
      children = this.#viewport(target, element, own, viewport)
    } else {
      const node = this.#convert(target, style, viewport)
      children = node ? [x === 0 && y === 0 ? node : group([node], { transform: translation(x, y) })] : []
    }
    this.#active.delete(target)
    return this.#wrap(element, children, undefined, viewport, style)
  }

  /**
   * The content of an element that makes a viewport of its own (SVG 2 §8.2).
   * @param frame the element that says where it is: the same, or the one that refers to it
   */
  #viewport(element: SvgElement, frame: SvgElement, style: SvgStyle, outer: LengthContext): readonly VectorNode[] {
    const length = (name: string, axis: LengthAxis) =>
      parseSvgLength(frame.attributes.get(name) ?? element.attributes.get(name), outer, axis)
    const place = {
      x: parseSvgLength(frame.attributes.get('x'), outer, 'x') ?? 0,
      y: parseSvgLength(frame.attributes.get('y'), outer, 'y') ?? 0,
      width: length('width', 'x') ?? outer.width,
      height: length('height', 'y') ?? outer.height,
    }
    if (!(place.width > 0) || !(place.height > 0)) return []
    const viewBox = parseViewBox(element.attributes.get('viewBox')) ?? { ...place, x: 0, y: 0 }
    const matrix = fitViewBox(viewBox, parseFit(element.attributes.get('preserveAspectRatio')), place)
    const inner = { width: viewBox.width, height: viewBox.height, fontSize: style.fontSize }
    const content = group(this.#children(element, style, inner), { transform: matrix })
    const overflow = this.source.declared(element).get('overflow')
    if (overflow === 'visible' || overflow === 'auto') return [content]
    return [group([content], { clips: [{ path: rectPath(place), rule: 'nonzero' }] })]
  }

  /** `image` with a `data:` URI (SVG 2 §12.3). */
  #picture(element: SvgElement, style: SvgStyle, viewport: LengthContext): VectorNode | undefined {
    const bytes = dataUriBytes(element.attributes.get('href') ?? '')
    if (!bytes) {
      this.source.note('images outside the drawing are not loaded')
      return undefined
    }
    const image = this.#decode(bytes)
    if (!image || !style.visible) return undefined
    const length = (name: string, axis: LengthAxis) => parseSvgLength(element.attributes.get(name), viewport, axis)
    const givenWidth = length('width', 'x')
    const givenHeight = length('height', 'y')
    const width = givenWidth ?? (givenHeight === undefined ? image.width : (givenHeight * image.width) / image.height)
    const height = givenHeight ?? (width * image.height) / image.width
    const place = { x: length('x', 'x') ?? 0, y: length('y', 'y') ?? 0, width, height }
    if (!(width > 0) || !(height > 0)) return undefined
    const fit = parseFit(element.attributes.get('preserveAspectRatio'))
    const matrix = fitViewBox({ x: 0, y: 0, width: image.width, height: image.height }, fit, place)
    const rect = { x: matrix.e, y: matrix.f, width: image.width * matrix.a, height: image.height * matrix.d }
    const picture: VectorNode = { kind: 'picture', image, rect }
    const clipped: VectorNode =
      fit.kind === 'slice' ? group([picture], { clips: [{ path: rectPath(place), rule: 'nonzero' }] }) : picture
    return this.#wrap(element, [clipped], undefined, viewport, style)
  }

  #decode(bytes: Uint8Array): RasterImage | undefined {
    try {
      return this.options.decodeRaster(bytes)
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      this.source.note(`an image in the drawing cannot be shown: ${error.message}`)
      return undefined
    }
  }

  /** Puts an element's transform, opacity, clip and mask around what it draws. */
  #wrap(
    element: SvgElement,
    children: readonly VectorNode[],
    path: Outline | undefined,
    viewport: LengthContext,
    style: SvgStyle,
  ): VectorNode | undefined {
    if (children.length === 0) return undefined
    const declared = this.source.declared(element)
    const filter = declared.get('filter')
    if (filter !== undefined && filter !== 'none') this.source.note('filters are left out')
    const transformText = declared.get('transform')
    const transform = transformText && transformText !== 'none' ? parseTransform(transformText) : undefined
    const opacity = parseOpacity(declared.get('opacity')) ?? 1
    if (opacity === 0) return undefined
    const clipId = urlId(declared.get('clip-path'))
    const maskId = urlId(declared.get('mask'))
    const [only] = children
    if (clipId === undefined && maskId === undefined && children.length === 1 && only) {
      const faded = opacity === 1 ? only : withoutGroup(only, opacity)
      if (faded) return transform ? group([faded], { transform }) : faded
    }
    const box = () => (path ? pathBounds(path) : boundsOf(children))
    const masks: VectorMask[] = []
    const clips: VectorGroup['clips'][number][] = []
    if (clipId !== undefined && !this.#clip(clipId, box, viewport, style, clips, masks)) return undefined
    if (maskId !== undefined) this.#mask(maskId, box, viewport, masks)
    return group(children, { transform, opacity, clips, masks })
  }

  /**
   * A `clipPath` (css-masking-1 §8): a path when it is one shape, else a mask of all its shapes. Returns whether
   * anything stays visible.
   */
  #clip(
    id: string,
    box: () => Rect | undefined,
    viewport: LengthContext,
    style: SvgStyle,
    clips: VectorGroup['clips'][number][],
    masks: VectorMask[],
  ): boolean {
    const element = this.source.byId(id)
    if (element?.name !== 'clipPath' || this.#active.has(element)) return true
    this.#active.add(element)
    const declared = this.source.declared(element)
    const own = computeSvgStyle({ ...INITIAL_STYLE, fontSize: style.fontSize }, declared, viewport)
    const transform = parseTransform(declared.get('transform') ?? '') ?? IDENTITY
    const area = box()
    const ofBox = element.attributes.get('clipPathUnits') === 'objectBoundingBox'
    const matrix = ofBox && area ? multiply(boxMatrix(area), transform) : transform
    const shapes = this.#children(element, { ...own, fill: INITIAL_STYLE.fill, fillOpacity: 1 }, viewport)
    const nested = urlId(declared.get('clip-path'))
    const visible = nested === undefined || this.#clip(nested, box, viewport, style, clips, masks)
    this.#active.delete(element)
    if (shapes.length === 0 || !visible) return false
    const single = shapes.length === 1 && shapes[0] ? flatShape(shapes[0], IDENTITY) : undefined
    if (single) {
      const rule = this.#clipRule(element, own, viewport) ?? single.rule
      clips.push({ path: transformPath(single.path, matrix), rule })
    } else masks.push({ kind: 'alpha', children: [group(blackened(shapes), { transform: matrix })] })
    return true
  }

  /** The `clip-rule` of the one shape of a clip path. */
  #clipRule(element: SvgElement, style: SvgStyle, viewport: LengthContext): SvgStyle['clipRule'] | undefined {
    for (const child of element.children) {
      if (child.kind === 'element' && shapePath(child, viewport)) {
        return computeSvgStyle(style, this.source.declared(child), viewport).clipRule
      }
    }
    return undefined
  }

  /** A `mask` (css-masking-1 §9). */
  #mask(id: string, box: () => Rect | undefined, viewport: LengthContext, masks: VectorMask[]): void {
    const element = this.source.byId(id)
    const area = box()
    if (element?.name !== 'mask' || !area || this.#active.has(element)) return
    this.#active.add(element)
    const declared = this.source.declared(element)
    const style = computeSvgStyle(INITIAL_STYLE, declared, viewport)
    const content = this.#children(element, style, viewport)
    this.#active.delete(element)
    const inUserSpace = element.attributes.get('maskUnits') === 'userSpaceOnUse'
    const units = inUserSpace ? viewport : { width: 1, height: 1, fontSize: 16 }
    const length = (name: string, axis: LengthAxis, usual: number) =>
      parseSvgLength(element.attributes.get(name), units, axis) ?? usual
    const region = rectPath({
      x: length('x', 'x', -0.1 * units.width),
      y: length('y', 'y', -0.1 * units.height),
      width: length('width', 'x', 1.2 * units.width),
      height: length('height', 'y', 1.2 * units.height),
    })
    const clip = inUserSpace ? region : transformPath(region, boxMatrix(area))
    const ofBox = element.attributes.get('maskContentUnits') === 'objectBoundingBox'
    const inner = ofBox ? [group(content, { transform: boxMatrix(area) })] : content
    masks.push({
      kind: declared.get('mask-type') === 'alpha' ? 'alpha' : 'luminance',
      children: [group(inner, { clips: [{ path: clip, rule: 'nonzero' }] })],
    })
  }
}

function solid(color: SvgStyle['color'], opacity: number): VectorPaint | undefined {
  const own = withOpacity(color, opacity)
  return own.alpha > 0 ? { kind: 'color', color: own } : undefined
}

function group(children: readonly VectorNode[], parts: Partial<VectorGroup>): VectorGroup {
  return { kind: 'group', transform: undefined, opacity: 1, clips: [], masks: [], ...parts, children }
}

function rectPath({ x, y, width, height }: Rect): Outline {
  return [
    { kind: 'move', x, y },
    { kind: 'line', x: x + width, y },
    { kind: 'line', x: x + width, y: y + height },
    { kind: 'line', x, y: y + height },
    { kind: 'close' },
  ]
}

/** A shape that is only filled or only stroked is translucent by its paint; undefined for anything else. */
function withoutGroup(node: VectorNode, opacity: number): VectorNode | undefined {
  if (node.kind !== 'shape' || (node.fill && node.stroke)) return undefined
  return {
    ...node,
    fill: node.fill && faded(node.fill, opacity),
    stroke: node.stroke && { ...node.stroke, paint: faded(node.stroke.paint, opacity) },
  }
}

function faded(paint: VectorPaint, opacity: number): VectorPaint {
  if (paint.kind === 'color') return { kind: 'color', color: withOpacity(paint.color, opacity) }
  return { ...paint, opacity: paint.opacity * opacity }
}

/** A shape within transforms alone, with these applied to its path. */
function flatShape(node: VectorNode, matrix: Matrix): VectorShape | undefined {
  if (node.kind === 'shape') return { ...node, path: transformPath(node.path, matrix) }
  const [only] = node.kind === 'group' ? node.children : []
  if (node.kind !== 'group' || !only || node.children.length > 1 || node.clips.length > 0 || node.masks.length > 0) {
    return undefined
  }
  return flatShape(only, node.transform ? multiply(matrix, node.transform) : matrix)
}

/** Shapes of a clip path count by their area: black, without strokes or opacity. */
function blackened(nodes: readonly VectorNode[]): readonly VectorNode[] {
  const fill: VectorPaint = { kind: 'color', color: INITIAL_STYLE.color }
  return nodes.map((node): VectorNode => {
    switch (node.kind) {
      case 'shape':
        return { ...node, fill, stroke: undefined }
      case 'group':
        return { ...node, opacity: 1, children: blackened(node.children) }
      case 'text':
        return {
          ...node,
          chunks: node.chunks.map((chunk) => ({ ...chunk, runs: chunk.runs.map((run) => ({ ...run, fill })) })),
        }
      default:
        return node
    }
  })
}
