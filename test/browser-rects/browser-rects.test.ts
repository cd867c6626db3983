import t from 'tap'
import { createFontLibrary } from '../../engine/index.js'
import { compareLayouts } from './compare-layouts.js'
import { areas, documentsOf, knownDifferences, recordings } from './documents.js'
import { measureLayout } from './measure-layout.js'

const fonts = createFontLibrary()
/** `BROWSER_RECTS=flex/wrap` looks at one document or, as `flex`, at one area. */
const only = process.env.BROWSER_RECTS ?? ''

for (const area of areas()) {
  const records = recordings(area)
  const known = knownDifferences(area)
  const documents = documentsOf(area).filter(({ name }) => `${area}/${name}`.startsWith(only))
  t.test(area, (t) => {
    for (const { name, html } of documents) {
      const record = records[name]
      if (!record) {
        t.fail(`${area}/${name} has a recording`)
        continue
      }
      const ours = measureLayout(html, fonts)
      const differences = compareLayouts(record, ours)
      if (known[name] === undefined) {
        t.equal(differences.join('\n'), '', `${area}/${name} is laid out as by the browser`)
      } else t.not(differences.length, 0, `${area}/${name} differs still: ${known[name]}`)
      // Some documents reach beyond their page, which is what they are about.
      const problems = ours.diagnostics.filter(({ code }) => code !== 'content-cut-off').map(({ message }) => message)
      t.same(problems, [], `${area}/${name} has no diagnostics`)
    }
    t.end()
  })
}
