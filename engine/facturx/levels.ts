/** The levels of a Factur-X invoice (Factur-X 1.07 §2), from the one with the least data to the one with the most. */
export type FacturXLevel = 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED' | 'XRECHNUNG'

/** The levels by their guidelines, the business term BT-24. */
const GUIDELINES: readonly (readonly [guideline: RegExp, level: FacturXLevel])[] = [
  [/^urn:factur-x\.eu:1p0:minimum$/, 'MINIMUM'],
  [/^urn:factur-x\.eu:1p0:basicwl$/, 'BASIC WL'],
  [/^urn:cen\.eu:en16931:2017#compliant#urn:factur-x\.eu:1p0:basic$/, 'BASIC'],
  [/^urn:cen\.eu:en16931:2017$/, 'EN 16931'],
  [/^urn:cen\.eu:en16931:2017#conformant#urn:factur-x\.eu:1p0:extended$/, 'EXTENDED'],
  [
    /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xeinkauf\.de:kosit|xoev-de:kosit:standard):xrechnung_\d\.\d$/,
    'XRECHNUNG',
  ],
]

/** All levels, from the least to the most. */
export const FACTUR_X_LEVELS: readonly FacturXLevel[] = GUIDELINES.map(([, level]) => level)

export function levelOfGuideline(guideline: string): FacturXLevel | undefined {
  return GUIDELINES.find(([pattern]) => pattern.test(guideline))?.[1]
}

/** Whether the invoice has lines, of which its totals are the sums. */
export function hasLines(level: FacturXLevel): boolean {
  return level !== 'MINIMUM' && level !== 'BASIC WL'
}
