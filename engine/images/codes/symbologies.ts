import { ofData, say } from '../../base/message.js'
import { ImageError } from '../image-error.js'

/** How a symbology is drawn. */
export interface Symbology {
  /** The encoder's name for it. */
  readonly encoder: string
  /** Widths of the quiet zones in modules: at the left, at the right, above and below. */
  readonly quiet: readonly [left: number, right: number, vertical: number]
  /** Width of a module in px where CSS gives no size. */
  readonly module: number
  readonly options?: Readonly<Record<string, string | number | boolean>>
  /** The text that the encoder gets for a value as people write it. @throws ImageError for what it would encode as something else */
  readonly read?: (value: string) => string
}

/** 0.33 mm, the nominal width of EAN and Code 128. */
const BAR = 1.25

/** About half a millimetre, which telephones read from an arm's length. */
const DOT = 2

function bars(encoder: string, left = 10, right = left, more?: Pick<Symbology, 'options' | 'read'>): Symbology {
  return { encoder, quiet: [left, right, 0], module: BAR, ...more }
}

/** Code 128 holds Latin-1, the upper half by FNC4 (ISO/IEC 15417 §4.3.4.2). */
function readLatin1(value: string): string {
  const other = value.match(/[^\0-\xff]/u)?.[0]
  if (other === undefined) return value
  throw new ImageError('invalid-code', say`code 128 has no ${ofData(`"${other}"`, 'character beyond Latin-1')}`)
}

/** The digits of a serial shipping container code, with or without the application identifier before them. */
function readSscc(value: string): string {
  const digits = value.replace(/\s/g, '')
  return /^\d{17,18}$/.test(digits) ? `(00)${digits}` : value
}

/** The number as it is written on packages: `PZN - 04562798`. */
function readPzn(value: string): string {
  return value.replace(/^\s*PZN\s*-?\s*/i, '')
}

function dots(encoder: string, quiet: number): Symbology {
  return { encoder, quiet: [quiet, quiet, quiet], module: DOT }
}

/** The symbologies of `<platen-barcode type>`, with the quiet zones of their standards. */
export const SYMBOLOGIES: ReadonlyMap<string, Symbology> = new Map([
  ['code128', bars('code128', 10, 10, { options: { binarytext: true }, read: readLatin1 })],
  ['gs1-128', bars('gs1-128')],
  ['sscc18', bars('sscc18', 10, 10, { read: readSscc })],
  ['code39', bars('code39')],
  // Its two check characters are part of every symbol: readers refuse those without.
  ['code93', bars('code93', 10, 10, { options: { includecheck: true } })],
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
  // Eight digits are the only valid ones since 2020.
  ['pzn', bars('pzn', 10, 10, { options: { pzn8: true }, read: readPzn })],
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
