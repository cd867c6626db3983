import t from 'tap'
import { compileTemplate } from '../../../engine/compile.js'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { createFontLibrary } from '../../../engine/index.js'

const fonts = createFontLibrary()

/** What is painted of a table whose cells are empty, 20 × 20 px each, with 4 px between them. */
function painted(css: string, rows = '<tr><td><td>'): string {
  const html = `<!doctype html><style>@page { size: 200px; margin: 0 } body { margin: 0 } table { border-spacing: 4px }
    td { padding: 0; width: 20px; height: 20px } ${css}</style><table>${rows}</table>`
  return dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint')
}

t.test('rows and row groups have shadows and outlines where borders are separate', async (t) => {
  for (const part of ['tr', 'tbody']) {
    t.match(painted(`${part} { box-shadow: 0 0 0 3px #f00 }`), /fill #ff0000 \[1,1 50×26\]/, `shadow of ${part}`)
    t.match(painted(`${part} { box-shadow: inset 0 0 0 3px #00f }`), /#0000ff/, `inner shadow of ${part}`)
    t.match(painted(`${part} { outline: 2px solid #0f0 }`), /#00ff00/, `outline of ${part}`)
    t.notMatch(painted(`${part} { box-shadow: 0 0 0 3px #f00; visibility: hidden }`), /#ff0000/)
    t.notMatch(painted(`table { border-collapse: collapse } ${part} { box-shadow: 0 0 0 3px #f00 }`), /#ff0000/)
  }
})

t.test('the shadow of a row lies below the backgrounds of its cells', async (t) => {
  const calls = painted('tr { box-shadow: inset 0 0 0 3px #f00 } td { background: #0f0 }')
  t.ok(calls.indexOf('#ff0000') < calls.indexOf('#00ff00'), calls)
})

t.test('the table says how borders meet, whatever border-collapse its cells have', async (t) => {
  const css = 'td { border: 3px solid #f00; border-radius: 8px; border-collapse: collapse }'
  t.equal(painted(css), painted(css.replace('border-collapse: collapse', '')))
  t.match(painted(css), /#ff0000/)
  const collapsed = 'table { border-collapse: collapse } td { border: 3px solid #f00 }'
  t.equal(painted(`${collapsed} td, tr, tbody { border-collapse: separate }`), painted(collapsed))
})

t.test('what reaches out of the page area is cut off where the root or the body clips its overflow', async (t) => {
  const clips = (css: string) => /clip \[16,16 32×32\]/.test(painted(`@page { size: 64px; margin: 16px } ${css}`))
  for (const css of ['body { overflow: hidden }', 'html { overflow: hidden }', 'html { overflow-x: auto }'])
    t.ok(clips(css), css)
  t.notOk(clips('body > div { overflow: hidden }'))
})
