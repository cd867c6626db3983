import t from 'tap'
import { compileTemplate, createFontLibrary, type RenderLimits, renderDocument } from '../../../engine/index.js'

const fonts = createFontLibrary()

function render(html: string, data: object, limits: Partial<RenderLimits>) {
  return renderDocument(compileTemplate({ html }, { fonts }), data, { limits })
}

const JSON_VALUES: readonly unknown[] = [
  'a"b\n\u0001\ud800\ud83d\ude00',
  { name: 'x', list: [1, true, null], none: undefined, day: new Date(0) },
  [[], {}, 1.5e-7, [undefined], { '\t': -12.5, b: false }],
]

t.test('a value that a filter would make too long is refused with its place', async (t) => {
  const makers: readonly (readonly [html: string, data: object, length: number])[] = [
    ...JSON_VALUES.map((v): readonly [string, object, number] => ['{{v | json}}', { v }, JSON.stringify(v).length]),
    ['{{v | join "--"}}', { v: ['aa', { b: 1 }, 3] }, 14],
    ['{{v | replace "a" "bbb"}}', { v: 'banana' }, 12],
    ['{{v | mask 0 "**"}}', { v: 'abc' }, 6],
    ['{{v + v}}', { v: 'abcd' }, 8],
    ['{{v | upper}}', { v: '\u0390' }, 3],
    ['{{v | split "" | length}}', { v: 'abcdef' }, 6],
  ]
  for (const [html, data, length] of makers) {
    t.equal(render(html, data, { valueLength: length }).pages, 1, `${html} has ${length} characters`)
    t.throws(
      () => render(`<p>\n${html}</p>`, data, { valueLength: length - 1 }),
      {
        name: 'LimitError',
        code: 'value-too-long',
        message: new RegExp(`^template\\.html:2:\\d+: a value has more than ${length - 1} characters$`),
      },
      `${html} has no fewer`,
    )
  }
})

t.test('all text and all values that are made count together', async (t) => {
  const counted: readonly (readonly [html: string, length: number])[] = [
    ['<p>four</p>', 4],
    ['<p title="{{v}}">{{v}}</p>', 8],
    ['<p>{{v | upper}}</p>', 8],
    ['<p>{{#each list}}ab{{/each}}</p>', 6],
    ['<p>{{list | join "" | length}}</p>', 4],
    ['<style>p { color: {{v}} }</style>', '<style>p { color: four }'.length],
    ['{{{v}}}', 8],
  ]
  for (const [html, length] of counted) {
    const data = { v: 'four', list: [1, 2, 3] }
    t.equal(render(html, data, { textLength: length }).pages, 1, `${html} has ${length} characters`)
    t.throws(() => render(html, data, { textLength: length - 1 }), { code: 'too-much-text' }, html)
  }
})

t.test('whatever looks at many items or characters again and again ends in a clear error', async (t) => {
  const many = Array.from({ length: 3_000 }, (_, index) => ({ n: index }))
  // Two texts that are equal and not the same, as JSON gives them.
  const texts = JSON.parse(JSON.stringify({ long: 'a'.repeat(200_000), same: 'a'.repeat(200_000) })) as object
  const data = { list: Array(15_000).fill(1), many, ...texts }
  const looks = [
    '1 in many',
    'many | contains 1',
    'long | split "b" | length',
    'long contains "ab"',
    'long == same',
    'long | starts-with same',
  ]
  for (const look of looks) {
    const html = `{{#each list}}{{#if (${look.replace(/(many|long|same)/g, '@root.$1')})}}{{/if}}{{/each}}`
    t.throws(() => render(html, data, {}), { name: 'LimitError', code: 'too-many-turns' }, look)
    t.equal(render(html, { ...data, list: Array(20).fill(1) }, {}).pages, 1, `${look}, some times`)
  }
})

t.test('generated content has the same limit', async (t) => {
  const styled = (css: string, html = '<p></p><p></p>') => `<style>${css}</style>${html}`
  const counted: readonly (readonly [html: string, length: number])[] = [
    [styled('p::before { content: "abcde" }'), 10],
    [styled('p::before { content: leader("abcde") }'), 10],
    [styled('li { list-style-type: "abcde" }', '<li>x'), 5],
    [styled('p { quotes: "abcde" "" } p::before { content: open-quote }'), 10],
    [styled('div { counter-reset: a } b::before { content: counters(a, "---") }', '<div><div><b></b></div></div>'), 8],
    [styled('@page { @top-left { content: "abcde" } @top-right { content: "abcde" } } p { break-after: page }'), 20],
  ]
  for (const [html, length] of counted) {
    t.ok(render(html, {}, { textLength: length }).pages > 0, html)
    t.throws(() => render(html, {}, { textLength: length - 1 }), { name: 'LimitError', code: 'too-much-text' }, html)
  }
})

t.test('patterns and dates of any length cost nothing', async (t) => {
  const codes = (html: string, data: object) => render(html, data, {}).diagnostics.map(({ code }) => code)
  t.same(codes('{{v | date p}}', { v: 0, p: 'y'.repeat(1_001) }), ['unusable-argument'])
  t.same(codes('{{v | number p}}', { v: 0, p: `0${' '.repeat(1_000)}` }), ['unusable-argument'])
  t.same(codes('{{v | date}}', { v: `2026-01-01T00:00${' '.repeat(1_000)}x` }), ['unusable-value'])
})
