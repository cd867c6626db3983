import t from 'tap'
import type { LengthPercentage } from '../../../../engine/css/values/compute-length.js'
import type { TrackSize } from '../../../../engine/css/values/grid-value.js'
import type { AvailableSpace, TrackSpan } from '../../../../engine/layout/grid/grid-types.js'
import { type AxisItems, sizeTracks } from '../../../../engine/layout/grid/size-tracks.js'
import { makeTrack, TrackSet } from '../../../../engine/layout/grid/track.js'

type Size = TrackSize<LengthPercentage>

const px = (value: number) => ({ kind: 'length', value }) as const
const flex = (factor: number) => ({ kind: 'flex', factor }) as const
const fixed = (value: number): Size => ({ min: px(value), max: px(value) })
const fr = (factor: number): Size => ({ min: 'auto', max: flex(factor) })
const AUTO: Size = { min: 'auto', max: 'auto' }

/** An item from track `at` on, of content between two sizes. */
interface Item {
  readonly at: number
  readonly span?: number
  readonly min: number
  readonly max: number
}

interface Options {
  readonly available: AvailableSpace
  readonly gap?: number
  readonly stretches?: boolean
  readonly least?: number
  readonly most?: number
}

function sizes(tracks: readonly Size[], items: readonly Item[], options: Options): number[] {
  const { available, gap = 0 } = options
  const size = available.kind === 'definite' ? available.size : undefined
  const set = new TrackSet(
    tracks.map((track) => makeTrack(track, size)),
    gap,
    undefined,
  )
  const contributions: AxisItems = {
    spans: items.map(({ at, span = 1 }): TrackSpan => ({ start: at, end: at + span })),
    minContent: (item) => items[item]?.min ?? 0,
    maxContent: (item) => items[item]?.max ?? 0,
    minimum: (item, { automatic, single, flexible }) =>
      automatic && (single || !flexible) ? (items[item]?.min ?? 0) : 0,
  }
  const { least, most, stretches = false } = options
  sizeTracks({ set, items: contributions, available, least, most, stretches })
  return set.tracks.map(({ base }) => base)
}

const definite = (size: number): Options => ({ available: { kind: 'definite', size } })
const INDEFINITE: Options = { available: { kind: 'indefinite' } }

t.test('fixed tracks have their sizes, also where there is no room', async (t) => {
  t.same(sizes([fixed(30), fixed(50)], [], definite(40)), [30, 50])
})

t.test('tracks grow to their maximums as far as there is room', async (t) => {
  const upTo = (min: number, max: number): Size => ({ min: px(min), max: px(max) })
  t.same(sizes([upTo(10, 100), upTo(10, 30)], [], definite(100)), [70, 30])
  t.same(sizes([upTo(10, 100), upTo(10, 30)], [], definite(200)), [100, 30])
  t.same(sizes([upTo(50, 20)], [], definite(200)), [50], 'a minimum wins over a smaller maximum')
})

t.test('content-sized tracks adapt to their items', async (t) => {
  const items = [
    { at: 0, min: 20, max: 60 },
    { at: 1, min: 10, max: 90 },
    { at: 2, min: 5, max: 40 },
  ]
  const tracks: Size[] = [
    { min: 'min-content', max: 'min-content' },
    { min: 'max-content', max: 'max-content' },
    { min: 'auto', max: { kind: 'fit-content', value: 30 } },
  ]
  t.same(sizes(tracks, items, definite(300)), [20, 90, 30])
  t.same(
    sizes([AUTO, AUTO], items.slice(0, 2), definite(100)),
    [55, 45],
    'automatic ones grow together from their minimums',
  )
  t.same(sizes([AUTO, AUTO], items.slice(0, 2), { ...definite(200), stretches: true }), [85, 115], 'and stretch')
})

t.test('items that span tracks make those grow that may', async (t) => {
  const wide = [{ at: 0, span: 3, min: 90, max: 120 }]
  t.same(sizes([AUTO, fixed(20), AUTO], wide, definite(90)), [35, 20, 35])
  t.same(sizes([AUTO, fixed(20), AUTO], wide, definite(500)), [50, 20, 50])
  t.same(sizes([AUTO, fixed(20), AUTO], wide, { ...definite(500), gap: 10 }), [40, 20, 40], 'gutters count')
  const limited: Size = { min: 'auto', max: { kind: 'fit-content', value: 10 } }
  t.same(sizes([limited, AUTO, AUTO], wide, definite(500)), [10, 55, 55], 'fit-content() stops at its limit')
  const narrowFirst = [{ at: 0, min: 40, max: 40 }, ...wide]
  t.same(sizes([AUTO, AUTO, AUTO], narrowFirst, definite(90)), [40, 25, 25], 'what is full leaves the growth to others')
})

t.test('flexible tracks share what is left', async (t) => {
  t.same(sizes([fr(1), fixed(40), fr(3)], [], definite(240)), [50, 40, 150])
  t.same(sizes([fr(1), fr(1), fr(1)], [], { ...definite(100), gap: 5 }), [30, 30, 30])
  t.same(sizes([fr(0.2), fr(0.3)], [], definite(100)), [20, 30], 'factors below one in all leave room')
  const big = [{ at: 0, min: 80, max: 80 }]
  t.same(sizes([fr(1), fr(1)], big, definite(100)), [80, 20], 'no track is smaller than what it holds')
  t.same(sizes([{ min: px(0), max: flex(1) }, fr(1)], big, definite(100)), [50, 50], 'unless its minimum says so')
  t.same(sizes([fr(1), fr(1), fr(1)], [], definite(100)), [33.328125, 33.34375, 33.328125], 'shares add up exactly')
})

t.test('without a definite size an fr is as large as the content needs', async (t) => {
  const items = [
    { at: 0, min: 10, max: 30 },
    { at: 1, min: 10, max: 40 },
  ]
  t.same(sizes([fr(1), fr(2)], items, INDEFINITE), [30, 60])
  t.same(sizes([fr(1), fr(2)], items, { ...INDEFINITE, least: 120 }), [40, 80], 'a minimum of the container counts')
  t.same(sizes([fr(1), fr(2)], items, { ...INDEFINITE, most: 60 }), [20, 40], 'and a maximum')
})

t.test('intrinsic sizes of a container are those of its tracks under a constraint', async (t) => {
  const items = [
    { at: 0, min: 10, max: 30 },
    { at: 1, min: 20, max: 40 },
  ]
  t.same(sizes([AUTO, fr(1)], items, { available: { kind: 'min-content' } }), [10, 20])
  t.same(sizes([AUTO, fr(1)], items, { available: { kind: 'max-content' } }), [30, 40])
})

t.test('percentages of an indefinite size are automatic', async (t) => {
  const half: LengthPercentage = { kind: 'percentage', px: 0, percent: 50 }
  const track: Size = { min: px(0), max: { kind: 'length', value: half } }
  t.same(sizes([track], [{ at: 0, min: 10, max: 30 }], INDEFINITE), [30])
  t.same(sizes([track], [{ at: 0, min: 10, max: 30 }], definite(200)), [100])
})
