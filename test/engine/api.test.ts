import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'

const fonts = createFontLibrary()
const template = compileTemplate({ html: '<p>{{name}}' }, { fonts })

/** Calls as a program in JavaScript may make them, which no compiler has looked at. */
const MISTAKES: readonly (readonly [name: string, call: () => unknown, message: RegExp])[] = [
  ['a text as template', () => compileTemplate('<p>' as never, { fonts }), /template must be an object whose html/],
  ['bytes as html', () => compileTemplate({ html: Buffer.from('x') as never }, { fonts }), /whose html is the text/],
  ['no options', () => compileTemplate({ html: 'x' }, undefined as never), /made by createFontLibrary\(\)/],
  ['no fonts', () => compileTemplate({ html: 'x' }, {} as never), /made by createFontLibrary\(\)/],
  [
    'an unknown size',
    () => compileTemplate({ html: 'x', pageSize: 'A4' as never }, { fonts }),
    /pageSize must be one of a3, a4/,
  ],
  [
    'an unknown orientation',
    () => compileTemplate({ html: 'x', orientation: 'wide' as never }, { fonts }),
    /portrait or/,
  ],
  [
    'an unknown profile',
    () => compileTemplate({ html: 'x', profile: 'chrome' as never }, { fonts }),
    /profile must be print or browser/,
  ],
  [
    'an unknown profile by its former name',
    () => compileTemplate({ html: 'x', manner: 'chrome' as never }, { fonts }),
    /manner must be print or browser/,
  ],
  ['assets in an object', () => compileTemplate({ html: 'x', assets: {} as never }, { fonts }), /assets must be a Map/],
  [
    'an asset as text',
    () => compileTemplate({ html: 'x', assets: new Map([['a.css', 'p {}']]) as never }, { fonts }),
    /the asset "a\.css" must be bytes/,
  ],
  ['a template that is not compiled', () => renderDocument({ html: 'x' } as never, {}), /come from compileTemplate/],
  [
    'a misspelt option',
    () => compileTemplate({ html: 'x' }, { fonts, limit: {} } as never),
    /options has no member "limit" \(did you mean "limits"\?\)/,
  ],
  [
    'a misspelt member of a template',
    () => compileTemplate({ html: 'x', pagesize: 'a4' } as never, { fonts }),
    /the template has no member "pagesize" \(did you mean "pageSize"\?\)/,
  ],
  [
    'a misspelt limit',
    () => renderDocument(template, {}, { limits: { page: 3 } as never }),
    /options\.limits has no member "page" \(did you mean "pages"\?\)/,
  ],
  [
    'an option of another function',
    () => renderDocument(template, {}, { filters: {} } as never),
    /no member "filters"/,
  ],
  [
    'a filter that is none',
    () => compileTemplate({ html: 'x' }, { fonts, filters: { vat: 19 as never } }),
    /filter "vat" must be a function/,
  ],
  [
    'a filter that nobody can write',
    () => compileTemplate({ html: 'x' }, { fonts, filters: { 'a b': String } }),
    /"a b" cannot be the name of a filter/,
  ],
  ['data in an array', () => renderDocument(template, []), /must be an object .* not an array/],
  ['data that is missing', () => renderDocument(template, null as never), /must be an object .* not null/],
  ['a text as date', () => renderDocument(template, {}, { date: 'today' as never }), /date must be a valid Date/],
  ['no pages', () => renderDocument(template, {}, { firstPages: 0 }), /firstPages must be a whole number above 0/],
  ['an invalid date', () => renderDocument(template, {}, { date: new Date(Number.NaN) }), /date must be a valid Date/],
  ['a path as font', () => createFontLibrary({ fonts: [{ data: 'a.ttf' as never }] }), /must be its bytes/],
]

t.test('wrong arguments are named', (t) => {
  for (const [name, call, message] of MISTAKES) t.throws(call, { name: 'TypeError', message }, name)
  t.end()
})

t.test('limits that are undefined are the defaults', (t) => {
  const endless = compileTemplate({ html: '{{#each rows}}<p style="break-after: page">x</p>{{/each}}' }, { fonts })
  const rows = new Array(3).fill(0)
  t.throws(() => renderDocument(endless, { rows }, { limits: { pages: 2 } }), { code: 'too-many-pages' })
  const limits = { elements: 3, pages: undefined } as never
  t.throws(() => renderDocument(endless, { rows }, { limits }), { code: 'too-many-elements' })
  t.end()
})

t.test('a small file can be moved to another thread', (t) => {
  const { pdf } = renderDocument(template, { name: 'Ada' })
  t.ok(pdf.byteLength < 4096)
  t.equal(pdf.byteLength, pdf.buffer.byteLength)
  t.equal(structuredClone(pdf, { transfer: [pdf.buffer as ArrayBuffer] }).byteLength > 0, true)
  t.equal(pdf.byteLength, 0)
  t.end()
})

t.test('a program brings filters of its own', (t) => {
  const filters = {
    vat: (value: unknown, rate: unknown) => Number(value) * (1 + Number(rate)),
    broken: () => {
      throw new Error('no rate for today')
    },
    due: () => new Date(0),
  }
  const source = {
    html: '<title>{{net | vat 0.5}} {{net | due | date "yyyy"}}</title><p>{{net | broken}}',
    name: 't.html',
  }
  const { diagnostics, pdf } = renderDocument(compileTemplate(source, { fonts, filters }), { net: 4 })
  t.match(diagnostics, [{ code: 'filter-failed', message: 'filter "broken" failed: no rate for today' }])
  t.equal(diagnostics.length, 1)
  t.match(Buffer.from(pdf).toString('latin1'), '>6 1970<', 'the title in the metadata')
  t.throws(() => compileTemplate(source, { fonts }), { code: 'unknown-filter' })
  t.end()
})

t.test('the first pages of a document cost no more than they are', async (t) => {
  const html = `<style>@page { @bottom-center { content: counter(page) " of " counter(pages) } }</style>
    <h1 id="top">Contents</h1><a href="#row-39">to the end</a>
    {{#each rows}}<h2 id="row-{{this}}" style="break-before: page">{{this}}</h2><p>text</p>{{/each}}`
  const long = compileTemplate({ html }, { fonts })
  const data = { rows: Array.from({ length: 40 }, (_, row) => row) }
  const whole = renderDocument(long, data)
  const first = renderDocument(long, data, { firstPages: 2 })
  t.equal(whole.pages, 41)
  t.equal(first.pages, 2)
  t.same(first.diagnostics, [])
  t.ok(first.stats.layoutCalls < whole.stats.layoutCalls / 5, `${first.stats.layoutCalls} layouts`)
  t.equal(renderDocument(long, data, { firstPages: 100 }).pages, 41)
})

t.test('a template has a time zone, which a rendering may replace; days without a time do not move', async (t) => {
  const html = '<p>x</p>'
  const fileName = '{{@now | date "d HH"}}, {{at | date "d HH"}}, {{day | date "d"}}, {{local | date "HH"}}'
  const data = { at: '2026-07-01T23:30:00Z', day: '2026-07-01', local: '2026-07-01T23:30:00' }
  const date = new Date('2026-01-31T23:30:00Z')
  const nameOf = (ofTemplate?: string, ofRendering?: string) => {
    const template = compileTemplate({ html, fileName, timeZone: ofTemplate }, { fonts })
    return renderDocument(template, data, { date, timeZone: ofRendering }).fileName
  }
  t.equal(nameOf(), '31 23, 1 23, 1, 23.pdf')
  t.equal(nameOf('Europe/Berlin'), '1 00, 2 01, 1, 23.pdf')
  t.equal(nameOf('Europe/Berlin', 'America/New_York'), '31 18, 1 19, 1, 23.pdf')
  for (const timeZone of ['Mars', '+01:00', '', 7]) {
    t.throws(() => compileTemplate({ html, timeZone: timeZone as string }, { fonts }), {
      message: /timeZone must be a time zone such as "Europe\/Berlin"/,
    })
  }
})
