import { pathToFileURL } from 'node:url'
import { type BenchDocument, type Block, CELL, HEADINGS, PAGE, type Table, TEXT } from './documents.js'
import { FONT_FILES } from './font-files.js'

/** The style sheet of the documents for everyone who reads CSS. */
export function styleSheet(document: BenchDocument, fontFaces: string): string {
  const tables = document.blocks.filter(({ kind }) => kind === 'table') as readonly Table[]
  return `${fontFaces}
@page { size: A4; margin: ${PAGE.margin}pt;
  @bottom-center { content: counter(page) " / " counter(pages); font: ${TEXT.footer}pt "Liberation Sans" } }
body { margin: 0; font: ${TEXT.size}pt/${TEXT.line}pt "Liberation Sans" }
h1 { font-size: ${HEADINGS[1].size}pt; line-height: ${HEADINGS[1].line}pt; margin: 0 0 ${HEADINGS[1].after}pt }
h2 { font-size: ${HEADINGS[2].size}pt; line-height: ${HEADINGS[2].line}pt; margin: 0 0 ${HEADINGS[2].after}pt }
p, address, table { margin: 0 0 ${TEXT.after}pt; font-style: normal }
table { width: 100%; table-layout: fixed; border-spacing: 0 }
th, td { padding: ${CELL.padding}pt; border-bottom: ${CELL.border}pt solid #000; text-align: left; vertical-align: top }
${tables.map(columnRules).join('\n')}`
}

/** Documents have one shape of table each, whose columns are told by their places. */
function columnRules({ columns }: Table): string {
  return columns
    .map(({ width, align }, index) => {
      const place = index + 1
      const right = align === 'right' ? ` td:nth-child(${place}), th:nth-child(${place}) { text-align: right }` : ''
      return `th:nth-child(${place}) { width: ${width - 2 * CELL.padding}pt }${right}`
    })
    .join('\n')
}

/** The document as a browser gets it, with the fonts by their files. */
export function pageOf(document: BenchDocument): string {
  const faces = FONT_FILES.map(
    ({ weight, path }) =>
      `@font-face { font-family: "Liberation Sans"; font-weight: ${weight}; src: url("${pathToFileURL(path)}") }`,
  )
  const body = document.blocks.map(blockHtml).join('\n')
  const styles = styleSheet(document, faces.join('\n'))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${document.title}</title><style>${styles}</style>\n${body}`
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${escaped(block.text)}</h${block.level}>`
    case 'paragraph':
      return `<p>${escaped(block.text)}</p>`
    case 'lines':
      return `<address>${block.lines.map(escaped).join('<br>')}</address>`
    default: {
      const head = block.columns.map(({ title }) => `<th>${escaped(title)}</th>`).join('')
      const rows = block.rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
      return `<table><thead><tr>${head}</tr></thead><tbody>\n${rows.join('\n')}</tbody></table>`
    }
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
