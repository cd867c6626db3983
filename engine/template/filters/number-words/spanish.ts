import { joined } from './groups.js'

const ES_SMALL =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  )
const ES_TENS = '- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const ES_HUNDREDS =
  '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(' ')
const ES_SCALES: readonly (readonly [one: string, many: string])[] = [
  ['un millón', 'millones'],
  ['un billón', 'billones'],
]

/** The long scale: each step is a million times the one before, with thousands within. */
export function spanish(number: number): string {
  if (number === 0) return 'cero'
  const parts: string[] = []
  let left = number
  for (let level = 0; left > 0; level++) {
    const part = left % 1_000_000
    const [one, many] = ES_SCALES[level - 1] ?? ['', '']
    if (level === 0) parts.unshift(part === 0 ? '' : spanishBelowMillion(part, false))
    else if (part > 0) parts.unshift(part === 1 ? one : `${spanishBelowMillion(part, true)} ${many}`)
    left = Math.floor(left / 1_000_000)
  }
  return joined(parts)
}

/** @param beforeNoun `uno` is shortened to `un` before a noun and before `mil` */
function spanishBelowMillion(number: number, beforeNoun: boolean): string {
  const thousands = Math.floor(number / 1000)
  const rest = number % 1000
  const mil = thousands === 0 ? '' : thousands === 1 ? 'mil' : `${spanishGroup(thousands, true)} mil`
  return joined([mil, rest === 0 ? '' : spanishGroup(rest, beforeNoun)])
}

function spanishGroup(group: number, beforeNoun: boolean): string {
  if (group === 100) return 'cien'
  const rest = group % 100
  const hundreds = group > 100 ? (ES_HUNDREDS[Math.floor(group / 100)] ?? '') : ''
  return joined([hundreds, rest === 0 ? '' : spanishBelowHundred(rest, beforeNoun)])
}

function spanishBelowHundred(number: number, beforeNoun: boolean): string {
  if (beforeNoun && number === 1) return 'un'
  if (beforeNoun && number === 21) return 'veintiún'
  if (number < 30) return ES_SMALL[number] ?? ''
  const tens = ES_TENS[Math.floor(number / 10)] ?? ''
  const unit = number % 10
  if (unit === 0) return tens
  return `${tens} y ${beforeNoun && unit === 1 ? 'un' : ES_SMALL[unit]}`
}
