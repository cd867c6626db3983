import type { HostileCases } from '../hostile-case.js'
import { nest, page, repeat, words } from './pieces.js'

/** Boxes within boxes, each kind of which lays out what is in it more than once. */
export const nestingCases: HostileCases = [
  nested('twelve columns within each other with six words', 'div { columns: 2 }', () =>
    nest(12, '<div>', 'one two three four five six'),
  ),
  nested('a hundred columns within each other', 'div { columns: 2 }', () =>
    nest(100, '<div>', 'one two three four five six'),
  ),
  nested('fifty columns of a height within each other', 'div { columns: 2; height: 500px }', () =>
    nest(50, '<div>', 'one two three'),
  ),
  nested('eight columns within each other with a thousand words', 'div { columns: 2; column-gap: 0 }', () =>
    nest(8, '<div>', words(1000)),
  ),
  nested(
    'sixteen columns within each other below headings across them',
    'div { columns: 2 } h2 { column-span: all }',
    () => nest(16, '<div><h2>a</h2><p>b</p>', 'c'),
  ),
  nested('a hundred flex containers', 'div { display: flex; height: 100%; flex: 1 }', () =>
    nest(100, '<div>a ', words(50)),
  ),
  nested('a hundred flex containers over pages', 'div { display: flex } .c { flex-direction: column }', () =>
    nest(50, '<div><p>b</p><div class="c"><p>a</p>', repeat(200, '<p>x</p>'), '</div></div>'),
  ),
  nested('a hundred grids over pages', 'div { display: grid; grid-template-columns: auto 1fr }', () =>
    nest(100, '<div><p>a</p>', repeat(200, '<p>x</p>')),
  ),
  nested('a hundred tables of percentage heights', 'table, td { height: 100% }', () =>
    nest(100, '<table><tr><td>a<td>', 'x', '</table>'),
  ),
  nested('a hundred inline blocks over pages', 'div { display: inline-block }', () =>
    nest(100, '<div>a ', repeat(200, '<p>x</p>')),
  ),
  nested('a hundred floats over pages', 'div { float: left }', () => nest(100, '<div>a ', repeat(200, '<p>x</p>'))),
  nested(
    'ten of each kind within each other',
    '.a { display: flex } .b { display: grid } .c { float: left } .d { columns: 2 }',
    () =>
      nest(
        10,
        '<div class="a">x<div class="b">x<div class="c">x<div class="d">x<table><tr><td>x<td>',
        repeat(20, '<p>x</p>'),
        '</table></div></div></div></div>',
      ),
  ),
  nested('300 boxes that avoid breaks around 3,000 paragraphs', 'div { break-inside: avoid }', () =>
    nest(300, '<div>', repeat(3000, '<p>x</p>')),
  ),
  nested('200 boxes that avoid breaks after text', 'div { break-inside: avoid }', () =>
    nest(200, '<div><p>a</p>', repeat(3000, '<p>x</p>')),
  ),
]

function nested(name: string, css: string, body: () => string): HostileCases[number] {
  return { name, make: () => page(css, body()), expected: 'document' }
}
