import type { HostileCases } from '../hostile-case.js'
import { page, repeat, words } from './pieces.js'

/** Many of one thing, each of which might look at all others. */
export const crowdCases: HostileCases = [
  crowd(
    '3,000 footnotes in one paragraph',
    '.f { float: footnote }',
    () => `<p>${repeat(3000, 'w<span class="f">note</span> ')}`,
  ),
  crowd('10,000 floats', 'i { float: left }', () => repeat(10_000, '<i>word</i>')),
  crowd(
    '5,000 floats on both sides before words',
    'i { float: left } b { float: right }',
    () =>
      repeat(2500, (i) => `<i style="width: ${i % 300}px">a</i><b style="width: ${(i * 3) % 300}px">b</b>`) +
      words(5000),
  ),
  crowd(
    '2,000 floats too wide for a line beside them',
    'i { float: left; width: 1000px; height: 1px }',
    () => `${repeat(2000, '<i></i>')}${words(5000)}`,
  ),
  crowd('5,000 absolutely positioned boxes above each other', 'i { position: absolute; top: 0; background: red }', () =>
    repeat(5000, '<i>word</i>'),
  ),
  crowd('10,000 stacking contexts', 'i { position: relative }', () =>
    repeat(10_000, (i) => `<i style="z-index: ${(i * 7919) % 10007}">w</i> `),
  ),
  crowd('5,000 bookmarks within each other', '', () =>
    repeat(5000, (i) => `<h1 style="bookmark-level: ${i + 1}">x</h1>`),
  ),
  crowd('2,500 references to pages', 'a::after { content: target-counter(attr(href), page) }', () =>
    repeat(2500, (i) => `<p id="i${i}"><a href="#i${2500 - i}">x</a>`),
  ),
  crowd(
    'six hundred paragraphs that show the text of all',
    'a::after { content: target-text(attr(href)) }',
    () => `<div id="all">${repeat(600, '<p><a href="#all">x</a>')}`,
  ),
  crowd(
    '20,000 siblings counted by selectors',
    'p:nth-child(2n of .a) { left: 0 } p:nth-last-child(3n of .b) { left: 0 } p:nth-of-type(7n) { top: 0 }',
    () => repeat(20_000, (i) => `<p class="${i % 2 ? 'a' : 'b'}">x</p>`),
  ),
  crowd(
    '20,000 siblings behind siblings',
    'p ~ p ~ p ~ b { top: 0 } .a ~ .b { top: 0 } .x ~ .y ~ p { top: 0 } p:has(~ h6) { top: 0 }',
    () => repeat(20_000, (i) => `<p class="${i % 2 ? 'a' : 'b'}">x</p>`),
  ),
  crowd(
    '3,000 rules by attributes for 3,000 elements',
    repeat(3000, (i) => `[data-a="${i}"] { color: #${100000 + i} } `),
    () => repeat(3000, (i) => `<p data-a="${i}">x`),
  ),
  crowd(
    '2,000 rules for each of 2,000 elements',
    repeat(2000, (i) => `p { color: #${100000 + i} } `),
    () => repeat(2000, '<p>x'),
  ),
  crowd(
    '2,000 cells of thousands of rows',
    '',
    () => `<table>${repeat(2000, (i) => `<tr><td rowspan="${((i * 37) % 60_000) + 1}">x`)}</table>`,
  ),
]

function crowd(name: string, css: string, body: () => string): HostileCases[number] {
  return { name, make: () => page(css, body()), expected: 'document' }
}
