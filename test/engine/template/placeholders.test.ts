import t from 'tap'
import type { JsonObject } from '../../../engine/base/json.js'
import { bindHtml } from './render-text.js'

interface Case {
  readonly name: string
  readonly html: string
  readonly data?: JsonObject
  readonly body: string
  /** Codes with places of the expected diagnostics, `line:column code`. */
  readonly diagnostics?: readonly string[]
}

function run(name: string, cases: readonly Case[]): void {
  t.test(name, (t) => {
    for (const { name, html, data, body, diagnostics } of cases) {
      const bound = bindHtml(html, data)
      t.equal(bound.body, body, name)
      t.same(bound.diagnostics.map(brief), diagnostics ?? [], `${name}: diagnostics`)
    }
    t.end()
  })
}

function brief(diagnostic: string): string {
  return diagnostic.replace(/^t\.html:(\d+:\d+): .*\[(.+)\]$/s, '$1 $2')
}

const UNMATCHED = 'unmatched-placeholder'

run('a placeholder prints the value at its path', [
  { name: 'a field', html: '{{name}}', data: { name: 'Ada' }, body: 'Ada' },
  { name: 'a member', html: '{{a.b}}', data: { a: { b: 'x' } }, body: 'x' },
  { name: 'an element', html: '{{items.0.name}}', data: { items: [{ name: 'x' }] }, body: 'x' },
  { name: 'a numeric key of an object', html: '{{a.0}}', data: { a: { 0: 'x' } }, body: 'x' },
  { name: 'blanks', html: '{{ name }}|{{\n name\t}}', data: { name: 'x' }, body: 'x|x' },
  { name: 'any script', html: '{{größe}} {{価格}} {{कीमत}}', data: { größe: 1, 価格: 2, कीमत: 3 }, body: '1 2 3' },
  { name: 'signs', html: '{{a-b}} {{$x}} {{_y}} {{9}}', data: { 'a-b': 1, $x: 2, _y: 3, 9: 4 }, body: '1 2 3 4' },
  { name: 'case', html: '{{Name}}', data: { name: 'x' }, body: '{{Name}}', diagnostics: [`1:1 ${UNMATCHED}`] },
  {
    name: 'numbers',
    html: '{{a}} {{b}} {{c}} {{d}}',
    data: { a: 1.5, b: 1e21, c: -0, d: 1e-7 },
    body: '1.5 1e+21 0 1e-7',
  },
  { name: 'booleans', html: '{{a}}{{b}}', data: { a: true, b: false }, body: 'truefalse' },
  { name: 'objects and arrays', html: '{{a}} {{b}}', data: { a: { x: [1] }, b: [1, 'a'] }, body: '{"x":[1]} [1,"a"]' },
  { name: 'null', html: '[{{a}}]', data: { a: null }, body: '[]' },
  { name: 'an empty string', html: '[{{a}}]', data: { a: '' }, body: '[]' },
  { name: 'escaped by construction', html: '{{a}}', data: { a: '<b>&amp;' }, body: '<b>&amp;' },
])

run('without a matching field a placeholder stays as written', [
  { name: 'missing', html: 'a {{ x }} b', body: 'a {{ x }} b', diagnostics: [`1:3 ${UNMATCHED}`] },
  { name: 'missing member', html: '{{a.b}}', data: { a: {} }, body: '{{a.b}}', diagnostics: [`1:1 ${UNMATCHED}`] },
  { name: 'member of null', html: '{{a.b}}', data: { a: null }, body: '{{a.b}}', diagnostics: [`1:1 ${UNMATCHED}`] },
  { name: 'beyond an array', html: '{{a.1}}', data: { a: [0] }, body: '{{a.1}}', diagnostics: [`1:1 ${UNMATCHED}`] },
  {
    name: 'no canonical index',
    html: '{{a.00}}',
    data: { a: [0] },
    body: '{{a.00}}',
    diagnostics: [`1:1 ${UNMATCHED}`],
  },
  { name: 'length', html: '{{a.length}}', data: { a: [0] }, body: '{{a.length}}', diagnostics: [`1:1 ${UNMATCHED}`] },
  {
    name: 'of a string',
    html: '{{a.length}}{{a.0}}',
    data: { a: 'x' },
    body: '{{a.length}}{{a.0}}',
    diagnostics: [`1:1 ${UNMATCHED}`, `1:13 ${UNMATCHED}`],
  },
  { name: 'constructor', html: '{{constructor}}', body: '{{constructor}}', diagnostics: [`1:1 ${UNMATCHED}`] },
  { name: '__proto__', html: '{{__proto__}}', body: '{{__proto__}}', diagnostics: [`1:1 ${UNMATCHED}`] },
  {
    name: 'inherited path',
    html: '{{a.toString.name}}',
    data: { a: {} },
    body: '{{a.toString.name}}',
    diagnostics: [`1:1 ${UNMATCHED}`],
  },
  { name: 'with a filter', html: '{{x | upper}}', body: '{{x | upper}}', diagnostics: [`1:1 ${UNMATCHED}`] },
  {
    name: 'this outside of loops',
    html: '{{this}}',
    data: { a: 1 },
    body: '{{this}}',
    diagnostics: [`1:1 ${UNMATCHED}`],
  },
  { name: '@index outside of loops', html: '{{@index}}', body: '{{@index}}', diagnostics: [`1:1 ${UNMATCHED}`] },
  {
    name: 'words of the language',
    html: '{{true}}{{not}}{{else}}',
    body: '{{true}}{{not}}{{else}}',
    diagnostics: [`1:1 ${UNMATCHED}`, `1:9 ${UNMATCHED}`, `1:16 ${UNMATCHED}`],
  },
  {
    name: 'in an attribute',
    html: '<p title="a {{x}}">',
    body: '<p title="a {{x}}"></p>',
    diagnostics: [`1:13 ${UNMATCHED}`],
  },
  { name: 'entities within stay', html: '{{ &amp; }}', body: '{{ &amp; }}', diagnostics: ['1:1 not-an-expression'] },
])

run('fields win over the language', [
  { name: 'this', html: '{{this}} {{this.a}}', data: { this: { a: 1 } }, body: '{"a":1} 1' },
  { name: 'else', html: '{{else}}', data: { else: 'x' }, body: 'x' },
  {
    name: 'each, if, true, not',
    html: '{{each}}{{if}}{{true}}{{not}}',
    data: { each: 1, if: 2, true: 3, not: 4 },
    body: '1234',
  },
  {
    name: 'hostile own fields',
    html: '{{constructor}} {{toString}} {{valueOf.x}}',
    data: JSON.parse('{"constructor":"c","toString":"s","valueOf":{"x":1}}'),
    body: 'c s 1',
  },
  { name: '__proto__ as an own field', html: '{{__proto__.a}}', data: JSON.parse('{"__proto__":{"a":1}}'), body: '1' },
])

run('what is no expression stays as written', [
  { name: 'prose', html: '{{a b}}', data: { a: 1 }, body: '{{a b}}', diagnostics: ['1:1 not-an-expression'] },
  { name: 'nothing', html: '{{}}', body: '{{}}', diagnostics: ['1:1 not-an-expression'] },
  {
    name: 'an apostrophe',
    html: "{{don't}} {{it's}}",
    body: "{{don't}} {{it's}}",
    diagnostics: ['1:1 not-an-expression', '1:11 not-an-expression'],
  },
  {
    name: 'minus without blanks',
    html: '{{a -1}}',
    data: { a: 1 },
    body: '{{a -1}}',
    diagnostics: ['1:1 not-an-expression'],
  },
  { name: 'unknown @ word', html: '{{@foo}}', body: '{{@foo}}', diagnostics: ['1:1 not-an-expression'] },
  {
    name: 'too many arguments',
    html: '{{a | upper 1}}',
    data: { a: 'x' },
    body: '{{a | upper 1}}',
    diagnostics: ['1:1 not-an-expression'],
  },
  {
    name: 'braces without end',
    html: 'a {{b',
    data: { b: 1 },
    body: 'a {{b',
    diagnostics: ['1:3 unclosed-placeholder'],
  },
  {
    name: 'braces before a placeholder',
    html: '{{ a {{b}} }}',
    data: { b: 1 },
    body: '{{ a 1 }}',
    diagnostics: ['1:1 unclosed-placeholder'],
  },
  {
    name: 'braces before an end tag',
    html: '<p>{{ a</p>}}',
    data: { a: 1 },
    body: '<p>{{ a</p>}}',
    diagnostics: ['1:4 unclosed-placeholder'],
  },
])

run('values are never expanded again', [
  { name: 'a placeholder in a value', html: '{{a}}', data: { a: '{{b}}', b: 'no' }, body: '{{b}}' },
  { name: 'joined by neighbours', html: '{{a}}{{b}}{{a}}', data: { a: '{{', b: 'b' }, body: '{{b{{' },
  { name: 'joined by text', html: '{{{{a}}b}}', data: { a: 'x', b: 'no' }, body: '{{xb}}' },
  { name: 'a block in a value', html: '{{a}}', data: { a: '{{#each b}}' }, body: '{{#each b}}' },
])

run('comments and escapes', [
  { name: 'comment', html: 'a{{!-- }} {{x}} --}}b', body: 'ab' },
  { name: 'short comment', html: 'a{{! x }}b', body: 'ab' },
  { name: 'comment in a tag', html: '<p {{!-- x --}} id="a">', body: '<p id="a"></p>' },
  { name: 'comment of HTML', html: 'a<!-- {{x}} {{#if}} -->b', body: 'ab' },
  { name: 'unclosed braces in a comment of HTML', html: '<!-- {{ -->{{a}}', data: { a: 1 }, body: '1' },
  { name: 'escape', html: '\\{{literal}}', data: { literal: 1 }, body: '{{literal}}' },
  { name: 'escape of three', html: '\\{{{literal}}}', data: { literal: 1 }, body: '{{{literal}}}' },
  { name: 'escape in an attribute', html: '<p title="\\{{a}}">', data: { a: 1 }, body: '<p title="{{a}}"></p>' },
])

run('placeholders survive HTML', [
  { name: 'quotes in an attribute', html: '<p title="{{a | default "x"}}">', body: '<p title="x"></p>' },
  { name: 'single quotes', html: "<p title='{{a | default 'it'}}'>", body: '<p title="it"></p>' },
  { name: 'unquoted attribute', html: '<p width={{w}}>x', data: { w: 3 }, body: '<p width="3">x</p>' },
  { name: 'angle brackets', html: '{{#if a < b}}x{{/if}}{{#if a > b}}y{{/if}}', data: { a: 1, b: 2 }, body: 'x' },
  { name: 'entities around', html: '&lt;{{a}}&gt;&amp{{a}}', data: { a: 'lt;' }, body: '<lt;>&lt;' },
  {
    name: 'in a style attribute',
    html: '<p style="width: {{w}}%; color: {{c}}">',
    data: { w: 5, c: 'red' },
    body: '<p style="width: 5%; color: red"></p>',
  },
  { name: 'braces in strings', html: '{{a | default "}}"}}', body: '}}' },
  { name: 'a value is no tag', html: '<{{a}}>', data: { a: 'b' }, body: '<b>' },
  { name: 'private use characters', html: '\ue000{{a}}\ufdd0', data: { a: '\ue000' }, body: '\ue000\ue000\ufdd0' },
  {
    name: 'tag position',
    html: '<p {{a}}>x',
    data: { a: 'b' },
    body: '<p>x</p>',
    diagnostics: ['1:4 placeholder-in-tag'],
  },
  {
    name: 'a value between attributes',
    html: '<p\n{{a}} class="b">x',
    body: '<p class="b">x</p>',
    diagnostics: ['2:1 placeholder-in-tag'],
  },
  {
    name: 'in a tag name',
    html: '<h{{n}}>x</h{{n}}>',
    body: '<h>x</h>',
    diagnostics: ['1:13 placeholder-in-tag', '1:3 placeholder-in-tag'],
  },
])

run('{{{html}}} is markup of the same dialect', [
  { name: 'elements', html: '<div>{{{h}}}</div>', data: { h: ' <b>x</b> &amp; y' }, body: '<div> <b>x</b> & y</div>' },
  { name: 'no placeholders', html: '{{{h}}}', data: { h: '{{a}}', a: 1 }, body: '{{a}}' },
  {
    name: 'closed within itself',
    html: '<p>{{{h}}}c</p>',
    data: { h: '<b>x</p></div>' },
    body: '<p><b>x<p></p></b>c</p>',
  },
  {
    name: 'no scripts',
    html: '{{{h}}}',
    data: { h: 'a<script>alert(1)</script>b' },
    body: 'ab',
    diagnostics: ['1:1 unsupported-element'],
  },
  {
    name: 'no style sheets',
    html: '{{{h}}}',
    data: { h: '<style>*{color:red}</style><link rel=stylesheet href=x>b' },
    body: 'b',
    diagnostics: ['1:1 unsupported-element', '1:1 unsupported-element'],
  },
  {
    name: 'no handlers',
    html: '{{{h}}}',
    data: { h: '<b onclick="x()">b</b>' },
    body: '<b>b</b>',
    diagnostics: ['1:1 unsupported-attribute'],
  },
  {
    name: 'nothing external',
    html: '{{{h}}}',
    data: { h: '<img src=" HTTPS://x/y"><img src="//x/y"><img src="a.png"><img src="data:,">' },
    body: '<img></img><img></img><img src="a.png"></img><img src="data:,"></img>',
    diagnostics: ['1:1 unsupported-attribute'],
  },
  { name: 'links stay', html: '{{{h}}}', data: { h: '<a href="https://x">x</a>' }, body: '<a href="https://x">x</a>' },
  {
    name: 'styles load nothing',
    html: '{{{h}}}',
    data: { h: '<p style="color:red">a<p style="background:url(x)">b' },
    body: '<p style="color:red">a</p><p>b</p>',
    diagnostics: ['1:1 unsupported-attribute'],
  },
  { name: 'missing', html: '{{{h}}}', body: '{{{h}}}', diagnostics: [`1:1 ${UNMATCHED}`] },
  { name: 'text in an attribute', html: '<p title="{{{h}}}">', data: { h: '<b>' }, body: '<p title="<b>"></p>' },
  { name: 'a number', html: '{{{h}}}', data: { h: 1 }, body: '1' },
])
