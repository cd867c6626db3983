import { type Message, ofData, say } from '../../base/message.js'
import { ImageError } from '../image-error.js'

/** The attributes of the element that shows the code. */
type Attributes = ReadonlyMap<string, string>

/** The amounts that banks take, in either preset. */
const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/
const LARGEST_AMOUNT = 999_999_999.99

/** Bytes of a code for a credit transfer (EPC069-12 §3): those of QR version 13 at level M. */
const LONGEST_TRANSFER = 331

/** The text of a code for a SEPA credit transfer (EPC069-12, version 002). @throws ImageError for what banks refuse */
export function epcPayment(attributes: Attributes): string {
  const field = fieldsOf(attributes)
  const iban = readIban(field('iban', 34, true))
  const amount = readAmount(field('amount', 12, true))
  const reference = field('reference', 35)
  const message = field('message', 140)
  if (reference !== '' && message !== '') {
    throw invalid(say`it has either a reference or a message, not both`)
  }
  if ((attributes.get('currency') ?? 'EUR').trim() !== 'EUR') throw invalid(say`payments by EPC codes are in EUR`)
  const lines = ['BCD', '002', '1', 'SCT', field('bic', 11).toUpperCase(), field('name', 70, true), iban]
  const all = [...lines, `EUR${amount}`, field('purpose', 4).toUpperCase(), reference, message].join('\n').trimEnd()
  const bytes = Buffer.byteLength(all)
  if (bytes > LONGEST_TRANSFER)
    throw invalid(say`it has ${bytes} bytes, and EPC codes have at most ${LONGEST_TRANSFER}`)
  return all
}

/**
 * The text of the code on a Swiss QR bill (Swiss Implementation Guidelines for the QR-bill, version 2.3).
 * @throws ImageError for what banks refuse
 */
export function swissBill(attributes: Attributes): string {
  const text = swissLines(attributes).join('\n')
  const other = text.match(NOT_IN_SWISS_BILLS)?.[0]
  if (other === undefined) return text
  throw invalid(
    say`Swiss QR bills have no ${ofData(`"${other}" (${codePointOf(other)})`, 'such character')}: they hold Latin letters, digits and plain punctuation`,
  )
}

/** All but Basic Latin, Latin-1, Latin Extended-A, Ș, ș, Ț, ț and the sign of the euro, which are allowed since November 2025. */
const NOT_IN_SWISS_BILLS = /[^\n\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]/u

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function swissLines(attributes: Attributes): readonly string[] {
  const field = fieldsOf(attributes)
  const iban = readIban(field('iban', 34, true))
  if (!/^(?:CH|LI)/.test(iban))
    throw invalid(say`the IBAN of a Swiss QR bill begins with CH or LI, not ${ofData(iban.slice(0, 2))}`)
  const currency = field('currency', 3) || 'CHF'
  if (currency !== 'CHF' && currency !== 'EUR')
    throw invalid(say`the currency is CHF or EUR, not "${ofData(currency)}"`)
  const written = field('amount', 12)
  const amount = written === '' ? '' : readAmount(written)
  const creditor = address(attributes, '', true)
  const debtor = attributes.get('debtor-name')?.trim() ? address(attributes, 'debtor-', true) : Array(7).fill('')
  const reference = field('reference', 40).replace(/\s/g, '')
  return [
    ...['SPC', '0200', '1', iban, ...creditor, ...Array(7).fill(''), amount, currency, ...debtor],
    ...[referenceType(reference, iban), reference, field('message', 140), 'EPD'],
  ]
}

/** Reads attributes, each one line and not too long. */
function fieldsOf(attributes: Attributes) {
  return (name: string, longest: number, required = false): string => {
    const value = (attributes.get(name) ?? '').replace(/\s+/g, ' ').trim()
    if (required && value === '') throw invalid(say`it needs the attribute "${name}"`)
    if (value.length > longest) throw invalid(say`"${name}" has more than ${longest} characters`)
    return value
  }
}

/** A structured address: the only kind there is since November 2025. */
function address(attributes: Attributes, prefix: string, required: boolean): readonly string[] {
  const field = fieldsOf(attributes)
  const country = field(`${prefix}country`, 2).toUpperCase() || 'CH'
  return [
    'S',
    field(`${prefix}name`, 70, required),
    field(`${prefix}street`, 70),
    field(`${prefix}number`, 16),
    field(`${prefix}postcode`, 16, required),
    field(`${prefix}town`, 35, required),
    country,
  ]
}

/** Without blanks. */
function readIban(written: string): string {
  const iban = written.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || mod97(iban) !== 1) {
    throw invalid(
      say`${ofData(`"${written}"`, 'the value of "iban"')} is not an IBAN: its check digits are wrong, or characters are missing`,
    )
  }
  return iban
}

function readAmount(written: string): string {
  const amount = Number(written)
  if (!AMOUNT.test(written) || !(amount >= 0.01) || amount > LARGEST_AMOUNT) {
    throw invalid(
      say`${ofData(`"${written}"`, 'the value of "amount"')} is not an amount such as 1949.75, from 0.01 to ${LARGEST_AMOUNT}`,
    )
  }
  return amount.toFixed(2)
}

/** A QR-IBAN, whose bank number is from 30000 to 31999, goes with a QR reference, and no other does. */
function referenceType(reference: string, iban: string): 'QRR' | 'SCOR' | 'NON' {
  const bank = Number(iban.slice(4, 9))
  const isQrIban = bank >= 30_000 && bank <= 31_999
  if (/^\d{27}$/.test(reference)) {
    if (!isQrIban)
      throw invalid(say`a QR reference (27 digits) needs a QR-IBAN, whose digits 5 to 9 are 30000 to 31999`)
    const digit = recursiveCheckDigit(reference.slice(0, -1))
    if (digit !== Number(reference.at(-1)))
      throw invalid(say`the check digit of the QR reference is wrong${ofData(`, it would be ${digit}`, '')}`)
    return 'QRR'
  }
  if (isQrIban) throw invalid(say`a QR-IBAN needs a QR reference of 27 digits`)
  if (reference === '') return 'NON'
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/i.test(reference) || mod97(reference.toUpperCase()) !== 1) {
    throw invalid(
      say`${ofData(`"${reference}"`, 'the value of "reference"')} is neither a QR reference of 27 digits nor a creditor reference (RF…)`,
    )
  }
  return 'SCOR'
}

/** ISO 7064, MOD 97-10, with the first four characters at the end. */
function mod97(text: string): number {
  let rest = 0
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** Modulo 10, recursive. */
function recursiveCheckDigit(digits: string): number {
  const table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]
  let carry = 0
  for (const digit of digits) carry = table[(carry + Number(digit)) % 10] ?? 0
  return (10 - carry) % 10
}

function invalid(message: Message): ImageError {
  return new ImageError('invalid-code', message)
}
