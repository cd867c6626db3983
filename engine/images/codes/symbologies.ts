/** How a symbology is drawn. */
export interface Symbology {
  /** The encoder's name for it. */
  readonly encoder: string
  /** Widths of the quiet zones in modules: at the left, at the right, above and below. */
  readonly quiet: readonly [left: number, right: number, vertical: number]
  /** Width of a module in px where CSS gives no size. */
  readonly module: number
  readonly options?: Readonly<Record<string, string | number | boolean>>
}

/** 0.33 mm, the nominal width of EAN and Code 128. */
const BAR = 1.25

/** About half a millimetre, which telephones read from an arm's length. */
const DOT = 2

function bars(encoder: string, left = 10, right = left, options?: Symbology['options']): Symbology {
  return { encoder, quiet: [left, right, 0], module: BAR, ...(options && { options }) }
}

function dots(encoder: string, quiet: number, options?: Symbology['options']): Symbology {
  return { encoder, quiet: [quiet, quiet, quiet], module: DOT, ...(options && { options }) }
}

/** The symbologies of `<platen-barcode type>`, with the quiet zones of their standards. */
export const SYMBOLOGIES: ReadonlyMap<string, Symbology> = new Map([
  ['code128', bars('code128')],
  ['gs1-128', bars('gs1-128')],
  ['sscc18', bars('sscc18')],
  ['code39', bars('code39')],
  ['code93', bars('code93')],
  ['codabar', bars('rationalizedCodabar')],
  ['ean13', bars('ean13', 11, 7)],
  ['ean8', bars('ean8', 7)],
  ['isbn', bars('isbn', 11, 7)],
  ['issn', bars('issn', 11, 7)],
  ['upca', bars('upca', 9)],
  ['upce', bars('upce', 9, 7)],
  ['itf', bars('interleaved2of5')],
  ['itf14', bars('itf14')],
  ['msi', bars('msi', 12)],
  ['pharmacode', bars('pharmacode')],
  ['pzn', bars('pzn')],
  ['databar', bars('databaromni', 1)],
  ['royalmail', bars('royalmail', 6)],
  ['usps-imb', bars('onecode', 6)],
  ['qr', dots('qrcode', 4)],
  ['micro-qr', dots('microqrcode', 2)],
  ['gs1-qr', dots('gs1qrcode', 4)],
  ['datamatrix', dots('datamatrix', 1)],
  ['gs1-datamatrix', dots('gs1datamatrix', 1)],
  ['aztec', dots('azteccode', 1)],
  ['pdf417', { encoder: 'pdf417', quiet: [2, 2, 2], module: BAR }],
  ['micro-pdf417', { encoder: 'micropdf417', quiet: [1, 1, 1], module: BAR }],
])
