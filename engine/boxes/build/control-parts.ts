import type { SelectorPseudoElement } from '../../css/selectors/selector.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import { meterRegion } from '../../template/filled-part.js'
import { DATE_TYPES, inputType, showsPlaceholder } from '../../template/input-text.js'

/** The parts that form controls are made of (css-forms-1 §B), as far as they show on paper. */
export type ControlPart = Extract<
  SelectorPseudoElement,
  `-webkit-${string}` | `-internal-${string}` | 'placeholder' | 'file-selector-button'
>

const NO_PARTS: readonly ControlPart[] = []

/**
 * The outermost parts of a control, in order: its text, and what it draws itself, or where its style takes that away
 * (`appearance: none`) the parts that authors give a style. Empty for elements that have none.
 */
export function partsOf(element: BoundElement, style: ComputedStyle): readonly ControlPart[] {
  return PARTS.get(element.name)?.(element, style) ?? NO_PARTS
}

type PartsOf = (element: BoundElement, style: ComputedStyle) => readonly ControlPart[]

const LOOK: readonly ControlPart[] = ['-internal-look']

/** Parts that `appearance: none` puts in the place of what the control draws itself. */
function lookOr(parts: readonly ControlPart[]): PartsOf {
  return (_element, { appearance }) => (appearance === 'none' ? parts : LOOK)
}

const PARTS: ReadonlyMap<string, PartsOf> = new Map<string, PartsOf>([
  ['input', (element, style) => INPUT_PARTS.get(inputType(element))?.(element, style) ?? textParts(element)],
  ['textarea', textareaParts],
  ['select', lookOr(NO_PARTS)],
  ['progress', lookOr(['-webkit-progress-bar'])],
  ['meter', (_element, { appearance }) => [appearance === 'none' ? '-webkit-meter-bar' : '-internal-meter-bar']],
])

/** Several parts stand beside each other, whatever the input itself is. */
const IN_ROW: PartsOf = () => ['-internal-row']

const INPUT_PARTS: ReadonlyMap<string, PartsOf> = new Map<string, PartsOf>([
  ['checkbox', lookOr(NO_PARTS)],
  ['radio', lookOr(NO_PARTS)],
  ['range', IN_ROW],
  ['color', () => ['-webkit-color-swatch-wrapper']],
  ['file', IN_ROW],
  ['hidden', () => NO_PARTS],
  ['number', (element, style) => (style.appearance === 'textfield' ? textParts(element) : IN_ROW(element, style))],
  ['search', (element, style) => (element.attributes.get('value') ? IN_ROW(element, style) : textParts(element))],
  ...[...DATE_TYPES].map((type) => [type, IN_ROW] as const),
])

const ROWS: ReadonlyMap<string, ControlPart> = new Map<string, ControlPart>([
  ['number', '-webkit-inner-spin-button'],
  ['search', '-webkit-search-cancel-button'],
])

function rowParts(element: BoundElement, { appearance }: ComputedStyle): readonly ControlPart[] {
  const type = inputType(element)
  if (type === 'range') {
    const track: readonly ControlPart[] = ['-internal-icon', '-webkit-slider-runnable-track']
    return appearance === 'none' ? track : ['-internal-look', ...track]
  }
  if (type === 'file') return ['file-selector-button', '-internal-text']
  return [...textParts(element), ROWS.get(type) ?? '-webkit-calendar-picker-indicator']
}

/** A text area that is as large as its content has a line also where it is empty. */
function textareaParts(element: BoundElement, { fieldSizing }: ComputedStyle): readonly ControlPart[] {
  if (showsPlaceholder(element)) return ['placeholder']
  return fieldSizing === 'content' && element.children.length === 0 ? ['-internal-text'] : NO_PARTS
}

function textParts(element: BoundElement): readonly ControlPart[] {
  return showsPlaceholder(element) ? ['placeholder'] : ['-internal-text']
}

/** The inner parts of a part, in order. @param style of the outer part */
export function innerParts(element: BoundElement, part: ControlPart, style: ComputedStyle): readonly ControlPart[] {
  switch (part) {
    case '-internal-row':
      return rowParts(element, style)
    case '-webkit-progress-bar':
      return ['-webkit-progress-value']
    case '-webkit-meter-bar':
      return [`-webkit-meter-${meterRegion((name) => element.attributes.get(name))}-value`]
    case '-internal-meter-bar':
      return [`-internal-meter-${meterRegion((name) => element.attributes.get(name))}-value`]
    case '-webkit-slider-runnable-track':
      return ['-webkit-slider-thumb']
    case '-webkit-slider-thumb':
      return style.appearance === 'none' ? NO_PARTS : ['-internal-thumb']
    case '-webkit-color-swatch-wrapper':
      return ['-webkit-color-swatch']
    case '-webkit-inner-spin-button':
    case '-webkit-search-cancel-button':
      return style.appearance === 'none' ? NO_PARTS : ['-internal-icon']
    default:
      return NO_PARTS
  }
}
