import { groupsOf, joined } from './groups.js'

const EN_SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const EN_TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const EN_SCALES = ['', 'thousand', 'million', 'billion', 'trillion']

/** By groups of three digits: thousand, million, billion, trillion. */
export function english(number: number): string {
  if (number === 0) return 'zero'
  const groups = groupsOf(number)
  const parts = groups.map((group, index) => {
    const scale = EN_SCALES[groups.length - 1 - index] ?? ''
    return group === 0 ? '' : `${englishGroup(group)} ${scale}`
  })
  return joined(parts)
}

function englishGroup(group: number): string {
  const rest = group % 100
  const hundreds = group >= 100 ? `${EN_SMALL[Math.floor(group / 100)]} hundred` : ''
  const unit = rest % 10 === 0 ? '' : `-${EN_SMALL[rest % 10]}`
  const below = rest === 0 ? '' : rest < 20 ? EN_SMALL[rest] : `${EN_TENS[Math.floor(rest / 10)]}${unit}`
  return joined([hundreds, below ?? ''])
}

/** Steps of a hundred above a thousand, as India and its neighbours count. */
const LAKH = 100_000
const CRORE = 10_000_000

/** By lakhs (hundred thousands) and crores (hundred lakhs), of which there may be lakhs and crores again. */
export function indianEnglish(number: number): string {
  if (number === 0) return 'zero'
  const crores = Math.floor(number / CRORE)
  const lakhs = Math.floor((number % CRORE) / LAKH)
  const thousands = Math.floor((number % LAKH) / 1000)
  return joined([
    crores > 0 ? `${indianEnglish(crores)} crore` : '',
    lakhs > 0 ? `${englishGroup(lakhs)} lakh` : '',
    thousands > 0 ? `${englishGroup(thousands)} thousand` : '',
    englishGroup(number % 1000),
  ])
}
