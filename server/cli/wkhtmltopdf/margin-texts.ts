import { cssString } from '../../render/doors/css-text.js'
import { CommandError } from '../command.js'
import type { GivenOptions } from './parse-words.js'
import { has, lastNumber, lastOf } from './read-options.js'
import { contentOfText } from './variables.js'

/** One of the two edges of pages that have texts. */
export type Edge = 'header' | 'footer'

const PLACES = ['left', 'center', 'right'] as const

/** How far a header or footer is from the content, in px. @throws CommandError */
export function spacingOf(options: GivenOptions, edge: Edge): number {
  return (lastNumber(options, `${edge}-spacing`, 0) * 96) / 25.4
}

/**
 * The boxes in the margin of pages for the texts of a header or footer: at true size, at the edge of the content less the
 * spacing, with a line there where one is wanted.
 *
 * @returns rules to stand in `@page`
 * @throws CommandError
 */
export function textBoxes(options: GivenOptions, edge: Edge, values: ReadonlyMap<string, string>): string {
  const texts = PLACES.map((place) => defaultText(options, edge, place) ?? '')
  const hasLine = has(options, `${edge}-line`) || (edge === 'header' && has(options, 'default-header'))
  if (!hasLine && texts.every((text) => text === '')) return ''
  const size = lastNumber(options, `${edge}-font-size`, 12)
  if (size < 0 || size > 1_000) throw new CommandError(`--${edge}-font-size must be a size in points, not ${size}`)
  const family = cssString(lastOf(options, `${edge}-font-name`) ?? 'Arial')
  const [side, away, toward] = edge === 'header' ? ['top', 'bottom', 'bottom'] : ['bottom', 'top', 'top']
  const shared =
    `font: ${size}pt ${family}; color: black; white-space: nowrap; vertical-align: ${toward}; ` +
    `margin-${away}: ${spacingOf(options, edge)}px;` +
    (hasLine ? ` border-${away}: 1px solid black; width: 33.3333%;` : '')
  return PLACES.flatMap((place, index) => {
    const text = texts[index] ?? ''
    if (text === '' && !hasLine) return []
    return [`@${side}-${place} { content: ${contentOfText(text, values)}; text-align: ${place}; ${shared} }`]
  }).join('\n')
}

/** `--default-header` stands for a page name on the left, numbers on the right and a line. */
function defaultText(options: GivenOptions, edge: Edge, place: (typeof PLACES)[number]): string | undefined {
  const own = lastOf(options, `${edge}-${place}`)
  if (own !== undefined || edge !== 'header' || !has(options, 'default-header')) return own
  return place === 'left' ? '[webpage]' : place === 'right' ? '[page]/[toPage]' : undefined
}
