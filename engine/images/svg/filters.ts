import type {
  ColorFunction,
  ColorMatrixRow,
  FilterFunction,
  FilterReference,
  FilterStep,
  ShadowFilter,
} from '../../base/filter-function.js'
import type { Rect } from '../../base/geometry.js'
import { BLACK, type RgbColor } from '../../base/rgb-color.js'
import { effectRegion } from './effect-region.js'
import { withOpacity } from './svg-color.js'
import type { SvgElement } from './svg-element.js'
import type { LengthContext } from './svg-length.js'
import type { SvgSource } from './svg-source.js'
import type { SvgStyles } from './svg-style.js'

/** Layers drawn one over the other, each the filtered element or its shadow. */
export type FilterLayers = readonly (readonly FilterStep[])[]

/** Layers of one filter: more would draw the element more often than any picture needs. */
const MAX_LAYERS = 16

/** The element or box that is filtered. */
export interface Filtered {
  /** Its bounding box; undefined where it is not known well enough to cut anything off. */
  readonly box: () => Rect | undefined
  readonly viewport: LengthContext
}

/**
 * A `filter` element as layers (filter-effects-1 §9): blur, offset, shadow, flood, colour matrices, and what puts these
 * together, as far as they are in the filter region. Undefined when it has other primitives, which are noted.
 *
 * AD-HOC: what is blurred is mixed in sRGB, and what is outside of the region before it is blurred or moved counts, as in
 * browsers. UNSUPPORTED: the regions of primitives.
 */
export function filterLayers(
  source: SvgSource,
  styles: SvgStyles,
  id: string,
  filtered: Filtered,
): FilterLayers | undefined {
  const element = source.byId(id)
  if (element?.name !== 'filter') return undefined
  const reader = new FilterReader(styles, filtered.viewport)
  for (const child of element.children) {
    if (child.kind !== 'element' || !child.name.startsWith('fe')) continue
    source.countElement(child)
    if (!reader.read(child) || element.attributes.get('primitiveUnits') === 'objectBoundingBox') {
      source.note(`the filter primitive ${child.name} is not supported as it is used here`)
      return undefined
    }
  }
  const box = filtered.box()
  if (!box && reader.layers.some((steps) => floodOf(steps))) {
    source.note('a flood behind text is not supported')
    return undefined
  }
  if (!box) return reader.layers
  const rect = effectRegion(element, 'filterUnits', box, filtered.viewport)
  return reader.layers.map((steps) => [...steps, { kind: 'region', rect }])
}

/**
 * A list of CSS as layers: each layer of a filter that it refers to is made of all that the filters before it make.
 * @param resolve the layers of a `filter` element; undefined where there is none, which changes nothing
 */
export function expandFilters(
  filters: readonly (FilterFunction | FilterReference)[],
  resolve: (reference: FilterReference) => FilterLayers | undefined,
): FilterLayers {
  let layers: FilterLayers = [[]]
  for (const filter of filters) {
    const own = filter.kind === 'reference' ? (resolve(filter) ?? [[]]) : [[filter]]
    layers = own.flatMap((steps) => layers.map((before) => [...before, ...steps])).slice(-MAX_LAYERS)
  }
  return layers
}

class FilterReader {
  readonly #results = new Map<string, FilterLayers>([
    ['SourceGraphic', [[]]],
    ['SourceAlpha', [[{ kind: 'shadow', x: 0, y: 0, blur: 0, color: BLACK }]]],
  ])
  #last: FilterLayers = [[]]

  constructor(
    private readonly styles: SvgStyles,
    private readonly viewport: LengthContext,
  ) {}

  get layers(): FilterLayers {
    return this.#last
  }

  /** Whether the primitive can be read. */
  read(element: SvgElement): boolean {
    const outcome = this.#outcome(element)
    if (!outcome || outcome.length > MAX_LAYERS) return false
    this.#last = outcome
    const name = element.attributes.get('result')
    if (name !== undefined) this.#results.set(name, outcome)
    return true
  }

  #outcome(element: SvgElement): FilterLayers | undefined {
    const { attributes } = element
    const input = this.#input(attributes.get('in'))
    switch (element.name) {
      case 'feFlood':
        return this.#flood(element)
      case 'feGaussianBlur':
        return this.#each(input, (steps) => blurred(steps, deviation(attributes)))
      case 'feOffset':
        return this.#each(input, (steps) => moved(steps, number(attributes, 'dx'), number(attributes, 'dy')))
      case 'feDropShadow':
        return this.#dropShadow(element, input)
      case 'feColorMatrix':
        return this.#colorMatrix(element, input)
      case 'feComposite':
        return this.#composite(attributes.get('operator') ?? 'over', input, this.#input(attributes.get('in2')))
      case 'feBlend':
        if ((attributes.get('mode') ?? 'normal') !== 'normal') return undefined
        return this.#composite('over', input, this.#input(attributes.get('in2')))
      case 'feMerge':
        return this.#merge(element)
      default:
        return undefined
    }
  }

  /** What is transparent everywhere leaves no layer. */
  #flood(element: SvgElement): FilterLayers {
    const color = this.#floodColor(element)
    return color.alpha > 0 ? [[{ kind: 'flood', color }]] : []
  }

  #input(name: string | undefined): FilterLayers {
    return (name === undefined ? undefined : this.#results.get(name)) ?? this.#last
  }

  #each(
    input: FilterLayers,
    change: (steps: readonly FilterStep[]) => readonly FilterStep[] | undefined,
  ): FilterLayers | undefined {
    const layers: (readonly FilterStep[])[] = []
    for (const steps of input) {
      const changed = change(steps)
      if (!changed) return undefined
      layers.push(changed)
    }
    return layers
  }

  #dropShadow(element: SvgElement, input: FilterLayers): FilterLayers | undefined {
    const { attributes } = element
    const shadow: ShadowFilter = {
      x: number(attributes, 'dx', 2),
      y: number(attributes, 'dy', 2),
      blur: deviation(attributes, 2),
      color: this.#floodColor(element),
    }
    return this.#each(input, (steps) => (shadowOf(steps) ? undefined : [...steps, { kind: 'drop-shadow', ...shadow }]))
  }

  #merge({ children }: SvgElement): FilterLayers | undefined {
    const layers: (readonly FilterStep[])[] = []
    for (const child of children) {
      if (child.kind !== 'element' || child.name !== 'feMergeNode') continue
      const input = this.#input(child.attributes.get('in'))
      layers.push(...input)
      if (layers.length > MAX_LAYERS) return undefined
    }
    return layers
  }

  #composite(operator: string, top: FilterLayers, below: FilterLayers): FilterLayers | undefined {
    if (operator === 'over') return [...below, ...top]
    if (operator === 'in' && top.length === 0) return top
    const [only, ...others] = top
    const flood = only && others.length === 0 ? floodOf(only) : undefined
    // A colour within what is drawn is its shadow in that colour.
    if (operator === 'in' && flood) return this.#each(below, (steps) => inColor(steps, flood))
    // AD-HOC: a shadow outside of the shape that casts it: what programs draw over it hides the rest.
    const isShadows = (layers: FilterLayers) => layers.length > 0 && layers.every((steps) => shadowOf(steps))
    return operator === 'out' && isShadows(top) && isShadows(below) ? top : undefined
  }

  /** §9.6: values that are wrong, or too few or many, change nothing. */
  #colorMatrix(element: SvgElement, input: FilterLayers): FilterLayers | undefined {
    const { attributes } = element
    const type = attributes.get('type') ?? 'matrix'
    const values = (attributes.get('values') ?? '')
      .split(/[\s,]+/)
      .filter((part) => part !== '')
      .map(Number)
    if (values.length !== (type === 'matrix' ? 20 : 1) || !values.every(Number.isFinite)) return input
    const [first = 0] = values
    switch (type) {
      case 'saturate':
        return this.#recolored(element, input, { kind: 'color', name: 'saturate', amount: Math.max(0, first) })
      case 'hueRotate':
        return this.#recolored(element, input, { kind: 'color', name: 'hue-rotate', amount: first })
      case 'matrix':
        return this.#each(input, (steps) => byMatrix(steps, values, this.#isLinear(element)))
      default:
        return undefined
    }
  }

  #recolored(element: SvgElement, input: FilterLayers, filter: ColorFunction): FilterLayers | undefined {
    const linear = this.#isLinear(element)
    return this.#each(input, (steps) => recolored(steps, linear ? { ...filter, linear } : filter))
  }

  #isLinear(element: SvgElement): boolean {
    return this.styles.styleOf(element, this.viewport).mixesLight
  }

  #floodColor(element: SvgElement): RgbColor {
    return this.styles.styleOf(element, this.viewport).own.floodColor
  }
}

/** The shadow that a layer is; nothing stands behind it. */
function shadowOf(steps: readonly FilterStep[]): (ShadowFilter & { readonly kind: 'shadow' }) | undefined {
  const last = steps.at(-1)
  return last?.kind === 'shadow' ? last : undefined
}

/** The colour that a layer is everywhere. */
function floodOf(steps: readonly FilterStep[]): RgbColor | undefined {
  const last = steps.at(-1)
  return last?.kind === 'flood' ? last.color : undefined
}

function withShadow(steps: readonly FilterStep[], change: Partial<ShadowFilter>): readonly FilterStep[] {
  const shadow = shadowOf(steps)
  return shadow ? [...steps.slice(0, -1), { ...shadow, ...change }] : steps
}

function blurred(steps: readonly FilterStep[], blur: number): readonly FilterStep[] {
  const shadow = shadowOf(steps)
  if (floodOf(steps)) return steps
  // The variances of bell curves add up.
  return shadow ? withShadow(steps, { blur: Math.hypot(shadow.blur, blur) }) : [...steps, { kind: 'blur', blur }]
}

function moved(steps: readonly FilterStep[], x: number, y: number): readonly FilterStep[] {
  const shadow = shadowOf(steps)
  if (floodOf(steps)) return steps
  return shadow ? withShadow(steps, { x: shadow.x + x, y: shadow.y + y }) : [...steps, { kind: 'offset', x, y }]
}

function inColor(steps: readonly FilterStep[], color: RgbColor): readonly FilterStep[] {
  const shadow = shadowOf(steps)
  if (shadow) return withShadow(steps, { color: withOpacity(color, shadow.color.alpha) })
  return [...steps, { kind: 'shadow', x: 0, y: 0, blur: 0, color }]
}

/** Shadows keep their colours but in matrices, which is where filters give them one. */
function recolored(steps: readonly FilterStep[], filter: ColorFunction): readonly FilterStep[] {
  return shadowOf(steps) ? steps : [...steps, filter]
}

/** A matrix by which colours do not depend on alpha, and alpha on no colour (§9.6). */
function byMatrix(
  steps: readonly FilterStep[],
  values: readonly number[],
  linear: boolean,
): readonly FilterStep[] | undefined {
  const at = (row: number, column: number) => values[5 * row + column] ?? 0
  const alpha = Math.max(0, Math.min(at(3, 3), 1))
  const plainAlpha = [0, 1, 2, 4].every((column) => at(3, column) === 0)
  if (!plainAlpha) return undefined
  const constant = [0, 1, 2].every((row) => [0, 1, 2, 3].every((column) => at(row, column) === 0))
  const part = (row: number) => Math.max(0, Math.min(at(row, 4), 1))
  if (constant) return inColor(steps, { red: part(0), green: part(1), blue: part(2), alpha })
  const identity = [0, 1, 2].every((row) =>
    [0, 1, 2, 3, 4].every((column) => at(row, column) === (row === column ? 1 : 0)),
  )
  const shadow = shadowOf(steps)
  if (shadow) {
    if (!identity && [0, 1, 2].some((row) => at(row, 4) !== 0)) return undefined
    return withShadow(steps, { color: withOpacity(shadow.color, alpha) })
  }
  if (!identity && [0, 1, 2].some((row) => at(row, 3) !== 0)) return undefined
  const row = (index: number): ColorMatrixRow => [at(index, 0), at(index, 1), at(index, 2), at(index, 4)]
  const rows = [row(0), row(1), row(2)] as const
  const changed: readonly FilterStep[] = identity ? steps : [...steps, { kind: 'color', name: 'matrix', rows, linear }]
  return alpha === 1 ? changed : [...changed, { kind: 'opacity', amount: alpha }]
}

function deviation(attributes: SvgElement['attributes'], usual = 0): number {
  return Math.max(0, number(attributes, 'stdDeviation', usual))
}

/** The first number of an attribute. */
function number(attributes: SvgElement['attributes'], name: string, usual = 0): number {
  const value = Number.parseFloat(attributes.get(name) ?? '')
  return Number.isFinite(value) ? value : usual
}
