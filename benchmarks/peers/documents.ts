import { createRandom, pick } from '../random.js'

/**
 * The text that every contender prints, in no one's language, so that each gets the same words for the same pages. All
 * lengths are in points, pages are A4 with margins of 20 mm, text is Liberation Sans of 10 points on lines of 13.
 */
export interface BenchDocument {
  readonly title: string
  readonly blocks: readonly Block[]
}

export type Block = Heading | Paragraph | Lines | Table

export interface Heading {
  readonly kind: 'heading'
  readonly level: 1 | 2
  readonly text: string
}

export interface Paragraph {
  readonly kind: 'paragraph'
  readonly text: string
}

/** An address, or other lines that stand below each other. */
export interface Lines {
  readonly kind: 'lines'
  readonly lines: readonly string[]
}

/** Its head is repeated on each page, a thin line stands below each row. */
export interface Table {
  readonly kind: 'table'
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
}

export interface Column {
  readonly title: string
  readonly width: number
  readonly align: 'left' | 'right'
}

export const PAGE = { width: 595.28, height: 841.89, margin: 56.69 } as const
export const TEXT = { size: 10, line: 13, after: 6, footer: 8 } as const
export const HEADINGS = { 1: { size: 16, line: 20, after: 10 }, 2: { size: 12, line: 16, after: 6 } } as const
export const CELL = { padding: 3, border: 0.5 } as const

/** The documents of the comparison: other words and amounts for each seed. */
export const DOCUMENTS: Readonly<Record<string, (seed: number) => BenchDocument>> = {
  letter,
  invoice,
  report,
  'rows-1000': (seed) => statement(seed, 1_000),
  'rows-10000': (seed) => statement(seed, 10_000),
}

type Random = () => number

const WORDS = (
  'the of and to in we you for that with this our will on by from order goods delivery week agreed price month service ' +
  'quality contract offer please receive department transport warehouse payment account customer year between without ' +
  'further additional conditions production possible question answer several important available office schedule team ' +
  'progress figures measured increase compared quarter region northern southern supply result average forecast remain'
).split(' ')

const NAMES = ['Amélie Brandt', 'Jonas Petersen', 'Zoë Lindqvist', 'Paweł Nowak', 'Ana Moreno', 'Søren Holm'] as const
const STREETS = ['Speicherstraße', 'Lindenallee', 'Hafenweg', 'Kirchplatz', 'Rue du Château', 'Quay Street'] as const
const CITIES = [
  '20457 Hamburg',
  '1000 Bruxelles',
  '75011 Paris',
  '10115 Berlin',
  'Bristol BS1 4QX',
  '28195 Bremen',
] as const
const GOODS = [
  'Hex bolt',
  'Oak panel',
  'Cable drum',
  'Work lamp',
  'Steel sheet',
  'Safety vest',
  'Paint, matt white',
] as const
const KINDS = ['Card payment', 'Standing order', 'Direct debit', 'Transfer', 'Salary', 'Refund'] as const

function letter(seed: number): BenchDocument {
  const random = createRandom(seed)
  return {
    title: 'Letter',
    blocks: [
      ...letterhead(random),
      { kind: 'heading', level: 2, text: capital(sentence(random, 6)) },
      { kind: 'paragraph', text: `Dear ${pick(random, NAMES)},` },
      ...times(9, () => paragraph(random, 55)),
      { kind: 'paragraph', text: 'Yours sincerely,' },
      { kind: 'lines', lines: [pick(random, NAMES), 'Head of department'] },
    ],
  }
}

function invoice(seed: number): BenchDocument {
  const random = createRandom(seed)
  const prices = times(20, () => ({
    amount: 1 + Math.floor(random() * 40),
    price: Math.round(random() * 20_000) / 100,
  }))
  const total = prices.reduce((sum, { amount, price }) => sum + amount * price, 0)
  return {
    title: 'Invoice',
    blocks: [
      ...letterhead(random),
      { kind: 'heading', level: 1, text: `Invoice ${2026_0000 + seed}` },
      paragraph(random, 30),
      {
        kind: 'table',
        columns: [
          { title: 'Item', width: 40, align: 'left' },
          { title: 'Description', width: 232, align: 'left' },
          { title: 'Quantity', width: 60, align: 'right' },
          { title: 'Price', width: 70, align: 'right' },
          { title: 'Amount', width: 80, align: 'right' },
        ],
        rows: [
          ...prices.map(({ amount, price }, index) => [
            String(index + 1),
            `${pick(random, GOODS)}, ${sentence(random, 3)}`,
            String(amount),
            money(price),
            money(amount * price),
          ]),
          ['', 'Sum', '', '', money(total)],
          ['', 'Value added tax, 19 %', '', '', money(total * 0.19)],
          ['', 'Total', '', '', money(total * 1.19)],
        ],
      },
      paragraph(random, 40),
    ],
  }
}

function report(seed: number): BenchDocument {
  const random = createRandom(seed)
  const chapter = (number: number): readonly Block[] => [
    { kind: 'heading', level: 1, text: `${number}. ${capital(sentence(random, 4))}` },
    ...times(3, (section): readonly Block[] => [
      { kind: 'heading', level: 2, text: `${number}.${section + 1} ${capital(sentence(random, 5))}` },
      ...times(3, () => paragraph(random, 110)),
    ]).flat(),
    {
      kind: 'table',
      columns: [
        { title: 'Region', width: 182, align: 'left' },
        ...['Spring', 'Summer', 'Autumn', 'Winter'].map((title) => ({ title, width: 75, align: 'right' as const })),
      ],
      rows: times(8, () => [capital(sentence(random, 2)), ...times(4, () => money(random() * 100_000))]),
    },
  ]
  return { title: 'Report', blocks: times(7, (index) => chapter(index + 1)).flat() }
}

function statement(seed: number, count: number): BenchDocument {
  const random = createRandom(seed)
  let balance = random() * 20_000
  const rows = times(count, (index) => {
    const amount = (random() - 0.4) * 900
    balance += amount
    return [
      String(index + 1),
      new Date(Date.UTC(2026, 0, 1) + Math.floor((index * 365) / count) * 86_400_000).toISOString().slice(0, 10),
      pick(random, KINDS),
      pick(random, NAMES),
      `RF${10 + Math.floor(random() * 89)} ${String(Math.floor(random() * 1e8)).padStart(8, '0')}`,
      money(amount),
      money(balance),
    ]
  })
  return {
    title: 'Statement',
    blocks: [
      ...letterhead(random),
      { kind: 'heading', level: 1, text: 'Statement of account' },
      {
        kind: 'table',
        columns: [
          { title: 'No.', width: 40, align: 'left' },
          { title: 'Date', width: 62, align: 'left' },
          { title: 'Kind', width: 80, align: 'left' },
          { title: 'Name', width: 88, align: 'left' },
          { title: 'Reference', width: 88, align: 'left' },
          { title: 'Amount', width: 57, align: 'right' },
          { title: 'Balance', width: 67, align: 'right' },
        ],
        rows,
      },
    ],
  }
}

function letterhead(random: Random): readonly Block[] {
  const address = (): Lines => ({
    kind: 'lines',
    lines: [pick(random, NAMES), `${pick(random, STREETS)} ${1 + Math.floor(random() * 90)}`, pick(random, CITIES)],
  })
  return [address(), address()]
}

function paragraph(random: Random, words: number): Paragraph {
  const sentences: string[] = []
  for (let left = words; left > 0; ) {
    const length = Math.min(left, 6 + Math.floor(random() * 14))
    sentences.push(`${capital(sentence(random, length))}.`)
    left -= length
  }
  return { kind: 'paragraph', text: sentences.join(' ') }
}

function sentence(random: Random, words: number): string {
  return times(words, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function money(value: number): string {
  const [whole = '', cents = ''] = Math.abs(value).toFixed(2).split('.')
  return `${value < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
