import { joined } from './groups.js'

/** How Brazil and Portugal differ. */
interface Variant {
  /** From 0 to 19. */
  readonly small: readonly string[]
  /** Each noun counts so many of the one before. */
  readonly step: number
  readonly nouns: readonly (readonly [one: string, many: string])[]
}

const SMALL = 'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze'.split(' ')
const TENS = '- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')
const HUNDREDS = '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(
  ' ',
)

const MILLION = 1_000_000

/** The short scale. */
const BRAZIL: Variant = {
  small: [...SMALL, 'dezesseis', 'dezessete', 'dezoito', 'dezenove'],
  step: 1000,
  nouns: [
    ['um milhão', 'milhões'],
    ['um bilhão', 'bilhões'],
    ['um trilhão', 'trilhões'],
  ],
}

/** The long scale, with thousands of millions. */
const PORTUGAL: Variant = {
  small: [...SMALL, 'dezasseis', 'dezassete', 'dezoito', 'dezanove'],
  step: MILLION,
  nouns: [
    ['um milhão', 'milhões'],
    ['um bilião', 'biliões'],
  ],
}

export const brazilianPortuguese = (number: number): string => portuguese(number, BRAZIL)

export const europeanPortuguese = (number: number): string => portuguese(number, PORTUGAL)

function portuguese(number: number, variant: Variant): string {
  if (number === 0) return 'zero'
  const parts: string[] = []
  let left = Math.floor(number / MILLION)
  for (const [one, many] of variant.nouns) {
    const count = left % variant.step
    if (count > 0) parts.unshift(count === 1 ? one : `${belowMillion(count, variant)} ${many}`)
    left = Math.floor(left / variant.step)
  }
  const rest = number % MILLION
  const below = rest === 0 ? '' : belowMillion(rest, variant)
  const lastCount = rest > 0 ? rest : lastOf(number, variant)
  if (rest > 0) parts.push(below)
  const last = parts.pop() ?? ''
  return parts.length > 0 && isJoinedByAnd(lastCount) ? `${joined(parts)} e ${last}` : joined([...parts, last])
}

/** The count of the last noun that is not left out. */
function lastOf(number: number, { step }: Variant): number {
  let left = number / MILLION
  while (left % step === 0) left /= step
  return left % step
}

/** The last part has `e` in front of it where it is at most a hundred, or full hundreds, of units or of thousands. */
function isJoinedByAnd(number: number): boolean {
  if (number >= 1000) return number % 1000 === 0 && isJoinedByAnd(number / 1000)
  return number <= 100 || number % 100 === 0
}

function belowMillion(number: number, variant: Variant): string {
  const thousands = Math.floor(number / 1000)
  const rest = number % 1000
  const thousand = thousands === 0 ? '' : thousands === 1 ? 'mil' : `${belowThousand(thousands, variant)} mil`
  const below = rest === 0 ? '' : belowThousand(rest, variant)
  return thousand !== '' && below !== '' && isJoinedByAnd(rest) ? `${thousand} e ${below}` : joined([thousand, below])
}

function belowThousand(number: number, { small }: Variant): string {
  if (number === 100) return 'cem'
  const hundreds = number > 100 ? HUNDREDS[Math.floor(number / 100)] : undefined
  const rest = number % 100
  const tens = rest < 20 ? undefined : TENS[Math.floor(rest / 10)]
  const unit = rest < 20 ? rest : rest % 10
  return [hundreds, tens, unit === 0 ? undefined : small[unit]].filter((word) => word !== undefined).join(' e ')
}
