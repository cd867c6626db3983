import t from 'tap'
import { dumpOf, golden } from './build.js'
import type { Rules } from './styled-fixture.js'

const FLEX: Rules = { '.f': { display: 'flex' } }

const CASES: readonly (readonly [string, string, string, Rules?])[] = [
  [
    'every child is an item, inline elements included',
    '<div class="f"><p>a</p><span>b <b>c</b></span><img src="10x5"/></div>',
    `
    flex div
      block p (context)
        inline-root "a"
      block span (context)
        inline-root "b " <b "c">
      replaced img`,
  ],
  [
    'runs of text are items in anonymous blocks, white space alone is none',
    '<div class="f"> a <i>b</i> <i>c</i> d<br/>e </div>',
    `
    flex div
      block (context)
        inline-root "a"
      block i (context)
        inline-root "b"
      block i (context)
        inline-root "c"
      block (context)
        inline-root "d" [break] "e"`,
  ],
  [
    'items are sorted by their order, and absolutely positioned children stay at their place',
    '<div class="f"><p class="late">a</p><p class="out">b</p><p>c</p></div>',
    `
    flex div
      block p (context)
        inline-root "b"
      block p (context)
        inline-root "c"
      block p (context)
        inline-root "a"`,
    { ...FLEX, '.late': { order: 1 }, '.out': { order: 2, position: 'absolute' } },
  ],
  [
    'preserved white space alone is no item either',
    '<div class="f"> <i>b</i> </div>',
    `
    flex div
      block i (context)
        inline-root "b"`,
    { '.f': { display: 'flex', whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap' } },
  ],
  [
    'children of elements without a box are items, and texts run together over their edges',
    '<div class="f">a<u>b<p>c</p></u>d</div>',
    `
    flex div
      block (context)
        inline-root "a" <u "b">
      block p (context)
        inline-root "c"
      block (context)
        inline-root "d"`,
    { ...FLEX, u: { display: 'contents' } },
  ],
  [
    'parts of tables are blocks of their own',
    '<div class="f"><u>a</u><u>b</u><s>c</s></div>',
    `
    flex div
      block u (context)
        inline-root "a"
      block u (context)
        inline-root "b"
      table-wrapper s
        table -
          body
            row
              cell@0
                inline-root "c"`,
    { ...FLEX, u: { display: 'table-cell' }, s: { display: 'inline-table' } },
  ],
  [
    'items stand in the order that they ask for, equals in document order',
    '<div class="f"><p>a</p><u>b</u><p>c</p><s>d</s></div>',
    `
    flex div
      block s (context)
        inline-root "d"
      block p (context)
        inline-root "a"
      block p (context)
        inline-root "c"
      block u (context)
        inline-root "b"`,
    { ...FLEX, u: { display: 'block', order: 1 }, s: { display: 'block', order: -1 } },
  ],
  [
    'an inline container sits on a line, its items are blocks',
    '<p>a<span class="i">b<u>c</u></span></p>',
    `
    block p
      inline-root "a" [
          flex span
            block (context)
              inline-root "b"
            block u (context)
              inline-root "c" ]`,
    { '.i': { display: 'inline-flex' } },
  ],
  [
    'containers are items of containers',
    '<div class="f"><u>a</u></div>',
    `
    flex div
      flex u
        block (context)
          inline-root "a"`,
    { ...FLEX, u: { display: 'inline-flex' } },
  ],
  [
    'a container without content has no items',
    '<div class="f"> </div>',
    `
    flex div`,
    FLEX,
  ],
]

t.test('items of flex containers', async (t) => {
  for (const [name, markup, expected, rules] of CASES) t.equal(dumpOf(markup, rules ?? FLEX), golden(expected), name)
})
