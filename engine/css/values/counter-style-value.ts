import type { Span } from '../../base/source.js'
import { COUNTER_STYLES } from './counter-style-table.js'
import type { FunctionCall, ValueCursor } from './value-cursor.js'

/** A counter style: the name of a predefined or unknown one, or one that its author defined. */
export type CounterStyle = string | CustomCounterStyle

/** How `symbols` become the representation of a number (css-counter-styles-3 §3.1). */
export type CounterSystem =
  | { readonly kind: 'cyclic' | 'numeric' | 'alphabetic' | 'symbolic'; readonly symbols: readonly string[] }
  /** Its first symbol stands for `first`. */
  | { readonly kind: 'fixed'; readonly symbols: readonly string[]; readonly first: number }
  /** The greatest first. */
  | { readonly kind: 'additive'; readonly weights: readonly (readonly [weight: number, symbol: string])[] }
  /** A predefined style, or one that there is not, which is `decimal`; with the place where it is extended. */
  | { readonly kind: 'predefined'; readonly name: string; readonly span?: Span | undefined }

/** A counter style of `@counter-style` or `symbols()`. What is absent is as in the style that it extends, or initial. */
export interface CustomCounterStyle {
  readonly system: CounterSystem
  readonly prefix: string | undefined
  readonly suffix: string | undefined
  /** Around a number below zero. */
  readonly negative: readonly [before: string, behind: string]
  /** The numbers that it can write; absent for those of its system. */
  readonly range: readonly CounterRange[] | undefined
  readonly pad: CounterPad | undefined
  /** The name of the style of all other numbers. */
  readonly fallback: string
  /** Where it says so. */
  readonly fallbackSpan?: Span | undefined
  /** The styles of the document, among which `fallback` is looked for. */
  readonly styles: CounterStyles | undefined
}

export type CounterRange = readonly [least: number, greatest: number]

/** Shorter numbers are filled with the symbol. */
export interface CounterPad {
  readonly length: number
  readonly symbol: string
}

/** The counter styles that a document's sheets define, by lower-case name. */
export type CounterStyles = ReadonlyMap<string, CustomCounterStyle>

/** `<counter-style>`. AD-HOC: names that differ in case only are one style, also where an author defined them. */
export function parseCounterStyle(cursor: ValueCursor): CounterStyle | undefined {
  if (cursor.peekFunction() !== 'symbols') return cursor.customIdent()?.toLowerCase()
  const call = cursor.call()
  return call && symbolsFunction(call)
}

/** The place of a style that no table knows: whether its author defined it is seen later. */
export function placeOfName(style: CounterStyle, { notes }: ValueCursor): { readonly span?: Span } {
  const isKnown = typeof style !== 'string' || COUNTER_STYLES.has(style)
  return isKnown || !notes.span ? NO_PLACE : { span: notes.span() }
}

const NO_PLACE = {}

/** Whether a number can be written in a system of so few symbols. */
export function hasEnoughSymbols(kind: CounterSystem['kind'], count: number): boolean {
  return count >= (kind === 'numeric' || kind === 'alphabetic' ? 2 : 1)
}

/** `symbols()` (css-counter-styles-3 §8). UNSUPPORTED: images. */
function symbolsFunction({ args }: FunctionCall): CustomCounterStyle | undefined {
  const kind = args.keyword(['cyclic', 'numeric', 'alphabetic', 'symbolic', 'fixed']) ?? 'symbolic'
  const symbols: string[] = []
  for (let symbol = args.string(); symbol !== undefined; symbol = args.string()) symbols.push(symbol)
  if (!args.done) return args.call() && args.unsupported('an image in symbols()')
  if (!hasEnoughSymbols(kind, symbols.length)) return undefined
  return {
    system: kind === 'fixed' ? { kind, symbols, first: 1 } : { kind, symbols },
    prefix: undefined,
    suffix: ' ',
    negative: ['-', ''],
    range: undefined,
    pad: undefined,
    fallback: 'decimal',
    styles: undefined,
  }
}

/** The style that a name means in a document. */
export function computeCounterStyle(style: CounterStyle, styles: CounterStyles | undefined): CounterStyle {
  return typeof style === 'string' ? (styles?.get(style) ?? style) : style
}
