import t from 'tap'
import type { JsonObject } from '../../../engine/base/json.js'
import { includedPartials } from '../../../engine/base/partial-tag.js'
import { bindHtml } from './render-text.js'

/** Binds a template with partials by the name of their files. */
function bindWith(html: string, files: Readonly<Record<string, string>>, data: JsonObject = {}) {
  const assets = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))
  return bindHtml(html, data, { assets })
}

const ROW = { 'partials/row.html': '<tr><td>{{item.name}}</td><td>{{accent}}</td></tr>' }

t.test('partials stand for their files', (t) => {
  const cases: readonly (readonly [
    html: string,
    files: Readonly<Record<string, string>>,
    data: JsonObject,
    body: string,
  ])[] = [
    ['{{> head}}!', { 'partials/head.html': '<h1>{{title}}</h1>' }, { title: 'A' }, '<h1>A</h1>!'],
    ['a {{>head}} b', { 'head.html': 'x' }, {}, 'a x b'],
    ['{{> parts/foot}}', { 'partials/parts/foot.html': 'f' }, {}, 'f'],
    ['{{> p}}', { 'p.html': 'beside', 'partials/p.html': 'in the folder' }, {}, 'in the folder'],
    [
      '<table><tbody>{{#each lines as line}}{{> row item=line accent="red"}}{{/each}}</tbody></table>',
      ROW,
      { lines: [{ name: 'a' }, { name: 'b' }] },
      '<table><tbody><tr><td>a</td><td>red</td></tr><tr><td>b</td><td>red</td></tr></tbody></table>',
    ],
    ['{{> sum total=(price * 2 | round)}}', { 'sum.html': '{{total}}' }, { price: 1.6 }, '3'],
    ['{{> a}}', { 'a.html': '{{#if x}}{{> b}}{{/if}}', 'b.html': '<b>{{x}}</b>' }, { x: 1 }, '<b>1</b>'],
    ['{{> a}}{{> a}}', { 'a.html': '<i>x</i>' }, {}, '<i>x</i><i>x</i>'],
    ['{{#each v}}{{> a}}{{/each}}', { 'a.html': '{{this}}{{../s}}' }, { v: [1, 2], s: ';' }, '1;2;'],
  ]
  for (const [html, files, data, body] of cases) {
    const bound = bindWith(html, files, data)
    t.equal(bound.body, body, html)
    t.same(bound.diagnostics, [], html)
  }
  t.end()
})

t.test('a partial that includes itself goes as deep as the data', (t) => {
  const files = {
    'tree.html': '<li>{{node.name}}{{#each node.parts as part}}<ul>{{> tree node=part}}</ul>{{/each}}</li>',
  }
  const node = { name: 'a', parts: [{ name: 'b', parts: [{ name: 'c', parts: [] }] }, { name: 'd' }] }
  const bound = bindWith('{{> tree node=root}}', files, { root: node })
  t.equal(bound.body, '<li>a<ul><li>b<ul><li>c</li></ul></li></ul><ul><li>d</li></ul></li>')
  const again = bindWith(
    '{{> a}}',
    { 'a.html': 'a{{#if x}}{{> b}}{{/if}}', 'b.html': 'b{{#if y}}{{> a x=false}}{{/if}}' },
    { x: 1, y: 1 },
  )
  t.equal(again.body, 'aba')
  t.throws(() => bindWith('{{> loop}}', { 'loop.html': 'x{{> loop}}' }), {
    name: 'LimitError',
    message: 'loop.html:1:2: {{> loop}} includes itself more than 64 times',
  })
  t.end()
})

t.test('elements of a partial that includes itself have ids of their own', (t) => {
  const files = { 'tree.html': '<b>{{#if more}}{{> tree more=false}}{{/if}}</b>{{{raw}}}' }
  const { tree } = bindWith('{{> tree more=true}}', files, { raw: '<i>x</i>' })
  const ids: number[] = []
  const visit = (node: (typeof tree.root.children)[number]): void => {
    if (node.kind !== 'element') return
    ids.push(node.template.id)
    node.children.forEach(visit)
  }
  visit(tree.root)
  t.equal(new Set(ids.slice(0, -1)).size, ids.length - 1, 'but equal markup is parsed once')
  t.end()
})

t.test('styles of partials count', (t) => {
  const { template } = bindWith('{{> a}}', { 'a.html': '<style>p { color: {{c}} }</style><p>x</p>' })
  t.equal(template.sheets.length, 1)
  t.equal(template.sheets[0]?.source.file, 'a.html')
  t.end()
})

t.test('what is wrong in a partial is told with both places', (t) => {
  const includes = (html: string, files: Readonly<Record<string, string>>) => () => bindWith(html, files)
  t.throws(includes('\n{{> a}}', { 'partials/a.html': 'x\n {{#if b}}' }), {
    name: 'TemplateError',
    message:
      'partials/a.html:2:2: {{#if b}} has no {{/if}} within the fragment, where it stands (included by {{> a}} at t.html:2:1)',
  })
  t.throws(includes('{{> a}}', { 'a.html': '{{> b}}', 'b.html': '{{x | uper}}' }), {
    message:
      'b.html:1:7: there is no filter "uper" (did you mean "upper"?) (included by {{> b}} at a.html:1:1) (included by {{> a}} at t.html:1:1)',
  })
  t.throws(includes('{{> haed}}', { 'partials/head.html': '' }), {
    code: 'missing-partial',
    message: 't.html:1:1: {{> haed}}: there is no file partials/haed.html beside the template (did you mean "head"?)',
  })
  t.throws(includes('<p title="{{> a}}">', { 'a.html': '' }), { code: 'misplaced-partial' })
  t.throws(includes('{{> a x}}', { 'a.html': '' }), { code: 'malformed-partial' })
  t.throws(includes('{{>}}', {}), { code: 'malformed-partial' })
  t.throws(includes('{{> ../secret}}', {}), { code: 'malformed-partial' })
  t.match(bindWith('{{> a}}', { 'a.html': '<script></script>' }).diagnostics, [
    /^a\.html:1:1: warning: <script> .* \(included by \{\{> a\}\} at t\.html:1:1\)/,
  ])
  t.end()
})

t.test('partials that double each other end at a limit', (t) => {
  const files: Record<string, string> = { 'p0.html': 'x' }
  for (let level = 1; level < 40; level++) files[`p${level}.html`] = `{{> p${level - 1}}}{{> p${level - 1}}}`
  t.throws(() => bindWith('{{> p39}}', files), { code: 'too-many-partials' })
  t.end()
})

t.test('a shared partial stands in where the template has none of its own', (t) => {
  const partials = new Map([
    ['head', '<h1>{{title}} {{> mark}}</h1>'],
    ['mark', 'shared'],
  ])
  const assets = (files: Readonly<Record<string, string>>) =>
    new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))
  const body = (html: string, files: Readonly<Record<string, string>> = {}) =>
    bindHtml(html, { title: 'A' }, { assets: assets(files), partials }).body
  t.equal(body('{{> head}}'), '<h1>A shared</h1>')
  t.equal(body('{{> head}}', { 'head.html': 'own' }), 'own')
  t.equal(body('{{> head}}', { 'partials/mark.html': 'own' }), '<h1>A own</h1>', 'also within a shared one')
  t.throws(() => body('{{> haed}}'), {
    code: 'missing-partial',
    message:
      't.html:1:1: {{> haed}}: there is no file partials/haed.html beside the template, and no shared partial of that name (did you mean "head"?)',
  })
  partials.set('mark', '\n{{x | uper}}')
  t.throws(() => body('{{> head}}'), {
    message:
      'shared/mark.html:2:7: there is no filter "uper" (did you mean "upper"?) (included by {{> mark}} at shared/head.html:1:15) (included by {{> head}} at t.html:1:1)',
  })
  partials.set('mark', '{{> head}}')
  t.throws(() => body('{{> head}}'), {
    name: 'LimitError',
    message: /^shared\/mark\.html:1:1: .* itself more than 64 times/,
  })
  t.end()
})

t.test('the partials that a text includes are found without reading it', (t) => {
  t.same([...includedPartials('{{> a}}{{>b x=1}}{{ > c/d }}{{> a}}{{a > b}}{{>}}{{> ../e}}')], ['a', 'b', 'c/d'])
  t.end()
})
