import { groupsOf, joined } from './groups.js'

const DE_SMALL =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  )
const DE_TENS = '- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ')
const DE_SCALES: readonly (readonly [one: string, many: string])[] = [
  ['eine Million', 'Millionen'],
  ['eine Milliarde', 'Milliarden'],
  ['eine Billion', 'Billionen'],
]

/** Below a million in one word, above it with the feminine nouns apart. */
export function german(number: number): string {
  if (number === 0) return 'null'
  const below = number % 1_000_000
  const parts: string[] = []
  const above = groupsOf(Math.floor(number / 1_000_000))
  for (const [index, group] of above.entries()) {
    const [one, many] = DE_SCALES[above.length - 1 - index] ?? ['', '']
    if (group > 0) parts.push(group === 1 ? one : `${germanGroup(group)} ${many}`)
  }
  if (below > 0) {
    const thousands = Math.floor(below / 1000)
    const rest = below % 1000
    const last = rest % 100 === 1 ? `${germanGroup(rest)}s` : germanGroup(rest)
    parts.push((thousands > 0 ? `${germanGroup(thousands)}tausend` : '') + (rest > 0 ? last : ''))
  }
  return joined(parts)
}

function germanGroup(group: number): string {
  const rest = group % 100
  const hundreds = group >= 100 ? `${DE_SMALL[Math.floor(group / 100)]}hundert` : ''
  if (rest === 0) return hundreds
  if (rest < 20) return hundreds + DE_SMALL[rest]
  const tens = DE_TENS[Math.floor(rest / 10)]
  return hundreds + (rest % 10 === 0 ? tens : `${DE_SMALL[rest % 10]}und${tens}`)
}
