import t from 'tap'
import type { ListStyleType } from '../../../engine/css/properties/content.js'
import { build, dumpOf, golden } from './build.js'
import type { Rules } from './styled-fixture.js'

const named = (name: string): ListStyleType => ({ kind: 'counter-style', name })

const DECIMAL: Rules = { ol: { listStyleType: named('decimal') } }

/** The texts of all outside markers, no-break spaces shown as `_`. */
function markers(markup: string, rules: Rules = DECIMAL): string {
  const { dump, diagnostics } = build(markup, rules)
  t.strictSame(diagnostics, [], 'no diagnostics')
  return [...dump.matchAll(/marker "([^"]*)"/g)].map((match) => match[1]?.replaceAll('\u00a0', '_')).join(' ')
}

t.test('outside markers stand beside the content', (t) => {
  t.equal(
    dumpOf('<ol><li>a</li><li><p>b</p></li><li/></ol>', DECIMAL),
    golden(`
      block ol
        block li
          marker "1.\u00a0"
          inline-root "a"
        block li
          marker "2.\u00a0"
          block p
            inline-root "b"
        block li
          marker "3.\u00a0"`),
  )
  t.end()
})

t.test('inside markers are the first inline content', (t) => {
  t.equal(
    dumpOf('<ol><li>\n a</li><li><p>b</p></li></ol>', {
      ol: { listStyleType: named('decimal'), listStylePosition: 'inside' },
    }),
    golden(`
      block ol
        block li
          inline-root < "1. "> "a"
        block li
          block
            inline-root < "2. ">
          block p
            inline-root "b"`),
  )
  t.end()
})

t.test('marker text', (t) => {
  const type = (listStyleType: ListStyleType): Rules => ({ ul: { listStyleType } })
  t.equal(markers('<ul><li/></ul>', {}), '•')
  t.equal(markers('<ul><li/></ul>', type(named('circle'))), '◦')
  t.equal(markers('<ul><li/></ul>', type(named('square'))), '▪')
  t.equal(markers('<ul><li/></ul>', type(named('upper-roman'))), 'I._')
  t.equal(markers('<ul><li/></ul>', type({ kind: 'string', text: '– ' })), '–_', 'a string is the whole marker')
  t.equal(markers('<ul><li/></ul>', type('none')), '')
  t.equal(markers('<ul><li/></ul>', { 'li::marker': { content: [{ kind: 'string', text: '>' }] } }), '>')
  t.equal(markers('<ul><li/></ul>', { 'li::marker': { content: 'none' } }), '')
  t.equal(
    dumpOf('<ol><li/></ol>', { ...DECIMAL, 'li::marker': { whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap' } }),
    'block ol\n  block li\n    marker "1. "',
    'preserved spaces stay spaces',
  )
  t.end()
})

t.test('numbering of list items', (t) => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['from 1', '<ol><li/><li/></ol>', '1._ 2._'],
    ['start', '<ol start="5"><li/><li/></ol>', '5._ 6._'],
    ['a start that is no number', '<ol start="x"><li/></ol>', '1._'],
    ['value', '<ol><li/><li value="7"/><li/></ol>', '1._ 7._ 8._'],
    ['reversed', '<ol reversed=""><li/><li><ol><li/></ol></li><li/></ol>', '3._ 2._ 1._ 1._'],
    ['reversed with start', '<ol reversed="" start="1"><li/><li/></ol>', '1._ 0._'],
    [
      'reversed with hidden and wrapped items',
      '<ol reversed=""><li style="display:none"/><div><li/></div><li/></ol>',
      '2._ 1._',
    ],
    ['nested lists count on their own', '<ol><li><ol><li/><li/></ol></li><li/></ol>', '1._ 1._ 2._ 2._'],
    ['lists one after the other start again', '<ol><li/></ol><ol><li/></ol>', '1._ 1._'],
    ['items that are no li', '<ol><div style="display:list-item"/><li/></ol>', '1._ 2._'],
    ['hidden items do not count', '<ol><li style="display:none"/><li/></ol>', '1._'],
  ]
  for (const [name, markup, expected] of cases) t.equal(markers(markup), expected, name)
  t.equal(
    markers('<ol><li/><li/></ol>', { ...DECIMAL, li: { counterIncrement: [{ name: 'list-item', value: 2 }] } }),
    '2._ 4._',
    'counter-increment overrides the automatic step',
  )
  t.equal(
    markers('<ol start="3"><li/></ol>', {
      ol: { listStyleType: named('decimal'), counterReset: [{ name: 'list-item', value: 9 }] },
    }),
    '10._',
    'counter-reset overrides start',
  )
  t.end()
})
