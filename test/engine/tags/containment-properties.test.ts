import t from 'tap'
import fc from '../../fast-check.js'
import { tagsOf } from './tags-of.js'

/** What may stand in lists and tables and in parts of them (ISO 32000-1 tables 333, 336 and 337, ISO 14289-1 §7.5, 7.6). */
const PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['L', ['L', 'LI']],
  ['LI', ['Lbl', 'LBody']],
  ['TOC', ['TOC', 'TOCI']],
  ['Table', ['Caption', 'THead', 'TBody', 'TFoot', 'TR']],
  ['THead', ['TR']],
  ['TBody', ['TR']],
  ['TFoot', ['TR']],
  ['TR', ['TH', 'TD']],
])

/** Where parts of these may stand. */
const PLACES: ReadonlyMap<string, readonly string[]> = new Map([
  ['LI', ['L']],
  ['Lbl', ['LI', 'TOCI']],
  ['LBody', ['LI']],
  ['TOCI', ['TOC']],
  ['THead', ['Table']],
  ['TBody', ['Table']],
  ['TFoot', ['Table']],
  ['TR', ['Table', 'THead', 'TBody', 'TFoot']],
  ['TH', ['TR']],
  ['TD', ['TR']],
])

const NAMES =
  'ul ol li dl dt dd table caption thead tbody tfoot tr th td p h2 a span div section figure figcaption'.split(' ')
const ROLES =
  'list listitem table row rowgroup cell columnheader caption presentation group img heading paragraph none'.split(' ')
const STYLES = [
  '',
  'display: contents',
  'display: inline',
  'display: flex',
  'float: left',
  'position: absolute',
  'order: -1',
]

const ELEMENT = fc.letrec<{ html: string }>((tie) => ({
  html: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'b ', ' '),
    fc
      .record({
        name: fc.constantFrom(...NAMES),
        role: fc.option(fc.constantFrom(...ROLES), { nil: undefined, freq: 2 }),
        style: fc.constantFrom(...STYLES),
        content: fc.array(tie('html'), { maxLength: 4 }),
      })
      .map(({ name, role, style, content }) => {
        const attributes = `${role ? ` role=${role} aria-label=x` : ''} style="${style}"${name === 'a' ? ' href="#x"' : ''}`
        return `<${name}${attributes}>${content.join('')}</${name}>`
      }),
  ),
})).html

function checkPlaces(html: string): void {
  const tags = tagsOf(html)
  const open: string[] = []
  for (const line of tags.trimEnd().split('\n')) {
    const depth = line.search(/\S/) / 2
    open.length = depth
    const parent = open.at(-1) ?? ''
    const [type = ''] = line.trim().split(' ')
    const isText = type.startsWith('"')
    const mayHold = PARTS.get(parent)?.includes(type) ?? true
    const mayStand = isText || (PLACES.get(type)?.includes(parent) ?? true)
    if (!mayHold || !mayStand) throw new Error(`${line.trim()} in ${parent}:\n${tags}\n${html}`)
    open.push(type)
  }
}

t.test(
  'whatever elements, roles and displays stand in each other, lists and tables hold what they may hold',
  async () => {
    const body = fc.array(ELEMENT, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
    fc.assert(fc.property(body, checkPlaces), {
      numRuns: 400,
      seed: Number(process.env.PLATEN_TEST_SEED ?? 20261128),
    })
  },
)
