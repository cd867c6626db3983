import { createHash } from 'node:crypto'
import type { Rect, Size } from '../../base/geometry.js'
import { translation } from '../../base/matrix.js'
import type { Outline } from '../../base/path.js'
import { checkBytes, ImageError } from '../image-error.js'
import type { DecodedImage, RasterImage } from '../image-types.js'
import type { DrawnLink, VectorImage, VectorNode, VectorPaint, VectorStroke } from '../vector-types.js'
import { backdropOf } from './backdrop.js'
import { shapePath } from './basic-shapes.js'
import { addClip, addMask, type ClipTarget, type ConvertedDrawing, type Cuts } from './clip-and-mask.js'
import { chosenChild, meetsConditions } from './conditional-processing.js'
import { type ContextElement, PaintContexts, type PaintProperty } from './context-paint.js'
import { convertPicture, DEFAULT_SIZE, loadPicture } from './convert-picture.js'
import { convertText } from './convert-text.js'
import { drawnLinks, linkOf, linkWithin } from './drawing-links.js'
import { strokeReachOf, transformOf } from './element-transform.js'
import { expandFilters, type Filtered, type FilterLayers, filterLayers } from './filters.js'
import { gradientPaint } from './gradients.js'
import { markersOf } from './markers.js'
import { boundsOf, containsText } from './node-bounds.js'
import { inPaintOrder } from './paint-order.js'
import { hasArea, pathBounds } from './path-bounds.js'
import { patternPaint } from './patterns.js'
import { statedSize } from './stated-size.js'
import type { SvgElement } from './svg-element.js'
import { type LengthAxis, type LengthContext, parseSvgLength, percentageBase, type ViewportUse } from './svg-length.js'
import { referencedId, SvgSource } from './svg-source.js'
import { INITIAL_STYLE, type SvgOwnStyle, type SvgStyle, type SvgStyles } from './svg-style.js'
import { group, rectPath, shownNodes, solid, withoutGroup } from './vector-nodes.js'
import { fitViewBox, fitWithoutViewBox, parseFit, parseViewBox } from './view-box.js'

/** Nodes of one drawing after references are followed, so that references to references cannot grow without end. */
const MAX_NODES = 200_000
/** Elements within each other, references followed. */
const MAX_DEPTH = 512

/** The approximate memory of a part of a drawing. */
const BYTES_PER_PART = 100

export interface ConvertOptions {
  /** For images in `data:` URIs. */
  readonly decodeRaster: (bytes: Uint8Array, imageBytes: number) => RasterImage
  /** Bytes that the images in the drawing, and the drawing itself, may take. */
  readonly imageBytes: number
  readonly surroundings: SvgSurroundings
}

/** The document or the file that a drawing stands in. */
export interface SvgSurroundings {
  /** Whether it is an element of a page, with a box of its own, or a file that is an image. */
  readonly place: 'page' | 'file'
  readonly styles: SvgStyles
  /** Finds elements outside of it. */
  readonly byId?: ((id: string) => SvgElement | undefined) | undefined
  /** Finds images outside of it. */
  readonly picture?: ((address: string) => DecodedImage | undefined) | undefined
}

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
  const { attributes } = root
  const { width, height } = place === 'file' ? styles.sizeOf(root) : statedSize(root)
  const given = parseViewBox(attributes.get('viewBox'))
  const natural = { width: width ?? DEFAULT_SIZE.width, height: height ?? DEFAULT_SIZE.height }
  const viewBox = given ?? { x: 0, y: 0, ...(frame ?? natural) }
  const ratio = width && height ? width / height : given && given.width / given.height
  const converter = new SvgConverter(source, options)
  const unboxed = fitWithoutViewBox(width, height, place === 'page')
  const use = !given && unboxed === 'unscaled' ? { measured: false } : undefined
  const content = converter.convertChildren(root, viewBox, use)
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
  const inFrame = use?.measured ? (size: Size) => convertSvg(root, options, size) : undefined
  return { kind: 'vector', key: keyOf(image), ...image, decodedBytes, inFrame }
}

function keyOf(image: object): string {
  const byKey = (name: string) => name === 'image' || name === 'content'
  const text = JSON.stringify(image, (name, value) => (byKey(name) && 'key' in value ? value.key : value))
  return createHash('sha256').update(text).digest('hex')
}

/** Converts the elements of one drawing. */
export class SvgConverter implements ConvertedDrawing {
  #nodes = 0
  #depth = 0
  /** Clip paths being converted, within each other: what is in them is an area. */
  #clips = 0
  /** Elements being converted, so that none contains itself by reference. */
  readonly active = new Set<SvgElement>()
  /** Images by their elements, which may be shown more than once. */
  readonly #pictures = new Map<SvgElement, DecodedImage | undefined>()
  #pictureBytes = 0
  #hasStrokesOfFrame: true | undefined
  #hasLinks = false
  #hasForeign: true | undefined
  /** Whether something in it has a blend mode. */
  #mixes = false
  readonly #contexts: PaintContexts

  readonly styles: SvgStyles

  constructor(
    readonly source: SvgSource,
    private readonly options: ConvertOptions,
  ) {
    this.#contexts = new PaintContexts(source)
    this.styles = options.surroundings.styles
  }

  get decodedBytes(): number {
    return this.#pictureBytes + this.source.parts * BYTES_PER_PART
  }

  /** Whether a stroke of what was converted is as wide as the frame says. */
  get hasStrokesOfFrame(): true | undefined {
    return this.#hasStrokesOfFrame
  }

  /** Whether there is HTML in what was converted. */
  get hasForeign(): true | undefined {
    return this.#hasForeign
  }

  /** The links in the content; undefined where there are none. */
  linksIn(content: readonly VectorNode[]): readonly DrawnLink[] | undefined {
    return this.#hasLinks ? drawnLinks(content, (parts) => this.source.count(parts)) : undefined
  }

  /** The content of the root element. */
  convertChildren(root: SvgElement, viewBox: Rect, use: ViewportUse | undefined): readonly VectorNode[] {
    const { width, height } = viewBox
    const viewport: LengthContext = { width, height, fontSize: INITIAL_STYLE.fontSize, use }
    const style = this.styles.styleOf(root, viewport)
    const context = { ...viewport, fontSize: style.fontSize }
    this.active.add(root)
    const children = this.children(root, style, context)
    // The opacity, the transform, the filters and the shape of a drawing in a document are those of its box.
    const hasBox = this.options.surroundings.place === 'page'
    const wrapping = hasBox ? { ...style, own: withoutEffectsOfBox(style.own) } : style
    const wrapped = this.#wrap(children, undefined, context, wrapping)
    const backdrop = hasBox ? undefined : backdropOf(style, viewBox)
    const shown = shownNodes([backdrop, wrapped].filter((node) => node !== undefined))
    // A drawing is a stacking context, out of which nothing mixes (SVG 2 §3.4).
    return this.#mixes && shown.length > 0 ? [group(shown, { blendMode: 'normal' })] : shown
  }

  children(element: SvgElement, style: SvgStyle, viewport: LengthContext): readonly VectorNode[] {
    const nodes: VectorNode[] = []
    const chosen = element.name === 'switch' ? chosenChild(element, style) : undefined
    for (const child of element.name === 'switch' ? (chosen ? [chosen] : []) : element.children) {
      const node = child.kind === 'element' ? this.#convert(child, style, viewport) : undefined
      if (!node) continue
      nodes.push(node)
    }
    return nodes
  }

  content(element: SvgElement, style: SvgStyle, viewport: LengthContext): readonly VectorNode[] {
    return this.#contexts.outside(() => shownNodes(this.children(element, style, viewport)))
  }

  areas(element: SvgElement, style: SvgStyle, viewport: LengthContext): readonly VectorNode[] {
    this.#clips++
    const nodes = this.children(element, style, viewport)
    this.#clips--
    return shownNodes(nodes)
  }

  #convert(element: SvgElement, inherited: SvgStyle, viewport: LengthContext): VectorNode | undefined {
    const style = this.styles.inheriting(element, inherited, viewport)
    if (!style.own.displayed || !meetsConditions(element, style)) return undefined
    if (++this.#nodes > MAX_NODES)
      throw new ImageError('image-too-large', `the drawing has more than ${MAX_NODES} nodes`)
    if (this.#depth >= MAX_DEPTH) throw new ImageError('image-too-large', 'the drawing is nested too deep')
    this.source.countElement(element)
    this.#depth++
    this.active.add(element)
    const node = this.#convertContent(element, style, { ...viewport, fontSize: style.fontSize })
    this.active.delete(element)
    this.#depth--
    return node
  }

  #convertContent(element: SvgElement, style: SvgStyle, viewport: LengthContext): VectorNode | undefined {
    switch (element.name) {
      case 'a':
        return this.#linked(this.#wrap(this.children(element, style, viewport), undefined, viewport, style), element)
      case 'g':
      case 'switch':
        return this.#wrap(this.children(element, style, viewport), undefined, viewport, style)
      case 'svg':
        return this.#wrap(this.#viewport(element, element, style, viewport), undefined, viewport, style)
      case 'use':
        return this.#use(element, style, viewport)
      case 'text': {
        const paint = (own: SvgStyle) => ({
          fill: this.#paint('fill', own, undefined, viewport),
          stroke: this.#stroke(own, undefined, viewport),
        })
        const text = convertText(element, style, { source: this.source, styles: this.styles, viewport, paint })
        const node = text && this.#wrap([text], undefined, viewport, style)
        const link = linkWithin(element)
        return link ? this.#linked(node, link) : node
      }
      case 'image': {
        const image = this.#picture(element)
        const picture = image && convertPicture(element, image, viewport)
        return picture && style.visible ? this.#wrap([picture], undefined, viewport, style) : undefined
      }
      case 'foreignObject':
        return this.#foreign(element, style, viewport)
      default:
        return this.#shape(element, style, viewport)
    }
  }

  /** SVG 2 §12.4. In clips nothing but shapes counts. */
  #foreign(element: SvgElement, style: SvgStyle, viewport: LengthContext): VectorNode | undefined {
    const length = (name: 'x' | 'y' | 'width' | 'height', axis: LengthAxis) =>
      style.own.geometry?.get(name) ?? parseSvgLength(element.attributes.get(name), viewport, axis) ?? 0
    const rect = {
      x: length('x', 'x'),
      y: length('y', 'y'),
      width: length('width', 'x'),
      height: length('height', 'y'),
    }
    if (!(rect.width > 0) || !(rect.height > 0) || this.#clips > 0) return undefined
    this.source.count(elementsWithin(element))
    const content = this.styles.foreign(element, style, rect)
    if (!content) return undefined
    this.#hasForeign = true
    const node: VectorNode = { kind: 'foreign', content, rect, clips: !style.own.showsOverflow }
    return this.#wrap([node], undefined, viewport, style)
  }

  /** In drawings that stand in no document nobody clicks on anything. */
  #linked(node: VectorNode | undefined, element: SvgElement): VectorNode | undefined {
    const link = node && this.options.surroundings.place === 'page' && this.#clips === 0 ? linkOf(element) : undefined
    if (!node || !link) return node
    this.#hasLinks = true
    return group([node], { link })
  }

  #picture(element: SvgElement): DecodedImage | undefined {
    if (this.#pictures.has(element)) return this.#pictures.get(element)
    const left = this.options.imageBytes - this.decodedBytes
    const image = loadPicture(this.source, element, {
      decodeRaster: (bytes) => this.options.decodeRaster(bytes, left),
      outside: this.options.surroundings.picture,
      wasted: (bytes) => {
        this.#pictureBytes += bytes
      },
    })
    this.#pictureBytes += image?.decodedBytes ?? 0
    this.#pictures.set(element, image)
    return image
  }

  #shape(element: SvgElement, style: SvgStyle, viewport: LengthContext): VectorNode | undefined {
    const path = shapePath(element, viewport, style.own.geometry)
    if (!path) return undefined
    this.source.count(path.length)
    const box = () => pathBounds(path)
    // Readers paint a hairline where a line is filled (ISO 32000-1 §10.6.4), which shows between its dashes.
    const isFilled = style.visible && hasArea(path)
    const fill = isFilled ? this.#paint('fill', style, box, viewport) : undefined
    const stroke = style.visible ? this.#ofFrame(this.#stroke(style, box, viewport), style) : undefined
    const markers = style.visible ? this.#markers(element, path, style, viewport) : []
    const shape = { kind: 'shape', path, rule: style.fillRule, fill, stroke } as const
    return this.#wrap(inPaintOrder(shape, markers, style.paintOrder), path, viewport, style)
  }

  #ofFrame(stroke: VectorStroke | undefined, { own }: SvgStyle): VectorStroke | undefined {
    if (!stroke || !own.keepsStrokeWidth) return stroke
    this.#hasStrokesOfFrame = true
    return { ...stroke, isOfFrame: true }
  }

  #markers(element: SvgElement, path: Outline, style: SvgStyle, viewport: LengthContext): readonly VectorNode[] {
    if (this.#clips > 0) return []
    const context = this.#contextOf(style, viewport, () => pathBounds(path))
    return this.#contexts.within(context, () => markersOf(this, { element, path }, style, viewport))
  }

  #stroke(
    style: SvgStyle,
    box: (() => Rect | undefined) | undefined,
    viewport: LengthContext,
  ): VectorStroke | undefined {
    if (style.strokeWidth === 0 || this.#clips > 0) return undefined
    const paint = this.#paint('stroke', style, box, viewport)
    if (paint) this.source.count(style.dashes.length)
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

  /** @param box the bounding box of what is painted; undefined for text */
  #paint(
    of: PaintProperty,
    style: SvgStyle,
    box: (() => Rect | undefined) | undefined,
    viewport: LengthContext,
  ): VectorPaint | undefined {
    if (this.#clips > 0) return solid(INITIAL_STYLE.color, 1)
    const value = style[of]
    const opacity = of === 'fill' ? style.fillOpacity : style.strokeOpacity
    if (value.kind === 'none') return undefined
    if (value.kind === 'current') return solid(style.color, opacity)
    if (value.kind === 'color') return solid(value.color, opacity)
    if (value.kind === 'context') return this.#contexts.reference(value.of, opacity)
    const server = this.source.byId(value.id)
    if (server?.name === 'linearGradient' || server?.name === 'radialGradient') {
      const area = box && (box() ?? { x: 0, y: 0, width: 0, height: 0 })
      const reach = of === 'stroke' ? strokeReach(style) : 0
      return gradientPaint(this.source, this.styles, server, { box: area, reach, viewport, opacity })
    }
    if (server?.name === 'pattern') {
      const area = box?.()
      const paint = area || !box ? patternPaint(this, server, { box: area, viewport, opacity }) : undefined
      if (paint || area) return paint
    } else if (server) this.source.note(`${server.name} is not supported as a paint`)
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
    if (!target || this.active.has(target)) return undefined
    this.active.add(target)
    const { attributes } = element
    const x = parseSvgLength(attributes.get('x'), viewport, 'x') ?? 0
    const y = parseSvgLength(attributes.get('y'), viewport, 'y') ?? 0
    const isMoved = x !== 0 || y !== 0
    const context = this.#contextOf(style, viewport, (nodes) => this.#boundsOf(nodes))
    const children = this.#contexts.within(context, () => {
      if (target.name === 'symbol' || target.name === 'svg') {
        const own = this.styles.inheriting(target, style, viewport)
        return this.#viewport(target, element, own, viewport)
      }
      const node = this.#convert(target, style, viewport)
      if (!node) return []
      return [isMoved ? group([node], { transform: translation(x, y) }) : node]
    })
    this.active.delete(target)
    return this.#wrap(children, undefined, viewport, style)
  }

  /** The paint alone is taken from a context: opacities are inherited, or not, as other properties are. */
  #contextOf(style: SvgStyle, viewport: LengthContext, box: ContextElement['box']): ContextElement {
    const opaque = { ...style, fillOpacity: 1, strokeOpacity: 1 }
    return { box, paint: (of, area) => this.#paint(of, opaque, () => area, viewport) }
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
      width: length('width', 'x') ?? percentageBase(outer, 'x'),
      height: length('height', 'y') ?? percentageBase(outer, 'y'),
    }
    if (!(place.width > 0) || !(place.height > 0)) return []
    const viewBox = parseViewBox(element.attributes.get('viewBox')) ?? { ...place, x: 0, y: 0 }
    const matrix = fitViewBox(viewBox, parseFit(element.attributes.get('preserveAspectRatio')), place)
    const inner = { width: viewBox.width, height: viewBox.height, fontSize: style.fontSize }
    const content = group(this.children(element, style, inner), { transform: matrix })
    if (style.own.showsOverflow) return [content]
    return [group([content], { clips: [{ path: rectPath(place), rule: 'nonzero' }] })]
  }

  #boundsOf(nodes: readonly VectorNode[]): Rect | undefined {
    return boundsOf(nodes, (parts) => this.source.count(parts))
  }

  /** Puts the transform, opacity, clip and mask of an element around what it draws. */
  #wrap(
    children: readonly VectorNode[],
    path: Outline | undefined,
    viewport: LengthContext,
    style: SvgStyle,
  ): VectorNode | undefined {
    if (children.length === 0) return undefined
    const { opacity, blendMode, clipPath, mask } = style.own
    const mode = blendMode === 'normal' ? undefined : blendMode
    if (mode) this.#mixes = true
    const box = () => (path ? pathBounds(path) : this.#boundsOf(children))
    const filters = this.#filters(style, {
      viewport,
      // AD-HOC: the box of text is a guess, by which nothing should be cut off.
      box: () => (!path && containsText(children, (parts) => this.source.count(parts)) ? undefined : box()),
    })
    const transform = transformOf(style, viewport, box)
    const hidden = { transform, opacity: 0 }
    if (opacity === 0) return group(children, hidden)
    const [only] = children
    if (clipPath === undefined && mask === undefined && !filters && !mode && children.length === 1 && only) {
      const faded = opacity === 1 ? only : withoutGroup(only, opacity)
      if (faded) return transform ? group([faded], { transform }) : faded
    }
    const target: ClipTarget = { box, strokeReach: strokeReachOf(style), viewport }
    const cuts: Cuts = { clips: [], masks: [] }
    if (clipPath !== undefined && !addClip(this, clipPath, target, cuts)) return group(children, hidden)
    if (mask !== undefined) addMask(this, mask, target, cuts)
    return group(children, {
      transform,
      opacity,
      ...cuts,
      ...(filters && { filters }),
      ...(mode && { blendMode: mode }),
    })
  }

  #filters({ own: { filter } }: SvgStyle, filtered: Filtered): FilterLayers | undefined {
    if (filter === undefined || this.#clips > 0) return undefined
    const layers = expandFilters(filter, ({ id }) => filterLayers(this.source, this.styles, id, filtered))
    return layers.length === 1 && layers[0]?.length === 0 ? undefined : layers
  }
}

/** Depth first; the depth of documents is limited. */
function elementsWithin({ children }: SvgElement): number {
  let count = 0
  for (const child of children) if (child.kind === 'element') count += 1 + elementsWithin(child)
  return count
}

function withoutEffectsOfBox(own: SvgOwnStyle): SvgOwnStyle {
  const clipPath = typeof own.clipPath === 'string' ? own.clipPath : undefined
  return { ...own, opacity: 1, blendMode: 'normal', transform: undefined, filter: undefined, clipPath }
}

/** How far a stroke reaches beyond what it is around, with its corners and ends. */
function strokeReach({ strokeWidth, join, miterLimit }: SvgStyle): number {
  return (strokeWidth / 2) * Math.max(Math.SQRT2, join === 'miter' ? miterLimit : 1)
}
