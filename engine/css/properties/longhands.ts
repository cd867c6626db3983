import { invariant } from '../../base/invariant.js'
import { BLACK } from '../../base/rgb-color.js'
import { type ComputeContext, computedColor } from '../values/compute-values.js'
import { tokenizeCss, valueCursor } from '../values/value-cursor.js'
import type { ValueParser } from '../values/value-parsers.js'
import { ANIMATION_PROPERTIES } from './animations.js'
import { BACKGROUND_PROPERTIES } from './background.js'
import { BORDER_IMAGE_PROPERTIES } from './border-image.js'
import { BORDER_PROPERTIES } from './borders.js'
import { BOX_PROPERTIES } from './box.js'
import { CONTAINMENT_PROPERTIES } from './containment.js'
import { CONTENT_PROPERTIES } from './content.js'
import { EFFECT_PROPERTIES } from './effects.js'
import { FLEX_PROPERTIES } from './flex.js'
import { FONT_PROPERTIES } from './fonts.js'
import { FRAGMENTATION_PROPERTIES } from './fragmentation.js'
import { GRID_PROPERTIES } from './grid.js'
import { INITIAL_LETTER_PROPERTIES } from './initial-letter.js'
import { LETTER_PAINT_PROPERTIES } from './letter-paint.js'
import { MASK_PROPERTIES } from './masks.js'
import { OVERFLOW_PROPERTIES } from './overflow.js'
import { PAGED_PROPERTIES } from './paged.js'
import { POSITION_PROPERTIES } from './position.js'
import type { Property, PropertyOfFields, Spellings } from './property.js'
import { SHAPE_PROPERTIES } from './shapes.js'
import { SVG_PROPERTIES } from './svg.js'
import { TABLE_PROPERTIES } from './tables.js'
import { TEXT_PROPERTIES } from './text.js'
import { TEXT_BOX_PROPERTIES } from './text-box.js'
import { EMPHASIS_PROPERTIES } from './text-emphasis.js'
import { WILL_CHANGE_PROPERTIES } from './will-change.js'
import { ZOOM_PROPERTIES } from './zoom.js'

/** The records of all longhands. */
const PROPERTIES = {
  ...FONT_PROPERTIES,
  ...TEXT_PROPERTIES,
  ...EMPHASIS_PROPERTIES,
  ...TEXT_BOX_PROPERTIES,
  ...INITIAL_LETTER_PROPERTIES,
  ...OVERFLOW_PROPERTIES,
  ...LETTER_PAINT_PROPERTIES,
  ...BOX_PROPERTIES,
  ...BORDER_PROPERTIES,
  ...TABLE_PROPERTIES,
  ...FRAGMENTATION_PROPERTIES,
  ...FLEX_PROPERTIES,
  ...POSITION_PROPERTIES,
  ...CONTENT_PROPERTIES,
  ...GRID_PROPERTIES,
  ...PAGED_PROPERTIES,
  ...BACKGROUND_PROPERTIES,
  ...BORDER_IMAGE_PROPERTIES,
  ...EFFECT_PROPERTIES,
  ...CONTAINMENT_PROPERTIES,
  ...MASK_PROPERTIES,
  ...SHAPE_PROPERTIES,
  ...SVG_PROPERTIES,
  ...WILL_CHANGE_PROPERTIES,
  ...ANIMATION_PROPERTIES,
  ...ZOOM_PROPERTIES,
} as const

type Records = typeof PROPERTIES

export type LonghandName = keyof Records

/** The declared value of a property, CSS-wide keywords apart. */
export type DeclaredValue<P extends LonghandName> = Exclude<ReturnType<Records[P]['parse']>, undefined>

export type AnyDeclaredValue = { [P in LonghandName]: DeclaredValue<P> }[LonghandName]

/** `margin-top` is `marginTop`. */
type CamelCase<P extends string> = P extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : P

type Computed<P extends LonghandName> = ReturnType<Records[P]['compute']>

type OfKind<K> = { [P in LonghandName]: Records[P]['kind'] extends K ? P : never }[LonghandName]

type OneField = { [P in OfKind<'one-field'> as CamelCase<P>]: Computed<P> }

/** The members of a union as one type: a parameter that takes each of them takes their intersection. */
type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer All) => void ? All : never

type AllFields = OneField & Intersection<Computed<OfKind<'fields'>>>

/** The computed values of all properties, by field. */
export type PropertyValues = { readonly [F in keyof AllFields]: AllFields[F] }

export type PropertyField = keyof PropertyValues

export type MutableValues = { -readonly [F in PropertyField]: PropertyValues[F] }

/** A longhand as the cascade works with it. */
export interface Longhand extends Spellings {
  readonly name: LonghandName
  readonly parse: ValueParser<AnyDeclaredValue>
  readonly inherited: boolean
  /** Whether the value is one colour, which may be `currentcolor`, and is not inherited unless the author says so. */
  readonly isColor: boolean
  /** As an author would write it. */
  readonly initial: string
  readonly initialValue: AnyDeclaredValue
  readonly fields: readonly PropertyField[]
  /** Sets its fields. @param value a `DeclaredValue<name>` */
  compute(style: MutableValues, value: AnyDeclaredValue, context: ComputeContext): void
  /** Sets its fields to what the parent hands on. */
  inherit(style: MutableValues, parent: PropertyValues, context: ComputeContext): void
}

const NO_METRICS = {
  ...{ ascent: 0, descent: 0, lineGap: 0 },
  ...{ xHeight: 0, capHeight: 0, zeroAdvance: 0, averageAdvance: 0, widestGlyph: 0 },
}

/** The context in which initial values are computed; they depend on hardly any of it. */
const INITIAL_CONTEXT: ComputeContext = {
  units: {
    fontSize: 0,
    font: { primary: { metrics: NO_METRICS } },
    lineHeight: 0,
    rootFontSize: 0,
    rootLineHeight: 0,
    zoom: 1,
    viewport: { width: 0, height: 0 },
  },
  own: { color: BLACK, fontFamily: [], isRoot: false },
  parent: {
    color: BLACK,
    accentColor: BLACK,
    direction: 'ltr',
    fontFamily: [],
    fontSize: 0,
    fontSizeSource: { keyword: undefined, absolute: false },
    fontWeight: 0,
    textAlign: 'start',
    blockAlign: 'normal',
    lineHeight: 'normal',
    appearance: 'none',
    page: '',
    zoom: 1,
  },
}

type AnyRecord = Property<AnyDeclaredValue, unknown> | PropertyOfFields<AnyDeclaredValue, object>

function longhandFrom(name: LonghandName, record: AnyRecord): Longhand {
  const initialValue = parseInitial(name, record)
  const fields = fieldsOf(name, record, initialValue)
  const [field] = fields
  const set = (style: Record<string, unknown>, computed: unknown): void => {
    if (record.kind === 'fields') Object.assign(style, computed)
    else if (field) style[field] = computed
  }
  return {
    ...record,
    name,
    isColor: record.compute === computedColor && !record.inherited,
    initialValue,
    fields,
    compute: (style, value, context) => set(style, record.compute(value, context)),
    inherit(style, parent, context) {
      if (record.inherit) set(style, record.inherit(context))
      else for (const each of fields) copyField(style, parent, each)
    },
  }
}

function parseInitial(name: string, { parse, initial }: AnyRecord): AnyDeclaredValue {
  const cursor = valueCursor(tokenizeCss(initial), 'internal')
  const value = parse(cursor)
  invariant(value !== undefined && cursor.done, `an initial value of ${name}`)
  return value
}

function fieldsOf(name: string, record: AnyRecord, initial: AnyDeclaredValue): readonly PropertyField[] {
  const camelCase = name.replace(/-./g, (match) => match.slice(1).toUpperCase())
  const names = record.kind === 'fields' ? Object.keys(record.compute(initial, INITIAL_CONTEXT)) : [camelCase]
  return names as PropertyField[]
}

/** Copies a field from one style to another. */
export function copyField<S, F extends keyof S>(to: S, from: Readonly<S>, field: F): void {
  to[field] = from[field]
}

const BY_NAME: ReadonlyMap<string, Longhand> = new Map(
  (Object.keys(PROPERTIES) as LonghandName[]).map((name) => [name, longhandFrom(name, PROPERTIES[name])]),
)

/** All longhands, those of fonts first. */
export const LONGHANDS: readonly Longhand[] = [...BY_NAME.values()]

export function longhandOf(name: LonghandName): Longhand
export function longhandOf(name: string): Longhand | undefined
export function longhandOf(name: string): Longhand | undefined {
  return BY_NAME.get(name)
}

/** The initial values of all fields. */
export const INITIAL_VALUES: PropertyValues = initialValues()

function initialValues(): PropertyValues {
  const values = {} as MutableValues
  for (const longhand of LONGHANDS) longhand.compute(values, longhand.initialValue, INITIAL_CONTEXT)
  return values
}
