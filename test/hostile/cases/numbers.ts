import type { HostileCases } from '../hostile-case.js'
import { page, repeat, words } from './pieces.js'

const LINE = '<p>Hello world and more</p>'

/** Numbers that no style sheet should have. */
export const numberCases: HostileCases = [
  style('a box scaled by 1e30', 'p { transform: scale(1e30); background: red; border: 1px dashed blue }'),
  style('a matrix of 1e300', 'p { transform: matrix(1e300, 1e300, 1e300, 1e300, 1e300, 1e300) }'),
  style('a box turned and skewed by 1e30 degrees', 'p { transform: rotate(1e30deg) skew(1e30deg) }'),
  style('a box moved by 1e30 px', 'p { transform: translate(1e30px, -1e30px) }'),
  style('a font of 1e9 px', 'p { font-size: 1e9px }'),
  style('letters 1e9 px apart', 'p { letter-spacing: 1e9px; text-decoration: underline wavy }'),
  style('a wave of 1e7 px', 'p { letter-spacing: 1e7px; text-decoration: underline wavy }'),
  style(
    'corners of 1e30 px',
    'p { border-radius: 1e30px; border: 3px dotted; overflow: hidden; box-shadow: 0 0 3px red }',
  ),
  style(
    'a linear gradient that repeats every 0.0002 px',
    'p { background: repeating-linear-gradient(red 0 0.0001px, blue 0 0.0002px); height: 500px }',
  ),
  style(
    'a radial gradient that repeats every 0.0001 px',
    'p { background: repeating-radial-gradient(red, blue 0.0001px); height: 500px }',
  ),
  style(
    'a conic gradient that repeats every 0.001 degrees',
    'p { background: repeating-conic-gradient(red 0 0.0005deg, blue 0 0.001deg); height: 500px }',
  ),
  style(
    'rings on a box of a hundred pages',
    'p { background: repeating-radial-gradient(red 0 1px, blue 0 2px); height: 1e5px }',
  ),
  style(
    'tiles of a hundredth of a px',
    'p { background: linear-gradient(red, blue) 0 0 / 0.01px 0.01px space; height: 500px }',
  ),
  style(
    'dots around a box of 1e9 px',
    'p { border: 0.02px dotted red; width: 1e9px; height: 900px; border-radius: 5px }',
  ),
  style('a shadow blurred by 1e30 px', 'p { box-shadow: 0 0 1e30px 1e30px red, inset 0 0 1e6px red }'),
  style('columns of a thousandth of a px', 'body { column-width: 0.001px; column-gap: 0 }', `<p>${words(1000)}`),
  style('100,000 columns', 'body { columns: 100000; column-gap: 0 }', repeat(2000, '<p>a b c')),
  style('columns of 0.01 px for 3,000 words', 'div { columns: 2; height: 0.01px }', `<div>${words(3000)}</div>`),
  style('lines without height', 'p { line-height: 0.001px }', `<p>${words(20_000)}`),
  style('lines taller than pages', 'p { line-height: 2000px }', `<p>${words(10_000)}`),
  style('margins of -1e9 px', 'p { margin: -1e9px 0; height: 1000px }', repeat(2000, '<p>x')),
  style('a billion orphans and widows', 'p { orphans: 1000000000; widows: 1000000000 }', `<p>${words(20_000)}`),
  style('a tab of a billion spaces', 'p { white-space: pre; tab-size: 1000000000 }', '<p>a\tb\tc'),
  style('a leader over 1e9 px', 'p { width: 1e9px } p::after { content: leader(".") "x" }'),
  refused('too-many-pages', 'a ratio of 1e-9', 'p { aspect-ratio: 1e-9 }'),
  style(
    'a counter of two billion in Roman numerals',
    'p { counter-set: a 2000000000 } p::before { content: counter(a, upper-roman) }',
  ),
  style(
    'a counter style padded to a billion',
    '@counter-style z { system: symbolic; symbols: a; pad: 1000000000 "x" } p { counter-set: a 2000000000 } p::before { content: counter(a, z) }',
  ),
  style(
    'a grid of a billion columns',
    'div { display: grid; grid-template-columns: repeat(1000000000, 1px) }',
    '<div><p>x</p></div>',
  ),
  style(
    'an item at the billionth line of a grid',
    'div { display: grid } p { grid-area: 1000000000 / -1000000000 / span 1000000000 }',
    '<div><p>x</p></div>',
  ),
  style(
    'a cell of a billion columns and rows',
    '',
    '<table><tr><td colspan=1000000000 rowspan=1000000000>x<td>y</table>',
  ),
  style('pages of 1 px', '@page { size: 1px; margin: 0 }', `<p>${words(2000)}`),
  refused(
    'too-many-pages',
    'pages of 1 px for a box of 1e9 px',
    '@page { size: 100px 1px; margin: 0 } p { height: 1e9px }',
  ),
  refused('too-many-pages', 'a box of 1e9 px', 'p { height: 1e9px }'),
  refused(
    'too-many-pages',
    'items of 1e9 px',
    'p { flex: none; height: 1e9px } body { display: flex; flex-direction: column }',
  ),
]

function style(name: string, css: string, body: string = LINE): HostileCases[number] {
  return { name, make: () => page(css, body), expected: 'document' }
}

function refused(code: string, name: string, css: string, body: string = LINE): HostileCases[number] {
  return { name, make: () => page(css, body), expected: { refused: code } }
}
