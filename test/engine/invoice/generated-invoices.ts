import type { JsonObject, JsonValue } from '../../../engine/base/json.js'
import { GROUPS, HEADER_TERMS, LINE_GROUPS } from '../../../engine/invoice/terms.js'

const field = (term: string) => term.toLowerCase().replace('bt-', 'bt').replace('bg-', 'bg').replaceAll('-', '_')

function groupMapping(name: keyof typeof GROUPS): JsonObject {
  const inner = name === 'BG-25' ? LINE_GROUPS.map((group) => [group, groupMapping(group)] as const) : []
  return {
    each: field(name),
    ...Object.fromEntries(Object.keys(GROUPS[name]).map((term) => [term, field(term)])),
    ...Object.fromEntries(inner),
  }
}

/** Maps every term of EN 16931 to the field of its name: `BT-31` to `bt31`, `BT-29-1` to `bt29_1`. */
export const FULL_MAPPING: JsonObject = {
  ...Object.fromEntries(Object.keys(HEADER_TERMS).map((term) => [term, field(term)])),
  ...Object.fromEntries(
    (Object.keys(GROUPS) as (keyof typeof GROUPS)[])
      .filter((name) => !LINE_GROUPS.some((group) => group === name))
      .map((name) => [name, groupMapping(name)]),
  ),
}

/** Numbers that look like chance and are the same each time (a linear congruential generator of Knuth). */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 12345
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const CATEGORIES = ['S', 'S', 'S', 'AE', 'K', 'G', 'E', 'Z', 'O'] as const
type Category = (typeof CATEGORIES)[number]

const REASONS: Readonly<Partial<Record<Category, JsonObject>>> = {
  AE: { bt120: 'Reverse charge', bt121: 'VATEX-EU-AE' },
  K: { bt120: 'Intra-Community supply', bt121: 'VATEX-EU-IC' },
  G: { bt120: 'Export outside the EU', bt121: 'VATEX-EU-G' },
  E: { bt120: 'Exempt under § 4 UStG', bt121: 'VATEX-EU-132' },
  O: { bt120: 'Not subject to VAT', bt121: 'VATEX-EU-O' },
}

const UNITS = ['H87', 'HUR', 'KGM', 'MTR', 'C62', 'XPX', 'LTR', 'DAY', 'LS', 'SET']

interface Case {
  readonly index: number
  readonly category: Category
  readonly next: (below: number) => number
}

/**
 * The data of an invoice of a German seller, for `FULL_MAPPING`: valid by EN 16931, Factur-X, XRechnung and Peppol.
 * Of a hundred there are all categories of tax, allowances, charges, prepaid amounts, credit notes, foreign currencies,
 * lines over nothing, periods, attachments, payees, tax representatives, and all means of payment.
 */
export function invoiceData(index: number): JsonObject {
  const of: Case = { index, category: CATEGORIES[index % CATEGORIES.length] ?? 'S', next: numbers(index + 1) }
  return { ...header(of), ...parties(of), ...references(of), ...payment(of), ...amounts(of) }
}

function header({ index, category, next }: Case): JsonObject {
  const isCredit = index % 7 === 3
  return {
    bt1: `R-2026-${1000 + index}`,
    bt2: '2026-03-01',
    ...(isCredit ? { bt3: 381, bg3: [{ bt25: `R-2025-${index}`, bt26: '2025-12-01' }] } : {}),
    bt5: index % 11 === 5 ? 'CHF' : 'EUR',
    ...(index % 11 === 5 && category === 'S' ? { bt6: 'EUR' } : {}),
    bt9: '2026-04-15',
    bt10: '04011000-12345-03',
    bt20: index % 2 === 0 ? '#SKONTO#TAGE=14#PROZENT=2.00#' : 'Payable within 30 days',
    ...(next(2) === 0 ? { bg1: [{ bt21: 'AAI', bt22: 'Delivered in full.\nThank you & see you <soon>' }] } : {}),
    ...(index % 3 === 0 ? { bt72: '2026-02-27' } : { bt73: '2026-02-01', bt74: '2026-02-28' }),
    ...(index % 13 === 4 ? { bt8: '35' } : {}),
    ...(index % 13 === 5 ? { bt7: '2026-02-28' } : {}),
  }
}

function parties({ index, category, next }: Case): JsonObject {
  const isTaxed = category !== 'O'
  const buyer = category === 'K' || category === 'AE' ? 'FR' : category === 'G' ? 'CH' : 'DE'
  return {
    bt27: 'Schraubenhandel Müller GmbH',
    bt28: 'Müller Bolts',
    bt29: '4000001123452',
    bt29_1: '0088',
    bt30: 'HRB 12345',
    ...(isTaxed ? { bt31: 'DE123456789' } : {}),
    ...(isTaxed && next(2) === 0 ? { bt32: '30/123/45678' } : {}),
    bt33: 'Managing director: Max Müller',
    bt34: '0204:991-33333-33',
    bt35: 'Hauptstr. 1',
    bt36: 'Hof 2',
    bt162: 'Tor 3',
    bt37: 'Berlin',
    bt38: '10115',
    bt39: 'Berlin',
    bt40: 'DE',
    bt41: 'Max Müller',
    bt42: '+49 30 1234567',
    bt43: 'max@bolts.example',
    bt44: 'Ada & Co',
    bt45: 'Ada',
    bt46: 'C-4711',
    bt47: 'HRB 999',
    ...(isTaxed ? { bt48: buyer === 'FR' ? 'FR12345678901' : 'DE987654321' } : {}),
    bt49: '0204:991-12345-67',
    bt50: 'Rue 5',
    bt52: 'Paris',
    bt53: '75001',
    bt55: buyer,
    bt56: 'Ada Lovelace',
    bt57: '+33 1 2345678',
    bt58: 'ada@co.example',
    ...(index % 5 === 1 ? { bt59: 'Factoring AG', bt60: '4000001000005', bt60_1: '0088', bt61: 'HRB 77' } : {}),
    ...(isTaxed && index % 17 === 6
      ? { bt62: 'Steuer GmbH', bt63: 'DE111111111', bt64: 'Weg 1', bt66: 'Bonn', bt67: '53111', bt69: 'DE' }
      : {}),
    ...(category === 'K' || index % 4 === 1
      ? { bt70: 'Ada, warehouse', bt71: 'L-1', bt75: 'Rue 6', bt77: 'Lyon', bt78: '69001', bt80: buyer }
      : {}),
  }
}

function references({ index, next }: Case): JsonObject {
  if (index % 3 !== 0) return next(2) === 0 ? { bt13: 'PO-1' } : {}
  return {
    bt11: 'P-1',
    bt12: 'V-1',
    bt13: 'PO-1',
    bt14: 'SO-1',
    bt15: 'WE-1',
    bt16: 'LS-1',
    bt17: 'T-1',
    bt18: 'OBJ-1',
    bt18_1: 'AAA',
    bt19: '4400',
    bg24: [
      { bt122: 'D-1', bt123: 'Timesheet', bt125: 'cGxhdGVu', bt125_1: 'text/csv', bt125_2: 'times.csv' },
      { bt122: 'D-2', bt124: 'https://bolts.example/d2' },
    ],
  }
}

function payment({ index }: Case): JsonObject {
  const account = { bt84: 'DE89 3704 0044 0532 0130 00', bt85: 'Schraubenhandel', bt86: 'COBADEFFXXX' }
  switch (index % 6) {
    case 0:
      return { bt81: 59, bt83: 'R 1', bt89: 'M-1', bt90: 'DE98ZZZ09999999999', bt91: 'DE89 3704 0044 0532 0130 00' }
    case 1:
      return { bt81: 48, bt82: 'Card', bt83: 'R 1', bt87: '******7890', bt88: 'Ada Lovelace' }
    case 2:
      return { bt81: 10, bt82: 'Cash' }
    case 3:
      return { bt81: 30, bt83: 'R 1', bg17: [account, { bt84: 'FR1420041010050500013M02606' }] }
    default:
      return { bt83: 'R 1', bg17: [account] }
  }
}

function amounts(of: Case): JsonObject {
  const { category, index, next } = of
  const lines = Array.from({ length: 1 + next(5) }, (_, at) => line(of, at))
  const rate = category === 'S' ? 19 : category === 'O' ? null : 0
  const taxed = (categoryField: string, rateField: string) => ({ [categoryField]: category, [rateField]: rate })
  const withAllowances = index % 2 === 1
  return {
    bg25: lines,
    ...(withAllowances
      ? {
          bg20: [
            { bt93: '20.00', bt94: 5, ...taxed('bt95', 'bt96'), bt97: 'Loyalty', bt98: '95' },
            { bt92: '0.37', ...taxed('bt95', 'bt96'), bt97: 'Rounding' },
          ],
          bg21: [{ bt99: '7.90', ...taxed('bt102', 'bt103'), bt104: 'Freight', bt105: 'FC' }],
        }
      : {}),
    ...(REASONS[category] ? { bg23: [{ bt118: category, bt119: rate, ...REASONS[category] }] } : {}),
    ...(index % 5 === 2 ? { bt113: '10.00' } : {}),
    ...(index % 10 === 7 ? { bt114: '0.03' } : {}),
    ...(index % 11 === 5 && category === 'S' ? { bt111: '12.34' } : {}),
  }
}

function line({ category, index, next }: Case, at: number): JsonObject {
  const unit = UNITS[next(UNITS.length)] ?? 'C62'
  const price: JsonValue = at === 1 && index % 4 === 2 ? 0 : (next(100_000) + 3000) / 1000
  const second = category === 'S' && at % 2 === 1
  return {
    bt127: at === 0 ? 'Batch 7' : null,
    ...(at === 0 && index % 3 === 0 ? { bt128: 'O-1', bt128_1: 'AAA' } : {}),
    bt129: (next(5000) + 100) / 100,
    bt130: unit,
    ...(at === 0 && index % 2 === 0 ? { bt132: '10', bt133: '4711' } : {}),
    ...(at === 0 && index % 3 !== 0 ? { bt134: '2026-02-01', bt135: '2026-02-14' } : {}),
    ...(at === 2 ? { bt147: '0.50', bt148: '10.25', bt149: 10, bt150: unit } : { bt146: price }),
    bt151: category,
    bt152: category === 'S' ? (second ? 7 : 19) : category === 'O' ? null : 0,
    bt153: `Bolt M${at + 3} & nut`,
    bt154: 'Steel, "zinc"',
    bt155: `A-${at}`,
    bt156: `B-${at}`,
    bt157: '04012345123456',
    bt157_1: '0160',
    bt158: '24111500',
    bt158_1: 'STI',
    bt159: 'DE',
    bg32: [{ bt160: 'Colour', bt161: 'silver' }],
    ...(at === 0 && index % 2 === 1
      ? {
          bg27: [{ bt137: '10.00', bt138: 10, bt139: 'Season', bt140: '95' }],
          bg28: [{ bt141: '0.55', bt144: 'Packing', bt145: 'PC' }],
        }
      : {}),
  }
}
