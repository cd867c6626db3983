import { groupsOf, joined } from './groups.js'

const FR_SMALL =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  )
const FR_TENS = '- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt'.split(' ')
const FR_SCALES = ['', 'mille', 'million', 'milliard', 'billion']

/** With thousands, millions, milliards and billions (the long scale). */
export function french(number: number): string {
  if (number === 0) return 'zéro'
  const groups = groupsOf(number)
  const parts = groups.map((group, index) => {
    const level = groups.length - 1 - index
    const scale = FR_SCALES[level] ?? ''
    if (group === 0) return ''
    // `mille` is an adjective: it has no plural, no `un`, and takes the plural from what stands before it.
    if (level === 1) return group === 1 ? scale : `${frenchGroup(group, false)} ${scale}`
    return `${frenchGroup(group, true)} ${scale}${level > 1 && group > 1 ? 's' : ''}`
  })
  return joined(parts)
}

/** @param takesPlural `cents` and `quatre-vingts` have an s where nothing but a noun follows */
function frenchGroup(group: number, takesPlural: boolean): string {
  const hundreds = Math.floor(group / 100)
  const rest = group % 100
  const s = takesPlural && rest === 0 && hundreds > 1 ? 's' : ''
  const hundred = hundreds === 0 ? '' : hundreds === 1 ? 'cent' : `${FR_SMALL[hundreds]} cent${s}`
  return joined([hundred, rest === 0 ? '' : frenchBelowHundred(rest, takesPlural)])
}

function frenchBelowHundred(number: number, takesPlural: boolean): string {
  if (number < 20) return FR_SMALL[number] ?? ''
  const ten = Math.floor(number / 10)
  const tens = FR_TENS[ten] ?? ''
  // 70 to 79 and 90 to 99 count on from ten to nineteen.
  const unit = ten === 7 || ten === 9 ? number - (ten - 1) * 10 : number % 10
  if (unit === 0) return number === 80 && takesPlural ? `${tens}s` : tens
  const hasEt = ten < 8 && (unit === 1 || unit === 11)
  return hasEt ? `${tens} et ${FR_SMALL[unit]}` : `${tens}-${FR_SMALL[unit]}`
}
