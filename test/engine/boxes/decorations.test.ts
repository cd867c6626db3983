import t from 'tap'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { allBoxes } from './all-boxes.js'
import { build } from './build.js'
import type { Rules } from './styled-fixture.js'

function decorated(line: 'underline' | 'overline' | 'lineThrough'): Partial<ComputedStyle> {
  return { textDecorationLine: { underline: false, overline: false, lineThrough: false, [line]: true } }
}

const RULES: Rules = { '.u': decorated('underline'), '.o': decorated('overline'), '.s': decorated('lineThrough') }

/** Per inline root: its first text and the decorations that reach it. */
function decorations(markup: string): string[] {
  const found: string[] = []
  for (const box of allBoxes(build(markup, RULES).tree.root)) {
    if (box.kind !== 'inline-root') continue
    const text = box.items.find((item) => item.kind === 'text')
    const lines = box.decorations.map(({ textDecorationLine: line }) =>
      line.underline ? 'u' : line.overline ? 'o' : line.lineThrough ? 's' : '?',
    )
    found.push(`${text?.kind === 'text' ? text.text : ''}:${lines.join('')}`)
  }
  return found.sort()
}

t.test('decorations that reach inline roots', (t) => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['none', '<p>a</p>', ['a:']],
    ['of the block itself', '<p class="u">a</p>', ['a:u']],
    [
      'of all ancestors, outermost first',
      '<div class="u"><div class="s"><p class="o">a</p></div>b</div>',
      ['a:uso', 'b:u'],
    ],
    ['not of inline boxes within', '<p>a<b class="u">b</b></p>', ['a:']],
    ['of an inline box that a block splits', '<p>a<b class="u"><i class="s">b<div>c</div></i></b></p>', ['a:', 'c:us']],
    ['not into an inline-block', '<p class="u">a<b class="s" style="display:inline-block">b</b></p>', ['a:u', 'b:s']],
    [
      'not into an inline table',
      '<p class="u">a<table style="display:inline-table"><td>b</td></table></p>',
      ['a:u', 'b:'],
    ],
    [
      'into captions and cells',
      '<table class="u"><caption>a</caption><tbody class="s"><tr class="o"><td>b</td>c</tr></tbody></table>',
      ['a:u', 'b:uso', 'c:uso'],
    ],
    ['into anonymous tables', '<div class="u"><td>a</td></div>', ['a:u']],
    [
      'not into a float',
      '<div class="u"><p style="float:left">b</p><p class="s" style="float:right">c</p><p>a</p></div>',
      ['a:u', 'b:', 'c:s'],
    ],
    [
      'not into what is positioned out of the flow',
      '<div class="u"><p style="position:absolute">b</p><p>a</p></div>',
      ['a:u', 'b:'],
    ],
    ['not into positioned tables', '<div class="u"><table style="position:fixed"><td>b</td></table></div>', ['b:']],
    [
      'into items that have a float, but not into positioned ones',
      '<div class="u" style="display:flex"><p style="float:left">a</p><p style="position:absolute">b</p></div>',
      ['a:u', 'b:'],
    ],
    ['not into markers', '<ul class="u"><li>a</li></ul>', ['a:u', '•:']],
  ]
  for (const [name, markup, expected] of cases) t.strictSame(decorations(markup), [...expected].sort(), name)
  t.end()
})
