import { readFileSync } from 'node:fs'
import t from 'tap'
import { compileTemplate } from '../../../engine/compile.js'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { createFontLibrary } from '../../../engine/index.js'
import { ELEMENT_FATES, type ElementFate, elementsOf } from '../../../engine/template/element-fates.js'
import { AS_TEXT, unknownElement } from '../../../engine/template/known-elements.js'
import { compileSmall, layOut, wordsByPage } from '../layout/lay-out.js'

const fonts = createFontLibrary()

/** The index of elements of the HTML standard. */
const STANDARD =
  'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup ' +
  'data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
  'head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav ' +
  'noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select ' +
  'selectedcontent slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th ' +
  'thead time title tr track u ul var video wbr'

t.test('the table says of every element of the HTML standard what becomes of it', async (t) => {
  for (const name of STANDARD.split(' ')) {
    t.ok(ELEMENT_FATES.has(name), name)
    t.equal(unknownElement(name), undefined, name)
  }
})

t.test('what becomes of an element is what the table says', async (t) => {
  t.same([...AS_TEXT.keys()].sort(), [...elementsOf('warned of')].sort(), 'each has its reason')
  for (const [name, fate] of ELEMENT_FATES) {
    const { diagnostics } = compileTemplate({ html: `<!doctype html><p>a</p><${name}></${name}>` }, { fonts })
    const reported = diagnostics.some(
      ({ code, message }) => code === 'unsupported-element' && message.startsWith(`<${name}>`),
    )
    t.equal(reported, fate === 'warned of' || fate === 'unknown to paper', name)
  }
  for (const name of ['datalist', 'annotation', 'annotation-xml']) {
    t.equal(wordsByPage(layOut(compileSmall('', `a<${name}>b</${name}>`)).pages).join(' '), 'a', name)
  }
})

t.test('the table of the documentation is this table', async (t) => {
  const guide = readFileSync(new URL('../../../../engine/docs/css-support.md', import.meta.url), 'utf8')
  const fates: readonly ElementFate[] = ['hidden', 'warned of', 'unknown to paper', 'left out']
  for (const fate of fates) {
    const names = elementsOf(fate).map((name) => `\`${name}\``)
    t.ok(guide.includes(`| ${fate} | ${names.join(', ')} |`), `${fate} | ${names.join(', ')}`)
  }
})

t.test('mphantom keeps its room and prints nothing', async (t) => {
  const painted = (formula: string) =>
    dumpDocument(compileTemplate({ html: `<!doctype html><math>${formula}</math>` }, { fonts }), {}, 'paint')
  const shown = painted('<mi>aa</mi><mi>bb</mi><mi>cc</mi>')
  const hidden = painted('<mi>aa</mi><mphantom><mi>bb</mi></mphantom><mi>cc</mi>')
  t.match(shown, /bb/)
  t.notMatch(hidden, /bb/)
  const placeOf = (dump: string) => /\S+ "cc"/.exec(dump)?.[0]
  t.equal(typeof placeOf(shown), 'string', shown)
  t.equal(placeOf(hidden), placeOf(shown), 'what follows is where it was')
})
