import type { Contender } from './contender.js'
import { type BenchDocument, type Block, CELL, HEADINGS, PAGE, TEXT } from './documents.js'
import { FONT_FILES } from './font-files.js'
import { requirePeer } from './require-peer.js'

/** The part of pdfmake that is used here. */
interface Pdfmake {
  setFonts(fonts: object): void
  setLocalAccessPolicy(allows: () => boolean): void
  setUrlAccessPolicy(allows: () => boolean): void
  createPdf(definition: object): { getBuffer(): Promise<Uint8Array> }
}

/** Of pdfmake, lines are as tall as the font says, times this. */
const LINE_HEIGHT = TEXT.line / (TEXT.size * 1.149)

export async function pdfmake(): Promise<Contender> {
  const { module, version } = requirePeer<Pdfmake>('pdfmake')
  const [normal, bold] = FONT_FILES
  module.setFonts({ LiberationSans: { normal: normal.path, bold: bold.path } })
  module.setLocalAccessPolicy(() => true)
  module.setUrlAccessPolicy(() => false)
  return {
    title: `pdfmake ${version}`,
    prepare(document) {
      // It writes into what it is given.
      return () => module.createPdf(definitionOf(document)).getBuffer()
    },
  }
}

function definitionOf({ title, blocks }: BenchDocument): object {
  return {
    info: { title },
    pageSize: 'A4',
    pageMargins: PAGE.margin,
    defaultStyle: { font: 'LiberationSans', fontSize: TEXT.size, lineHeight: LINE_HEIGHT },
    footer: (page: number, count: number) => ({
      text: `${page} / ${count}`,
      alignment: 'center',
      fontSize: TEXT.footer,
      margin: [0, 20, 0, 0],
    }),
    content: blocks.map(contentOf),
  }
}

function contentOf(block: Block): object {
  switch (block.kind) {
    case 'heading': {
      const { size, after } = HEADINGS[block.level]
      return { text: block.text, fontSize: size, bold: true, margin: [0, 0, 0, after] }
    }
    case 'paragraph':
      return { text: block.text, margin: [0, 0, 0, TEXT.after] }
    case 'lines':
      return { text: block.lines.join('\n'), margin: [0, 0, 0, TEXT.after] }
    default: {
      const head = block.columns.map(({ title, align }) => ({ text: title, bold: true, alignment: align }))
      const rows = block.rows.map((row) =>
        row.map((text, index) => ({ text, alignment: block.columns[index]?.align ?? 'left' })),
      )
      return {
        table: {
          headerRows: 1,
          widths: block.columns.map(({ width }) => width - 2 * CELL.padding),
          body: [head, ...rows],
        },
        layout: {
          hLineWidth: (line: number) => (line === 0 ? 0 : CELL.border),
          vLineWidth: () => 0,
          paddingLeft: () => CELL.padding,
          paddingRight: () => CELL.padding,
          paddingTop: () => CELL.padding,
          paddingBottom: () => CELL.padding,
        },
        margin: [0, 0, 0, TEXT.after],
      }
    }
  }
}
