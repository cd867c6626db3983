/** What becomes of an element of a drawing. */
export type DrawnFate =
  /** It is drawn, or part of what is. */
  | 'drawn'
  /** Nothing of it is drawn, and nobody misses it. */
  | 'hidden'
  /** It is left out, which is reported where the drawing would look different with it. */
  | 'not played'

/** The elements of SVG 2, of its filters and animations, and those of SVG 1.1 that editors still write. */
const FATES: Readonly<Record<DrawnFate, string>> = {
  drawn:
    'a circle clipPath defs ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix ' +
    'feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR ' +
    'feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile ' +
    'feTurbulence filter foreignObject g image line linearGradient marker mask path pattern polygon polyline ' +
    'radialGradient rect stop style svg switch symbol text textPath tspan use',
  hidden:
    'animateColor color-profile cursor desc font font-face font-face-format font-face-name font-face-src font-face-uri glyph ' +
    'hkern link metadata missing-glyph mpath script title view vkern',
  'not played': 'animate animateMotion animateTransform discard set',
}

const BY_NAME: ReadonlyMap<string, DrawnFate> = new Map(
  (Object.keys(FATES) as DrawnFate[]).flatMap((fate) => drawingElements(fate).map((name) => [name, fate] as const)),
)

/** The elements of a fate. */
export function drawingElements(fate: DrawnFate): readonly string[] {
  return FATES[fate].split(' ')
}

/** What becomes of an element; undefined for a name that SVG does not know. */
export function drawnFate(name: string): DrawnFate | undefined {
  return BY_NAME.get(name)
}
