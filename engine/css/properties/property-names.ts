import type { Latitude } from '../values/value-cursor.js'
import type { CssMode } from './declaration.js'
import { LONGHANDS, type LonghandName, longhandOf } from './longhands.js'
import type { Spellings } from './property.js'
import { SHORTHANDS } from './shorthands.js'

/** The records of all properties by their names, and the names by their other spellings. */
const RECORDS: ReadonlyMap<string, Spellings> = new Map<string, Spellings>([
  ...LONGHANDS.map((longhand) => [longhand.name, longhand] as const),
  ...SHORTHANDS,
])

/** The properties that declarations can set, as CSS spells them today. */
export const PROPERTY_NAMES: readonly string[] = [...RECORDS.keys()].filter((name) => !name.startsWith('-'))

/** The first word of a name, such as `text` of `text-align`. */
function familyOf(name: string): string {
  const end = name.indexOf('-')
  return end < 0 ? name : name.slice(0, end)
}

const FAMILIES: ReadonlySet<string> = new Set(PROPERTY_NAMES.map(familyOf))

/**
 * The properties that an unknown name can be a misspelling of: those that begin with the word that it begins with, or all
 * when no property begins so.
 */
export function namesOfFamily(name: string): readonly string[] {
  const family = familyOf(name)
  return FAMILIES.has(family) ? PROPERTY_NAMES.filter((known) => familyOf(known) === family) : PROPERTY_NAMES
}

const ALIASES: ReadonlyMap<string, string> = new Map(
  [...RECORDS].flatMap(([name, { aliases = [] }]) => aliases.map((alias) => [alias, name] as const)),
)

/** The property or shorthand under whose name `name` is implemented, for left-to-right text. */
export function canonicalName(name: string): string {
  const standard = standardName(name)
  return ALIASES.get(standard) ?? standard
}

/** Edges and sizes that WebKit named by the directions of the flow before css-logical-1 did. */
const EARLY_EDGE = /^-webkit-(margin|padding|border)-(start|end|before|after)(-(?:color|style|width))?$/
const EARLY_SIZE = /^-webkit-(min-|max-)?logical-(width|height)$/

const EARLY_SIDES: Readonly<Record<string, string>> = {
  start: 'inline-start',
  end: 'inline-end',
  before: 'block-start',
  after: 'block-end',
}

/** The name in css-logical-1 of a property that an early name of WebKit stands for, which browsers still read. */
function standardName(written: string): string {
  if (!written.startsWith('-webkit-')) return written
  const edge = EARLY_EDGE.exec(written)
  if (edge) return `${edge[1]}-${EARLY_SIDES[edge[2] ?? '']}${edge[3] ?? ''}`
  const size = EARLY_SIZE.exec(written)
  return size ? `${size[1] ?? ''}${size[2] === 'width' ? 'inline' : 'block'}-size` : written
}

/** Corners that are named by the sides of the flow. */
const RELATIVE_RADIUS = /^border-(?:start|end)-(?:start|end)-radius$/

/** Whether a property is named by the directions of the flow (css-logical-1). */
export function isFlowRelative(written: string): boolean {
  const name = standardName(written)
  return FLOW_RELATIVE.test(name) || RELATIVE_RADIUS.test(name)
}

const FLOW_RELATIVE = /(?:^|-)(?:inline|block)(?:-|$)/

/**
 * The opposite side, which a flow-relative property means in right-to-left text. Undefined when `written` is not
 * relative to the inline direction.
 */
export function rightToLeftName(written: string, longhand: LonghandName): LonghandName | undefined {
  const name = standardName(written)
  if (!name.includes('-inline') && !RELATIVE_RADIUS.test(name)) return undefined
  const opposite = longhand.replace(/\b(?:left|right)\b/, (side) => (side === 'left' ? 'right' : 'left'))
  return opposite === longhand ? undefined : longhandOf(opposite)?.name
}

/** Properties of drawings whose numbers are lengths in attributes, and nowhere else in quirks mode. */
const LENGTHS_OF_DRAWINGS: ReadonlySet<string> = new Set(['transform-origin'])

/** The values that a property takes beyond CSS. @param name the canonical one */
export function latitudeOf(name: string, mode: CssMode): Latitude | undefined {
  if (mode === 'user-agent') return 'internal'
  if (mode === 'drawing')
    return RECORDS.get(name)?.quirk === 'length' || LENGTHS_OF_DRAWINGS.has(name) ? 'length' : undefined
  return mode === 'quirks' ? RECORDS.get(name)?.quirk : undefined
}
