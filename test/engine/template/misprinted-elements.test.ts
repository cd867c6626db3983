import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'
import { compileSmall, layOut, wordsByPage } from '../layout/lay-out.js'

const fonts = createFontLibrary()

function problems(html: string): readonly string[] {
  return compileTemplate({ html: `<!doctype html>${html}` }, { fonts }).diagnostics.map(({ message }) => message)
}

function words(body: string): string {
  return wordsByPage(layOut(compileSmall('', body)).pages).join(' ')
}

t.test('elements that are printed otherwise than they are meant are named', async (t) => {
  const cases = {
    '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>': /^<math>: formulas are not laid out/,
    '<ruby>漢<rt>kan</ruby>': /^<ruby>: readings are not set above/,
    '<map><area href="#x"></map>': /^<map>: /,
    '<canvas></canvas>': /^<canvas>: no script draws on it/,
  }
  for (const [html, message] of Object.entries(cases)) t.match(problems(html), [message], html)
  t.same(
    problems(
      '<my-element>x</my-element><input type=text><input type=color><input type=file><input type=range><output>x</output><dialog open>x</dialog>',
    ),
    [],
  )
})

t.test('what is hidden in elements is not printed', async (t) => {
  t.equal(words('<math><semantics><mi>x</mi><annotation>tex</annotation></semantics></math>'), 'x')
  t.equal(words('<math><annotation-xml>xml</annotation-xml><mi>x</mi></math>'), 'x')
  t.equal(words('<math><maction><mi>a</mi><mi>b</mi></maction></math>'), 'a')
  t.equal(words('a<div popover>tip</div>'), 'a')
  t.equal(words('<input list=l><datalist id=l><option>x</datalist>a').trim(), 'a')
  t.equal(
    words('<ruby>k<rp>(</rp><rt>r</rt><rp>)</rp></ruby>').replace(/ /g, ''),
    'k(r)',
    'parentheses stand around readings',
  )
})

t.test('an open dialog is in the flow in print, and over it in browsers', async (t) => {
  const map = (profile: 'print' | 'browser') =>
    renderDocument(
      compileTemplate(
        {
          html: '<!doctype html><style>@page{size:300pt 150pt;margin:0}body{margin:0}dialog{border:0;padding:0}</style><p>a</p><dialog open>b</dialog><p>c</p>',
          profile,
        },
        { fonts },
      ),
      {},
      { map: true },
    ).map?.flatMap(({ boxes }) => boxes.filter(({ element }) => element === 'p').map(({ y }) => Math.round(y))) ?? []
  const [first = 0, second = 0] = map('print')
  const [, over = 0] = map('browser')
  t.ok(second - first > over - first)
})
