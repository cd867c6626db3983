import { GUIDELINES, XRECHNUNG_GUIDELINE } from './editions.js'

/** The levels of a Factur-X invoice, from the one with the least data to the one with the most. */
export type FacturXLevel = 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED' | 'XRECHNUNG'

/** All levels, from the least to the most. */
export const FACTUR_X_LEVELS = Object.keys(GUIDELINES) as readonly FacturXLevel[]

/** The level that an invoice names by its guideline, the business term BT-24. */
export function levelOfGuideline(guideline: string): FacturXLevel | undefined {
  if (XRECHNUNG_GUIDELINE.test(guideline)) return 'XRECHNUNG'
  return FACTUR_X_LEVELS.find((level) => GUIDELINES[level] === guideline)
}

/** What is written as the guideline of a level. */
export function guidelineOfLevel(level: FacturXLevel): string {
  return GUIDELINES[level]
}

/** Whether the invoice has lines, of which its totals are the sums. */
export function hasLines(level: FacturXLevel): boolean {
  return level !== 'MINIMUM' && level !== 'BASIC WL'
}
