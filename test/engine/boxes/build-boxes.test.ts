import t from 'tap'
import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { LimitError } from '../../../engine/base/errors.js'
import { buildBoxes } from '../../../engine/boxes/build/build-boxes.js'
import { allBoxes } from './all-boxes.js'
import { build, dumpOf, golden } from './build.js'
import { type Rules, styledFixture } from './styled-fixture.js'

const EDGE: Rules = { '.edge': { paddingLeft: 3, paddingRight: 3 } }

const CASES: readonly (readonly [string, string, string, Rules?])[] = [
  [
    'text alone is one inline root',
    '<p>one</p>',
    `
    block p
      inline-root "one"`,
  ],
  [
    'inline elements are opened and closed',
    '<p>a <b>b</b><i>c</i></p>',
    `
    block p
      inline-root "a " <b "b"> <i "c">`,
  ],
  [
    'inline content beside blocks gets anonymous blocks',
    '<div>a<p>b</p>c</div>',
    `
    block div
      block
        inline-root "a"
      block p
        inline-root "b"
      block
        inline-root "c"`,
  ],
  [
    'white space between blocks vanishes',
    '<div> <p>a</p>\n\t<p>b</p> </div>',
    `
    block div
      block p
        inline-root "a"
      block p
        inline-root "b"`,
  ],
  [
    'preserved white space between blocks makes a line',
    '<div><p>a</p>\n<p>b</p></div>',
    `
    block div
      block p
        inline-root "a"
      block
        inline-root [break]
      block p
        inline-root "b"`,
    { div: { whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap' } },
  ],
  ['an element with nothing but white space is empty', '<p>\n </p>', 'block p'],
  [
    'display: none generates nothing',
    '<p>a<b style="display:none">b</b></p>',
    `
    block p
      inline-root "a"`,
  ],
  [
    'display: contents leaves the children, and text in inline boxes of its style',
    '<div><p style="display:contents">a<b>b</b></p>c</div>',
    `
    block div
      inline-root <p "a"> <b "b"> "c"`,
  ],
  [
    'an inline is split around a block',
    '<p>a <b>b<i>c</i><u><div>d</div>e</u></b></p>',
    `
    block p
      block
        inline-root "a " <b "b" <i "c"> <u…>…>
      block div
        inline-root "d"
      block
        inline-root <b … <u … "e">>`,
  ],
  [
    'a middle part has neither edge',
    '<p><b>a<div>b</div>c<div>d</div>e</b></p>',
    `
    block p
      block
        inline-root <b "a"…>
      block div
        inline-root "b"
      block
        inline-root <b … "c"…>
      block div
        inline-root "d"
      block
        inline-root <b … "e">`,
  ],
  [
    'parts of a split inline without content vanish',
    '<p><b> <div>a</div>\n</b> </p>',
    `
    block p
      block div
        inline-root "a"`,
  ],
  [
    'parts of a split inline with a visible edge stay',
    '<p><b class="edge"><div>a</div></b></p>',
    `
    block p
      block
        inline-root <b…>
      block div
        inline-root "a"
      block
        inline-root <b …>`,
    EDGE,
  ],
  ['an empty inline makes no line', '<p><b></b></p>', 'block p'],
  [
    'an empty inline with an edge makes a line',
    '<p><b class="edge"></b></p>',
    `
    block p
      inline-root <b>`,
    EDGE,
  ],
  [
    'br and wbr',
    '<p>a<br/>b<wbr/>c</p>',
    `
    block p
      inline-root "a" [break] "b" [opportunity] "c"`,
  ],
  [
    'a br between blocks is a line of its own',
    '<div><p>a</p><br/></div>',
    `
    block div
      block p
        inline-root "a"
      block
        inline-root [break]`,
  ],
  [
    'an inline-block is an atomic inline and starts a formatting context',
    '<p>a <b style="display:inline-block">b</b></p>',
    `
    block p
      inline-root "a " [
          block b (context)
            inline-root "b" ]`,
  ],
  [
    'flow-root and hidden overflow start formatting contexts, clipped overflow does not',
    '<p style="display:flow-root"></p><p style="overflow:hidden"></p><p style="overflow:clip"></p>',
    `
    block p (context)
    block p (context)
    block p`,
  ],
  [
    'overflow of body belongs to the page',
    '<body style="overflow:hidden"><p style="overflow:hidden"></p></body>',
    `
    block body
      block p (context)`,
  ],
  ['hr is a block', '<hr/>', 'block hr'],
  [
    'an image is an atomic inline',
    '<p>a<img src="2x1"/></p>',
    `
    block p
      inline-root "a" [
          replaced img ]`,
  ],
  [
    'an image can be a block',
    '<div>a<img src="2x1" style="display:block"/></div>',
    `
    block div
      block
        inline-root "a"
      replaced img`,
  ],
  [
    'a missing image becomes its alternative text',
    '<p>a<img src="none" alt=" lost image"/></p>',
    `
    block p
      inline-root "a" <img " lost image">`,
  ],
  [
    'a missing image without alternative text stays replaced',
    '<p><img src="none"/></p>',
    `
    block p
      inline-root [
          replaced img ]`,
  ],
]

t.test('box generation', (t) => {
  for (const [name, markup, expected, rules] of CASES) {
    t.equal(dumpOf(markup, rules), golden(expected), name)
    t.strictSame(build(markup, rules).diagnostics, [], `${name}: no diagnostics`)
  }
  t.end()
})

t.test('the root element', (t) => {
  t.equal(build('a').dump, 'block html (context)\n  inline-root "a"')
  t.equal(build('a', { html: { display: 'none' } }).dump, 'block html (context)', 'without a box it is empty')
  t.equal(build('a', { html: { display: 'inline' } }).dump, 'block html (context)\n  inline-root "a"')
  t.end()
})

t.test('a replaced box has the natural size of its image, or of the mark for a missing one', (t) => {
  const boxes = allBoxes(build('<img src="30x20" alt="x"/><img src=""/><img src="" alt=""/>').tree.root)
  const replaced = boxes.flatMap((box) => (box.kind === 'replaced' ? [box] : []))
  t.strictSame(
    replaced.map((box) => [box.image?.key, box.naturalWidth, box.naturalHeight, box.alternative]),
    [
      ['30x20', 30, 20, 'x'],
      [undefined, 16, 16, ''],
      [undefined, 0, 0, ''],
    ],
  )
  t.end()
})

t.test('an inline drawing is a replaced box; what stands in it makes no boxes', (t) => {
  const built = build('<p>a<svg>b</svg></p>')
  const replaced = allBoxes(built.tree.root).flatMap((box) => (box.kind === 'replaced' ? [box] : []))
  t.strictSame(
    replaced.map((box) => [box.image?.key, box.naturalWidth, box.naturalHeight]),
    [['10x5', 10, 5]],
  )
  t.notMatch(built.dump, /"b"/)
  t.strictSame(built.diagnostics, [])
  t.end()
})

t.test('ids are dense over all boxes, inline boxes included', (t) => {
  const markup =
    '<div> <b> </b> </div><p>a <b>b<i>c</i><div>d</div></b></p><ul><li>x<img src="1x1"/></li></ul>' +
    '<table><caption>c</caption><td>1</td>loose</table><b style="display:inline-block">e</b><tr>f</tr>'
  const { tree } = build(markup)
  const ids = allBoxes(tree.root).map((box) => box.id)
  t.strictSame(
    ids.toSorted((a, b) => a - b),
    ids.map((_, index) => index),
  )
  t.equal(tree.boxCount, ids.length)
  t.end()
})

t.test('elements may be nested to the limit', (t) => {
  for (const name of ['div', 'b', 'table']) {
    const { tree } = build(`${`<${name}>`.repeat(511)}x${`</${name}>`.repeat(511)}`)
    t.ok(tree.boxCount > 511, name)
  }
  t.end()
})

t.test('the number of boxes has a limit', (t) => {
  const markup = `${'<b>'.repeat(100)}${'x<div></div>'.repeat(100)}${'</b>'.repeat(100)}`
  const options = {
    images: {
      resolve: () => undefined,
      resolveStyle: () => undefined,
      drawing: () => undefined,
      code: () => undefined,
      pages: () => undefined,
    },
    diagnostics: new DiagnosticList(),
    maxBoxes: 1000,
  }
  t.throws(
    () => buildBoxes(styledFixture(markup), options),
    new LimitError('too-many-boxes', 'the document has more than 1000 boxes'),
  )
  t.end()
})
