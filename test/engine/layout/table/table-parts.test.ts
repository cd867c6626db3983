import t from 'tap'
import type { JsonObject } from '../../../../engine/base/json.js'
import { renderDocument } from '../../../../engine/render.js'
import { compileSmall, layOut, textsOf, wordsByPage } from '../lay-out.js'

const CSS = 'table { border-spacing: 0 } td { padding: 0; height: 10px }'

const rows = (count: number, amount: (index: number) => unknown = () => 0.1): JsonObject =>
  ({ items: Array.from({ length: count }, (_, index) => ({ text: `r${index}`, amount: amount(index) })) }) as JsonObject

const BODY = '<tbody>{{#each items}}<tr><td>{{text}}</td></tr>{{/each}}</tbody>'

function pagesOf(table: string, data: JsonObject, css = ''): readonly string[] {
  const { pages, diagnostics } = layOut(compileSmall(`${CSS} ${css}`, table), data)
  t.same(diagnostics, [])
  return wordsByPage(pages)
}

t.test('rows of the head and foot that stand at some parts of a table only', async (t) => {
  const table = `<table><thead>
    <tr data-table-part="first"><td>F</td></tr><tr data-table-part="continued"><td>C1</td></tr>
    <tr data-table-part="continued"><td>C2</td></tr></thead>${BODY}<tfoot>
    <tr data-table-part="continuing"><td>G</td></tr><tr data-table-part="last"><td>L</td></tr></tfoot></table>`

  await t.test('a table of one part is its first and last', async () => {
    t.same(pagesOf(table, rows(3)), ['F r0 r1 r2 L'])
  })

  await t.test('rows take the room of those that are absent', async () => {
    t.same(pagesOf(table, rows(20)), [
      'F r0 r1 r2 r3 r4 r5 r6 r7 G',
      'C1 C2 r8 r9 r10 r11 r12 r13 r14 G',
      'C1 C2 r15 r16 r17 r18 r19 L',
    ])
  })

  await t.test('a table that fits without them is not broken for their sake', async () => {
    const tall = table.replace('<td>G</td>', '<td>G<br>G<br>G</td>')
    t.same(pagesOf(tall, rows(8)), ['F r0 r1 r2 r3 r4 r5 r6 r7 L'])
    t.same(pagesOf(tall, rows(9)), ['F r0 r1 r2 r3 r4 r5 G G G', 'C1 C2 r6 r7 r8 L'])
  })

  await t.test('the last part keeps a row even if only its foot does not fit', async () => {
    const tall = table.replace('<td>L</td>', '<td>L<br>L<br>L</td>')
    t.same(pagesOf(tall, rows(8)), ['F r0 r1 r2 r3 r4 r5 r6 G', 'C1 C2 r7 L L L'])
  })

  await t.test('a head that is another on the last part', async () => {
    const heads = `<table><thead><tr data-table-part="continuing"><td>more<br>more</td></tr>
      <tr data-table-part="last"><td>end</td></tr></thead>${BODY}</table>`
    t.same(pagesOf(heads, rows(9)), ['end r0 r1 r2 r3 r4 r5 r6 r7 r8'])
    t.same(pagesOf(heads, rows(12)), ['more more r0 r1 r2 r3 r4 r5 r6 r7', 'end r8 r9 r10 r11'])
  })

  await t.test('cells that span absent rows are cut to those that are there', async () => {
    const spanning = `<table><thead><tr><td rowspan=2>S</td><td>a</td></tr>
      <tr data-table-part="first"><td>b</td></tr></thead>
      <tbody>{{#each items}}<tr><td colspan=2>{{text}}</td></tr>{{/each}}</tbody></table>`
    t.same(pagesOf(spanning, rows(10)), ['S a b r0 r1 r2 r3 r4 r5 r6 r7', 'S a r8 r9'])
  })

  await t.test('a section without rows at a part has no spacing there', async (t) => {
    const spaced = (rest: string) =>
      `<table style="border-spacing:5px">${rest}<tbody><tr><td>x</td></tr></tbody></table>`
    const heightOf = (body: string) => {
      const root = layOut(compileSmall(CSS, body)).pages[0]?.content?.fragment
      return root?.kind === 'box' ? root.height : undefined
    }
    const head = '<thead><tr data-table-part="continued"><td>c</td></tr></thead>'
    const foot = '<tfoot><tr data-table-part="continuing"><td>c</td></tr></tfoot>'
    for (const around of ['', 'break-inside:avoid']) {
      const inBlock = (table: string) => `<div style="${around}">${table}</div>`
      const plain = heightOf(inBlock(spaced('')))
      t.equal(plain, 20)
      t.equal(heightOf(inBlock(spaced(head))), plain)
      t.equal(heightOf(inBlock(spaced(foot))), plain)
      t.equal(heightOf(inBlock(spaced(head + foot))), plain)
    }
  })

  await t.test('other words are reported with their place', async (t) => {
    const source = `<table><thead><tr data-table-part="second"><td>x</td></tr></thead>
      <tbody><tr data-table-part="first"><td>y</td></tr></tbody></table>`
    const { diagnostics, pages } = layOut(compileSmall(CSS, source))
    t.same(
      diagnostics.map(({ code, span }) => [code, span?.line !== undefined]),
      [
        ['unknown-table-part', true],
        ['misplaced-table-part', true],
      ],
    )
    t.same(wordsByPage(pages), ['x y'])
  })
})

const carried = `<table><thead><tr data-table-part="continued"><td>from:{{@carried amount | number "0.00"}}</td></tr></thead>
    ${BODY}<tfoot><tr data-table-part="continuing"><td>to:{{@carried amount | number "0.00"}}</td></tr>
    <tr data-table-part="last"><td>all:{{@carried amount | number "0.00"}}</td></tr></tfoot></table>`

t.test('are carried forward from part to part', async () => {
  t.same(pagesOf(carried, rows(20)), [
    'r0 r1 r2 r3 r4 r5 r6 r7 r8 to:0.90',
    'from:0.90 r9 r10 r11 r12 r13 r14 r15 r16 to:1.70',
    'from:1.70 r17 r18 r19 all:2.00',
  ])
})

t.test('are exact in decimals', async () => {
  const table = carried.replaceAll(' | number "0.00"', '')
  t.same(pagesOf(table, rows(12))[0], 'r0 r1 r2 r3 r4 r5 r6 r7 r8 to:0.9')
  t.same(
    pagesOf(
      table,
      rows(12, () => '0.7'),
    ),
    ['r0 r1 r2 r3 r4 r5 r6 r7 r8 to:6.3', 'from:6.3 r9 r10 r11 all:8.4'],
  )
})

t.test('agree with the sum of the whole list', async () => {
  const items = rows(50, (index) => (index * 37) / 100 - 3)
  const table = `${carried}{{items | sum "amount" | number "0.00"}}`
  const words = pagesOf(table, items).join(' ')
  t.match(words, /all:(-?[\d.]+) \1$/)
})

t.test('of one part alone', async () => {
  const table = `<table>${BODY}<tfoot><tr><td>{{@subtotal amount}}/{{@carried amount}}</td></tr></tfoot></table>`
  t.same(
    pagesOf(
      table,
      rows(20, (index) => index),
    ),
    ['r0 r1 r2 r3 r4 r5 r6 r7 r8 36/36', 'r9 r10 r11 r12 r13 r14 r15 r16 r17 117/153', 'r18 r19 37/190'],
  )
})

t.test('stand in a table that is not broken as well', async () => {
  t.same(pagesOf(carried, rows(3)), ['r0 r1 r2 all:0.30'])
  t.same(pagesOf(`<div style="break-inside:avoid">${carried}</div>`, rows(3)), ['r0 r1 r2 all:0.30'])
  t.same(pagesOf(carried, { items: [] }), ['all:0.00'])
})

t.test('count a turn of the loop once, with its first row', async () => {
  const table = `<table><tbody>{{#each items}}<tr><td>{{text}}</td></tr><tr><td>detail</td></tr>{{/each}}</tbody>
      <tfoot><tr><td>{{@carried amount}}</td></tr></tfoot></table>`
  t.same(
    pagesOf(
      table,
      rows(6, () => 1),
    ),
    ['r0 detail r1 detail r2 detail r3 detail r4 5', 'detail r5 detail 6'],
  )
})

t.test('take the field of the row’s own item, through groups and names', async () => {
  const data: JsonObject = {
    amount: 1000,
    groups: [
      { amount: 300, name: 'A', items: [{ amount: 100 }, { amount: 200 }, {}] },
      { name: 'B', items: [{ amount: 4 }, {}] },
    ],
  }
  const table = (rest: string) => `<table><tbody>{{#each groups}}{{#each items as item}}${rest}{{/each}}{{/each}}
      <tr><td>end</td></tr></tbody><tfoot><tr><td>`
  const row = '<tr><td>r</td></tr>'
  t.same(pagesOf(`${table(row)}{{@carried amount}}</td></tr></tfoot></table>`, data), ['r r r r r end 304'])
  t.same(pagesOf(`${table(row)}{{@carried item.amount}}</td></tr></tfoot></table>`, data), ['r r r r r end 304'])
  const twice = `{{#let twice = item.amount * 2}}${row}{{/let}}`
  t.same(pagesOf(`${table(twice)}{{@carried twice}}</td></tr></tfoot></table>`, data), ['r r r r r end 608'])
  t.same(pagesOf(`${table(row)}{{@carried (item.amount * 2 + 1)}}</td></tr></tfoot></table>`, data), [
    'r r r r r end 611',
  ])
})

t.test('of tables in a loop are separate, and so are those of nested tables', async () => {
  const data: JsonObject = {
    accounts: [
      { unit: 'a', items: [{ amount: 1 }, { amount: 2 }] },
      { unit: 'b', items: [{ amount: 5 }] },
    ],
  }
  const table = `{{#each accounts}}<table><tbody>{{#each items}}<tr><td><table><tr><td>n</td></tr></table></td></tr>
      {{/each}}</tbody><tfoot><tr><td><b>{{@carried amount | default unit}}{{unit}}</b></td></tr></tfoot></table>{{/each}}`
  t.same(pagesOf(table, data), ['n n 3a n 5b'])
})

t.test('are transformed like other text', async () => {
  const table = `<table style="text-transform:uppercase">${BODY}<tfoot><tr><td>{{@carried amount | currency "EUR"}} {{@carried amount | default "x"}} eur</td></tr></tfoot></table>`
  t.same(
    pagesOf(
      table.replace('| currency "EUR"', '| truncate 20'),
      rows(2, () => 1e21),
    ),
    ['R0 R1 2E+21 2E+21 EUR'],
  )
})

t.test('do not change the columns from page to page', async (t) => {
  const table = `<table><tbody>{{#each items}}<tr><td>{{text}}</td><td>x</td></tr>{{/each}}</tbody>
      <tfoot><tr><td>{{@carried amount}}</td><td>y</td></tr></tfoot></table>`
  const { pages } = layOut(
    compileSmall(CSS, table),
    rows(30, () => 1234),
  )
  const columns = pages.map((page) => textsOf(page).find(({ text }) => text === 'x')?.x)
  t.equal(pages.length, 4)
  t.same(columns, Array(4).fill(50))
})

t.test('do not grow the work with the number of rows', async (t) => {
  const template = compileSmall(CSS, carried)
  const calls = (count: number) => {
    const { stats } = layOut(template, rows(count))
    return { perRow: stats.layoutCalls / count, reruns: stats.reruns }
  }
  const few = calls(500)
  const many = calls(5_000)
  t.ok(many.perRow <= few.perRow * 1.01, `${many.perRow} calls per row among 5,000, ${few.perRow} among 500`)
  t.ok(many.reruns <= 1)
})

t.test('report what is no number', async (t) => {
  const { diagnostics } = layOut(
    compileSmall(CSS, carried),
    rows(3, () => 'many'),
  )
  t.same(
    diagnostics.map(({ code }) => code),
    ['unusable-value', 'unusable-value', 'unusable-value'],
  )
})

t.test('are unknown from a row on whose amount is no number', async (t) => {
  for (const expression of ['a', '(a * 2)', '(a | round)']) {
    const total = `{{@carried ${expression} | number "0"}}`
    const table = `<table><tbody>{{#each rows}}<tr><td>r</td></tr>{{/each}}</tbody><tfoot><tr><td>${total}</td></tr></tfoot></table>`
    const { pages, diagnostics } = layOut(compileSmall('', table), { rows: [{ a: 1 }, { a: 'much' }, { a: 2 }] })
    t.equal(diagnostics.length, 1)
    t.ok(
      pages.some((page) => textsOf(page).some(({ text }) => text.includes('{{@carried'))),
      total,
    )
  }
})

t.test('report a field that no row has, if there are rows', async (t) => {
  const table = `<table><tbody>{{#each rows}}<tr><td>{{amount}}</tr>{{/each}}
      <tfoot><tr><td>{{@carried amuont}} {{@subtotal amount}}</table>`
  const reported = (rows: readonly JsonObject[]) =>
    layOut(compileSmall(CSS, table), { rows }).diagnostics.map(({ code, message }) => `${code}: ${message}`)
  t.same(reported([{ amount: 1 }, { amount: null }]), [
    'unmatched-placeholder: no row of the table has the field that @carried adds',
  ])
  t.same(reported([]), [])
  t.same(reported([{ amount: null, amuont: null }]), [], 'a value that is empty is a value')
})

t.test('report fields to calculate with that no row has', async (t) => {
  const reported = (expression: string, rows: readonly JsonObject[]) => {
    const table = `<table><tbody>{{#each rows}}<tr><td>r</tr>{{/each}}<tfoot><tr><td>{{@carried (${expression})}}</table>`
    return layOut(compileSmall(CSS, table), { rows, fee: 1 }).diagnostics.map(
      ({ code, message }) => `${code}: ${message}`,
    )
  }
  const unmatched = ['unmatched-placeholder: no row of the table has the fields that @carried calculates with']
  const rows = [{ credit: 1 }, { amount: 'much' }]
  t.same(reported('debit - charge', rows), unmatched)
  t.same(reported('debit + 1', rows), unmatched)
  t.same(reported('debit + fee', rows), unmatched)
  t.same(reported('credit * rate', rows), unmatched)
  t.same(reported('credit - debit', rows), [])
  t.same(reported('amount + 0', rows), ['not-a-number: cannot calculate with the string "much"'])
  t.same(reported('debit - charge', [{ debit: null }]), [])
})

t.test('take a missing field for 0 in sums and differences', async () => {
  const total = (expression: string, items: readonly JsonObject[], around: JsonObject = {}) =>
    pagesOf(
      `<table><tbody>{{#each items}}<tr><td>r</td></tr>{{/each}}</tbody>
        <tfoot><tr><td>{{@carried (${expression}) | number "0.00"}}</td></tr></tfoot></table>`,
      { ...around, items },
    )[0]?.replace(/^(r )*/, '')
  const statement = [{ credit: 500 }, { debit: 80.18 }, { credit: null, debit: '12' }, { credit: 20, debit: null }, {}]
  t.equal(total('credit - debit', statement), '427.82')
  t.equal(total('this.credit - this.debit', statement, { credit: 7000 }), '427.82')
  t.equal(total('- debit + credit', statement), '427.82')
  t.equal(total('(credit - debit) | round 0', statement), '428.00')
  t.equal(total('(credit - debit) * 2', statement), '855.64')
  t.equal(total('credit - debit * fee', [{ credit: 5, fee: 2 }, { debit: 3, fee: 2 }, { debit: 4 }]), '-1.00')
  t.equal(total('price * quantity', [{ price: 3, quantity: 2 }, { price: 3 }, { quantity: null, price: 1 }]), '6.00')
  t.equal(total('price / quantity', [{ price: 3, quantity: 2 }, { price: 3 }, { quantity: 1 }]), '1.50')
  t.equal(total('1 + credit - debit', statement), '431.82', 'an item without the fields adds nothing')
  t.equal(total('credit - debit - fee', statement, { fee: 2 }), '419.82', 'nor does one for what stands around it')
  t.equal(total('(credit | default 1) - debit', [{ debit: 3 }, {}]), '-1.00')
})

t.test('cannot stand where no page knows them', async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ['<p>{{@carried amount}}</p>', 'misplaced-running-total'],
    [
      `<table><tbody>{{#each items}}<tr><td>{{@carried amount}}</td></tr>{{/each}}</tbody></table>`,
      'misplaced-running-total',
    ],
    [`<table><thead><tr><td title="{{@carried amount}}">x</td></tr></thead>${BODY}</table>`, 'misplaced-running-total'],
    [
      `<table><thead>{{#if @carried amount}}<tr><td>x</td></tr>{{/if}}</thead>${BODY}</table>`,
      'misplaced-running-total',
    ],
    [`<table><thead><tr><td>{{@subtotal amount}}</td></tr></thead>${BODY}</table>`, 'misplaced-running-total'],
    [
      `<table><tfoot><tr><td><table><tr><td>{{@carried amount}}</td></tr></table></td></tr></tfoot>${BODY}</table>`,
      'misplaced-running-total',
    ],
    [
      '<table><tbody><tr><td>x</td></tr></tbody><tfoot><tr><td>{{@carried amount}}</td></tr></tfoot></table>',
      'running-total-without-list',
    ],
    [`<table>${BODY}<tfoot><tr><td>{{@carried | number}}</td></tr></tfoot></table>`, 'malformed-running-total'],
    [`<table>${BODY}<tfoot><tr><td>{{@carried}}</td></tr></tfoot></table>`, 'malformed-running-total'],
  ]
  for (const [body, code] of cases) {
    t.throws(() => compileSmall(CSS, body), { code, span: { line: 1 } }, body)
  }
})

t.test('a table with running totals becomes a document', async (t) => {
  const table = `<table style="border-collapse:collapse"><thead><tr data-table-part="continued"><td>{{@carried amount}}</td></tr></thead>
    ${BODY}</table>`
  const { pages, diagnostics } = renderDocument(compileSmall('td { border: 1px solid }', table), rows(40))
  t.same(diagnostics, [])
  t.ok(pages > 3)
})

t.test('nested tables whose parts may end without what stands at continuing ones add their work', async (t) => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`).join('<br>')
  const nested = (depth: number, height: number, inner: string): string =>
    depth === 0
      ? inner
      : `<table style="border-spacing:0"><tbody><tr><td>${nested(depth - 1, height, inner)}</td></tr></tbody>
         <tfoot><tr data-table-part="continuing"><td style="height:${height}px">f</td></tr></tfoot></table>`
  const calls = (depth: number) => {
    const inner = nested(depth, 26, nested(depth, 12, lines(2)) + lines(3))
    return layOut(compileSmall('td { padding: 0 }', nested(depth, 58, inner + lines(6)))).stats.layoutCalls
  }
  const [few, many] = [calls(4), calls(16)]
  t.ok(many <= 40 * few, `${few} calls with 12 tables, ${many} with 48`)
})
