/** The levels of a Factur-X invoice (Factur-X 1.07 §2), from the one with the least data to the one with the most. */
export type FacturXLevel = 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED' | 'XRECHNUNG'

/** The guidelines of XRechnung, all of its versions. */
export const XRECHNUNG_GUIDELINE =
  /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xeinkauf\.de:kosit|xoev-de:kosit:standard):xrechnung_\d\.\d$/

/** The levels by their guidelines, the business term BT-24. */
const GUIDELINES: readonly (readonly [guideline: RegExp, level: FacturXLevel])[] = [
  [/^urn:factur-x\.eu:1p0:minimum$/, 'MINIMUM'],
  [/^urn:factur-x\.eu:1p0:basicwl$/, 'BASIC WL'],
  [/^urn:cen\.eu:en16931:2017#compliant#urn:factur-x\.eu:1p0:basic$/, 'BASIC'],
  [/^urn:cen\.eu:en16931:2017$/, 'EN 16931'],
  [/^urn:cen\.eu:en16931:2017#conformant#urn:factur-x\.eu:1p0:extended$/, 'EXTENDED'],
  [XRECHNUNG_GUIDELINE, 'XRECHNUNG'],
]

/** The guidelines that we write, of the editions that are in force. The next edition of EN 16931 is a change here. */
export const WRITTEN_GUIDELINES: Readonly<Record<FacturXLevel, string>> = {
  MINIMUM: 'urn:factur-x.eu:1p0:minimum',
  'BASIC WL': 'urn:factur-x.eu:1p0:basicwl',
  BASIC: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
  'EN 16931': 'urn:cen.eu:en16931:2017',
  EXTENDED: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
  XRECHNUNG: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
}

/** What Peppol BIS Billing 3 writes in place of a level, and its process (BT-24, BT-23). */
export const PEPPOL_GUIDELINE = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
export const PEPPOL_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** All levels, from the least to the most. */
export const FACTUR_X_LEVELS: readonly FacturXLevel[] = GUIDELINES.map(([, level]) => level)

export function levelOfGuideline(guideline: string): FacturXLevel | undefined {
  return GUIDELINES.find(([pattern]) => pattern.test(guideline))?.[1]
}

/** Whether the invoice has lines, of which its totals are the sums. */
export function hasLines(level: FacturXLevel): boolean {
  return level !== 'MINIMUM' && level !== 'BASIC WL'
}

/** The levels that a mapping makes. */
export type MappedLevel = Exclude<FacturXLevel, 'EXTENDED'>

export const MAPPED_LEVELS: readonly MappedLevel[] = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'XRECHNUNG']
