/**
 * Digits behind the point of amounts by ISO 4217, of the currencies that have not two. Unicode's own numbers, which Intl
 * has, are of what people pay with, and change from one version to another.
 */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...withDigits(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...withDigits(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...withDigits(4, 'CLF UYW'),
])

function withDigits(digits: number, codes: string): readonly (readonly [code: string, digits: number])[] {
  return codes.split(' ').map((code) => [code, digits])
}

/** Of a currency by its code in capital letters. */
export function currencyDigits(code: string): number {
  return DIGITS.get(code) ?? 2
}
