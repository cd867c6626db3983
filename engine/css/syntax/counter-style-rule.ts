import type { Span } from '../../base/source.js'
import type { RawDeclaration } from '../properties/parse-declaration.js'
import {
  type CounterPad,
  type CounterRange,
  type CounterStyles,
  type CounterSystem,
  type CustomCounterStyle,
  hasEnoughSymbols,
} from '../values/counter-style-value.js'
import { parseInteger } from '../values/numeric-value.js'
import { type CSSToken, type ValueCursor, valueCursor } from '../values/value-cursor.js'

/** A counter style that a sheet defines (css-counter-styles-3 §3). */
export interface CounterStyleRule {
  /** In lower case. */
  readonly name: string
  readonly system: CounterSystem | { readonly kind: 'extends'; readonly name: string; readonly span: Span }
  readonly prefix: string | undefined
  readonly suffix: string | undefined
  readonly negative: readonly [before: string, behind: string] | undefined
  readonly range: readonly CounterRange[] | 'auto' | undefined
  readonly pad: CounterPad | undefined
  readonly fallback: Fallback | undefined
}

interface Fallback {
  readonly name: string
  readonly span: Span
}

/** Styles with a meaning that no author may change (§3). */
const FIXED_NAMES = new Set(['decimal', 'disc', 'square', 'circle', 'disclosure-open', 'disclosure-closed', 'none'])

/** The rule with such descriptors; undefined when it is invalid. A descriptor that is wrong counts as absent. */
export function parseCounterStyleRule(
  prelude: readonly CSSToken[],
  declarations: readonly RawDeclaration[],
): CounterStyleRule | undefined {
  const cursor = valueCursor(prelude)
  const name = cursor.customIdent()?.toLowerCase()
  if (name === undefined || !cursor.done || FIXED_NAMES.has(name)) return undefined
  const descriptor = <T>(wanted: string, parse: (value: ValueCursor, place: () => Span) => T | undefined) => {
    for (const raw of declarations.toReversed()) {
      if (raw.name !== wanted) continue
      const value = valueCursor(raw.tokens)
      const parsed = parse(value, raw.span)
      if (parsed !== undefined && value.done) return parsed
    }
    return undefined
  }
  const system = systemOf(
    descriptor('system', systemName) ?? { kind: 'symbolic', first: 1 },
    descriptor('symbols', symbolList),
    descriptor('additive-symbols', weightedSymbols),
  )
  return (
    system && {
      name,
      system,
      prefix: descriptor('prefix', symbolOf),
      suffix: descriptor('suffix', symbolOf),
      negative: descriptor('negative', negativeSigns),
      range: descriptor('range', ranges),
      pad: descriptor('pad', padding),
      fallback: descriptor('fallback', fallbackName),
    }
  )
}

type SystemName =
  | { readonly kind: 'cyclic' | 'numeric' | 'alphabetic' | 'symbolic' | 'additive' | 'fixed'; readonly first: number }
  | { readonly kind: 'extends'; readonly name: string; readonly span: Span }

function systemName(cursor: ValueCursor, place: () => Span): SystemName | undefined {
  const kind = cursor.keyword(['cyclic', 'numeric', 'alphabetic', 'symbolic', 'additive', 'fixed', 'extends'])
  if (!kind) return undefined
  if (kind !== 'extends') return { kind, first: kind === 'fixed' ? (parseInteger(cursor) ?? 1) : 1 }
  const name = cursor.customIdent()?.toLowerCase()
  return name === undefined ? undefined : { kind, name, span: place() }
}

function fallbackName(cursor: ValueCursor, place: () => Span): Fallback | undefined {
  const name = cursor.customIdent()?.toLowerCase()
  return name === undefined ? undefined : { name, span: place() }
}

function systemOf(
  system: SystemName,
  symbols: readonly string[] | undefined,
  weights: readonly (readonly [number, string])[] | undefined,
): CounterStyleRule['system'] | undefined {
  if (system.kind === 'extends') return symbols || weights ? undefined : system
  const { kind, first } = system
  if (kind === 'additive') return weights && { kind, weights }
  if (!symbols || !hasEnoughSymbols(kind, symbols.length)) return undefined
  return kind === 'fixed' ? { kind, symbols, first } : { kind, symbols }
}

/** `<symbol>`. UNSUPPORTED: images. */
function symbolOf(cursor: ValueCursor): string | undefined {
  return cursor.string() ?? cursor.customIdent()
}

function symbolList(cursor: ValueCursor): readonly string[] | undefined {
  const symbols: string[] = []
  for (let symbol = symbolOf(cursor); symbol !== undefined; symbol = symbolOf(cursor)) symbols.push(symbol)
  return symbols.length > 0 ? symbols : undefined
}

/** A number that is not below zero with a symbol, in either order. */
function numberedSymbol(cursor: ValueCursor): readonly [number, string] | undefined {
  const before = parseInteger(cursor)
  const symbol = symbolOf(cursor)
  const number = before ?? parseInteger(cursor)
  return number === undefined || symbol === undefined || number < 0 ? undefined : [number, symbol]
}

function weightedSymbols(cursor: ValueCursor): readonly (readonly [number, string])[] | undefined {
  const weights: (readonly [number, string])[] = []
  do {
    const weighted = numberedSymbol(cursor)
    const last = weights.at(-1)
    if (!weighted || (last && last[0] <= weighted[0])) return undefined
    weights.push(weighted)
  } while (cursor.comma())
  return weights
}

function negativeSigns(cursor: ValueCursor): readonly [string, string] | undefined {
  const before = symbolOf(cursor)
  return before === undefined ? undefined : [before, symbolOf(cursor) ?? '']
}

function ranges(cursor: ValueCursor): readonly CounterRange[] | 'auto' | undefined {
  if (cursor.keyword(['auto'])) return 'auto'
  const list: CounterRange[] = []
  do {
    const least = cursor.keyword(['infinite']) ? Number.NEGATIVE_INFINITY : parseInteger(cursor)
    const greatest = cursor.keyword(['infinite']) ? Number.POSITIVE_INFINITY : parseInteger(cursor)
    if (least === undefined || greatest === undefined || least > greatest) return undefined
    list.push([least, greatest])
  } while (cursor.comma())
  return list
}

function padding(cursor: ValueCursor): CounterPad | undefined {
  const numbered = numberedSymbol(cursor)
  return numbered && { length: numbered[0], symbol: numbered[1] }
}

/** The styles that rules define, the last of a name; undefined when there are none. */
export function counterStylesOf(rules: readonly CounterStyleRule[]): CounterStyles | undefined {
  if (rules.length === 0) return undefined
  const byName = new Map(rules.map((rule) => [rule.name, rule]))
  const styles = new Map<string, CustomCounterStyle>()
  for (const rule of byName.values()) resolve(rule, byName, styles)
  return styles
}

/** Takes from the styles that a rule extends what it does not say itself; those that extend each other are `decimal`. */
function resolve(
  rule: CounterStyleRule,
  rules: ReadonlyMap<string, CounterStyleRule>,
  styles: Map<string, CustomCounterStyle>,
): void {
  const chain: CounterStyleRule[] = []
  let base: CounterStyleRule | undefined = rule
  while (base && !styles.has(base.name) && !chain.includes(base)) {
    chain.push(base)
    base = base.system.kind === 'extends' ? rules.get(base.system.name) : undefined
  }
  const isCircle = base !== undefined && !styles.has(base.name)
  for (const own of chain.reverse()) {
    const { system } = own
    const extended = system.kind === 'extends' && !isCircle ? styles.get(system.name) : undefined
    styles.set(own.name, {
      system: systemIn(system, extended, isCircle),
      prefix: own.prefix ?? extended?.prefix,
      suffix: own.suffix ?? extended?.suffix,
      negative: own.negative ?? extended?.negative ?? ['-', ''],
      range: own.range === 'auto' ? undefined : (own.range ?? extended?.range),
      pad: own.pad ?? extended?.pad,
      fallback: own.fallback?.name ?? extended?.fallback ?? 'decimal',
      fallbackSpan: own.fallback?.span ?? extended?.fallbackSpan,
      styles,
    })
  }
}

function systemIn(
  system: CounterStyleRule['system'],
  extended: CustomCounterStyle | undefined,
  isCircle: boolean,
): CounterSystem {
  if (system.kind !== 'extends') return system
  return extended?.system ?? { kind: 'predefined', name: isCircle ? 'decimal' : system.name, span: system.span }
}
