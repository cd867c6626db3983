import t from 'tap'
import type { ContentAlignment, SelfAlignment } from '../../../../engine/css/values/alignment-value.js'
import { selfOffset, usedSelfAlignment } from '../../../../engine/layout/align/align-self.js'
import type { AlignmentAxis } from '../../../../engine/layout/align/alignment-axis.js'
import { BaselineGroup } from '../../../../engine/layout/align/baseline-group.js'
import { distributeContent } from '../../../../engine/layout/align/distribute-content.js'

const ROW: AlignmentAxis = { reversed: false, startSide: 'left' }
const ROW_REVERSE: AlignmentAxis = { reversed: true, startSide: 'left' }
const RTL_ROW: AlignmentAxis = { reversed: false, startSide: 'right' }
const COLUMN: AlignmentAxis = { reversed: false, startSide: 'top' }

type ContentCase = readonly [
  keyword: ContentAlignment['keyword'],
  axis: AlignmentAxis,
  free: number,
  count: number,
  offset: number,
  between: number,
]

const CONTENT: readonly ContentCase[] = [
  ['normal', ROW, 60, 3, 0, 0],
  ['stretch', ROW, 60, 3, 0, 0],
  ['flex-start', ROW_REVERSE, 60, 3, 0, 0],
  ['start', ROW_REVERSE, 60, 3, 60, 0],
  ['end', ROW, 60, 3, 60, 0],
  ['center', ROW, 60, 3, 30, 0],
  ['center', ROW, -60, 3, -30, 0],
  ['flex-end', ROW, -60, 3, -60, 0],
  ['left', ROW, 60, 3, 0, 0],
  ['right', ROW, 60, 3, 60, 0],
  ['left', RTL_ROW, 60, 3, 60, 0],
  ['right', ROW_REVERSE, 60, 3, 0, 0],
  ['right', COLUMN, 60, 3, 0, 0],
  ['baseline', ROW, 60, 3, 0, 0],
  ['last-baseline', ROW, 60, 3, 60, 0],
  ['space-between', ROW, 60, 3, 0, 30],
  ['space-between', ROW, 60, 1, 0, 0],
  ['space-between', ROW, -60, 3, 0, 0],
  ['space-between', ROW_REVERSE, -60, 3, 0, 0],
  ['space-around', ROW_REVERSE, -60, 3, -60, 0],
  ['space-around', ROW, 60, 3, 10, 20],
  ['space-around', ROW, 60, 1, 30, 60],
  ['space-around', ROW, -60, 3, 0, 0],
  ['space-evenly', ROW, 60, 3, 15, 15],
  ['space-evenly', ROW, -60, 3, 0, 0],
]

t.test('free space is distributed along an axis', async (t) => {
  for (const [keyword, axis, free, count, offset, between] of CONTENT) {
    const distribution = distributeContent({ keyword, overflow: 'default' }, axis, free, count)
    t.same(distribution, { offset, between }, `${keyword} of ${free} px for ${count}`)
  }
})

t.test('safe alignment never overflows at the start of the writing mode', async (t) => {
  const offset = (keyword: ContentAlignment['keyword'], axis: AlignmentAxis, free: number) =>
    distributeContent({ keyword, overflow: 'safe' }, axis, free, 2).offset
  t.equal(offset('center', ROW, -60), 0)
  t.equal(offset('flex-end', ROW, -60), 0)
  t.equal(offset('flex-end', ROW, 60), 60)
  t.equal(offset('center', ROW_REVERSE, -60), -60)
  t.equal(selfOffset({ keyword: 'end', overflow: 'safe' }, COLUMN, -60, 'top'), 0)
  t.equal(selfOffset({ keyword: 'end', overflow: 'unsafe' }, COLUMN, -60, 'top'), -60)
})

t.test('an item is aligned by its own keyword', async (t) => {
  const table: readonly (readonly [SelfAlignment['keyword'], AlignmentAxis, 'left' | 'right' | 'top', number])[] = [
    ['normal', COLUMN, 'top', 0],
    ['stretch', COLUMN, 'top', 0],
    ['center', COLUMN, 'top', 30],
    ['end', COLUMN, 'top', 60],
    ['flex-end', { reversed: true, startSide: 'top' }, 'top', 60],
    ['end', { reversed: true, startSide: 'top' }, 'top', 0],
    ['self-start', ROW, 'right', 60],
    ['self-start', ROW, 'left', 0],
    ['self-end', ROW, 'right', 0],
    ['right', ROW, 'left', 60],
    ['baseline', COLUMN, 'top', 0],
    ['last-baseline', COLUMN, 'top', 60],
  ]
  for (const [keyword, axis, itemStart, offset] of table) {
    t.equal(selfOffset({ keyword, overflow: 'default' }, axis, 60, itemStart), offset, keyword)
  }
})

t.test('auto takes the alignment that the container gives its items', async (t) => {
  const end: SelfAlignment = { keyword: 'end', overflow: 'safe' }
  t.equal(usedSelfAlignment({ keyword: 'auto', overflow: 'default' }, end), end)
  t.equal(usedSelfAlignment(end, { keyword: 'center', overflow: 'default' }), end)
})

t.test('items of a baseline group stand on one line', async (t) => {
  const group = new BaselineGroup()
  t.ok(group.isEmpty)
  group.add(8, 2)
  group.add(20, 1)
  t.equal(group.size, 22)
  t.equal(group.near, 20)
  t.equal(group.offset(8), 12)
  t.equal(group.offset(20), 0)
})
