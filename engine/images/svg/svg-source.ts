import { ImageError } from '../image-error.js'
import type { GradientStop } from '../vector-types.js'
import type { SvgElement } from './svg-element.js'

/**
 * Parts of one drawing after references are followed: elements, segments of paths, stops of gradients, letters. A few
 * lines of references to references can ask for any number.
 */
const MAX_PARTS = 1_000_000

/** Characters of attributes that count as one part each time they are read. */
const CHARACTERS_PER_PART = 16

/** A drawing's elements by id, its notes, and its size in parts. */
export class SvgSource {
  readonly #ids = new Map<string, SvgElement>()
  readonly #costs = new Map<SvgElement, number>()
  readonly #notes = new Set<string>()
  readonly #stops = new Map<SvgElement, readonly GradientStop[]>()
  #parts = 0

  /**
   * @param outside finds elements of the document around the drawing by their id
   * @param drawing that uses elements of this one: it has all counts and notes
   */
  constructor(
    readonly root: SvgElement,
    private readonly outside?: (id: string) => SvgElement | undefined,
    private readonly drawing?: SvgSource,
  ) {
    this.#collect(root)
  }

  get notes(): readonly string[] {
    return [...this.#notes]
  }

  /** Keeps what is not shown, each thing once and not too many. */
  note(text: string): void {
    if (this.drawing) this.drawing.note(text)
    else if (this.#notes.size < 20) this.#notes.add(text)
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
    return this.drawing ? this.drawing.parts : this.#parts
  }

  /** Counts parts before they are made. @throws ImageError when there are too many */
  count(parts: number): void {
    if (this.drawing) {
      this.drawing.count(parts)
      return
    }
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
      cost = 1 + Math.floor(characters / CHARACTERS_PER_PART)
      this.#costs.set(element, cost)
    }
    this.count(cost)
  }

  byId(id: string): SvgElement | undefined {
    return this.#ids.get(id) ?? this.outside?.(id)
  }

  #collect(element: SvgElement): void {
    const id = element.attributes.get('id')
    if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, element)
    for (const child of element.children) if (child.kind === 'element') this.#collect(child)
  }
}

/** Paints that take over from each other; more is a circle or a prank. */
const MAX_CHAIN = 32

/** A gradient or pattern and those it refers to, which give what it does not say itself. */
export function referenceChain(
  source: SvgSource,
  element: SvgElement,
  isKin: (element: SvgElement) => boolean,
): readonly SvgElement[] {
  const chain: SvgElement[] = []
  for (let next: SvgElement | undefined = element; next && chain.length < MAX_CHAIN && !chain.includes(next); ) {
    chain.push(next)
    const id = referencedId(next)
    const referenced = id === undefined ? undefined : source.byId(id)
    next = referenced && isKin(referenced) ? referenced : undefined
  }
  return chain
}

/** The id that a reference such as `#a` names within the drawing. */
export function referencedId(element: SvgElement): string | undefined {
  const address = addressOf(element)
  return address?.startsWith('#') ? address.slice(1) : undefined
}

/** The address that an element refers to. */
export function addressOf({ attributes }: SvgElement): string | undefined {
  return (attributes.get('href') ?? attributes.get('xlink:href'))?.trim() || undefined
}
