import type { JsonObject } from '../engine/base/json.js'
import { createRandom, pick } from './random.js'

const DAY = 86_400_000

const PAYEES = [
  'Nordlicht Energie AG',
  'Hafenbäckerei Jansen',
  'Stadtwerke Wasser & Wärme',
  'Büro Lindqvist',
  'Atelier Moreau',
  'Kontor Brandt',
  'Verlag Grüne Mappe',
  'Transport Petrov',
  'Café Amélie',
  'Druckerei Falk',
  'Ola Kristiansen',
  'Gärtnerei Sommer',
] as const

const KINDS = ['Card payment', 'Standing order', 'Direct debit', 'Transfer', 'Salary', 'Refund'] as const

/**
 * Data for the `statement` template: an account with `rows` bookings, the same for the same seed. Amounts are
 * in whole cents, the balances add up.
 */
export function generateStatement(rows: number, seed = 1): JsonObject {
  const random = createRandom(seed)
  const opening = Math.round(random() * 2_000_000)
  const start = Date.UTC(2026, 0, 1)
  let balance = opening
  let credit = 0
  let debit = 0
  const entries: JsonObject[] = []
  for (let index = 0; index < rows; index++) {
    const kind = pick(random, KINDS)
    const positive = kind === 'Salary' || kind === 'Refund'
    const cents = Math.round(random() * (kind === 'Salary' ? 500_000 : 40_000)) + 100
    balance += positive ? cents : -cents
    if (positive) credit += cents
    else debit += cents
    entries.push({
      number: index + 1,
      date: isoDate(start + Math.floor((index * 365) / rows) * DAY),
      kind,
      text: pick(random, PAYEES),
      reference: `RF${String(10 + Math.floor(random() * 89))} ${String(Math.floor(random() * 1e8)).padStart(8, '0')}`,
      amount: (positive ? cents : -cents) / 100,
      balance: balance / 100,
    })
  }
  return {
    bank: {
      name: 'Kontor & Hafen Bank',
      street: 'Speicherstraße 12',
      city: '20457 Hamburg',
      phone: '+49 40 555 0100',
      web: 'kontor-hafen.example',
    },
    holder: { name: 'Amélie Brandt', street: 'Lindenallee 4', city: '22763 Hamburg', country: 'Germany' },
    account: { iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001', currency: 'EUR', number: '2020 51' },
    statement: { number: `2026/${seed}`, issued: '2027-01-02', from: '2026-01-01', to: '2026-12-31' },
    opening_balance: opening / 100,
    closing_balance: balance / 100,
    total_credit: credit / 100,
    total_debit: -debit / 100,
    entries,
  }
}

function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
