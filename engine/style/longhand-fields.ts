import type { LonghandName } from '../css/longhands.js'
import { COMPUTATIONS } from './compute-longhands.js'
import type { ComputedStyle } from './computed-style.js'
import { FONT_LONGHANDS } from './longhand-context.js'

/** The fields of a computed style that a longhand sets; none for the parts of `fontFeatures`. */
export function fieldsOf(name: LonghandName): readonly (keyof ComputedStyle)[] {
  return FIELDS.get(name) ?? []
}

const FIELDS: ReadonlyMap<string, readonly (keyof ComputedStyle)[]> = new Map(
  [...FONT_LONGHANDS, ...Object.keys(COMPUTATIONS)].map((name) => [name, fields(name)]),
)

function fields(name: string): readonly (keyof ComputedStyle)[] {
  if (name === 'text-align') return ['textAlign', 'blockAlign']
  if (name === 'border-spacing') return ['borderSpacingX', 'borderSpacingY']
  if (['font-variant-ligatures', 'font-variant-numeric', 'font-feature-settings'].includes(name)) return []
  return [name.replace(/-./g, (match) => match.slice(1).toUpperCase()) as keyof ComputedStyle]
}
