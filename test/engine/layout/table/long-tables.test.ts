import t from 'tap'
import { compileSmall, layOut } from '../lay-out.js'

/** Tables of kinds that cost differently, by the markup of one row. */
const TABLES: Readonly<Record<string, string>> = {
  plain:
    '<table><thead><tr><th>h</th></tr></thead><tbody>{{#each rows}}<tr><td>{{a}}</td><td>{{b}}</td></tr>{{/each}}</tbody></table>',
  'with collapsed borders':
    '<table style="border-collapse:collapse"><tbody>{{#each rows}}<tr><td style="border:1px solid">{{a}}</td><td>{{b}}</td></tr>{{/each}}</tbody><tfoot><tr><td>f</td></tr></tfoot></table>',
  'with spanning rows':
    '<table>{{#each rows}}<tr><td rowspan="2">{{a}}</td><td>{{b}}</td></tr><tr><td>{{a}}</td></tr>{{/each}}</table>',
  'that avoid breaks':
    '<table>{{#each rows}}<tr style="break-after:avoid"><td>{{a}}</td></tr><tr><td>{{b}}</td></tr>{{/each}}</table>',
  'with totals carried forward':
    '<table><thead><tr data-table-part="continued"><td>{{@carried n}}</td></tr></thead>{{#each rows}}<tr><td>{{a}}</td></tr>{{/each}}<tfoot><tr data-table-part="continuing"><td>{{@carried n}}</td></tr></tfoot></table>',
  'in groups':
    '<table>{{#each rows}}<tbody style="break-inside:avoid"><tr><td>{{a}}</td></tr><tr><td>{{b}}</td></tr></tbody>{{/each}}</table>',
}

for (const [name, markup] of Object.entries(TABLES)) {
  t.test(`the work for a row of a table ${name} is the same among 1,000 and 10,000`, async (t) => {
    const template = compileSmall('', markup)
    const measure = (count: number) => {
      const rows = Array.from({ length: count }, (_, index) => ({ a: `a${index % 90}`, b: 'b', n: 1 }))
      const { stats, pages, diagnostics } = layOut(template, { rows })
      t.same(diagnostics, [])
      return { perRow: stats.layoutCalls / count, reruns: stats.reruns, pages: pages.length }
    }
    const few = measure(1_000)
    const many = measure(10_000)
    t.ok(
      many.perRow <= few.perRow * 1.001,
      `${many.perRow} layout calls per row among 10,000, ${few.perRow} among 1,000`,
    )
    t.ok(many.reruns <= many.pages, `${many.reruns} of ${many.pages} pages were laid out again`)
  })
}
