import type { LengthValue } from './length-value.js'
import { parseLength } from './numeric-value.js'
import { type PageSizeDeclaration, parsePageSize } from './page-rule.js'
import { type CSSToken, valueCursor } from './value-cursor.js'

/** What `@page` declares about the sheet besides properties of the page box (css-page-3 §7). */
export interface PageDescriptors {
  readonly size: PageSizeDeclaration
  /** Marks for cutting and for laying sheets on one another. */
  readonly marks: PageMarks
  /** How far what is painted goes on beyond the page box; `auto` is 6pt where crop marks are. */
  readonly bleed: LengthValue | 'auto'
}

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
