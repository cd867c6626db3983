import { compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'
import type { Contender } from './contender.js'
import type { BenchDocument, Table } from './documents.js'
import { styleSheet } from './html.js'

/** The template of all documents: what a document has comes as data. */
const BODY = `{{#each blocks}}
{{#if kind == "heading"}}{{#if level == 1}}<h1>{{text}}</h1>{{else}}<h2>{{text}}</h2>{{/if}}
{{else if kind == "paragraph"}}<p>{{text}}</p>
{{else if kind == "lines"}}<address>{{#each lines}}{{this}}<br>{{/each}}</address>
{{else}}<table><thead><tr>{{#each columns}}<th>{{title}}</th>{{/each}}</tr></thead>
<tbody>{{#each rows}}<tr>{{#each this}}<td>{{this}}</td>{{/each}}</tr>{{/each}}</tbody></table>{{/if}}
{{/each}}`

const fonts = createFontLibrary()

/** Compiled once for a shape of document, as templates are. */
const templates = new Map<string, ReturnType<typeof compileTemplate>>()

/** The template of a document, for contenders who begin with what platen does. */
export function templateOf(document: BenchDocument): ReturnType<typeof compileTemplate> {
  const known = templates.get(document.title)
  if (known) return known
  const html = `<!doctype html><html lang="en"><title>${document.title}</title><style>${styleSheet(document, '')}</style>${BODY}`
  const template = compileTemplate({ html }, { fonts })
  templates.set(document.title, template)
  return template
}

/** The data of a document as JSON brings it. */
export function dataOf({ blocks }: BenchDocument): object {
  const strings = blocks.map((block) => (block.kind === 'table' ? tableData(block) : block))
  return JSON.parse(JSON.stringify({ blocks: strings }))
}

function tableData({ kind, columns, rows }: Table): object {
  return { kind, columns: columns.map(({ title }) => ({ title })), rows }
}

export async function platen(): Promise<Contender> {
  return {
    title: 'platen',
    prepare(document) {
      const template = templateOf(document)
      const data = dataOf(document)
      return () => renderDocument(template, data).pdf
    },
  }
}
