import t from 'tap'
import { loadTemplate } from '../../benchmarks/load-template.js'
import { generateStatement } from '../../benchmarks/statement-data.js'
import { createFontLibrary, renderDocument } from '../../engine/index.js'
import { RenderSession } from '../../engine/render-session.js'
import { pageText } from '../engine/pdf/read-pdf.js'

const ROWS = 2_000
const { compiled } = loadTemplate('statement', createFontLibrary())
const { pdf, pages, diagnostics } = renderDocument(compiled, generateStatement(ROWS, 7))
const texts = Array.from({ length: pages }, (_, index) => pageText(pdf, index + 1))

/** Balances as the statement prints them: unique enough to tell rows apart, and in order. */
function balances(): string[] {
  const { entries } = generateStatement(ROWS, 7) as { entries: readonly { readonly balance: number }[] }
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return entries.map(({ balance }) => format.format(balance))
}

t.test('a statement of 2,000 rows', async (t) => {
  t.same(diagnostics, [])

  await t.test('shows every row once and in order', async (t) => {
    const all = texts.join('\n').replace(/\n/g, ' ')
    let from = 0
    const missing: string[] = []
    for (const balance of balances()) {
      const found = all.indexOf(balance, from)
      if (found < 0) missing.push(balance)
      else from = found + balance.length
    }
    t.same(missing, [])
    const rows = texts.join('\n').match(/RF\d\d \d{8}/g) ?? []
    t.equal(rows.length, ROWS)
  })

  await t.test('repeats the head of the table on every page', async (t) => {
    t.same(
      texts.filter((text) => !/Balance EUR/.test(text)),
      [],
    )
  })

  await t.test('counts its pages', async (t) => {
    const numbered = texts.map((text) => /Page (\d+) of (\d+)/.exec(text)?.slice(1).map(Number))
    t.same(
      numbered,
      texts.map((_, index) => [index + 1, pages]),
    )
  })
})

// Object streams have no predictors, for programs that ignore them lose the structure: with predictors it took a fifth.
t.test('tags take two fifths of the bytes of 1,000 rows at most', async (t) => {
  const bytes = (untagged: boolean) => {
    let length = 0
    for (const seed of [1, 2, 3]) {
      const data = generateStatement(1_000, seed)
      const chunks = new RenderSession(compiled, data, { date: new Date(0) }, {}, { untagged }).run()
      for (const chunk of chunks) length += chunk.length
    }
    return length
  }
  const [tagged, untagged] = [bytes(false), bytes(true)]
  t.ok(tagged <= 1.4 * untagged, `${tagged} bytes with tags, ${untagged} without`)
})

t.test('the work for a row does not grow with the number of rows', async (t) => {
  const callsPerRow = (rows: number) => renderDocument(compiled, generateStatement(rows, rows)).stats.layoutCalls / rows
  const few = callsPerRow(500)
  const many = callsPerRow(4_000)
  t.ok(many <= few, `${many} layout calls per row among 4,000, ${few} among 500`)
  t.equal(renderDocument(compiled, generateStatement(300, 1)).stats.reruns, 0)
})
