/**
 * Records how Chromium lays out the documents of this folder:
 *
 *     npm run build && node dist/test/browser-rects/record.js [area[/document]] ...
 *
 * Without arguments only documents that have no recording yet are recorded. CHROMIUM names the browser's command.
 */
import { Chromium } from './chromium.js'
import { areas, documentsOf, type RectsDocument, recordings, saveRecordings } from './documents.js'
import type { LayoutRecord } from './layout-record.js'
import { measureInBrowser } from './measure-in-browser.js'

const wanted = process.argv.slice(2)
const browser = new Chromium(process.env.CHROMIUM ?? 'chromium')

function isWanted({ area, name }: RectsDocument, known: LayoutRecord | undefined): boolean {
  return wanted.length === 0 ? !known : wanted.includes(area) || wanted.includes(`${area}/${name}`)
}

for (const area of areas()) {
  const before = recordings(area)
  const records: Record<string, LayoutRecord> = {}
  let count = 0
  for (const document of documentsOf(area)) {
    const known = before[document.name]
    if (isWanted(document, known)) {
      records[document.name] = await measureInBrowser(browser, document.html)
      count++
    } else if (known) records[document.name] = known
  }
  if (count > 0 || Object.keys(before).length !== Object.keys(records).length) saveRecordings(area, records)
  process.stdout.write(`${area}: ${count} recorded, ${Object.keys(records).length} in all\n`)
}
await browser.close()
