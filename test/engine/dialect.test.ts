import t from 'tap'
import { FILTER_HELP } from '../../engine/dialect/filter-help.js'
import { compileTemplate, createFontLibrary, dialectTables } from '../../engine/index.js'
import { FILTERS } from '../../engine/template/filters/registry.js'

const fonts = createFontLibrary()
const tables = dialectTables()

function property(name: string) {
  return tables.properties.find((each) => each.name === name)
}

t.test('keywords of properties are those that their parsers take', async (t) => {
  t.same(property('break-inside')?.keywords, ['auto', 'avoid', 'avoid-column', 'avoid-page'])
  t.ok(property('display')?.keywords.includes('inline-grid'))
  t.notOk(property('display')?.keywords.includes('run-in'), 'what is not supported is not offered')
  t.ok(property('width')?.units.includes('%'))
  t.equal(property('color')?.takesColor, true)
  t.equal(property('float')?.takesColor, false)
  t.ok(property('margin')?.longhands?.includes('margin-left'))
})

t.test('whatever is offered compiles without a diagnostic', async (t) => {
  const rules = tables.properties.flatMap(({ name, keywords }) => keywords.map((word) => `p { ${name}: ${word} }`))
  const page = tables.page.descriptors.flatMap(({ name, keywords }) =>
    keywords.map((word) => `@page { ${name}: ${word} }`),
  )
  const elements = tables.elements
    .filter(({ name }) => !['html', 'head', 'body', 'title', 'style', 'link', 'meta', 'base'].includes(name))
    .map(({ name, isVoid }) => (isVoid ? `<${name}>` : `<${name}></${name}>`))
  t.ok(rules.length > 400)
  const { diagnostics } = compileTemplate(
    { html: `<style>${rules.join('\n')}${page.join('\n')}</style><p>a` },
    { fonts },
  )
  t.same(diagnostics, [])
  for (const html of elements) {
    const found = compileTemplate({ html }, { fonts }).diagnostics.filter(({ code }) => code.startsWith('unsupported'))
    t.same(found, [], html)
  }
})

t.test('every filter says how it is used, and nothing else does', async (t) => {
  t.same(Object.keys(FILTER_HELP).sort(), [...FILTERS.keys()].sort())
  for (const {
    name,
    usage,
    text,
    arguments: [least, most],
  } of tables.filters) {
    t.ok(usage === name || usage.startsWith(`${name} `), name)
    t.match(text, /\.$/, name)
    const given = usage.slice(name.length).match(/\[[^\]]*\]|"[^"]*"|\S+/g) ?? []
    t.ok(given.length >= least && given.length <= most, `${usage} has as many arguments as ${name} takes`)
  }
})

t.test('elements come with the attributes that mean something on them', async (t) => {
  const of = (name: string) => tables.elements.find((each) => each.name === name)?.attributes ?? []
  t.ok(of('td').includes('colspan'))
  t.ok(of('td').includes('bgcolor'))
  t.notOk(of('p').includes('bgcolor'))
  t.notOk(tables.elements.some(({ name }) => name === 'script' || name === 'iframe'))
})

t.test('pages and colours', async (t) => {
  t.equal(tables.page.marginBoxes.length, 16)
  t.same(
    tables.colors.find(({ name }) => name === 'rebeccapurple'),
    { name: 'rebeccapurple', hex: '#663399' },
  )
})
