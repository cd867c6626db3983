import { groupsOf, joined } from './groups.js'

const SMALL =
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien'.split(
    ' ',
  )
const TENS = '- - twintig dertig veertig vijftig zestig zeventig tachtig negentig'.split(' ')
const SCALES = ['', 'duizend', 'miljoen', 'miljard', 'biljoen']

/** Thousands are one word with their number, and a blank follows them; nouns above them stand apart. */
export function dutch(number: number): string {
  if (number === 0) return 'nul'
  const groups = groupsOf(number)
  const parts = groups.map((group, index) => {
    const level = groups.length - 1 - index
    if (group === 0) return ''
    if (level === 1) return `${group === 1 ? '' : belowThousand(group)}${SCALES[level]}`
    return `${belowThousand(group)} ${SCALES[level] ?? ''}`
  })
  return joined(parts)
}

function belowThousand(group: number): string {
  const hundreds = Math.floor(group / 100)
  const rest = group % 100
  const hundred = hundreds === 0 ? '' : `${hundreds === 1 ? '' : SMALL[hundreds]}honderd`
  if (rest < 20) return hundred + (rest === 0 ? '' : SMALL[rest])
  const unit = SMALL[rest % 10] ?? ''
  const tens = TENS[Math.floor(rest / 10)] ?? ''
  // The trema parts the vowels: `tweeëntwintig`.
  return hundred + (rest % 10 === 0 ? tens : `${unit}${unit.endsWith('e') ? 'ën' : 'en'}${tens}`)
}
