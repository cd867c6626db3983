import t from 'tap'
import { TemplateError } from '../../../engine/base/errors.js'
import type { JsonObject } from '../../../engine/base/json.js'
import { bindHtml } from './render-text.js'

const ROWS = { rows: [{ n: 'a' }, { n: 'b' }], t: 'T' }

const EXPANSIONS: readonly (readonly [name: string, html: string, data: JsonObject, body: string])[] = [
  ['fields of the item', '{{#each rows}}{{n}}{{/each}}', ROWS, 'ab'],
  ['alias', '{{#each rows as row}}{{row.n}}{{/each}}', ROWS, 'ab'],
  ['this', '{{#each a}}{{this}},{{/each}}', { a: [1, 'x', null] }, '1,x,,'],
  ['this.n', '{{#each rows}}{{this.n}}{{/each}}', ROWS, 'ab'],
  ['positions', '{{#each rows}}{{@index}}{{@number}}{{@first}}{{@last}} {{/each}}', ROWS, '01truefalse 12falsetrue '],
  ['outer fields', '{{#each rows}}{{t}}{{../t}}{{@root.t}}{{/each}}', ROWS, 'TTTTTT'],
  ['the inner field wins', '{{#each a}}{{x}}{{../x}}{{/each}}', { x: 1, a: [{ x: 2 }] }, '21'],
  [
    '.. is the outer item',
    '{{#each a}}{{#each b}}{{../n}}{{../../n}}{{/each}}{{/each}}',
    { n: 0, a: [{ n: 1, b: [2] }] },
    '10',
  ],
  [
    'outer positions',
    '{{#each a}}{{#each this}}{{../@index}}{{@index}} {{/each}}{{/each}}',
    { a: [[1, 2], [3]] },
    '00 01 10 ',
  ],
  ['objects', '{{#each a}}{{@key}}={{this}};{{/each}}', { a: { x: 1, y: 2 } }, 'x=1;y=2;'],
  ['else of a loop', '{{#each a}}x{{else}}none{{/each}}', { a: [] }, 'none'],
  ['else of a missing list', '{{#each a}}x{{else}}none{{/each}}', {}, 'none'],
  ['null list', '{{#each a}}x{{/each}}', { a: null }, ''],
  ['if', '{{#if a}}y{{/if}}', { a: 1 }, 'y'],
  ['else', '{{#if a}}y{{else}}n{{/if}}', {}, 'n'],
  ['else if', '{{#if a}}1{{else if b}}2{{else if c}}3{{else}}4{{/if}}', { c: 1 }, '3'],
  ['unless', '{{#unless a}}n{{else}}y{{/unless}}', {}, 'n'],
  ['let', '{{#let x = a + 1}}{{x}}{{/let}}', { a: 1 }, '2'],
  ['let is no scope for ..', '{{#each a}}{{#let x = this}}{{../n}}{{x}}{{/let}}{{/each}}', { n: 0, a: [1] }, '01'],
  [
    'let with filters',
    '{{#let total = items | sum "amount"}}{{total}}{{/let}}',
    { items: [{ amount: 0.1 }, { amount: 0.2 }] },
    '0.3',
  ],
  [
    'table rows',
    '<table><tbody>{{#each rows}}<tr><td>{{n}}</td></tr>{{/each}}</tbody></table>',
    ROWS,
    '<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>',
  ],
  [
    'rows get one tbody',
    '<table><tr><th>h</th></tr>{{#each rows}}<tr><td>{{n}}</td></tr>{{/each}}</table>',
    ROWS,
    '<table><tbody><tr><th>h</th></tr><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>',
  ],
  [
    'row groups stay',
    '<table>{{#if t}}<thead><tr></tr></thead><tr></tr>{{/if}}</table>',
    ROWS,
    '<table><thead><tr></tr></thead><tbody><tr></tr></tbody></table>',
  ],
  [
    'cells',
    '<table><tr>{{#each rows}}<td>{{n}}{{/each}}</table>'.replace('{{n}}', '{{n}}</td>'),
    ROWS,
    '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
  ],
  ['list items', '<ul>{{#each rows}}<li>{{n}}</li>{{/each}}</ul>', ROWS, '<ul><li>a</li><li>b</li></ul>'],
  [
    'attributes',
    '<p class="a {{#if t}}b{{else}}c{{/if}}{{#each rows}} {{n}}{{/each}}">',
    ROWS,
    '<p class="a b a b"></p>',
  ],
  ['else within an element is a path', '{{#if t}}<b>{{else}}</b>{{/if}}', { t: 1, else: 'E' }, '<b>E</b>'],
]

t.test('blocks expand', (t) => {
  for (const [name, html, data, body] of EXPANSIONS) {
    const bound = bindHtml(html, data)
    t.equal(bound.body, body, name)
    t.same(bound.diagnostics, [], `${name}: no diagnostics`)
  }
  t.end()
})

t.test('a loop over what is no list says so', (t) => {
  t.same(bindHtml('{{#each a}}x{{/each}}', { a: 'abc' }).diagnostics, [
    't.html:1:1: warning: this loop needs an array or an object, got the string "abc" [not-a-list]',
  ])
  t.same(bindHtml('{{#each a}}x{{/each}}').diagnostics, [
    't.html:1:1: warning: no field of the data matches the list of this loop [unmatched-placeholder]',
  ])
  t.end()
})

const CONDITIONS: readonly (readonly [condition: string, holds: boolean])[] = [
  ['emptyList', false],
  ['emptyText', false],
  ['zero', false],
  ['nothing', false],
  ['no', false],
  ['missing', false],
  ['emptyObject', true],
  ['list', true],
  ['n == 5', true],
  ['n == "5"', true],
  ['n != 5', false],
  ['n < 6', true],
  ['n <= 5', true],
  ['n > 5', false],
  ['n >= 5', true],
  ['word == "b"', true],
  ['word < "c"', true],
  ['word > 1', false],
  ['missing == null', true],
  ['missing < 1', false],
  ['n and zero', false],
  ['n or zero', true],
  ['not n', false],
  ['not n == 6', true],
  ['zero or n and word', true],
  ['(zero or n) and nothing', false],
  ['no == false', true],
  ['n + 1 == 6', true],
  ['n - 5', false],
  ['(list | length) > 1', true],
  ['-n < 0', true],
  ['-missing < 0', false],
  ['7 % 4 == 3', true],
  ['2 in list', true],
  ['3 in list', false],
  ['list contains 1', true],
  ['word contains "b"', true],
  ['"z" in word', false],
  ['not (9 in list)', true],
  ['list[0] == 1', true],
  ['list[-1] == 2', true],
  ['list[n - 4] == 2', true],
  ['- n < 0', true],
  ['n == 10 / 2', true],
  ['1 + 2 * 3 == 7', true],
]

t.test('conditions', (t) => {
  const data = {
    emptyList: [],
    emptyText: '',
    zero: 0,
    nothing: null,
    no: false,
    emptyObject: {},
    list: [1, 2],
    n: 5,
    word: 'b',
  }
  for (const [condition, holds] of CONDITIONS) {
    t.equal(bindHtml(`{{#if ${condition}}}yes{{else}}no{{/if}}`, data).body, holds ? 'yes' : 'no', condition)
  }
  t.end()
})

t.test('arithmetic prints decimal results', (t) => {
  const data = { a: 0.1, b: 0.2, price: 19.99, text: 'x', s: '2.5' }
  const cases: readonly (readonly [string, string])[] = [
    ['{{a + b}}', '0.3'],
    ['{{price * 3}}', '59.97'],
    ['{{s * 2}}', '5'],
    ['{{7 - 2 - 1}}', '4'],
    ['{{(1 + 2) * 3 | round}}', '9'],
    ['{{7 % 4}} {{-a}} {{ -a + b}}', '3 -0.1 0.1'],
    ['{{"a" + text}} {{text + "-" + 7}} {{s - 1}}', 'ax x-7 1.5'],
  ]
  for (const [html, body] of cases) t.equal(bindHtml(html, data).body, body, html)
  const bound = bindHtml('{{text * 1}} {{a / 0}} {{a % 0}}', data)
  t.equal(bound.body, '{{text * 1}} {{a / 0}} {{a % 0}}')
  t.same(
    bound.diagnostics.map((text) => /\[(.*)\]/.exec(text)?.[1]),
    ['not-a-number', 'not-a-number', 'not-a-number'],
    'each says once why it has no value',
  )
  t.end()
})

const ERRORS: readonly (readonly [html: string, code: string, message: string])[] = [
  ['{{#if a}}x', 'unclosed-block', 't.html:1:1: {{#if a}} has no {{/if}} within <body>, where it stands'],
  [
    '<p>\n  {{#each a}}x</p>{{/each}}',
    'unclosed-block',
    't.html:2:3: {{#each a}} has no {{/each}} within <p>, where it stands',
  ],
  [
    '<p>{{#if a}}<b>{{/if}}</b></p>',
    'crossed-block',
    't.html:1:16: {{/if}} stands within <b>, but {{#if a}} (t.html:1:4) began outside of it',
  ],
  [
    '{{#if a}}{{#each b}}{{/if}}{{/each}}',
    'crossed-block',
    't.html:1:21: {{/if}} comes before the end of {{#each b}} (t.html:1:10)',
  ],
  ['{{/if}}', 'crossed-block', 't.html:1:1: {{/if}} ends a block that is not open'],
  [
    '\r\n\r\n {{#eahc a}}',
    'unknown-block',
    't.html:3:2: {{#eahc a}} is not a block of the template language (did you mean "#each"?)',
  ],
  ['{{/wiht}}', 'unknown-block', 't.html:1:1: {{/wiht}} is not a block of the template language'],
  [
    '{{#else}}',
    'unknown-block',
    't.html:1:1: {{#else}} is not a block of the template language (did you mean "{{else}}"?)',
  ],
  ['{{#if}}{{/if}}', 'malformed-block', 't.html:1:1: {{#if}} cannot be read: expected a condition'],
  [
    '{{#each a as}}{{/each}}',
    'malformed-block',
    't.html:1:1: {{#each a as}} cannot be read: expected a list, as in {{#each items}}',
  ],
  [
    '{{#let x}}{{/let}}',
    'malformed-block',
    't.html:1:1: {{#let x}} cannot be read: expected a name and its value, as in {{#let total = a + b}}',
  ],
  ['{{#if a}}{{else}}{{else}}{{/if}}', 'misplaced-else', 't.html:1:18: {{else}} follows another {{else}}'],
  [
    '{{#each a}}{{else if b}}{{/each}}',
    'misplaced-else',
    't.html:1:12: {{else if b}} stands outside of an {{#if}} of <body>',
  ],
  [
    '<p class="{{#if a}}b">x</p>{{/if}}',
    'unclosed-block',
    't.html:1:11: {{#if a}} has no {{/if}} within the attribute "class", where it stands',
  ],
  ['<p>{{ a | datte "x" }}</p>', 'unknown-filter', 't.html:1:11: there is no filter "datte" (did you mean "date"?)'],
  ['a{{!-- b', 'unclosed-comment', 't.html:1:2: this comment has no end: expected --}}'],
  [
    '<table><tr><td>{{#each a}}</td></tr>{{/each}}</table>',
    'unclosed-block',
    't.html:1:16: {{#each a}} has no {{/each}} within <td>, where it stands',
  ],
]

t.test('templates that cannot be compiled name the place', (t) => {
  for (const [html, code, message] of ERRORS) {
    t.throws(() => bindHtml(html), { name: 'TemplateError', code, message }, html)
  }
  t.throws(() => bindHtml('{{#if a}}'), TemplateError)
  t.end()
})

t.test('whole attributes come and go', (t) => {
  const cases: readonly (readonly [html: string, body: string, data: JsonObject])[] = [
    ['<p {{#if x}}class="a"{{/if}}>t</p>', '<p class="a">t</p>', { x: 1 }],
    ['<p {{#if x}}class="a"{{/if}}>t</p>', '<p>t</p>', { x: 0 }],
    ['<input {{#if done}}checked{{/if}}>', '<input checked=""></input>', { done: true }],
    ['<input {{#if done}} checked {{/if}} type=checkbox>', '<input type="checkbox"></input>', { done: false }],
    ['<p{{#if x}} id="i"{{/if}} lang=en>t</p>', '<p id="i" lang="en">t</p>', { x: 1 }],
    ['<p {{#if x}}class="a"{{else}}class="b" id="c"{{/if}}>t</p>', '<p class="b" id="c">t</p>', { x: 0 }],
    [
      '<p {{#if x}}title="a"{{else if y}}title="b"{{else}}title="c"{{/if}} class="k">t</p>',
      '<p title="b" class="k">t</p>',
      { x: 0, y: 1 },
    ],
    ['<p {{#if x}}{{#unless y}}class="{{x}}"{{/unless}}{{/if}}>t</p>', '<p class="7">t</p>', { x: 7, y: 0 }],
    ['<p {{#if x}}{{#unless y}}class="{{x}}"{{/unless}}{{/if}}>t</p>', '<p>t</p>', { x: 7, y: 1 }],
    ['<p class="a" {{#if x}}class="b"{{/if}}>t</p>', '<p class="a">t</p>', { x: 1 }],
    ['<p {{#if x > 1}}class="a"{{/if}}{{!-- no --}}>t</p>', '<p class="a">t</p>', { x: 2 }],
    ['<br {{#if x}}class="a"{{/if}}/>', '<br class="a"></br>', { x: 2 }],
    ['{{#each v}}<i {{#if @first}}class="a"{{/if}}>{{this}}</i>{{/each}}', '<i class="a">1</i><i>2</i>', { v: [1, 2] }],
  ]
  for (const [html, body, data] of cases) {
    const bound = bindHtml(html, data)
    t.equal(bound.body, body, html)
    t.same(bound.diagnostics, [], html)
  }
  t.end()
})

t.test('what cannot stand between attributes is an error with its place', (t) => {
  for (const [html, message] of [
    ['<p {{#each a}}b{{/each}}>t</p>', /1:4: \{\{#each a\}\} cannot stand between attributes/],
    ['<p {{#if a}}b>t</p>{{/if}}', /1:4: \{\{#if a\}\} has no \{\{\/if\}\} within the tag <p>/],
    ['<p class{{#if a}}="x"{{/if}}>t</p>', /1:22: \{\{\/if\}\} ends a block that is not open/],
    ['{{#if a}}<p {{/if}}>t</p>', /1:13: \{\{\/if\}\} stands within the tag <p>, but \{\{#if a\}\}/],
  ] as const) {
    t.throws(() => bindHtml(html), { name: 'TemplateError', message }, html)
  }
  for (const html of ['<p {{a}}>t</p>', '<p cl{{a}}ass="x">t</p>', '<p{{a}}re>t</p>']) {
    t.match(bindHtml(html, { a: 1 }).diagnostics, [/placeholder-in-tag/], html)
  }
  t.end()
})
