import t from 'tap'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary } from '../../../engine/index.js'

const fonts = createFontLibrary()

/** The calls that show text. */
function texts(css: string, body: string): readonly string[] {
  const html = `<!doctype html><style>p { font: 10px Arial; margin: 0 } ${css}</style>${body}`
  const template = compileTemplate({ html }, { fonts })
  t.same(template.diagnostics, [])
  const calls = dumpDocument(template, {}, 'paint').split('\n')
  return calls.filter((call) => /^ *text /.test(call)).map((call) => call.trim().replace(/ at [\d.,]+/, ''))
}

t.test('letters are filled with a colour of their own', async (t) => {
  const css = 'p { color: red; -webkit-text-fill-color: lime } b { color: blue }'
  t.same(texts(css, '<p>a<b>b</b></p>'), ['text #00ff00 10px "a"', 'text #00ff00 10px "b"'])
  const current = 'p { color: red; -webkit-text-fill-color: currentcolor } b { color: blue; font-weight: 400 }'
  t.same(texts(current, '<p>a<b>b</b></p>'), ['text #ff0000 10px "a"', 'text #0000ff 10px "b"'])
})

t.test('lines that decorate text have the colour that fills its letters', async (t) => {
  const lines = (css: string) => {
    const html = `<!doctype html><style>u { color: red; ${css} }</style><u>a</u>`
    return [...dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint').matchAll(/fill (#\w+)/g)].map(
      ([, c]) => c,
    )
  }
  t.same(lines(''), ['#ff0000'])
  t.same(lines('-webkit-text-fill-color: lime'), ['#00ff00'])
  t.same(lines('-webkit-text-fill-color: lime; text-decoration-color: blue'), ['#0000ff'])
})

t.test('outlines of letters stand over what fills them, or below it', async (t) => {
  t.same(texts('p { -webkit-text-stroke: 2px red }', '<p>a</p>'), [
    'text #000000 10px "a"',
    'text outlines #ff0000 2px 10px "a" decorative',
  ])
  t.same(texts('p { -webkit-text-stroke: red 2px; paint-order: stroke }', '<p>a</p>'), [
    'text outlines #ff0000 2px 10px "a" decorative',
    'text #000000 10px "a"',
  ])
  t.same(
    texts('p { -webkit-text-stroke: thin; color: red }', '<p>a</p>')[1],
    'text outlines #ff0000 1px 10px "a" decorative',
  )
  t.same(texts('p { -webkit-text-stroke: 2px transparent }', '<p>a</p>'), ['text #000000 10px "a"'])
  t.same(texts('p { -webkit-text-stroke: red }', '<p>a</p>'), ['text #000000 10px "a"'], 'no width, no outline')
})

t.test('a background is cut to decorations as it is to letters', async (t) => {
  const html =
    '<!doctype html><style>p { background: red; background-clip: text; color: transparent }</style><p><u>a</u>'
  const calls = dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint')
  const mask = calls.slice(calls.indexOf('mask'), calls.indexOf('#ff0000'))
  t.match(mask, /text #000000/)
  t.match(mask, /fill #000000/)
})

t.test('shadows have the outlines of the letters', async (t) => {
  t.same(texts('p { -webkit-text-stroke: 2px red; text-shadow: 1px 1px lime }', '<p>a</p>').slice(0, 2), [
    'text #00ff00 10px "a" decorative',
    'text outlines #00ff00 2px 10px "a" decorative',
  ])
})
