import type { Rect } from '../../base/geometry.js'
import { translation } from '../../base/matrix.js'
import type { Outline } from '../../base/path.js'
import { ImageError } from '../image-error.js'
import type { DecodedImage } from '../image-types.js'
import type { DrawnLink, VectorNode, VectorPaint, VectorStroke } from '../vector-types.js'
import { backdropOf } from './backdrop.js'
import { shapePath } from './basic-shapes.js'
import { addClip, addMask, type ClipTarget, type ConvertedDrawing, type Cuts } from './clip-and-mask.js'
import { chosenChild, meetsConditions } from './conditional-processing.js'
import { type ContextElement, PaintContexts, type PaintProperty } from './context-paint.js'
import { convertPicture, loadPicture } from './convert-picture.js'
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
import { noteAnimations } from './svg-animations.js'
import type { SvgElement } from './svg-element.js'
import { drawnFate } from './svg-elements.js'
import { type LengthAxis, type LengthContext, parseSvgLength, percentageBase, type ViewportUse } from './svg-length.js'
import { addressOf, referencedId, SvgSource } from './svg-source.js'
import { INITIAL_STYLE, type SvgOwnStyle, type SvgStyle, type SvgStyles } from './svg-style.js'
import type { ConvertOptions, SvgSurroundings } from './svg-surroundings.js'
import { group, rectPath, shownNodes, solid, withoutGroup } from './vector-nodes.js'
import { fitViewBox, isFlatViewBox, parseFit, parseViewBox } from './view-box.js'

/** Nodes of one drawing after references are followed, so that references to references cannot grow without end. */
const MAX_NODES = 200_000
/** Elements within each other, references followed. */
const MAX_DEPTH = 512

/** The approximate memory of a part of a drawing. */
const BYTES_PER_PART = 100

/** A drawing whose elements are being converted: the one that was asked for, or one in a file that it uses. */
interface Scope {
  readonly source: SvgSource
  readonly surroundings: SvgSurroundings
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

  #scope: Scope
  /** By the files that are used. */
  readonly #scopes = new Map<SvgElement, Scope>()

  constructor(
    source: SvgSource,
    private readonly options: ConvertOptions,
  ) {
    this.#contexts = new PaintContexts(source)
    this.#scope = { source, surroundings: options.surroundings }
  }

  get source(): SvgSource {
    return this.#scope.source
  }

  get styles(): SvgStyles {
    return this.#scope.surroundings.styles
  }

  #within<T>(scope: Scope, convert: () => T): T {
    const outer = this.#scope
    this.#scope = scope
    const result = convert()
    this.#scope = outer
    return result
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
    return this.#convertStyled(element, this.styles.inheriting(element, inherited, viewport), viewport)
  }

  #convertStyled(element: SvgElement, style: SvgStyle, viewport: LengthContext): VectorNode | undefined {
    if (!style.own.displayed || !meetsConditions(element, style)) return undefined
    if (++this.#nodes > MAX_NODES)
      throw new ImageError('image-too-large', `the drawing has more than ${MAX_NODES} nodes`)
    if (this.#depth >= MAX_DEPTH) throw new ImageError('image-too-large', 'the drawing is nested too deep')
    this.source.countElement(element)
    this.#noteTransform(element, style)
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
        // A drawing in a drawing counts each time it is shown.
        if (image?.kind === 'vector') this.source.count(Math.ceil(image.decodedBytes / BYTES_PER_PART))
        if (image?.kind === 'vector' && image.hasForeign) this.#hasForeign = true
        const picture = image && convertPicture(element, image, viewport)
        return picture && style.visible ? this.#wrap([picture], undefined, viewport, style) : undefined
      }
      case 'foreignObject':
        return this.#foreign(element, style, viewport)
      default:
        this.#noteUnknown(element)
        return this.#shape(element, style, viewport)
    }
  }

  /** Names with a prefix are notes of editors to themselves. */
  #noteUnknown({ name }: SvgElement): void {
    if (drawnFate(name) === undefined && !name.includes(':')) this.source.note(`<${name}> is no element of a drawing`)
  }

  #noteTransform({ name }: SvgElement, { own }: SvgStyle): void {
    if (own.transform?.isWrong)
      this.source.note(`the transform attribute of <${name}> is not understood: its functions take plain numbers`)
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
      outside: this.#scope.surroundings.picture,
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
    if (id === undefined) return this.#useElsewhere(element, style, viewport)
    const target = this.source.byId(id)
    if (!target) return undefined
    const inheriting = () => this.styles.inheriting(target, style, viewport)
    return this.#useOf(element, style, viewport, { target, scope: this.#scope, inheriting })
  }

  /** What is in another file is of that file: its references, its images and its styles, but for what it inherits. */
  #useElsewhere(element: SvgElement, style: SvgStyle, viewport: LengthContext): VectorNode | undefined {
    const address = addressOf(element)
    if (address === undefined) return undefined
    const [file = '', id] = address.split('#')
    const other = this.#scope.surroundings.drawing?.(file)
    if (!other) {
      if (!this.#scope.surroundings.drawing) this.source.note('references to other files are not followed')
      return undefined
    }
    let scope = this.#scopes.get(other.root)
    if (!scope) {
      scope = { source: new SvgSource(other.root, undefined, this.source), surroundings: other.surroundings }
      this.#scopes.set(other.root, scope)
    }
    const target = id ? scope.source.byId(id) : other.root
    if (!target) {
      this.source.note(`there is no element "${id}" in ${file}`)
      return undefined
    }
    const { styles } = this
    noteAnimations(scope.source, target)
    const inheriting = () => other.surroundings.styles.adopting(target, style, styles, viewport)
    return this.#useOf(element, style, viewport, { target, scope, inheriting })
  }

  #useOf(
    element: SvgElement,
    style: SvgStyle,
    viewport: LengthContext,
    { target, scope, inheriting }: UsedElement,
  ): VectorNode | undefined {
    if (this.active.has(target)) {
      this.source.note('a use that contains itself is left out')
      return undefined
    }
    this.active.add(target)
    const { attributes } = element
    const x = parseSvgLength(attributes.get('x'), viewport, 'x') ?? 0
    const y = parseSvgLength(attributes.get('y'), viewport, 'y') ?? 0
    const isMoved = x !== 0 || y !== 0
    const context = this.#contextOf(style, viewport, (nodes) => this.#boundsOf(nodes))
    const convert = () => {
      const own = inheriting()
      if (target.name === 'symbol' || target.name === 'svg') return this.#viewport(target, element, own, viewport)
      const node = this.#convertStyled(target, own, viewport)
      if (!node) return []
      return [isMoved ? group([node], { transform: translation(x, y) }) : node]
    }
    const children = this.#contexts.within(context, () => this.#within(scope, convert))
    this.active.delete(target)
    return this.#wrap(children, undefined, viewport, style)
  }

  /** The paint alone is taken from a context: opacities are inherited, or not, as other properties are. */
  #contextOf(style: SvgStyle, viewport: LengthContext, box: ContextElement['box']): ContextElement {
    const opaque = { ...style, fillOpacity: 1, strokeOpacity: 1 }
    const scope = this.#scope
    return { box, paint: (of, area) => this.#within(scope, () => this.#paint(of, opaque, () => area, viewport)) }
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
    if (!(place.width > 0) || !(place.height > 0) || isFlatViewBox(element.attributes.get('viewBox'))) return []
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
    const { opacity, blendMode, clipPath, mask, hasOtherMasks } = style.own
    if (hasOtherMasks) this.source.note('of several masks of an element the first counts, and none that is an image')
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

/** The element that a `use` shows. */
interface UsedElement {
  readonly target: SvgElement
  readonly scope: Scope
  /** Its style, which inherits from the `use`. */
  readonly inheriting: () => SvgStyle
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
