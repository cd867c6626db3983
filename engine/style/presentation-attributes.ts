import type { Span } from '../base/source.js'
import type { Declaration } from '../css/properties/declaration.js'
import { parsePropertyAttribute } from '../css/syntax/parse-attribute.js'
import { parseTransform } from '../images/svg/transform-list.js'

/** Presentation attributes of SVG whose names are those of properties (SVG 2 §6.6): the one list of them. */
const PROPERTY_ATTRIBUTES: readonly string[] = [
  'alignment-baseline',
  'baseline-shift',
  'clip-path',
  'clip-rule',
  'color',
  'color-interpolation-filters',
  'direction',
  'display',
  'dominant-baseline',
  'fill',
  'fill-opacity',
  'fill-rule',
  'filter',
  'flood-color',
  'flood-opacity',
  'font-family',
  'font-size',
  'font-size-adjust',
  'font-stretch',
  'font-style',
  'font-variant',
  'font-weight',
  'image-rendering',
  'letter-spacing',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'mask-type',
  'opacity',
  'overflow',
  'paint-order',
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
  'transform-origin',
  'unicode-bidi',
  'vector-effect',
  'visibility',
  'white-space',
  'word-spacing',
]

const NAMES: ReadonlySet<string> = new Set(PROPERTY_ATTRIBUTES)

/** Attributes of SVG elements that are mapped to declarations. */
export const SVG_HINT_ATTRIBUTES: readonly string[] = [
  ...PROPERTY_ATTRIBUTES,
  'height',
  'space',
  'transform',
  'width',
  'xml:space',
]

/** Values of attributes that are longer say nothing; the dashes of a chart are a few dozen characters. */
const LONGEST_VALUE = 10_000

/**
 * Equal for elements whose presentation attributes are equal; empty where there are none. Parts of drawings have all
 * transforms in common: their declaration says that the attribute counts.
 */
export function presentationKey(name: string, attributes: ReadonlyMap<string, string>): string {
  let key = ''
  for (const [attribute, value] of attributes) {
    if (!isPresentation(attribute) || value.length > LONGEST_VALUE) continue
    const said = attribute === 'transform' && name !== 'svg' ? String(value.trim() !== '') : value
    key += `\u0001${attribute}\u0002${said}`
  }
  return key === '' || name !== 'svg' ? key : `svg${key}`
}

function isPresentation(attribute: string): boolean {
  return NAMES.has(attribute) || attribute === 'transform' || attribute === 'space' || attribute === 'xml:space'
}

/** The declarations of the presentation attributes of an SVG element (SVG 2 §6.6). */
export function presentationDeclarations(
  name: string,
  attributes: ReadonlyMap<string, string>,
  span: Span,
): readonly Declaration[] {
  const declarations: Declaration[] = []
  const add = (property: string, value: string) => {
    for (const declaration of parsePropertyAttribute({ property, value }, span)) declarations.push(declaration)
  }
  for (const [attribute, value] of attributes) {
    if (value.length > LONGEST_VALUE) continue
    if (NAMES.has(attribute)) add(attribute, value)
    else if (attribute === 'transform' && value.trim() !== '') {
      const hint = name === 'svg' ? transformHint(value) : '__attribute()'
      if (hint !== undefined) add('transform', hint)
    }
  }
  const space = attributes.get('xml:space') ?? attributes.get('space')
  if (space === 'preserve' && !attributes.has('white-space')) add('white-space', 'pre')
  return declarations
}

/** The attribute in the syntax of the property, which takes no other numbers than CSS does (css-transforms-1 §10). */
function transformHint(text: string): string | undefined {
  const matrix = parseTransform(text)
  if (!matrix) return undefined
  const { a, b, c, d, e, f } = matrix
  return `matrix(${a},${b},${c},${d},${e},${f})`
}
