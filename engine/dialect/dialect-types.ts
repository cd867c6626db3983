import type { PropertyValueKinds } from '../css/properties/value-kinds.js'

/** The language of templates, as editors need it to complete and explain. */
export interface DialectTables {
  readonly elements: readonly DialectElement[]
  /** Attributes that every element takes. */
  readonly attributes: readonly string[]
  readonly properties: readonly DialectProperty[]
  readonly filters: readonly DialectFilter[]
  /** The word behind `{{#`. */
  readonly blocks: readonly string[]
  /** Values that begin with `@` in expressions. */
  readonly variables: readonly string[]
  readonly page: {
    /** Descriptors of `@page`, with their keywords. */
    readonly descriptors: readonly { readonly name: string; readonly keywords: readonly string[] }[]
    /** Without the `@`. */
    readonly marginBoxes: readonly string[]
  }
  /** Without the colons. */
  readonly pseudoElements: readonly string[]
  readonly colors: readonly { readonly name: string; readonly hex: string }[]
}

export interface DialectElement {
  readonly name: string
  readonly attributes: readonly string[]
  /** It has no content and no end tag. */
  readonly isVoid: boolean
}

export interface DialectProperty extends PropertyValueKinds {
  readonly name: string
  /** Absent for shorthands. */
  readonly initial?: string
  readonly inherited?: boolean
  /** The longhands of a shorthand. */
  readonly longhands?: readonly string[]
}

export interface DialectFilter extends FilterHelp {
  readonly name: string
  readonly arguments: readonly [least: number, most: number]
}

/** How a filter is used, and what it does, for editors. */
export interface FilterHelp {
  /** The filter with arguments as an author writes them; those in brackets can be left out. */
  readonly usage: string
  readonly text: string
}
