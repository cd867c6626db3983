import type { HostileCases, HostileDocument } from '../hostile-case.js'

const TOO_DEEP = { refused: 'too-deep' }

function page(style: string, body = '<p>x</p>'): HostileDocument {
  return { html: `<style>${style}</style>${body}` }
}

/** A text that is its own part. */
function nested(open: string, close: string, depth: number, inner = ''): string {
  return open.repeat(depth) + inner + close.repeat(depth)
}

function table(cells: string): HostileDocument {
  return { html: `<table border="1"><tr>${cells}</tr><tr><td>x</td></tr></table>` }
}

export const markupCases: HostileCases = [
  { name: 'elements 100,000 levels deep', make: () => ({ html: '<div>'.repeat(100_000) }), expected: TOO_DEEP },
  { name: 'elements 500 levels deep', make: () => ({ html: `${'<div>'.repeat(490)}x` }), expected: 'document' },
  { name: 'inline elements 500 levels deep', make: () => ({ html: `${'<b>'.repeat(490)}x` }), expected: 'document' },
  { name: 'tables 100 levels deep', make: () => ({ html: `${'<table><tr><td>'.repeat(100)}x` }), expected: 'document' },
  { name: 'tables 500 levels deep', make: () => ({ html: '<table><tr><td>'.repeat(500) }), expected: TOO_DEEP },
  {
    name: 'flex boxes 60 levels deep',
    make: () => page('div { display: flex }', `${'<div>'.repeat(60)}x`),
    expected: 'document',
  },
  {
    name: 'grids 60 levels deep',
    make: () => page('div { display: grid }', `${'<div>'.repeat(60)}x`),
    expected: 'document',
  },
  {
    name: 'formatting elements that are never closed',
    make: () => ({ html: '<b><i><u>'.repeat(100).concat('<p>x'.repeat(500)) }),
    expected: 'document',
  },
  {
    name: 'blocks of the template 100,000 levels deep',
    make: () => ({ html: '{{#if a}}'.repeat(100_000) }),
    expected: TOO_DEEP,
  },
  {
    name: 'an expression of 100,000 parentheses',
    make: () => ({ html: `{{${nested('(', ')', 100_000, 'a')}}}` }),
    expected: 'document',
  },
  {
    name: 'an expression of 100,000 signs',
    make: () => ({ html: `{{${'-'.repeat(100_000)}a}}` }),
    expected: 'document',
  },
  { name: 'a hundred thousand opening braces', make: () => ({ html: '{{'.repeat(100_000) }), expected: 'document' },
  {
    name: 'quotes without end in an expression',
    make: () => ({ html: `{{a "${'\\"'.repeat(50_000)}` }),
    expected: 'document',
  },
  {
    name: '200,000 attributes',
    make: () => ({ html: `<p ${Array.from({ length: 200_000 }, (_, i) => `a${i}=1`).join(' ')}>x` }),
    expected: 'document',
  },
  {
    name: 'an id of a megabyte',
    make: () => page(`#${'a'.repeat(1_000_000)} { color: red }`, `<p id="${'a'.repeat(1_000_000)}">x`),
    expected: 'document',
  },
  {
    name: 'end tags of 50,000 paragraphs that never began',
    make: () => ({ html: '</p>'.repeat(50_000) }),
    expected: 'document',
  },

  {
    name: 'a list of 100,000 selectors',
    make: () => page(`${Array.from({ length: 100_000 }, (_, i) => `.c${i}`).join(',')} { color: red }`),
    expected: 'document',
  },
  {
    name: 'a selector of 100,000 classes',
    make: () => page(`${'.a'.repeat(100_000)} { color: red }`),
    expected: 'document',
  },
  {
    name: 'a selector of 10,000 ancestors',
    make: () => page(`${'div '.repeat(10_000)} p { color: red }`, `${'<div>'.repeat(400)}<p>x`),
    expected: 'document',
  },
  {
    name: 'ancestors that almost match, again and again',
    make: () =>
      page(`${'.a > div '.repeat(20)} p { color: red }`, `${'<div class="a">'.repeat(400)}${'<p>x</p>'.repeat(200)}`),
    expected: 'document',
  },
  {
    name: ':is() 10,000 levels deep',
    make: () => page(`${nested(':is(', ')', 10_000, 'p')} { color: red }`),
    expected: 'document',
  },
  {
    name: ':not() 100 levels deep',
    make: () => page(`${nested(':not(', ')', 100, 'p')} { color: red }`),
    expected: 'document',
  },
  {
    name: ':has() of long chains over many siblings',
    make: () => page(':has(~ p ~ p ~ p ~ b) { color: red }', '<p>x</p>'.repeat(3_000)),
    expected: 'document',
  },
  {
    name: ':nth-child(of) over many siblings',
    make: () =>
      page('p:nth-child(odd of .a, .b, p), p:nth-last-child(3n of p) { color: red }', '<p>x</p>'.repeat(3_000)),
    expected: 'document',
  },
  {
    name: 'blocks of a style sheet 100,000 levels deep',
    make: () => page('p {'.repeat(100_000)),
    expected: 'document',
  },
  {
    name: 'nested rules that multiply their selectors',
    make: () => page(`${nested('.a, .b, .c, .d {', '}', 20, 'color: red')}`),
    expected: 'document',
  },
  {
    name: 'calc() 100,000 levels deep',
    make: () => page(`p { width: ${nested('calc(', ')', 100_000, '1px')} }`),
    expected: 'document',
  },
  {
    name: 'calc() of 100,000 terms',
    make: () => page(`p { width: calc(1px${' + 1px'.repeat(100_000)}) }`),
    expected: 'document',
  },
  {
    name: 'var() 100,000 levels deep',
    make: () => page(`p { width: ${nested('var(--a, ', ')', 100_000, '1px')} }`),
    expected: 'document',
  },
  {
    name: 'a gradient of 100,000 stops in a background',
    make: () => page(`p { background: linear-gradient(${Array(100_000).fill('red').join(',')}) }`),
    expected: 'document',
  },
  {
    name: 'a background of 10,000 layers',
    make: () => page(`p { background-image: ${Array(10_000).fill('linear-gradient(red, blue)').join(',')} }`),
    expected: 'document',
  },
  {
    name: '10,000 shadows',
    make: () => page(`p { box-shadow: ${Array(10_000).fill('1px 1px 9px red').join(',')} }`),
    expected: 'document',
  },
  {
    name: '@media 10,000 levels deep',
    make: () => page(nested('@media print {', '}', 10_000, 'p { color: red }')),
    expected: 'document',
  },
  {
    name: '@supports 10,000 levels deep',
    make: () => page(`@supports ${nested('(', ')', 10_000, 'color: red')} { p { color: red } }`),
    expected: 'document',
  },
  {
    name: 'style sheets that import each other',
    make: () => ({
      html: '<link rel="stylesheet" href="a.css"><p>x',
      assets: new Map([
        ['a.css', Buffer.from('@import "b.css"; @import "b.css";')],
        ['b.css', Buffer.from('@import "a.css"; @import "a.css";')],
      ]),
    }),
    expected: { refused: 'too-many-imports' },
  },
  {
    name: 'style sheets that import each next one ten times',
    make: () => ({
      html: '<link rel="stylesheet" href="s0.css"><p>x',
      assets: new Map(
        Array.from({ length: 12 }, (_, i) => [`s${i}.css`, Buffer.from(`@import "s${i + 1}.css";`.repeat(10))]),
      ),
    }),
    expected: { refused: 'too-many-imports' },
  },
  {
    name: 'layers 1,000 levels deep',
    make: () => page(nested('@layer a {', '}', 1_000, 'p { color: red }')),
    expected: 'document',
  },

  {
    name: 'a grid of a million columns',
    make: () => page('div { display: grid; grid-template-columns: repeat(1000000, 1px) }', '<div><p>x</p></div>'),
    expected: 'document',
  },
  {
    name: 'a grid of repeats in repeats',
    make: () =>
      page(
        'div { display: grid; grid-template-columns: repeat(10000, 1px 1px 1px 1px 1px 1px 1px 1px 1px 1px) }',
        '<div><p>x</p></div>',
      ),
    expected: 'document',
  },
  {
    name: 'a grid item in row a hundred million',
    make: () => page('div { display: grid } p { grid-row: 1 / 100000000 }', '<div><p>x</p><p>y</p></div>'),
    expected: 'document',
  },
  {
    name: 'grid items at random far lines',
    make: () =>
      page(
        'div { display: grid }',
        `<div>${Array.from({ length: 200 }, (_, i) => `<p style="grid-area: ${i * 7919 - 1} / ${-i * 104_729} / span 99999 / span 99999">x</p>`).join('')}</div>`,
      ),
    expected: 'document',
  },
  {
    name: 'a grid that fills itself with tiny tracks',
    make: () =>
      page(
        'div { display: grid; width: 100000000px; grid-template-columns: repeat(auto-fill, 0.001px) }',
        '<div><p>x</p></div>',
      ),
    expected: 'document',
  },
  {
    name: 'a cell that spans a thousand million columns',
    make: () => table('<td colspan="1000000000">x</td><td>y</td>'),
    expected: 'document',
  },
  {
    name: 'a cell that spans a thousand million rows',
    make: () => table('<td rowspan="1000000000">x</td><td>y</td>'),
    expected: 'document',
  },
  {
    name: 'many cells that span as much as they may',
    make: () => table('<td colspan="1000" rowspan="65534">x</td>'.repeat(50)),
    expected: 'document',
  },
  {
    name: 'columns by the million',
    make: () => ({ html: `<table><col span="1000000"><colgroup span="1000000"></colgroup><tr><td>x</table>` }),
    expected: 'document',
  },
  {
    name: 'a list that starts at a thousand million in roman numerals',
    make: () => ({
      html: '<ol start="1000000000" style="list-style-type: upper-roman"><li>x</li><li value="-2147483648">y</li></ol>',
    }),
    expected: 'document',
  },
]
