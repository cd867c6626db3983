import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { compileTemplate, createFontLibrary } from '../../engine/index.js'
import { importHandlebars, importMustache } from '../../server/cli/import/handlebars.js'
import type { ImportedTemplate } from '../../server/cli/import/imported-template.js'
import { importPercentTags } from '../../server/cli/import/percent-tags.js'
import { makeFolder } from '../server/folder.js'
import { platen } from './platen.js'

const fonts = createFontLibrary()

type Case = readonly [from: string, to: string]

function rewrites(t: Test, run: (text: string) => ImportedTemplate, cases: readonly Case[]): void {
  for (const [from, to] of cases) {
    const { text, left } = run(from)
    t.equal(text, to)
    t.same(left, [], from)
    const { diagnostics } = compileTemplate(
      { html: text, assets: new Map([['row.html', Buffer.from('x')]]) },
      { fonts },
    )
    t.same(
      diagnostics.filter(({ code }) => code === 'not-an-expression'),
      [],
      text,
    )
  }
}

const leftOf = ({ left }: ImportedTemplate) => left.map(({ line, column, why }) => `${line}:${column} ${why}`)

t.test('Handlebars', async (t) => {
  const run = (text: string) => importHandlebars('a.hbs', text)
  rewrites(t, run, [
    ['{{a.b}} {{{html}}} {{&html}} {{@index}} {{../x}}', '{{a.b}} {{{html}}} {{{html}}} {{@index}} {{../x}}'],
    ['{{!-- a --}}{{! b }}', '{{!-- a --}}{{!-- b --}}'],
    [
      '{{#if (eq a "x")}}1{{else if (and b (not c))}}2{{else}}3{{/if}}',
      '{{#if (a == "x")}}1{{else if (b and (not c))}}2{{else}}3{{/if}}',
    ],
    ['{{#each rows as |row i|}}{{row.x}}{{/each}}', '{{#each rows as row}}{{row.x}}{{/each}}'],
    ['{{~#unless a~}}x{{~/unless~}}', '{{#unless a}}x{{/unless}}'],
    ['{{> row item=this}}{{lookup a key}}', '{{> row item=this}}{{a[key]}}'],
  ])
  t.same(leftOf(run('x\n {{#with a}}{{formatDate due "L"}}{{/with}}')), [
    '2:2 there is no block "with"',
    '2:13 a helper has no counterpart: write an expression or a filter',
  ])
})

t.test('Mustache', async (t) => {
  const run = (text: string) => importMustache('a.mustache', text)
  rewrites(t, run, [
    ['{{a}} {{&b}} {{^c}}none{{/c}} {{! x }}', '{{a}} {{{b}}} {{#unless c}}none{{/unless}} {{!-- x --}}'],
  ])
  const { text } = run('{{#rows}}{{.}}{{/rows}}')
  t.equal(text, '{{#each rows}}{{this}}{{/each}}')
  t.same(leftOf(run('{{#rows}}{{.}}{{/rows}}{{=<% %>=}}')), [
    '1:1 a section became a loop: where it is a condition write {{#if}}',
    '1:24 braces cannot be changed',
  ])
})

t.test('Liquid', async (t) => {
  const run = (text: string) => importPercentTags('a.liquid', text, 'liquid')
  rewrites(t, run, [
    ['{{ a.b }} {{- c | upcase | default: "x" -}}', '{{a.b}} {{c | upper | default "x"}}'],
    ['{{ price | times: 1.2 | round: 2 }}', '{{(price * 1.2) | round 2}}'],
    [
      '{% if a == "x" and b contains "y" %}1{% elsif c != blank %}2{% else %}3{% endif %}',
      '{{#if a == "x" and b contains "y"}}1{{else if c != ""}}2{{else}}3{{/if}}',
    ],
    [
      '{%- for row in rows limit: 3 -%}{{ forloop.index }}{% if forloop.last %}.{% endif %}{% endfor %}',
      '{{#each rows | slice 0 3 as row}}{{@number}}{{#if @last}}.{{/if}}{{/each}}',
    ],
    [
      '{% comment %} a -- b {% endcomment %}{% unless x %}y{% endunless %}',
      '{{!-- a - - b --}}{{#unless x}}y{{/unless}}',
    ],
    ["{% render 'row', item: row %}", '{{> row item=row}}'],
  ])
  t.same(leftOf(run('{% assign x = 1 %}\n{{ a | money }}{% for i in (1..3) %}{% endfor %}')), [
    '1:1 there is no tag "assign"',
    '2:1 there is no filter "money"',
    '2:16 there are no ranges: loop over a list',
  ])
})

t.test('Jinja', async (t) => {
  const run = (text: string) => importPercentTags('a.j2', text, 'jinja')
  rewrites(t, run, [
    ['{{ a|upper|default("x, y") }} {{ html|safe }} {{ a|e }}', '{{a | upper | default "x, y"}} {{{html}}} {{a}}'],
    [
      '{% for x in xs|sort %}{{ loop.index0 }}{{ x ~ "!" }}{% else %}none{% endfor %}',
      '{{#each xs | sort as x}}{{@index}}{{x + "!"}}{{else}}none{{/each}}',
    ],
    [
      '{% if a is defined and b is not none %}x{% elif True %}y{% endif %}{# note #}',
      '{{#if a and b}}x{{else if true}}y{{/if}}{{!-- note --}}',
    ],
  ])
  t.same(leftOf(run('{% extends "base.html" %}{{ url_for("x") }}{{ a if b else c }}{% for k, v in d %}{% endfor %}')), [
    '1:1 there is no tag "extends"',
    '1:26 functions are not called',
    '1:44 there is no inline condition: write a block',
    '1:63 a loop has one name: name its members',
  ])
})

t.test('the command writes the template and lists what is left', async (t) => {
  const folder = makeFolder(t)
  writeFileSync(join(folder, 'a.liquid'), '{{ a | upcase }}{% cycle "x" %}')
  const run = await platen(['import', 'liquid', 'a.liquid'], { cwd: folder })
  t.same(
    [run.status, run.out, run.err],
    [0, '{{a | upper}}{% cycle "x" %}', 'a.liquid:1:17: {% cycle "x" %}: there is no tag "cycle"\n'],
  )
  t.equal((await platen(['import', 'erb', 'a.liquid'], { cwd: folder })).status, 2)
})
