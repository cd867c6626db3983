import type { Contender } from './contender.js'
import { type BenchDocument, type Block, CELL, HEADINGS, PAGE, type Table, TEXT } from './documents.js'
import { FONT_FILES } from './font-files.js'
import { requirePeer } from './require-peer.js'

type Element = object
type Component = string

/** The parts of React and of react-pdf that are used here. */
interface React {
  createElement(component: Component, properties: object | null, ...children: unknown[]): Element
}

interface ReactPdf {
  readonly Document: Component
  readonly Page: Component
  readonly View: Component
  readonly Text: Component
  readonly Font: { register(font: object): void; registerHyphenationCallback(split: (word: string) => string[]): void }
  renderToBuffer(document: Element): Promise<Uint8Array>
}

export async function reactPdf(): Promise<Contender> {
  const { module: pdf, version } = requirePeer<ReactPdf>('@react-pdf/renderer')
  const { module: react } = requirePeer<React>('react')
  pdf.Font.register({
    family: 'LiberationSans',
    fonts: FONT_FILES.map(({ path, weight }) => ({ src: path, fontWeight: weight })),
  })
  pdf.Font.registerHyphenationCallback((word) => [word])
  return {
    title: `@react-pdf/renderer ${version}`,
    prepare: (document) => () => pdf.renderToBuffer(new Elements(react, pdf).document(document)),
  }
}

const STYLES = {
  page: { padding: PAGE.margin, fontFamily: 'LiberationSans', fontSize: TEXT.size, lineHeight: TEXT.line / TEXT.size },
  footer: {
    position: 'absolute',
    bottom: 24,
    left: 0,
    right: 0,
    textAlign: 'center',
    fontSize: TEXT.footer,
    lineHeight: 1,
    height: 10,
  },
  after: { marginBottom: TEXT.after },
  row: { flexDirection: 'row', borderBottomWidth: CELL.border, borderBottomColor: '#000' },
} as const

class Elements {
  readonly #create: React['createElement']

  constructor(
    react: React,
    private readonly pdf: ReactPdf,
  ) {
    this.#create = react.createElement
  }

  document({ title, blocks }: BenchDocument): Element {
    const { Document, Page, Text } = this.pdf
    const render = ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) =>
      `${pageNumber} / ${totalPages}`
    const footer = this.#create(Text, { style: STYLES.footer, fixed: true, render })
    const content = blocks.map((block) => this.#block(block))
    return this.#create(Document, { title }, this.#create(Page, { size: 'A4', style: STYLES.page }, ...content, footer))
  }

  #block(block: Block): Element {
    const { Text } = this.pdf
    switch (block.kind) {
      case 'heading': {
        const { size, line, after } = HEADINGS[block.level]
        const style = { fontSize: size, lineHeight: line / size, fontWeight: 700, marginBottom: after }
        return this.#create(Text, { style }, block.text)
      }
      case 'paragraph':
        return this.#create(Text, { style: STYLES.after }, block.text)
      case 'lines':
        return this.#create(Text, { style: STYLES.after }, block.lines.join('\n'))
      default:
        return this.#table(block)
    }
  }

  #table({ columns, rows }: Table): Element {
    const titles = columns.map(({ title }) => title)
    // Its head is not repeated: marked as fixed, it made the program throw on tables that begin within a page.
    const row = (cells: readonly string[], weight: number) =>
      this.#create(
        this.pdf.View,
        { style: STYLES.row, wrap: false },
        ...cells.map((cell, index) => {
          const { width, align } = columns[index] ?? { width: 0, align: 'left' }
          const style = { width, padding: CELL.padding, textAlign: align, fontWeight: weight }
          return this.#create(this.pdf.Text, { style }, cell)
        }),
      )
    const body = rows.map((cells) => row(cells, 400))
    return this.#create(this.pdf.View, { style: STYLES.after }, row(titles, 700), ...body)
  }
}
