import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LayoutRecord } from './layout-record.js'

/** The folder with the documents, in the sources, wherever the compiled test stands. */
const FOLDER = join(resolve(dirname(fileURLToPath(import.meta.url)), '../../..'), 'test/browser-rects')

/** The page on which documents are laid out, by the browser as its viewport. */
export const PAGE = { width: 600, height: 800 } as const

/** Stands before the style sheets of each document, for the browser and for us. */
export const PREAMBLE = `
@page { size: ${PAGE.width}px ${PAGE.height}px; margin: 0 }
html { font: 16px/20px "Liberation Sans" }
body { margin: 0 }
pre, code, kbd, samp, tt { font-family: "Liberation Mono" }
`

export interface RectsDocument {
  readonly area: string
  readonly name: string
  /** Complete, with the preamble. */
  readonly html: string
}

/** Folders of documents, such as `flex`. */
export function areas(): string[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

export function documentsOf(area: string): RectsDocument[] {
  return readdirSync(join(FOLDER, area))
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => {
      const html = readFileSync(join(FOLDER, area, file), 'utf8')
      return { area, name: file.slice(0, -'.html'.length), html: withPreamble(html) }
    })
}

function withPreamble(html: string): string {
  const doctype = /^\s*<!doctype html[^>]*>/i.exec(html)?.[0] ?? ''
  return `${doctype}<style>${PREAMBLE}</style>${html.slice(doctype.length)}`
}

/** The browser's layouts by the names of the documents. */
export function recordings(area: string): Readonly<Record<string, LayoutRecord>> {
  const file = join(FOLDER, `${area}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

export function saveRecordings(area: string, records: Readonly<Record<string, LayoutRecord>>): void {
  writeFileSync(join(FOLDER, `${area}.json`), `${JSON.stringify(records, undefined, 1)}\n`)
}

/** Documents that we lay out otherwise than the browser, with the reason, by their names. */
export function knownDifferences(area: string): Readonly<Record<string, string>> {
  const file = join(FOLDER, `${area}.differences.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
