import type { SvgElement } from './svg-element.js'
import type { SvgStyle } from './svg-style.js'

/** What `switch` may choose: the graphics elements that can be shown. */
const GRAPHICS: ReadonlySet<string> = new Set([
  'a',
  'circle',
  'ellipse',
  'foreignObject',
  'g',
  'image',
  'line',
  'path',
  'polygon',
  'polyline',
  'rect',
  'svg',
  'switch',
  'text',
  'use',
])

/** The first child of a `switch` whose conditions hold, whether it shows anything or not (SVG 2 §5.8). */
export function chosenChild({ children }: SvgElement, style: SvgStyle): SvgElement | undefined {
  for (const child of children) {
    if (child.kind === 'element' && GRAPHICS.has(child.name) && meetsConditions(child, style)) return child
  }
  return undefined
}

/**
 * Conditional processing attributes (SVG 2 §5.8.2 to 5.8.4). There are no extensions; where the language of the text is
 * not known, no language is the right one.
 */
export function meetsConditions({ attributes }: SvgElement, { language }: Pick<SvgStyle, 'language'>): boolean {
  if (attributes.size === 0) return true
  if (attributes.has('requiredExtensions')) return false
  const languages = attributes.get('systemLanguage')
  if (languages === undefined) return true
  const own = language.toLowerCase()
  return languages
    .toLowerCase()
    .split(',')
    .some(
      (each) =>
        own !== '' && (each.trim() === own || each.trim().startsWith(`${own}-`) || own.startsWith(`${each.trim()}-`)),
    )
}
