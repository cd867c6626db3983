import { dumpFragment } from '../dump-fragments.js'
import { borders, layoutPages, layoutWhole, tableCase } from './table-fixture.js'

const c = tableCase(
  '<table><thead><tr><th>h</th><th>i</th></tr></thead><tbody><tr><td>ab cd</td><td>x</td></tr><tr><td colspan="2">abc def ghi</td></tr></tbody></table>',
  { td: borders(1), table: { borderSpacingX: 2, borderSpacingY: 2 } },
)
console.log(dumpFragment(layoutWhole(c, 500)))
const d = tableCase(
  `<table><thead><tr><th>h</th><th>i</th></tr></thead><tbody>${'<tr><td>ab cd</td><td>x</td></tr>'.repeat(10)}</tbody></table>`,
  { td: borders(1), table: { borderCollapse: 'collapse' } },
)
for (const p of layoutPages(d, 500, 60)) {
  console.log(dumpFragment(p))
  console.log(p.children.map((k) => (k.fragment.kind === 'box' ? k.fragment.collapsedBorders : 0)))
}
