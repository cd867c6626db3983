/** The syntaxes of EN 16931. */
export const INVOICE_FORMATS = ['cii', 'ubl'] as const
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number]

/** Rule sets for invoices: EN 16931 alone, or with the rules that XRechnung or Peppol add. */
export const INVOICE_PROFILES = ['en16931', 'xrechnung', 'peppol'] as const
export type InvoiceProfile = (typeof INVOICE_PROFILES)[number]
