import type { SelectorPseudoElement } from '../../css/selectors/selector.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import { meterRegion } from '../../template/filled-part.js'

/** The parts that form controls are made of (css-forms-1 §B), as far as they show on paper. */
export type ControlPart = Extract<SelectorPseudoElement, `-webkit-${string}` | `-internal-${string}`>

/**
 * What stands first in a control: what it draws itself, or where its style takes that away (`appearance: none`) the parts
 * that authors give a style. Undefined for elements that have none.
 */
export function firstPart(element: BoundElement, { appearance }: ComputedStyle): ControlPart | undefined {
  if (appearance !== 'none') return PARTS.has(element.name) ? '-internal-look' : undefined
  return PARTS.get(element.name)?.(element)
}

type PartOf = (element: BoundElement) => ControlPart | undefined

const PARTS: ReadonlyMap<string, PartOf> = new Map<string, PartOf>([
  ['input', (element) => (isRange(element) ? '-webkit-slider-runnable-track' : undefined)],
  ['select', () => undefined],
  ['progress', () => '-webkit-progress-bar'],
  ['meter', () => '-webkit-meter-bar'],
])

function isRange({ attributes }: BoundElement): boolean {
  return attributes.get('type')?.trim().toLowerCase() === 'range'
}

/** The part that stands in another one. */
export function innerPart(element: BoundElement, part: ControlPart): ControlPart | undefined {
  switch (part) {
    case '-internal-look':
      return isRange(element) ? '-internal-thumb' : undefined
    case '-webkit-progress-bar':
      return '-webkit-progress-value'
    case '-webkit-meter-bar':
      return `-webkit-meter-${meterRegion((name) => element.attributes.get(name))}-value`
    case '-webkit-slider-runnable-track':
      return '-webkit-slider-thumb'
    default:
      return undefined
  }
}
