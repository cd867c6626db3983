/**
 * Pictures of pages: what the first page of an invoice costs beside rendering that invoice.
 *
 *     npm run bench:pictures
 *
 * The ratios are of processor time, warm, in one run and one thread; that of PNG is at most 25.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileTemplateFolder } from '../engine/folder/compile-template-folder.js'
import { createFontLibrary, renderDocument } from '../engine/index.js'
import { PageArtist } from '../engine/page-images/page-artist.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Processor time of one run, in ms, when half as many as are counted have warmed it up. */
async function processorMs(runs: number, run: () => unknown): Promise<number> {
  for (let warmUp = 0; warmUp < runs / 2; warmUp++) await run()
  const before = process.cpuUsage()
  for (let time = 0; time < runs; time++) await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / runs
}

const folder = `${ROOT}templates/invoice`
const { template } = compileTemplateFolder(folder, { fonts: createFontLibrary() })
const data = JSON.parse(readFileSync(`${folder}/sample.json`, 'utf8'))
const { pdf } = renderDocument(template, data)
const artist = await PageArtist.start()
let source = 0

const invoice = await processorMs(1_000, () => renderDocument(template, data))
console.log(`invoice: ${invoice.toFixed(2)} ms of a processor`)
for (const format of ['png', 'jpeg', 'webp'] as const) {
  const picture = await processorMs(60, () =>
    artist.draw({ source: source++, pdf, page: 1, options: { format, width: 800 } }),
  )
  console.log(`${format} at 800 px: ${picture.toFixed(2)} ms, ${(picture / invoice).toFixed(1)} times the invoice`)
}
