import type { Contender } from './contender.js'
import { type BenchDocument, type Block, CELL, HEADINGS, PAGE, type Table, TEXT } from './documents.js'
import { FONT_FOLDER } from './font-files.js'
import { requirePeer } from './require-peer.js'

/** The part of Typst's compiler for Node.js that is used here. */
interface Compiler {
  pdf(options: { readonly mainFileContent: string; readonly inputs: Readonly<Record<string, string>> }): Uint8Array
  evictCache(maxAge: number): void
}

interface TypstModule {
  readonly NodeCompiler: {
    create(options: { readonly fontArgs: readonly { readonly fontPaths: readonly string[] }[] }): Compiler
  }
}

/** The program, which reads the document's texts as data. */
const SOURCE = `
#let data = json(bytes(sys.inputs.data))
#set document(title: data.title)
#set page(paper: "a4", margin: ${PAGE.margin}pt, footer: context align(center, text(${TEXT.footer}pt, counter(page).display("1 / 1", both: true))))
#set text(font: "Liberation Sans", size: ${TEXT.size}pt, lang: "en", top-edge: 0.905em, bottom-edge: -0.212em, hyphenate: false)
#set par(leading: ${TEXT.line - TEXT.size * 1.117}pt, spacing: ${TEXT.after}pt)
#show heading.where(level: 1): it => block(below: ${HEADINGS[1].after}pt, text(${HEADINGS[1].size}pt, it.body))
#show heading.where(level: 2): it => block(below: ${HEADINGS[2].after}pt, text(${HEADINGS[2].size}pt, it.body))
#for block in data.blocks {
  if block.kind == "heading" { heading(level: block.level, block.text) }
  else if block.kind == "paragraph" { par(block.text) }
  else if block.kind == "lines" { par(block.lines.join(linebreak())) }
  else {
    table(
      columns: block.columns.map(column => column.width * 1pt),
      align: (x, y) => if block.columns.at(x).align == "right" { right } else { left },
      inset: ${CELL.padding}pt,
      stroke: (x, y) => (bottom: ${CELL.border}pt),
      table.header(..block.columns.map(column => strong(column.title))),
      ..block.rows.flatten()
    )
  }
}
`

/** Results that were not used for as many documents are forgotten. */
const MAX_AGE = 2

export async function typst(): Promise<Contender> {
  const { module, version } = requirePeer<TypstModule>('@myriaddreamin/typst-ts-node-compiler')
  const compiler = module.NodeCompiler.create({ fontArgs: [{ fontPaths: [FONT_FOLDER] }] })
  return {
    title: `Typst (typst-ts-node-compiler ${version})`,
    prepare(document) {
      const inputs = { data: JSON.stringify(inputOf(document)) }
      return () => {
        const pdf = compiler.pdf({ mainFileContent: SOURCE, inputs })
        compiler.evictCache(MAX_AGE)
        return pdf
      }
    },
  }
}

function inputOf({ title, blocks }: BenchDocument): object {
  return { title, blocks: blocks.map((block: Block | Table) => block) }
}
