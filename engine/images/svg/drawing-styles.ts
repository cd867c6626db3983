import { type SvgElement, textOf } from './svg-element.js'
import type { LengthContext } from './svg-length.js'
import { computeSvgStyle, INITIAL_STYLE, type SvgStyle, type SvgStyles } from './svg-style.js'
import { type Declarations, readDeclarations, type SheetReports, SvgStylesheet } from './svg-stylesheet.js'

/** Properties that may be given as attributes (SVG 2 §6.6). */
const PRESENTATION_ATTRIBUTES: readonly string[] = [
  'alignment-baseline',
  'baseline-shift',
  'clip-path',
  'clip-rule',
  'color',
  'direction',
  'display',
  'dominant-baseline',
  'fill',
  'fill-opacity',
  'fill-rule',
  'filter',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'mask-type',
  'opacity',
  'overflow',
  'paint-order',
  'space',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'text-decoration',
  'transform',
  'transform-origin',
  'vector-effect',
  'visibility',
  'word-spacing',
]

const NOTHING: Declarations = new Map()

/** The styles of a drawing that stands alone: by its attributes and its own style elements. */
export class DrawingStyles implements SvgStyles {
  readonly #declared = new Map<SvgElement, Declarations>()
  readonly #parents = new Map<SvgElement, SvgElement>()
  readonly #styles = new Map<SvgElement, SvgStyle>()
  readonly #sheet: SvgStylesheet

  /** @param reports is told of what sheets say in vain, and of what they cost. @throws ImageError when that is too much */
  constructor(root: SvgElement, { note, count }: SheetReports) {
    this.#sheet = new SvgStylesheet({ note: (text) => note(`${text} in a style sheet is not supported`), count })
    this.#collect(root)
    this.#declare(root, [])
  }

  get fontFaces(): readonly string[] {
    return this.#sheet.fontFaces
  }

  styleOf(element: SvgElement, viewport: LengthContext): SvgStyle {
    const known = this.#styles.get(element)
    if (known) return known
    const parent = this.#parents.get(element)
    const style = this.inheriting(element, parent ? this.styleOf(parent, viewport) : INITIAL_STYLE, viewport)
    this.#styles.set(element, style)
    return style
  }

  inheriting(element: SvgElement, parent: SvgStyle, viewport: LengthContext): SvgStyle {
    return computeSvgStyle(parent, this.#declared.get(element) ?? NOTHING, viewport)
  }

  #collect(element: SvgElement): void {
    if (element.name === 'style') this.#sheet.add(textOf(element))
    for (const child of element.children) {
      if (child.kind !== 'element') continue
      this.#parents.set(child, element)
      this.#collect(child)
    }
  }

  #declare(element: SvgElement, ancestors: SvgElement[]): void {
    const declared = new Map<string, string>()
    const important = new Map<string, string>()
    const { attributes } = element
    if (attributes.size > 0) {
      for (const name of PRESENTATION_ATTRIBUTES) {
        const value = attributes.get(name)
        if (value !== undefined) declared.set(name, value)
      }
    }
    if (!this.#sheet.isEmpty) this.#sheet.apply(element, ancestors, declared, important)
    const own = attributes.get('style')
    if (own !== undefined) readDeclarations(own, declared, important)
    for (const [name, value] of important) declared.set(name, value)
    if (declared.size > 0) this.#declared.set(element, declared)
    ancestors.push(element)
    for (const child of element.children) if (child.kind === 'element') this.#declare(child, ancestors)
    ancestors.pop()
  }
}
