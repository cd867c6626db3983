/** A decimal number, exactly: `units` of 10 to the power of −`scale`. */
export interface Decimal {
  readonly units: bigint
  /** Digits behind the point. */
  readonly scale: number
}

export const ZERO: Decimal = { units: 0n, scale: 0 }

/** Amounts have a few digits; more would be a burden and no amount. */
const DECIMAL = /^[ \t\r\n]*([+-]?)(?=\.?\d)(\d{0,30})(?:\.(\d{0,20}))?[ \t\r\n]*$/

/** The number that a text in the form of `xs:decimal` stands for; undefined for other texts. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  return { units: BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), scale: fraction.length }
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, scale: b.scale })
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

export function sum(numbers: readonly Decimal[]): Decimal {
  return numbers.reduce(add, ZERO)
}

/** Rounded half away from zero, as commerce does. */
export function roundTo(number: Decimal, scale: number): Decimal {
  if (number.scale <= scale) return { units: unitsAt(number, scale), scale }
  const divisor = 10n ** BigInt(number.scale - scale)
  const half = number.units < 0n ? -divisor / 2n : divisor / 2n
  return { units: (number.units + half) / divisor, scale }
}

/** Whether two numbers differ by no more than a third one. */
export function isWithin(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  const difference = subtract(a, b)
  const size = difference.units < 0n ? { ...difference, units: -difference.units } : difference
  return subtract(tolerance, size).units >= 0n
}

/** Percent of a number, exactly. */
export function percentOf(number: Decimal, percent: Decimal): Decimal {
  const product = multiply(number, percent)
  return { units: product.units, scale: product.scale + 2 }
}

/** In the form of `xs:decimal`, without more digits than it needs. */
export function formatDecimal(number: Decimal): string {
  const amount = formatAmount(number)
  return amount.replace(/\.?0+$/, '')
}

/** In the form of `xs:decimal`, with at least two digits behind the point. */
export function formatAmount(number: Decimal): string {
  const { units, scale } = number.scale < 2 ? roundTo(number, 2) : number
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function unitsAt({ units, scale }: Decimal, target: number): bigint {
  return units * 10n ** BigInt(target - scale)
}

/** The quotient, rounded to so many digits behind the point. */
export function divide(a: Decimal, b: Decimal, scale: number): Decimal {
  const numerator = a.units * 10n ** BigInt(scale + 1 + b.scale)
  const denominator = b.units * 10n ** BigInt(a.scale)
  return roundTo({ units: numerator / denominator, scale: scale + 1 }, scale)
}

export function negate({ units, scale }: Decimal): Decimal {
  return { units: -units, scale }
}

export function compare(a: Decimal, b: Decimal): number {
  const { units } = subtract(a, b)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}
