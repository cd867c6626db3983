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
  '(min-width: calc(1px + 1rem))',
  '(width <= max(10px, 50rem))',
  '(width > calc(1px * (1 + sign(16px - 1rem))))',
  '(aspect-ratio: calc(3 / 4))',
  '(max-aspect-ratio: 0/0)',
  '(resolution >= calc(2x - 96dpi))',
  '(0.5x < resolution < 2x)',
  '(1/2 < aspect-ratio < 1)',
  '(color >= 8)',
  '(device-width >= 600px)',
  '(grid: calc(2 * sign(16px - 1rem)))',
  'print and not (hover)',
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
  'not (color-gamut: dci-p3)',
  '(not (monochrome) and (color))',
  '((color) and not (monochrome))',
  '(1/2 < width)',
  '(resolution: infinite)',
]

/** That cannot be read: not even their negation is true. */
const INVALID = ['only', 'not only', 'not layer', 'print or (color)', 'print and (color) and not (monochrome)']

for (const query of INVALID) {
  t.test(`${query} is no query`, async (t) => {
    let invalid = 0
    const list = parseMediaQueryList(trimBlanks(tokenizeCss(query)), () => invalid++)
    t.equal(invalid, 1)
    t.equal(mediaMatches(list, { width: 600, height: 800 }), false)
  })
}
for (const query of TRUE) t.test(`${query} is true`, async (t) => t.equal(matches(query), true))
for (const query of FALSE) t.test(`${query} is false`, async (t) => t.equal(matches(query), false))
