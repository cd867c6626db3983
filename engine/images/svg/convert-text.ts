import type { Outline } from '../../base/path.js'
import type { TextFit, VectorPaint, VectorStroke, VectorText, VectorTextChunk, VectorTextRun } from '../vector-types.js'
import { shapePath } from './basic-shapes.js'
import { transformPath } from './path-bounds.js'
import { MeasuredPath } from './path-length.js'
import type { SvgElement } from './svg-element.js'
import { type LengthContext, parseSvgLength, parseSvgLengths } from './svg-length.js'
import { referencedId, type SvgSource } from './svg-source.js'
import type { SvgStyle, SvgStyles } from './svg-style.js'
import { parseTransform } from './transform-list.js'

/** The paints of text in a style. */
type TextPaint = (style: SvgStyle) => {
  readonly fill: VectorPaint | undefined
  readonly stroke: VectorStroke | undefined
}

/** The drawing in which text stands. */
interface TextContext {
  readonly source: SvgSource
  readonly styles: SvgStyles
  readonly viewport: LengthContext
  readonly paint: TextPaint
}

/** Converts a `text` element (SVG 2 §11): a line of text, its parts styled and placed by `tspan`. */
export function convertText(element: SvgElement, style: SvgStyle, context: TextContext): VectorText | undefined {
  const builder = new TextBuilder(context)
  builder.addElement(element, style)
  const chunks = builder.finish()
  return chunks.length > 0 ? { kind: 'text', chunks } : undefined
}

/** Positions that an element gives to its characters, in turn. */
interface Positions {
  readonly x: readonly number[]
  readonly y: readonly number[]
  readonly dx: readonly number[]
  readonly dy: readonly number[]
  /** Characters of the element that were placed. */
  index: number
}

interface OpenChunk {
  readonly x: number | undefined
  readonly y: number | undefined
  readonly anchor: VectorTextChunk['anchor']
  readonly direction: VectorTextChunk['direction']
  readonly path?: Outline
  readonly runs: VectorTextRun[]
}

class TextBuilder {
  readonly #chunks: OpenChunk[] = []
  readonly #positions: Positions[] = []
  /** The lengths to which the open elements are fitted. */
  readonly #fits: (TextFit | undefined)[] = []
  /** The path along which text is set at present. */
  #path: Outline | undefined
  /** The chunk in which what is fitted to a length stands, undefined for several. */
  readonly #fitted = new Map<TextFit, OpenChunk | undefined>()
  #endsWithSpace = true

  constructor(private readonly context: TextContext) {}

  addElement(element: SvgElement, style: SvgStyle): void {
    this.#positions.push(this.#readPositions(element, style))
    this.#fits.push(this.#readFit(element, style) ?? this.#fits.at(-1))
    for (const child of element.children) {
      if (child.kind === 'text') this.#addText(child.text, style)
      else if (child.name === 'tspan' || child.name === 'a') this.#addPart(child, style)
      else if (child.name === 'textPath') this.#addOnPath(child, style)
    }
    this.#positions.pop()
    this.#fits.pop()
  }

  finish(): readonly VectorTextChunk[] {
    const last = this.#chunks.at(-1)
    const run = last?.runs.at(-1)
    if (last && run?.text.endsWith(' ')) last.runs[last.runs.length - 1] = { ...run, text: run.text.trimEnd() }
    return this.#chunks
      .filter(({ runs }) => runs.length > 0)
      .map((chunk) => (this.#holdsBrokenFit(chunk) ? this.#unfitted(chunk) : chunk))
  }

  #holdsBrokenFit({ runs }: OpenChunk): boolean {
    return runs.some(({ fit }) => fit && !this.#fitted.get(fit))
  }

  /** UNSUPPORTED: one length for several chunks. */
  #unfitted(chunk: OpenChunk): OpenChunk {
    this.context.source.note('text in several chunks is not stretched to its textLength')
    return { ...chunk, runs: chunk.runs.map((run) => ({ ...run, fit: undefined })) }
  }

  #addPart(element: SvgElement, parent: SvgStyle): void {
    const style = this.context.styles.inheriting(element, parent, this.context.viewport)
    if (style.own.displayed) this.addElement(element, style)
  }

  /** Text on a path is a chunk of its own; what follows is set behind where it would end on a line (SVG 2 §11.8). */
  #addOnPath(element: SvgElement, parent: SvgStyle): void {
    const style = this.context.styles.inheriting(element, parent, this.context.viewport)
    const path = style.own.displayed ? this.#pathOf(element) : undefined
    if (!path) return
    const offset = element.attributes.get('startOffset')
    const length = offset?.trim().endsWith('%') ? new MeasuredPath(path).length : 0
    const context = { width: length, height: length, fontSize: style.fontSize }
    const start = parseSvgLength(offset, context, 'x') ?? 0
    this.#path = path
    this.#chunks.push({ x: start, y: 0, anchor: style.anchor, direction: style.direction, path, runs: [] })
    this.addElement(element, style)
    this.#path = undefined
  }

  /** The path that an element refers to, in the coordinates of the text. */
  #pathOf(element: SvgElement): Outline | undefined {
    const id = referencedId(element)
    const target = id === undefined ? undefined : this.context.source.byId(id)
    const { styles, viewport } = this.context
    const path = target && shapePath(target, viewport, styles.styleOf(target, viewport).own.geometry)
    if (!path) {
      this.context.source.note('text on a path that does not exist is left out')
      return undefined
    }
    this.context.source.count(path.length)
    const transform = parseTransform(target.attributes.get('transform') ?? '')
    return transform ? transformPath(path, transform) : path
  }

  #readPositions({ attributes }: SvgElement, style: SvgStyle): Positions {
    const context = { ...this.context.viewport, fontSize: style.fontSize }
    if (attributes.has('rotate')) this.context.source.note('letters of a text are not turned one by one')
    return {
      x: parseSvgLengths(attributes.get('x'), context, 'x'),
      y: parseSvgLengths(attributes.get('y'), context, 'y'),
      dx: parseSvgLengths(attributes.get('dx'), context, 'x'),
      dy: parseSvgLengths(attributes.get('dy'), context, 'y'),
      index: 0,
    }
  }

  #readFit({ attributes }: SvgElement, style: SvgStyle): TextFit | undefined {
    const length = parseSvgLength(
      attributes.get('textLength'),
      { ...this.context.viewport, fontSize: style.fontSize },
      'x',
    )
    if (length === undefined || length <= 0) return undefined
    return { length, adjusts: attributes.get('lengthAdjust') === 'spacingAndGlyphs' ? 'glyphs' : 'spacing' }
  }

  #addText(text: string, style: SvgStyle): void {
    const collapsed = this.#collapsed(text, style)
    let rest = style.transformText?.(collapsed) ?? collapsed
    while (rest !== '') {
      const placed = this.#hasPositions()
      // While positions are left, every character is a run of its own.
      const [first = ''] = placed ? [String.fromCodePoint(rest.codePointAt(0) ?? 32)] : [rest]
      const piece = placed && !this.#hasPositionsBehindNext() ? rest : first
      this.#addRun(piece, style)
      rest = rest.slice(piece.length)
    }
  }

  /** White space is one blank, and none at the start (SVG 2 §11.7.5). */
  #collapsed(text: string, style: SvgStyle): string {
    let result = text.replace(/[\t\n\r]/g, ' ')
    if (!style.preserveSpace) {
      result = result.replace(/ +/g, ' ')
      if (this.#endsWithSpace && result.startsWith(' ')) result = result.slice(1)
      if (result !== '') this.#endsWithSpace = result.endsWith(' ')
    }
    return result
  }

  #addRun(text: string, style: SvgStyle): void {
    const x = this.#position('x')
    const y = this.#position('y')
    const dx = this.#position('dx') ?? 0
    const dy = this.#position('dy') ?? 0
    for (const positions of this.#positions) positions.index += text.length
    let chunk = this.#chunks.at(-1)
    // On a path positions across it would need new paths.
    if (!chunk || (!this.#path && (chunk.path || x !== undefined || y !== undefined))) {
      const start = chunk ? undefined : 0
      chunk = { x: x ?? start, y: y ?? start, anchor: style.anchor, direction: style.direction, runs: [] }
      this.#chunks.push(chunk)
    }
    const paints = style.visible ? this.context.paint(style) : undefined
    const fit = this.#fits.at(-1)
    if (fit) this.#fitted.set(fit, this.#fitted.has(fit) && this.#fitted.get(fit) !== chunk ? undefined : chunk)
    for (const family of style.families) this.context.source.count(family.length)
    this.context.source.count(text.length)
    chunk.runs.push({
      text,
      dx,
      dy,
      raise: style.own.baselineShift,
      fontSize: style.fontSize,
      families: style.families,
      weight: style.weight,
      style: style.fontStyle,
      letterSpacing: style.letterSpacing,
      wordSpacing: style.wordSpacing || undefined,
      baseline: style.baseline,
      underline: style.underline,
      lineThrough: style.lineThrough,
      fill: paints?.fill,
      stroke: paints?.stroke,
      strokeFirst: style.paintOrder.indexOf('stroke') < style.paintOrder.indexOf('fill') || undefined,
      fit,
    })
  }

  /** The position of the next character: of the innermost element that gives one. */
  #position(name: 'x' | 'y' | 'dx' | 'dy'): number | undefined {
    for (let i = this.#positions.length - 1; i >= 0; i--) {
      const positions = this.#positions[i]
      const value = positions?.[name][positions.index]
      if (value !== undefined) return value
    }
    return undefined
  }

  #hasPositions(): boolean {
    return this.#positions.some((positions) => longest(positions) > positions.index)
  }

  #hasPositionsBehindNext(): boolean {
    return this.#positions.some((positions) => longest(positions) > positions.index + 1)
  }
}

function longest({ x, y, dx, dy }: Positions): number {
  return Math.max(x.length, y.length, dx.length, dy.length)
}
