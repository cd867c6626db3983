import t from 'tap'
import { trimBlanks } from '../../../engine/css/properties/parse-declaration.js'
import { mediaMatches, parseMediaQueryList } from '../../../engine/css/syntax/media-query.js'
import { tokenizeCss } from '../../../engine/css/values/value-cursor.js'

/** Whether a query is true of a page of 600 × 800 px. */
function matches(query: string): boolean {
  let invalid = 0
  const list = parseMediaQueryList(trimBlanks(tokenizeCss(query)), () => invalid++)
  t.equal(invalid, 0, `${query} is a query`)
  return mediaMatches(list, { width: 600, height: 800 })
}

const TRUE = [
  'print',
  'not screen',
  'only print and (min-width: 500px)',
  '(400px < width <= 600px)',
  '(min-width: 700px) or (max-width: 650px)',
  '(foo: bar), print',
  '(prefers-color-scheme: light)',
  '(prefers-reduced-motion: no-preference)',
  '(hover: none) and (pointer: none)',
  'not (hover)',
  '(update: none)',
  '(scripting: none)',
  '(overflow-block: paged)',
  '(color-gamut: srgb)',
  '(dynamic-range: standard)',
  '(display-mode: browser)',
  '(grid: 0)',
  '(monochrome: 0)',
  '(min-color: 8)',
  '(color)',
  '(resolution: 1dppx)',
  '(resolution: 96dpi)',
  '(max-resolution: 1.5x)',
  '(-webkit-max-device-pixel-ratio: 1)',
  '(aspect-ratio: 3/4)',
  '(min-aspect-ratio: 1/2)',
  '(max-aspect-ratio: 1)',
  '(aspect-ratio)',
]

const FALSE = [
  'screen',
  '(prefers-color-scheme: dark)',
  '(prefers-color-scheme)  and (prefers-reduced-motion)',
  '(hover: hover)',
  '(hover)',
  '(any-pointer: fine)',
  '(color-gamut: p3)',
  '(monochrome)',
  '(min-resolution: 2dppx)',
  '(min-resolution: 192dpi)',
  '(-webkit-min-device-pixel-ratio: 2)',
  '(min-aspect-ratio: 16/9)',
  '(min-aspect-ratio: wide)',
  'not (foo: bar)',
]

for (const query of TRUE) t.test(`${query} is true`, async (t) => t.equal(matches(query), true))
for (const query of FALSE) t.test(`${query} is false`, async (t) => t.equal(matches(query), false))
