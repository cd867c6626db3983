import t from 'tap'
import type { ComputedStyle, ContentItem } from '../../../engine/style/computed-style.js'
import { build, dumpOf, golden } from './build.js'
import type { Rules } from './styled-fixture.js'

const counter = (name: string, style = 'decimal'): ContentItem => ({ kind: 'counter', name, style })
const counters = (name: string): ContentItem => ({ kind: 'counters', name, separator: '.', style: 'decimal' })
const text = (value: string): ContentItem => ({ kind: 'string', text: value })
const quote = (open: boolean, visible = true): ContentItem => ({ kind: 'quote', open, visible })

/** All text of the document in order, items separated by `|`. */
function textOf(markup: string, rules: Rules): string {
  const { dump, diagnostics } = build(markup, rules)
  t.strictSame(diagnostics, [], 'no diagnostics')
  return [...dump.matchAll(/"([^"]*)"/g)].map((match) => match[1]).join('|')
}

t.test('::before and ::after', (t) => {
  t.equal(
    dumpOf('<p title="T">a</p>', {
      'p::before': { content: [text('['), { kind: 'attribute', name: 'TITLE' }, { kind: 'attribute', name: 'x' }] },
      'p::after': { content: [text(']')], display: 'block' },
    }),
    golden(`
      block p
        block
          inline-root <p "[T"> "a"
        block p
          inline-root "]"`),
    'stand before and behind the content, in a box of their display',
  )
  const attribute = (name: string): ContentItem => ({ kind: 'attribute', name, fallback: 'F' })
  t.equal(
    dumpOf('<p title="T" lang="">a</p>', {
      'p::before': { content: [attribute('title'), attribute('lang'), attribute('x')] },
    }),
    'block p\n  inline-root <p "TF"> "a"',
    'a fallback stands for attributes that are absent, not for empty ones',
  )
  t.equal(dumpOf('<p>a</p>', { 'p::before': { content: 'none' } }), 'block p\n  inline-root "a"')
  t.equal(
    dumpOf('<p>a</p>', {
      'p::before': { content: [text('b\nc')], whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap' },
    }),
    'block p\n  inline-root <p "b" [break] "c"> "a"',
    'preserved newlines break the line',
  )
  t.equal(
    dumpOf('<table></table>', { 'table::before': { content: [text('b')], display: 'table-cell' } }),
    golden(`
      table-wrapper table
        table -
          body
            row
              cell@0 table
                inline-root "b"`),
    'table fix-up applies to them',
  )
  t.end()
})

t.test('counters', (t) => {
  const chapter: Partial<ComputedStyle> = { counterIncrement: [{ name: 'c', value: 1 }] }
  const before: Rules = { 'i::before': { content: [counter('c')] } }
  t.equal(textOf('<i/><i/>', { ...before, i: chapter }), '1|2', 'an increment without a reset starts a counter')
  t.equal(
    textOf('<b><i/></b><b><i/></b>', { ...before, i: chapter }),
    '1|1',
    'whose scope ends with the parent of the element',
  )
  t.equal(
    textOf('<i/><i/>', { ...before, body: {}, i: chapter, html: { counterReset: [{ name: 'c', value: 5 }] } }),
    '6|7',
  )
  t.equal(
    textOf('<i/><b/><i/>', {
      ...before,
      i: chapter,
      html: { counterReset: [{ name: 'c', value: 0 }] },
      b: { counterSet: [{ name: 'c', value: 41 }] },
    }),
    '1|42',
    'counter-set',
  )
  t.equal(textOf('<i style="display:none"/><i/>', { ...before, i: chapter }).at(-1), '1', 'no box, no increment')
  t.equal(
    textOf('<b style="display:contents"/><i/>', {
      ...before,
      b: chapter,
      html: { counterReset: [{ name: 'c', value: 0 }] },
    }),
    '1',
    'display: contents counts',
  )
  t.equal(
    textOf('<i/>', {
      i: { ...chapter, counterReset: [{ name: 'c', value: 3 }], counterSet: [{ name: 'd', value: 9 }] },
      'i::before': { content: [counter('c'), counter('d', 'lower-roman')] },
    }),
    '4ix',
    'reset, then increment, then set, then use',
  )
  t.equal(textOf('<i/>', { 'i::before': { content: [counter('none')] } }), '0', 'an unknown counter is 0')
  t.end()
})

t.test('nested counters', (t) => {
  const rules: Rules = {
    ol: { counterReset: [{ name: 'n', value: 0 }], listStyleType: 'none' },
    li: { counterIncrement: [{ name: 'n', value: 1 }] },
    'li::before': { content: [counters('n')] },
  }
  t.equal(textOf('<ol><li/><li><ol><li/><li/></ol><ol><li/></ol></li><li/></ol>', rules), '1|2|2.1|2.2|2.1|3')
  t.equal(
    textOf('<b/><i/><b/><i/>', {
      b: { counterReset: [{ name: 'n', value: 0 }] },
      i: { counterIncrement: [{ name: 'n', value: 1 }] },
      'i::before': { content: [counters('n')] },
    }),
    '1|1',
    'a reset replaces the counter of a preceding sibling',
  )
  const reset: Partial<ComputedStyle> = { counterReset: [{ name: 'n', value: 0 }] }
  const counting: Rules = { u: reset, i: rules.li ?? {}, 'i::before': { content: [counters('n')] } }
  t.equal(
    textOf('<u><i/><u><i/><i/></u><i/><u><i/></u><i/></u><i/>', counting),
    '1|1.1|1.2|2|2.1|3|4',
    'what follows a nested counter continues with the one around it',
  )
  t.equal(
    textOf('<u><b><u/><i/></b><b><u/><i/></b></u>', counting),
    '1|2',
    'siblings do not see a counter that is nested in one of their parent',
  )
  t.equal(textOf('<b><u/><i/><i/></b><b><u/><i/></b>', counting), '1|2|1', 'siblings see a counter that is not nested')
  t.equal(
    textOf('<u><b/><i/></u>', { ...counting, 'b::before': { content: [text('x')], ...reset, counterIncrement: [] } }),
    'x|1',
    'a counter of a pseudo-element is nested too',
  )
  t.equal(
    textOf('<b/><i/>', {
      'b::before': { content: [text('x')], counterReset: [{ name: 'n', value: 7 }] },
      'b::after': { content: [counter('n')] },
      'i::before': { content: [counter('n')] },
    }),
    'x|7|0',
    'a counter of a pseudo-element ends with its element',
  )
  t.end()
})

t.test('what stands in an element with contain: style changes no counter and no quotation around it', (t) => {
  const contain = { layout: false, paint: false, size: 'none', style: true } as const
  const rules: Rules = {
    html: { counterReset: [{ name: 'n', value: 5 }] },
    u: { contain },
    i: { counterIncrement: [{ name: 'n', value: 1 }] },
    'i::before': { content: [counters('n')] },
    b: {},
    'b::before': { content: [counters('n')] },
  }
  t.equal(
    textOf('<i/><u><b/><i/><i/></u><i/>', rules),
    '6|6|6.1|6.2|7',
    'it counts on its own, but sees what is around',
  )
  t.equal(textOf('<u><i/><u><i/></u><i/></u><b/>', rules), '5.1|5.1.1|5.2|5')
  const own = { ...rules, u: { contain, ...rules.i } }
  t.equal(textOf('<u/><u/><b/>', own), '7', 'what the element itself does counts outside')
  t.equal(
    textOf('<p><q><u/></q></p>', {
      u: { contain },
      'q::before': { content: [quote(true)] },
      'q::after': { content: [quote(false)] },
      'u::after': { content: [quote(false)] },
    }),
    '“|”|”',
    'quotations end with it',
  )
  const list: Rules = {
    u: { contain },
    li: { display: 'list-item', listStyleType: 'none' },
    'li::before': { content: [counter('list-item')] },
  }
  t.equal(textOf('<ol reversed=""><li/><u><li/></u><li/></ol>', list), '2|1|1', 'reversed lists count without it')
  t.end()
})

t.test('quotes', (t) => {
  const rules: Rules = { q: {}, 'q::before': { content: [quote(true)] }, 'q::after': { content: [quote(false)] } }
  const nested = '<q>a<q>b<q>c</q></q></q>'
  t.equal(textOf(nested, rules), '“|a|‘|b|‘|c|’|’|”', 'the innermost pair repeats')
  t.equal(textOf(nested, { ...rules, html: { language: 'de-AT' } }), '„|a|‚|b|‚|c|‘|‘|“', 'auto goes by language')
  t.equal(textOf('<q>a<q>b</q></q>', { ...rules, html: { language: 'fr-CH' } }), '«|a|‹|b|›|»', 'and by region')
  t.equal(
    textOf('<q>a<q>b</q></q>', { ...rules, html: { language: 'zh-Hant-HK' } }),
    '「|a|『|b|』|」',
    'and by script',
  )
  t.equal(
    textOf('<q>a<q>b</q></q>', { ...rules, html: { language: 'en' }, q: { language: 'de' } }),
    '“|a|‚|b|‘|”',
    'a quotation in another language has the marks of the text around it',
  )
  t.equal(textOf(nested, { ...rules, html: { quotes: [{ open: '<', close: '>' }] } }), '<|a|<|b|<|c|>|>|>')
  t.equal(textOf(nested, { ...rules, html: { quotes: 'none' } }), 'a|b|c')
  t.equal(
    textOf('<q/><i/>', {
      'q::before': { content: [quote(false), quote(true, false), text('x')] },
      'i::before': { content: [quote(true)] },
    }),
    'x|‘',
    'a close without an open prints nothing, no-open-quote only counts',
  )
  t.end()
})

t.test('page numbers in the flow hold room of two digits until they are known', (t) => {
  const { dump, diagnostics, tree } = build('<p/>', { 'p::before': { content: [counter('pages')] } })
  t.equal(dump, 'block html (context)\n  block p\n    inline-root <p "10">')
  t.ok(tree.marks.asksPages)
  t.strictSame(diagnostics, [])
  t.end()
})

t.test('unknown counter styles are reported', (t) => {
  const { diagnostics } = build('<p/>', { 'p::before': { content: [counter('c', 'circled-decimal')] } })
  t.strictSame(diagnostics, [
    'test.html:1:1: warning: counter style "circled-decimal" is not known; decimal is used [unsupported-value]',
  ])
  t.end()
})
