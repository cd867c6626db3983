import { ImageError } from '../image-error.js'
import type { GradientStop } from '../vector-types.js'
import { type SvgContent, type SvgElement, textOf } from './svg-element.js'
import { type Declarations, readDeclarations, SvgStylesheet } from './svg-stylesheet.js'

/** Properties that may be given as attributes (SVG 2 §6.6). */
const PRESENTATION_ATTRIBUTES: readonly string[] = [
  'alignment-baseline',
  'baseline-shift',
  'clip-path',
  'clip-rule',
  'color',
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
  'visibility',
]

const NOTHING: Declarations = new Map()

/**
 * Parts of one drawing after references are followed: elements, segments of paths, stops of gradients, letters. A few
 * lines of references to references can ask for any number.
 */
const MAX_PARTS = 1_000_000

/** Characters of attributes and style rules that count as one part each time they are read. */
const CHARACTERS_PER_PART = 16

/** A drawing's elements with what is declared for each, and by id. */
export class SvgSource {
  readonly #ids = new Map<string, SvgElement>()
  readonly #declared = new Map<SvgElement, Declarations>()
  readonly #costs = new Map<SvgElement, number>()
  readonly #notes = new Set<string>()
  readonly #stops = new Map<SvgElement, readonly GradientStop[]>()
  #parts = 0
  readonly #sheet = new SvgStylesheet((text) => this.note(`${text} in a style sheet is not supported`))

  constructor(readonly root: SvgElement) {
    this.#collect(root)
    this.#declare(root, [])
  }

  get notes(): readonly string[] {
    return [...this.#notes]
  }

  /** Keeps what is not shown, each thing once and not too many. */
  note(text: string): void {
    if (this.#notes.size < 20) this.#notes.add(text)
  }

  /** The stops of a gradient, which many shapes may refer to: read once. */
  stopsOf(gradient: SvgElement, read: () => readonly GradientStop[]): readonly GradientStop[] {
    let stops = this.#stops.get(gradient)
    if (!stops) {
      stops = read()
      this.#stops.set(gradient, stops)
    }
    return stops
  }

  /** Parts counted so far. */
  get parts(): number {
    return this.#parts
  }

  /** Counts parts before they are made. @throws ImageError when there are too many */
  count(parts: number): void {
    this.#parts += parts
    if (this.#parts > MAX_PARTS) {
      throw new ImageError('image-too-large', `the drawing has more than ${MAX_PARTS} parts`)
    }
  }

  /** Counts an element that is converted, by what there is to read about it. @throws ImageError */
  countElement(element: SvgElement): void {
    let cost = this.#costs.get(element)
    if (cost === undefined) {
      let characters = 0
      // An image is read once, however long its URI is.
      for (const [name, value] of element.attributes) if (name !== 'href') characters += value.length
      for (const value of this.declared(element).values()) characters += value.length
      cost = 1 + Math.floor(characters / CHARACTERS_PER_PART)
      this.#costs.set(element, cost)
    }
    this.count(cost)
  }

  byId(id: string): SvgElement | undefined {
    return this.#ids.get(id)
  }

  /** What attributes, rules and the style attribute say, without inheritance. */
  declared(element: SvgElement): Declarations {
    return this.#declared.get(element) ?? NOTHING
  }

  #collect(element: SvgElement): void {
    const id = element.attributes.get('id')
    if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, element)
    if (element.name === 'style') this.#sheet.add(textOf(element))
    for (const child of element.children) if (isElement(child)) this.#collect(child)
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
    for (const child of element.children) if (isElement(child)) this.#declare(child, ancestors)
    ancestors.pop()
  }
}

function isElement(content: SvgContent): content is SvgElement {
  return content.kind === 'element'
}

/** The id that a reference such as `#a` names within the drawing. */
export function referencedId(element: SvgElement): string | undefined {
  const reference = element.attributes.get('href') ?? element.attributes.get('xlink:href')
  return reference?.trim().startsWith('#') ? reference.trim().slice(1) : undefined
}

/** The id in `url(#a)`. */
export function urlId(value: string | undefined): string | undefined {
  return /^\s*url\(\s*["']?#([^"')]+)["']?\s*\)/i.exec(value ?? '')?.[1]
}
