import { assertNever } from '../base/invariant.js'
import { graphemeClusters } from '../base/segment-text.js'
import type { CounterSystem, CustomCounterStyle } from '../css/values/counter-style-value.js'

/** Longer representations are written by the fallback (css-counter-styles-3 §2 asks for 60 at least). */
export const MAX_SYMBOLS = 120

/** The predefined styles, as those that extend them see them. */
export interface PredefinedStyles {
  /** Whether numbers below zero have the sign of the style in front. @param free numbers beyond its own range, too */
  usesSign(name: string, free: boolean): boolean
  /** Undefined where the style cannot write a number. @param free as above */
  write(value: number, name: string, free: boolean): string | undefined
}

/**
 * The representation of a number in a style of its author's (css-counter-styles-3 §2); undefined where the style cannot
 * write it.
 */
export function writeCustom(
  value: number,
  { system, range, negative, pad }: CustomCounterStyle,
  predefined: PredefinedStyles,
): string | undefined {
  if (range ? range.every(([least, greatest]) => value < least || value > greatest) : value < leastOf(system))
    return undefined
  const isSigned = value < 0 && usesSign(system, predefined, range !== undefined)
  const [before, behind] = isSigned ? negative : ['', '']
  const text = represent(isSigned ? -value : value, system, predefined, range !== undefined)
  if (text === undefined || !pad) return text === undefined ? undefined : before + text + behind
  const missing = pad.length - countClusters(before + text + behind)
  if (missing > MAX_SYMBOLS) return undefined
  return before + pad.symbol.repeat(Math.max(0, missing)) + text + behind
}

/** The least number that a system writes where no range says otherwise (§3.5). */
function leastOf({ kind }: CounterSystem): number {
  if (kind === 'alphabetic' || kind === 'symbolic') return 1
  return kind === 'additive' ? 0 : Number.NEGATIVE_INFINITY
}

/** §3.3 */
function usesSign(system: CounterSystem, predefined: PredefinedStyles, hasRange: boolean): boolean {
  if (system.kind === 'predefined') return predefined.usesSign(system.name, hasRange)
  return system.kind !== 'cyclic' && system.kind !== 'fixed'
}

function countClusters(text: string): number {
  let count = 0
  for (const _ of graphemeClusters(text)) count++
  return count
}

function represent(
  value: number,
  system: CounterSystem,
  predefined: PredefinedStyles,
  hasRange: boolean,
): string | undefined {
  switch (system.kind) {
    case 'predefined':
      return predefined.write(value, system.name, hasRange)
    case 'cyclic': {
      const { symbols } = system
      const place = (value - 1) % symbols.length
      return symbols[place < 0 ? place + symbols.length : place]
    }
    case 'fixed':
      return system.symbols[value - system.first]
    case 'numeric':
      return positional(value, system.symbols)
    case 'alphabetic':
      return value < 1 ? undefined : bijective(value, system.symbols)
    case 'symbolic':
      return repeated(value, system.symbols)
    case 'additive':
      return additive(value, system.weights)
    default:
      return assertNever(system)
  }
}

function positional(value: number, digits: readonly string[]): string {
  let text = ''
  let rest = value
  do {
    text = (digits[rest % digits.length] ?? '') + text
    rest = Math.floor(rest / digits.length)
  } while (rest > 0)
  return text
}

function bijective(value: number, letters: readonly string[]): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / letters.length)) {
    text = (letters[(rest - 1) % letters.length] ?? '') + text
  }
  return text
}

function repeated(value: number, symbols: readonly string[]): string | undefined {
  if (value < 1) return undefined
  const count = Math.ceil(value / symbols.length)
  return count > MAX_SYMBOLS ? undefined : symbols[(value - 1) % symbols.length]?.repeat(count)
}

function additive(value: number, weights: readonly (readonly [number, string])[]): string | undefined {
  if (value === 0) return weights.find(([weight]) => weight === 0)?.[1]
  let text = ''
  let rest = value
  let count = 0
  for (const [weight, symbol] of weights) {
    if (weight === 0 || weight > rest) continue
    const times = Math.floor(rest / weight)
    count += times
    if (count > MAX_SYMBOLS) return undefined
    text += symbol.repeat(times)
    rest -= weight * times
  }
  return rest === 0 ? text : undefined
}
