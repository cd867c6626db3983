/** Names of SVG: case matters there, and §13.2.6.1 of HTML restores it whatever the author wrote. */

const ELEMENTS = [
  'altGlyph',
  'animateMotion',
  'animateTransform',
  'clipPath',
  'feBlend',
  'feColorMatrix',
  'feComponentTransfer',
  'feComposite',
  'feConvolveMatrix',
  'feDiffuseLighting',
  'feDisplacementMap',
  'feDistantLight',
  'feDropShadow',
  'feFlood',
  'feFuncA',
  'feFuncB',
  'feFuncG',
  'feFuncR',
  'feGaussianBlur',
  'feImage',
  'feMerge',
  'feMergeNode',
  'feMorphology',
  'feOffset',
  'fePointLight',
  'feSpecularLighting',
  'feSpotLight',
  'feTile',
  'feTurbulence',
  'foreignObject',
  'linearGradient',
  'radialGradient',
  'textPath',
]

const ATTRIBUTES = [
  'attributeName',
  'baseFrequency',
  'baseProfile',
  'calcMode',
  'clipPathUnits',
  'diffuseConstant',
  'edgeMode',
  'filterUnits',
  'gradientTransform',
  'gradientUnits',
  'kernelMatrix',
  'kernelUnitLength',
  'keyPoints',
  'keySplines',
  'keyTimes',
  'lengthAdjust',
  'limitingConeAngle',
  'markerHeight',
  'markerUnits',
  'markerWidth',
  'maskContentUnits',
  'maskUnits',
  'numOctaves',
  'pathLength',
  'patternContentUnits',
  'patternTransform',
  'patternUnits',
  'pointsAtX',
  'pointsAtY',
  'pointsAtZ',
  'preserveAlpha',
  'preserveAspectRatio',
  'primitiveUnits',
  'refX',
  'refY',
  'requiredExtensions',
  'requiredFeatures',
  'specularConstant',
  'specularExponent',
  'spreadMethod',
  'startOffset',
  'stdDeviation',
  'stitchTiles',
  'surfaceScale',
  'systemLanguage',
  'tableValues',
  'targetX',
  'targetY',
  'textLength',
  'viewBox',
  'xChannelSelector',
  'yChannelSelector',
  'zoomAndPan',
]

function byLowerCase(spellings: readonly string[]): ReadonlyMap<string, string> {
  return new Map(spellings.map((spelling) => [spelling.toLowerCase(), spelling]))
}

const ELEMENT_SPELLINGS = byLowerCase(ELEMENTS)
const ATTRIBUTE_SPELLINGS = byLowerCase(ATTRIBUTES)

/** The name of an element within `svg`: the specified spelling where there is one, else as written. */
export function svgElementName(written: string): string {
  return ELEMENT_SPELLINGS.get(written.toLowerCase()) ?? written
}

/** The name of an attribute of `svg` or an element within it. */
export function svgAttributeName(written: string): string {
  return ATTRIBUTE_SPELLINGS.get(written.toLowerCase()) ?? written
}

/** §13.2.6.5: HTML start tags that end an open `svg`. */
export const BREAKS_OUT_OF_SVG: ReadonlySet<string> = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
)

/** Elements of SVG with HTML content. */
export const HTML_INTEGRATION_POINTS: ReadonlySet<string> = new Set(['foreignObject', 'desc', 'title'])
