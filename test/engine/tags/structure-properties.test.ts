import fc from 'fast-check'
import t from 'tap'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { renderDocument } from '../../../engine/index.js'
import { compileSmall } from '../layout/lay-out.js'
import { BOXES, documents, type Node, writeDocument } from '../layout/random-document.js'
import { markFaults } from '../pdf/read-structure.js'

const CASE = fc.record({
  nodes: documents({ boxes: BOXES, mixed: true }),
  height: fc.constantFrom(50, 80, 120, 200),
})

const DATE = new Date('2026-01-01T00:00:00Z')

const RUNS = { numRuns: 25, seed: Number(process.env.PLATEN_TEST_SEED ?? 20261124) }

function compile(body: string, height: number) {
  const css = `td, th { padding: 1px } @page { size: 200px ${height}px; @top-left { content: element(title) } }
    @page wide { size: 300px ${height}px } @page low { size: 200px ${(height * 3) / 4}px }`
  return compileSmall(css, body)
}

/** What a document says in the order of its source, without white space: sums that are carried on are no part of it. */
function sourceText(body: string): string {
  return body
    .replace(/<tr data-table-part="continu\w+">.*?<\/tr>/g, '')
    .replace(/<span style="position:running\(title\)">.*?<\/span>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, '')
}

/** What a reader of the structure is told, without white space, list markers and the numbers of notes. */
function toldText(tags: string): string {
  return tags
    .replace(/^( *)(?:Lbl|Reference)\n\1 {2}".*"$/gm, '')
    .replace(/^( *)Note\n(?:\1 {2}P\n)? *"\d+\. /gm, '"')
    .split('\n')
    .flatMap((line) => (/^ *"/.test(line) ? [JSON.parse(line) as string] : []))
    .join('')
    .replace(/\s+/g, '')
}

function checkTags({ nodes, height }: { readonly nodes: readonly Node[]; readonly height: number }): void {
  const { body } = writeDocument(nodes)
  const template = compile(body, height)
  const tags = dumpDocument(template, {}, 'tags')
  const told = toldText(tags)
  const source = sourceText(body)
  if (told !== source) throw new Error(`${tags}\n${body}\ntold   ${told}\nsource ${source}`)
  const lines = tags.trimEnd().split('\n')
  for (const [index, line] of lines.entries()) {
    const depth = line.search(/\S/)
    const isEmpty = !/^ *"|^ *T[DH]/.test(line) && !((lines[index + 1]?.search(/\S/) ?? -1) > depth)
    if (isEmpty && body !== '') throw new Error(`${line.trim()} is empty:\n${tags}`)
  }
  const { pdf } = renderDocument(template, {}, { date: DATE })
  const again = renderDocument(template, {}, { date: DATE }).pdf
  if (!Buffer.from(pdf).equals(again)) throw new Error(`the second document is another one: ${body}`)
  const faults = markFaults(pdf)
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${body}`)
}

t.test(
  'the text in the order of tags is that of the source, each mark is in the tree, and no element is empty',
  async () => {
    fc.assert(fc.property(CASE, checkTags), RUNS)
  },
)
