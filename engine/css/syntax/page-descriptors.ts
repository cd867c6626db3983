import type { Size } from '../../base/geometry.js'
import { PX_PER_UNIT } from '../../base/units.js'
import type { LengthValue } from '../values/length-value.js'
import { parseLength } from '../values/numeric-value.js'
import { type CSSToken, type ValueCursor, valueCursor } from '../values/value-cursor.js'

/** The descriptors of `@page`: the sheet, besides properties of the page box (css-page-3 §7). */
export interface PageDescriptors {
  readonly size: PageSizeDeclaration
  /** Marks for cutting and for laying sheets on one another. */
  readonly marks: PageMarks
  /** How far painting extends beyond the page box; `auto` is 6pt where crop marks are. */
  readonly bleed: LengthValue | 'auto'
}

/** The `size` descriptor (css-page-3 §7.1). */
export type PageSizeDeclaration =
  | { readonly kind: 'auto' }
  /** The initial page, turned. */
  | { readonly kind: 'orientation'; readonly orientation: PageOrientation }
  | { readonly kind: 'named'; readonly size: Size; readonly orientation: PageOrientation | undefined }
  | { readonly kind: 'lengths'; readonly width: LengthValue; readonly height: LengthValue }

type PageOrientation = 'portrait' | 'landscape'

export interface PageMarks {
  readonly crop: boolean
  readonly cross: boolean
}

/** The descriptors of one rule; those left out come from weaker rules. */
export type DeclaredDescriptors = { readonly [K in keyof PageDescriptors]?: Descriptor<PageDescriptors[K]> }

interface Descriptor<T> {
  readonly value: T
  readonly important: boolean
}

const PARSERS: {
  readonly [K in keyof PageDescriptors]: (tokens: readonly CSSToken[]) => PageDescriptors[K] | undefined
} = {
  size: parsePageSize,
  marks,
  bleed,
}

export function isPageDescriptor(name: string): name is keyof PageDescriptors {
  return Object.hasOwn(PARSERS, name)
}

/** Adds a declaration to those before it in its rule; undefined when its value is invalid. */
export function addDescriptor(
  before: DeclaredDescriptors,
  name: keyof PageDescriptors,
  tokens: readonly CSSToken[],
  important: boolean,
): DeclaredDescriptors | undefined {
  const value = PARSERS[name](tokens)
  if (value === undefined) return undefined
  return before[name]?.important && !important ? before : { ...before, [name]: { value, important } }
}

function marks(tokens: readonly CSSToken[]): PageMarks | undefined {
  const cursor = valueCursor(tokens)
  if (cursor.keyword(['none'])) return cursor.done ? { crop: false, cross: false } : undefined
  let crop = false
  let cross = false
  while (!cursor.done) {
    const word = cursor.keyword(['crop', 'cross'])
    if (word === undefined || (word === 'crop' ? crop : cross)) return undefined
    if (word === 'crop') crop = true
    else cross = true
  }
  return crop || cross ? { crop, cross } : undefined
}

function bleed(tokens: readonly CSSToken[]): LengthValue | 'auto' | undefined {
  const cursor = valueCursor(tokens)
  const value = cursor.keyword(['auto']) ?? parseLength(cursor, { nonNegative: true })
  return cursor.done ? value : undefined
}

const MM = PX_PER_UNIT.mm
const IN = PX_PER_UNIT.in

/** Portrait sizes in px of the names of css-page-3 §7.1, of more of ISO 216, and `tabloid`. */
const PAGE_SIZES: ReadonlyMap<string, Size> = new Map([
  ['a7', { width: 74 * MM, height: 105 * MM }],
  ['a6', { width: 105 * MM, height: 148 * MM }],
  ['a5', { width: 148 * MM, height: 210 * MM }],
  ['a4', { width: 210 * MM, height: 297 * MM }],
  ['a3', { width: 297 * MM, height: 420 * MM }],
  ['a2', { width: 420 * MM, height: 594 * MM }],
  ['a1', { width: 594 * MM, height: 841 * MM }],
  ['a0', { width: 841 * MM, height: 1189 * MM }],
  ['b6', { width: 125 * MM, height: 176 * MM }],
  ['b5', { width: 176 * MM, height: 250 * MM }],
  ['b4', { width: 250 * MM, height: 353 * MM }],
  ['jis-b5', { width: 182 * MM, height: 257 * MM }],
  ['jis-b4', { width: 257 * MM, height: 364 * MM }],
  ['letter', { width: 8.5 * IN, height: 11 * IN }],
  ['legal', { width: 8.5 * IN, height: 14 * IN }],
  ['ledger', { width: 11 * IN, height: 17 * IN }],
  ['tabloid', { width: 11 * IN, height: 17 * IN }],
])

/** The descriptors with the keywords that are values of them. */
export const PAGE_DESCRIPTORS: readonly {
  readonly name: keyof PageDescriptors
  readonly keywords: readonly string[]
}[] = [
  { name: 'size', keywords: ['auto', 'portrait', 'landscape', ...PAGE_SIZES.keys()] },
  { name: 'marks', keywords: ['none', 'crop', 'cross'] },
  { name: 'bleed', keywords: ['auto'] },
]

function parsePageSize(tokens: readonly CSSToken[]): PageSizeDeclaration | undefined {
  const cursor = valueCursor(tokens)
  const value = pageSize(cursor)
  return cursor.done ? value : undefined
}

function pageSize(cursor: ValueCursor): PageSizeDeclaration | undefined {
  if (cursor.keyword(['auto'])) return { kind: 'auto' }
  const width = parseLength(cursor, { nonNegative: true })
  if (width) return { kind: 'lengths', width, height: parseLength(cursor, { nonNegative: true }) ?? width }
  const before = cursor.keyword(['portrait', 'landscape'])
  const size = PAGE_SIZES.get(cursor.peekIdent() ?? '')
  if (!size) return before && { kind: 'orientation', orientation: before }
  cursor.advance()
  return { kind: 'named', size, orientation: before ?? cursor.keyword(['portrait', 'landscape']) }
}
