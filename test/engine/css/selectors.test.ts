import t from 'tap'
import { SelectorError } from '../../../engine/css/selectors/check-selector.js'
import { matchSelector, YES } from '../../../engine/css/selectors/match-selector.js'
import { parseSelectorList } from '../../../engine/css/selectors/parse-selector.js'
import type { ComplexSelector } from '../../../engine/css/selectors/selector.js'
import { BoundAccess } from '../../../engine/style/bound-access.js'
import type { BoundElement } from '../../../engine/template/bound-tree.js'
import { type Attributes, h, type NodeSpec, repeat, StyleFixture } from '../style/style-fixture.js'

function parse(text: string, onUnsupported: (message: string) => void): readonly ComplexSelector[] {
  return parseSelectorList(text, { ignoreCase: false, parents: undefined }, onUnsupported)
}

function specificity(text: string): string {
  const [selector] = parse(text, (message) => t.fail(message))
  const value = selector?.specificity ?? -1
  return `${value >> 20},${(value >> 10) & 1023},${value & 1023}`
}

t.test('specificity counts ids, classes and types', async (t) => {
  const table: readonly (readonly [string, string])[] = [
    ['*', '0,0,0'],
    ['li', '0,0,1'],
    ['ul li', '0,0,2'],
    ['ul > li.red', '0,1,2'],
    ['#a .b[c]:first-child', '1,3,0'],
    ['p::before', '0,0,2'],
    ['p:before', '0,0,2'],
    [':not(#a, .b)', '1,0,0'],
    [':is(a, .b.c)', '0,2,0'],
    [':where(#a) b', '0,0,1'],
    [':nth-child(2n of .a, #b)', '1,1,0'],
    [':hover', '0,1,0'],
    [':has(#a, > .b)', '1,0,0'],
    [':checked', '0,1,0'],
  ]
  for (const [text, expected] of table) t.equal(specificity(text), expected, text)
})

t.test('invalid selectors are refused', async (t) => {
  for (const text of [
    '',
    '>',
    'a >',
    '> a',
    'a,,b',
    '.',
    'a..b',
    ':foo',
    '::foo',
    '[a',
    '[a=',
    ':not()',
    ':nth-child(x)',
    '.1a',
    '#1a',
    'a.-1',
    '[title=]',
    '[title==x]',
    '[=x]',
    '[x=1]',
    '[x=y z]',
    'svg|a',
    'a::before b',
    'a||b',
    '*a',
    ':has()',
    ':lang()',
    ':lang(de,)',
    ':dir()',
    ':dir(1)',
    ':lin\\212A ',
    ':lin\u212a',
    ':has(a:has(b))',
    ':has(a::before)',
    ':has(a >)',
    ':is',
    'a:not(> b)',
  ]) {
    t.throws(() => parse(text, () => {}), SelectorError, text)
  }
  t.throws(() => parse(`${':not('.repeat(9000)}a${')'.repeat(9000)}`, () => {}), SelectorError)
})

t.test('selectors that are not implemented are left out of their list', async (t) => {
  const messages: string[] = []
  const list = parse('a, b:state(c), d::details-content', (message) => messages.push(message))
  t.equal(list.length, 1)
  t.strictSame(messages, [
    'the pseudo-class ":state" is not supported',
    'the pseudo-element "::details-content" is not supported',
  ])
})

t.test('selectors of what only a screen has are left out in silence', async (t) => {
  const messages: string[] = []
  const text = 'a, :host, b::-webkit-scrollbar, c:-webkit-autofill, d::selection, ::backdrop, select::picker-icon'
  t.equal(parse(text, (message) => messages.push(message)).length, 1)
  t.strictSame(messages, [])
})

t.test('a list with a selector of one browser only is invalid, and silent where it has no others', async (t) => {
  const fail = (message: string) => t.fail(message)
  t.strictSame(parse('::-moz-focus-inner, button:-moz-focusring, p::-ms-clear, :-webkit-foo', fail), [])
  for (const text of ['div::-moz-foo, .a', '.a, div:-ms-input-placeholder']) {
    t.throws(() => parse(text, fail), /known to one browser only/, text)
  }
  t.equal(parse(':is(.a, ::-moz-foo)', fail).length, 1, 'forgiving lists leave it out')
})

const BODY: readonly NodeSpec[] = [
  h('h1', { id: 'h', class: 'title Big' }, 'text'),
  h(
    'ul',
    { id: 'ul', lang: 'de-CH', dir: 'rtl' },
    h('li', { id: 'l1', class: 'a' }),
    h('li', { id: 'l2', class: 'b' }, h('a', { id: 'link', href: 'http://example.org/x.PDF', title: 'one two' })),
    h('li', { id: 'l3', class: 'a', 'data-x': 'fr-CA' }, ' '),
    h('li', { id: 'l4', class: 'b' }),
  ),
  h('p', { id: 'p', class: 'a' }, h('span', { id: 's' }), h('em', { id: 'e' }), h('span', { id: 's2' })),
]

const ESCAPED: readonly (readonly [selector: string, name: string])[] = [
  ['.\\31 a', '1a'],
  ['.w-1\\/2', 'w-1/2'],
  ['.md\\:flex', 'md:flex'],
  ['#\\31 2', '12'],
  ['.-\\31', '-1'],
  ['.\\31\r\n0', '10'],
  ['.\\0', '\ufffd'],
  ['.\\110000', '\ufffd'],
  ['.\\D800', '\ufffd'],
  ['.\\1F600', '\u{1F600}'],
  ['.\\[w\\:2px\\]', '[w:2px]'],
  ['.a\\\\b', 'a\\b'],
]

const ESCAPED_VALUES: readonly (readonly [selector: string, value: string])[] = [
  ['[x="a\\\nb"]', 'ab'],
  ['[x="a\\"b\\a c"]', 'a"b\nc'],
  ['[x=a\\ b]', 'a b'],
  ["[x='\\201C']", '\u201c'],
]

t.test('names may be written with escapes', async (t) => {
  for (const [selector, name] of ESCAPED) {
    const [parsed] = parse(selector, () => {})
    t.match(parsed?.compounds[0]?.simple[0], { name }, selector)
  }
  for (const [selector, value] of ESCAPED_VALUES) {
    const [parsed] = parse(selector, () => {})
    t.match(parsed?.compounds[0]?.simple[0], { value }, selector)
  }
  for (const name of ['is(', 'not(', 'nth-child(1 of ', '-webkit-any(', 'is(:nth-child(1 of :is(b, ']) {
    const text = `:${name}.a\\:b${')'.repeat(name.split('(').length - 1)}`
    t.match(JSON.stringify(parse(text, () => {})), '"name":"a:b"', text)
  }
})

t.test('a list that forgives leaves out names that are no identifiers', async (t) => {
  t.doesNotThrow(() => parse(':is(.1a, b)', () => {}))
})

const ALL = ['h', 'ul', 'l1', 'l2', 'link', 'l3', 'l4', 'p', 's', 'e', 's2']

const TABLE: readonly (readonly [string, string])[] = [
  ['h1', 'h'],
  ['H1', 'h'],
  ['.title', 'h'],
  ['.Big.title', 'h'],
  ['.big', ''],
  ['.tit', ''],
  ['#h', 'h'],
  ['ul .a', 'l1 l3'],
  ['body > .a', 'p'],
  ['h1 + ul', 'ul'],
  ['h1 + p', ''],
  ['h1 ~ p', 'p'],
  ['.b ~ .a', 'l3'],
  ['li + li', 'l2 l3 l4'],
  ['ul > li a', 'link'],
  ['html body ul > li.b > a', 'link'],
  ['h1 li', ''],
  ['[data-x]', 'l3'],
  ['[data-x=fr-CA]', 'l3'],
  ['[data-x|=fr]', 'l3'],
  ['[data-x|=f]', ''],
  ['[title~=two]', 'link'],
  ['[title~=tw]', ''],
  ['[href^=http]', 'link'],
  ['[href$=".pdf"]', ''],
  ['[href$=".pdf" i]', 'link'],
  ['[href*=example]', 'link'],
  ['[href*=""]', ''],
  ['li:first-child', 'l1'],
  ['li:last-child', 'l4'],
  ['li:nth-child(odd)', 'l1 l3'],
  ['li:nth-child(2n)', 'l2 l4'],
  ['li:nth-child(-n + 2)', 'l1 l2'],
  ['li:nth-child(3)', 'l3'],
  ['li:nth-last-child(2)', 'l3'],
  ['li:nth-child(2 of .a)', 'l3'],
  ['li:nth-last-child(1 of .a)', 'l3'],
  ['span:first-of-type', 's'],
  ['span:last-of-type', 's2'],
  ['span:nth-of-type(2)', 's2'],
  ['em:only-of-type', 'e'],
  ['a:only-child', 'link'],
  ['li:not(.a)', 'l2 l4'],
  ['li:not(.a, #l2)', 'l4'],
  [':is(h1, p)', 'h p'],
  [':is(h1, ::foo)', 'h'],
  ['ul :where(.a, .b):first-child', 'l1'],
  ['li:empty', 'l1 l4'],
  ['a:link', 'link'],
  ['a:any-link', 'link'],
  ['a:hover', ''],
  ['a:not(:hover)', 'link'],
  ['li:lang(de)', 'l1 l2 l3 l4'],
  ['li:lang("de-CH")', 'l1 l2 l3 l4'],
  ['li:lang("*-ch")', 'l1 l2 l3 l4'],
  ['li:lang(fr)', ''],
  ['ul:dir(rtl)', 'ul'],
  ['p:dir(ltr)', 'p'],
  ['p:root', ''],
  ['ul:has(a)', 'ul'],
  ['ul:has(> a)', ''],
  ['li:has(> a)', 'l2'],
  [':has(> li > a)', 'ul'],
  ['body :has(a)', 'ul l2'],
  ['li:has(+ .a)', 'l2'],
  ['li:has(~ .a)', 'l1 l2'],
  ['li:has(~ .b + .a)', 'l1'],
  ['h1:has(+ ul a[href])', 'h'],
  ['h1:has(~ p > em)', 'h'],
  ['ul:has(li.b + li.a)', 'ul'],
  ['ul:has(.a .b)', ''],
  ['ul:has(.x, .b)', 'ul'],
  ['li:not(:has(*))', 'l1 l3 l4'],
  ['ul:has(:first-child > a)', ''],
  ['ul:has(:nth-child(2) > a)', 'ul'],
  ['html:has(em) em', 'e'],
]

/** Ids of the elements that a selector matches in a document whose lists depend on data, or not. */
function matching(selector: string, body: readonly NodeSpec[], quirks = false): string {
  // `object-fit` does not inherit, so it marks exactly what the selector matches.
  const fixture = new StyleFixture(`${selector} { object-fit: cover }`, body, { quirks })
  const document = fixture.document()
  t.strictSame(fixture.messages(), [], `${selector}: no diagnostic`)
  return ALL.filter((id) => document.style(id).objectFit === 'cover').join(' ')
}

t.test('selectors match what they should', async (t) => {
  for (const [selector, expected] of TABLE) t.equal(matching(selector, BODY), expected, selector)
})

t.test('they match the same when positions and attributes depend on data', async (t) => {
  for (const [selector, expected] of TABLE) t.equal(matching(selector, BODY.map(dynamic)), expected, selector)
})

t.test('in quirks mode classes and ids ignore case', async (t) => {
  t.equal(matching('.TITLE', BODY, true), 'h')
  t.equal(matching('#H', BODY, true), 'h')
})

/** The same tree with each element in a loop of its own and all attributes computed. */
function dynamic(spec: NodeSpec): NodeSpec {
  if (typeof spec === 'string' || spec.kind === 'repeat') return spec
  const attributes: Attributes = Object.fromEntries(
    Object.entries(spec.attributes).map(([name, value]) => [name, () => String(value)]),
  )
  return repeat(1, h(spec.name, attributes, ...spec.children.map(dynamic)))
}

const FORM: readonly NodeSpec[] = [
  h('p', { id: 'h' }, h('input', { id: 'ul', type: 'checkbox', checked: '' }), h('input', { id: 'l1', type: 'radio' })),
  h('input', { id: 'l2', disabled: '' }),
  h('input', { id: 'l3', required: '', type: 'text', readonly: '' }),
  h('select', { id: 'l4' }, h('option', { id: 'p', selected: '' }), h('option', { id: 's' })),
  h('details', { id: 'e', open: '' }),
  h('progress', { id: 's2' }),
  h('p', { id: 'link' }),
]

t.test('the state of form controls is what their attributes say', async (t) => {
  const table: readonly (readonly [string, string])[] = [
    [':checked', 'ul p'],
    ['input:not(:checked)', 'l1 l2 l3'],
    [':disabled', 'l2'],
    ['input:enabled', 'ul l1 l3'],
    [':required', 'l3'],
    ['input:read-write', ''],
    ['input:read-only', 'ul l1 l2 l3'],
    [':open', 'e'],
    [':indeterminate', 's2'],
    ['p:has(:checked)', 'h'],
    [':focus', ''],
  ]
  for (const [selector, expected] of table) {
    t.equal(matching(selector, FORM), expected, selector)
    t.equal(matching(selector, FORM.map(dynamic)), expected, `${selector} with data`)
  }
})

/** Counts what is asked about elements. */
class CountingAccess extends BoundAccess {
  questions = 0

  override attribute(element: BoundElement, name: string): string | undefined {
    this.questions++
    return super.attribute(element, name)
  }
}

t.test('relations among siblings and with descendants ask each element once, not once per element', async (t) => {
  const COUNT = 5000
  const rows = repeat(COUNT, h('p', { class: (i) => (i === 1000 ? 'mark' : '') }, h('span')))
  const { root } = new StyleFixture('', [rows]).document().styled.tree
  const [body] = root.children
  const children = body?.kind === 'element' ? body.children.filter((child) => child.kind === 'element') : []
  const table: readonly (readonly [selector: string, matching: number])[] = [
    ['.mark ~ p', COUNT - 1001],
    ['.never ~ p', 0],
    ['p:has(~ .mark)', 1000],
    ['p:has(~ .never)', 0],
    ['p:has(.never)', 0],
    ['p:has(+ p .never)', 0],
    ['body:has(.never) > p', 0],
    ['body:has(.mark) > p', COUNT],
  ]
  for (const [text, matching] of table) {
    const access = new CountingAccess(false)
    const [selector] = parse(text, (message) => t.fail(message))
    const found = selector ? children.filter((child) => matchSelector(selector, child, access) === YES) : []
    t.equal(found.length, matching, text)
    t.ok(access.questions <= 3 * COUNT, `${text}: ${access.questions} questions`)
  }
})

t.test('names and values are compared without regard to the case of letters of ASCII alone', async (t) => {
  const root = new StyleFixture('', [h('p', { id: 'x', lang: 'kl', title: 'É', rel: 'ÄK' })])
  const node = root.document().element('x')
  const matches = (text: string) =>
    parse(text, () => {}).some((selector) => matchSelector(selector, node, new BoundAccess(false)) === YES)
  t.ok(matches(':lang(KL)'))
  t.notOk(matches(':lang(\\212A l)'))
  t.notOk(matches(':lang(é)'), 'which is valid and of nothing')
  t.ok(matches('[title="É" i]'))
  t.notOk(matches('[title="é" i]'))
  t.ok(matches('[rel="Äk"]'))
  t.notOk(matches('[rel="ä\u212a"]'))
  t.ok(matches('P'))
})
