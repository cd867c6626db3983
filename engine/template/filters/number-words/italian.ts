import { joined } from './groups.js'

const SMALL =
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  )
const TENS = '- - venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ')

const MILLION = 1_000_000
const MILLIARD = 1_000_000_000

/** Below a million in one word, above it with the nouns apart; a thousand milliards are `mille miliardi`. */
export function italian(number: number): string {
  if (number === 0) return 'zero'
  const milliards = Math.floor(number / MILLIARD)
  const millions = Math.floor((number % MILLIARD) / MILLION)
  const rest = number % MILLION
  return joined([
    milliards > 0 ? counted(milliards, 'un miliardo', 'miliardi') : '',
    millions > 0 ? counted(millions, 'un milione', 'milioni') : '',
    rest > 0 ? withAccent(belowMillion(rest)) : '',
  ])
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? one : `${withAccent(belowMillion(count))} ${many}`
}

/** A `tre` at the end of a longer word is stressed: `ventitré`. */
function withAccent(word: string): string {
  return word !== 'tre' && word.endsWith('tre') ? `${word.slice(0, -1)}é` : word
}

function belowMillion(number: number): string {
  const thousands = Math.floor(number / 1000)
  const thousand = thousands === 0 ? '' : thousands === 1 ? 'mille' : `${belowThousand(thousands)}mila`
  return thousand + belowThousand(number % 1000)
}

/** `cento` and tens lose their last vowel in front of `otto` and `ottanta`, tens also in front of `uno`. */
function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const below = rest === 0 ? '' : belowHundred(rest)
  if (hundreds === 0) return below
  const hundred = `${hundreds === 1 ? '' : SMALL[hundreds]}cento`
  return (below.startsWith('ott') ? hundred.slice(0, -1) : hundred) + below
}

function belowHundred(number: number): string {
  if (number < 20) return SMALL[number] ?? ''
  const tens = TENS[Math.floor(number / 10)] ?? ''
  const unit = number % 10
  if (unit === 0) return tens
  return (unit === 1 || unit === 8 ? tens.slice(0, -1) : tens) + SMALL[unit]
}
