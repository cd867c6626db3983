import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TEMPLATES_FOLDER, templateNames } from '../../benchmarks/load-template.js'
import type { JsonObject } from '../../engine/index.js'
import { areas, documentsOf } from '../browser-rects/documents.js'

/** A document that mutations start from: markup with its style sheets inside, and data. */
export interface FuzzSource {
  readonly name: string
  readonly html: string
  readonly data: JsonObject
  readonly assets: ReadonlyMap<string, Uint8Array>
}

const DOCUMENTS = fileURLToPath(new URL('../../../test/documents/', import.meta.url))

/** The sample templates, the documents with recorded layouts, and realistic ones. */
export function readCorpus(): readonly FuzzSource[] {
  const templates = templateNames().map(readTemplate)
  const documents = areas()
    .flatMap((area) => documentsOf(area))
    .map(({ area, name, html }): FuzzSource => ({ name: `${area}/${name}`, html, data: {}, assets: new Map() }))
  return [...templates, ...documents, ...realisticDocuments()]
}

function realisticDocuments(): readonly FuzzSource[] {
  return readdirSync(DOCUMENTS)
    .filter((file) => file.endsWith('.html'))
    .map((name) => ({ name, html: readFileSync(join(DOCUMENTS, name), 'utf8'), data: {}, assets: new Map() }))
}

function readTemplate(name: string): FuzzSource {
  const folder = join(TEMPLATES_FOLDER, name)
  const assets = new Map<string, Uint8Array>()
  for (const file of readdirSync(folder)) {
    if (/\.(png|jpe?g|gif|webp|svg)$/.test(file)) assets.set(file, readFileSync(join(folder, file)))
  }
  const html = readFileSync(join(folder, 'template.html'), 'utf8').replace(
    /<link[^>]*href="([^"]+\.css)"[^>]*>/g,
    (_, file: string) => `<style>${readFileSync(join(folder, file), 'utf8')}</style>`,
  )
  return { name, html, data: JSON.parse(readFileSync(join(folder, 'sample.json'), 'utf8')), assets }
}
