/**
 * The editions of the standards and rule sets that invoices are written and checked by. Code lists and schemas in
 * `tables/` are made of these editions (`test/tools/make-invoice-tables.ts`), and the official rules that invoices are
 * held to are those of these editions too: a new edition is a change here, and tables that are made again.
 */
export const EDITIONS = {
  /** The terms and rules of the standard, and the schematron that checks them. */
  en16931: { standard: 'EN 16931-1:2017', schematron: '1.3.16' },
  /** ZUGFeRD has the same content under another number; `metadata` is the version that a PDF names in its XMP. */
  facturX: { version: '1.09.2', zugferd: '2.5.2', metadata: '1.0' },
  xrechnung: { version: '3.0.2' },
  peppol: { version: '2026.5' },
  ubl: { version: '2.1' },
} as const

/** What is written as the specification identifier of each level (BT-24). */
export const GUIDELINES = {
  MINIMUM: 'urn:factur-x.eu:1p0:minimum',
  'BASIC WL': 'urn:factur-x.eu:1p0:basicwl',
  BASIC: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
  'EN 16931': 'urn:cen.eu:en16931:2017',
  EXTENDED: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
  XRECHNUNG: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
} as const

/** Identifiers of XRechnung that are read: those of all its versions. */
export const XRECHNUNG_GUIDELINE =
  /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xeinkauf\.de:kosit|xoev-de:kosit:standard):xrechnung_\d\.\d$/

/** What Peppol BIS Billing 3 writes in place of a level, and its process (BT-24, BT-23). */
export const PEPPOL_GUIDELINE = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
export const PEPPOL_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
