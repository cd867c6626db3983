import t from 'tap'
import { RecordingTarget } from '../../../engine/dump/recording-target.js'
import { BrokenBackgrounds } from '../../../engine/paint/broken-backgrounds.js'
import type { ImageContext } from '../../../engine/paint/paint-context.js'
import { paintPage } from '../../../engine/paint/paint-page.js'
import { compileSmall, layOut } from '../layout/lay-out.js'

const NO_IMAGES: ImageContext['images'] = { resolve: () => undefined }

/** The calls that paint a document of pages of 200 × 100 px. */
function callsOf(css: string, body: string): readonly string[] {
  const template = compileSmall(css, body)
  const { pages } = layOut(template)
  const target = new RecordingTarget()
  const sources = { fonts: template.fonts, images: NO_IMAGES, broken: new BrokenBackgrounds() }
  for (const page of pages) paintPage(page, target, sources)
  sources.broken.finish()
  return target.calls
}

/** From where to where the gradients run: `y1 y2` of vertical ones, `x1 x2` of horizontal ones, in painting order. */
function gradients(css: string, body: string): readonly string[] {
  return callsOf(css, body).flatMap((call) => {
    const line = /linear (\S+),(\S+) (\S+),(\S+) by/.exec(call)
    if (!line) return []
    const [, x1, y1, x2, y2] = line
    return [x1 === x2 ? `${y1} ${y2}` : `${x1} ${x2}`]
  })
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`).join('<br>')

const GRADIENT = 'background-image: linear-gradient(red, blue)'

t.test('a gradient runs over all parts of a box as if they were one', async (t) => {
  t.same(gradients(`div { ${GRADIENT} }`, `<p style="margin:0">${lines(4)}</p><div>${lines(21)}</div>`), [
    '40 250',
    '-60 150',
    '-160 50',
  ])
})

t.test('each part shows no more than its own share', async (t) => {
  t.same(
    callsOf(`div { ${GRADIENT} }`, `<div>${lines(15)}</div>`).filter((call) => call.startsWith('later')),
    ['later 1 in [0,0 200×100]', 'later 2 in [0,0 200×50]'],
  )
})

t.test('the box put together has its borders at its ends', async (t) => {
  const css = `div { ${GRADIENT}; border: 10px solid; background-repeat: no-repeat }`
  t.same(gradients(css, `<div>${lines(15)}</div>`), ['10 160', '-90 60'])
})

t.test('each part has a background of its own where decorations are cloned', async (t) => {
  const css = `div { ${GRADIENT}; box-decoration-break: clone }`
  t.same(gradients(css, `<div>${lines(15)}</div>`), ['0 100', '0 50'])
})

t.test('pages are painted while the box continues, and its background when it has ended', async (t) => {
  const calls = callsOf(`div { ${GRADIENT} }`, `<div>${lines(15)}</div><p>x</p>`)
  const steps = calls.filter((call) => /^(?:later|now|page|end page)/.test(call)).map((call) => call.split(' in ')[0])
  t.same(steps, ['page 200 × 100', 'later 1', 'end page', 'page 200 × 100', 'later 2', 'now 1', 'now 2', 'end page'])
})

t.test('plain colours wait for nothing', async (t) => {
  const calls = callsOf('div { background: red }', `<div>${lines(15)}</div>`)
  t.notOk(calls.some((call) => call.includes('later')))
})

t.test('the canvas has one background on all pages', async (t) => {
  t.same(gradients(`body { ${GRADIENT}; margin: 10px 0 }`, lines(15)).slice(0, 2), ['0 170', '-100 70'])
})

t.test('beyond the end of the root element the background of the canvas begins again', async (t) => {
  t.same(gradients(`body { ${GRADIENT} }`, lines(15)), ['0 150', '-100 50', '50 200'])
})

t.test('a gradient runs over the columns that a box is in', async (t) => {
  const css = `body { columns: 2; column-gap: 0; column-fill: auto; height: 100px } div { ${GRADIENT} }`
  t.same(gradients(css, `<div>${lines(15)}</div>`), ['0 150', '-100 50'])
})

const TABLE = 'table { border-collapse: collapse; width: 100% } td, th { padding: 0; font-weight: 400 }'
const rows = (count: number) => '<tr><td>x</td></tr>'.repeat(count)

t.test('the parts of a table with their repeated headers are put together', async (t) => {
  const css = `${TABLE} table { ${GRADIENT} }`
  t.same(gradients(css, `<table><thead><tr><th>h</th></tr></thead>${rows(12)}</table>`), ['0 140', '-100 40'])
})

t.test('row groups, rows and cells are put together', async (t) => {
  t.same(gradients(`${TABLE} tbody { ${GRADIENT} }`, `<table>${rows(15)}</table>`), ['0 150', '-100 50'])
  const tall = `<table><tr><td>${lines(15)}</td></tr></table>`
  t.same(gradients(`${TABLE} tr { ${GRADIENT} }`, tall), ['0 150', '-100 50'])
  t.same(gradients(`${TABLE} td { ${GRADIENT} }`, tall), ['0 150', '-100 50'])
})

t.test('flex containers and grids are put together', async (t) => {
  const items = '<p style="margin:0">x</p>'.repeat(15)
  t.same(gradients(`div { display: flex; flex-direction: column; ${GRADIENT} }`, `<div>${items}</div>`), [
    '0 150',
    '-100 50',
  ])
  t.same(gradients(`div { display: grid; ${GRADIENT} }`, `<div>${items}</div>`), ['0 150', '-100 50'])
})

const ACROSS = 'background-image: linear-gradient(90deg, red, blue)'

t.test('the parts of an inline box on its lines are put into one line', async (t) => {
  t.same(gradients(`span { ${ACROSS} }`, '<span>aaaaaaaaaaaaaaaaaa bbbbbbbb</span>'), ['0 260', '-180 80'])
})

t.test('from right to left where the box runs so', async (t) => {
  t.same(
    gradients(`p { margin: 0; direction: rtl } span { ${ACROSS} }`, '<p><span>אאאאאאאאאאאאאאאאאא בבבבבבבב</span></p>'),
    ['-60 200', '120 380'],
  )
})

t.test('an inline box that a block splits has its edges at its ends, and one background', async (t) => {
  const body = '<span>aaaa<div>x</div>bb</span>'
  t.same(gradients(`span { ${ACROSS}; padding: 0 10px }`, body), ['0 80', '-50 30'])
})

t.test('blocks in columns are one box on both sides of what spans the columns', async (t) => {
  const css = `body { columns: 2; column-gap: 0 } div { ${GRADIENT}; position: relative; border-radius: 5px } h2 { column-span: all; font: inherit; margin: 0 }`
  const body = `<div>a<br>b<br>c<br>d<h2>x</h2>e<br>f</div>`
  t.same(
    gradients(css, body),
    ['0 60', '-20 40', '-10 50', '-20 40'].map((text) => text),
  )
})

t.test('backgrounds behind the columns, groups and rows of a table continue over its parts', async (t) => {
  const css = 'table { border-spacing: 0; width: 200px } td { padding: 0 }'
  const rows = Array.from({ length: 14 }, (_, index) => `<tr><td>a${index}<td>b</tr>`).join('')
  const over = ['0 140', '-100 40']
  t.same(gradients(`${css} col { ${GRADIENT} }`, `<table><col><tbody>${rows}</table>`), over, 'a column')
  t.same(
    gradients(`${css} colgroup { ${GRADIENT} }`, `<table><colgroup span="2"><tbody>${rows}</table>`),
    over,
    'a group',
  )
  t.same(gradients(`${css} tbody { ${GRADIENT} }`, `<table>${rows}</table>`), over, 'a row group')
  t.same(gradients(`${css} tr { ${GRADIENT} }`, `<table><tr><td>${lines(14)}</table>`), over, 'a row')
  t.same(
    gradients(`${css} table, col { ${GRADIENT} }`, `<table><col><col><tbody>${rows}</table>`),
    ['0 140', '-100 40', '0 140', '-100 40', '0 140', '-100 40'],
    'two columns of a table with a background of its own',
  )
  t.same(
    gradients(`${css} col { ${GRADIENT}; box-decoration-break: clone }`, `<table><col><tbody>${rows}</table>`),
    ['0 100', '0 40'],
    'each part its own where decorations are cloned',
  )
})

t.test('fixed backgrounds refer to the page area, but for transformed boxes', async (t) => {
  const page = '@page { margin: 10px; border: 5px solid; padding: 5px }'
  const fixed = 'background: linear-gradient(90deg, red, blue) fixed'
  t.same(gradients(`${page} div { ${fixed}; margin: 0 30px }`, `<div>${lines(9)}</div>`), ['20 180', '20 180'])
  t.same(gradients(`${page} body { margin: 0 30px; ${fixed} }`, '<p>a</p>'), ['20 180'], 'the canvas')
  const moved = 'section { transform: rotate(1deg); margin: 0 30px }'
  t.same(gradients(`${page} ${moved} div { ${fixed} }`, '<section><div>a</div></section>'), ['50 150'])
})

t.test('the images of a page stand in its padding box, fixed ones in the page', async (t) => {
  const page = '@page { margin: 10px; border: 5px solid; padding: 5px'
  const once = 'background: no-repeat linear-gradient(90deg, red, blue)'
  t.same(gradients(`${page}; ${once} }`, ''), ['15 185'])
  t.same(gradients(`${page}; ${once} border-box }`, ''), ['10 190'])
  t.same(gradients(`${page}; ${once} content-box }`, ''), ['20 180'])
  t.same(gradients(`${page}; ${once} fixed }`, ''), ['0 200'])
  t.match(callsOf(`${page}; background: red }`, '')[1], '[0,0 200×100]', 'the colour covers the page')
})
