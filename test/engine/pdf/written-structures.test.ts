import t from 'tap'
import { compileTemplate, createFontLibrary, type RenderOptions, renderDocument } from '../../../engine/index.js'
import { markFaults } from './read-structure.js'

const fonts = createFontLibrary()
const DATE = new Date('2026-01-01T00:00:00Z')

const HTML = `<html lang="{{language}}"><title>t</title><style>@page { size: 300px 400px; @top-left { content: 'x' } }</style>
  <h1>{{title}}</h1>
  {{#if picture}}<svg width="9" height="9" role="img" aria-label="{{picture}}"><rect width="9" height="9"/></svg>{{/if}}
  {{#if address}}<p><a href="{{address}}">address</a></p>{{/if}}
  {{#if french}}<p lang="fr">oui</p>{{/if}}
  <table><tr><th id="a">a<th id="b">b</th></tr>{{#each rows}}<tr>
    {{#if this.wide}}<td colspan="2" headers="{{this.of}}">{{this.name}}</td>{{else}}<td headers="{{this.of}}">{{this.name}}</td><td>{{this.name}}</td>{{/if}}
  </tr>{{/each}}</table>`

const compile = () => compileTemplate({ html: HTML }, { fonts })

interface Row {
  readonly name: string
  readonly wide?: boolean
  readonly of?: string
}

function dataWith(changes: object, rows: readonly Row[] = ROWS): object {
  return { language: 'en', title: 'One', picture: 'sun', address: 'https://a.example/', rows, ...changes }
}

const ROWS: readonly Row[] = Array.from({ length: 60 }, (_, i) => ({ name: `row ${i}`, of: 'a' }))
const CHANGES: readonly object[] = [
  dataWith({}),
  dataWith({ title: 'Another' }),
  dataWith({ title: 'A title that is so long that it takes several lines, and with these more of the page' }),
  dataWith({ picture: 'moon' }),
  dataWith({ picture: '' }),
  dataWith({ address: '' }),
  dataWith({ french: true }),
  dataWith({ language: 'de' }),
  dataWith({}, ROWS.slice(1)),
  dataWith({}, ROWS.with(7, { name: 'row 7', of: 'a', wide: true })),
  dataWith({}, ROWS.with(7, { name: 'row 7', of: 'b' })),
  dataWith({}, ROWS.with(7, { name: 'row 7', of: 'b a' })),
  dataWith({}, ROWS.with(7, { name: 'a row\u00ad'.repeat(30), of: 'a' })),
  dataWith({}, [...ROWS, ...ROWS, ...ROWS]),
]

function pdfOf(template: ReturnType<typeof compile>, data: object, options: RenderOptions = {}): Buffer {
  return Buffer.from(renderDocument(template, data, { date: DATE, ...options }).pdf)
}

t.test('documents are the same whichever others a template made before', async (t) => {
  const template = compile()
  for (const data of [...CHANGES, ...CHANGES]) {
    const pdf = pdfOf(template, data)
    t.ok(pdf.equals(pdfOf(compile(), data)), JSON.stringify(data).slice(0, 80))
    t.same(markFaults(pdf), [])
  }
})

t.test('other data in the same elements have the structure that was written before', async (t) => {
  const template = compile()
  for (let i = 0; i < 20; i++) pdfOf(template, dataWith({ title: `Number ${10 + i}` }))
  t.equal(template.structures.size, 1)
  pdfOf(template, dataWith({}, ROWS.slice(1)))
  t.equal(template.structures.size, 2)
})

t.test('one that is kept serves files with and without predictors, and encrypted ones', async (t) => {
  const template = compile()
  const [data = {}] = CHANGES
  const plain = pdfOf(template, data)
  const encryption = { userPassword: 'u', ownerPassword: 'o' }
  const locked = pdfOf(template, data, { encryption })
  t.notOk(locked.equals(plain))
  t.ok(pdfOf(template, data).equals(plain))
})

t.test('structures are kept in little memory, and those of long documents not at all', async (t) => {
  const template = compile()
  const many = Array.from({ length: 700 }, (_, i) => ({ name: `row ${i}` }))
  pdfOf(template, dataWith({}, many))
  t.equal(template.structures.size, 0)
  for (let count = 1; count < 300; count += 2) pdfOf(template, dataWith({}, many.slice(0, count)))
  t.ok(template.structures.size < 150, `${template.structures.size} of 150 structures`)
})
