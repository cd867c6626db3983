import t from 'tap'
import {
  clearanceLine,
  type ExclusionSpace,
  type FloatBand,
  findFloatPlace,
  floatsBottom,
  NO_EXCLUSIONS,
  nextBandTop,
  reachesBelow,
  slotAt,
  withFloat,
} from '../../../../engine/layout/floats/exclusion-space.js'

const EDGES = { left: 0, right: 100 }

interface Float {
  readonly side: 'left' | 'right'
  readonly width: number
  readonly height: number
  readonly y?: number
}

/** Places floats one after the other; the space and where each of them stands. */
function place(...floats: readonly Float[]): { space: ExclusionSpace; places: string[] } {
  let space = NO_EXCLUSIONS
  const places: string[] = []
  for (const { side, width, height, y = 0 } of floats) {
    const { left, top } = findFloatPlace(space, side, width, y, EDGES)
    space = withFloat(space, { side, left, right: left + width, top, bottom: top + height })
    places.push(`${left},${top}`)
  }
  return { space, places }
}

t.test('floats stand side by side until there is no room', async (t) => {
  const { places } = place(
    { side: 'left', width: 40, height: 10 },
    { side: 'left', width: 40, height: 20 },
    { side: 'left', width: 40, height: 10 },
  )
  t.strictSame(places, ['0,0', '40,0', '0,20'], 'beside the second alone there is not enough')
})

t.test('no float stands above an earlier one', async (t) => {
  const { places } = place(
    { side: 'left', width: 70, height: 10 },
    { side: 'right', width: 50, height: 10 },
    { side: 'left', width: 20, height: 10 },
  )
  t.strictSame(places, ['0,0', '50,10', '0,10'])
})

t.test('a float wider than its container stands where nothing else does', async (t) => {
  const { places } = place({ side: 'left', width: 20, height: 10 }, { side: 'right', width: 150, height: 10 })
  t.strictSame(places, ['0,0', '-50,10'])
})

t.test('the room for a line is what floats leave over its whole height', async (t) => {
  const { space } = place(
    { side: 'left', width: 30, height: 10 },
    { side: 'right', width: 20, height: 30 },
    { side: 'left', width: 50, height: 10, y: 15 },
  )
  t.strictSame(slotAt(space, 0, 10, EDGES), { left: 30, right: 80 })
  t.strictSame(slotAt(space, 10, 5, EDGES), { left: 0, right: 80 })
  t.strictSame(slotAt(space, 10, 6, EDGES), { left: 50, right: 80 }, 'it reaches down to the third float')
  t.strictSame(slotAt(space, 25, 0, EDGES), { left: 0, right: 80 })
  t.equal(slotAt(space, 30, 10, EDGES), EDGES, 'nothing is in its way')
  t.equal(slotAt(space, 0, 10, { left: 40, right: 60 }).left, 40, 'floats beside the container')
})

t.test('bands tell where the room changes', async (t) => {
  const { space } = place({ side: 'left', width: 30, height: 10 }, { side: 'right', width: 20, height: 30 })
  t.strictSame([nextBandTop(space, 0), nextBandTop(space, 10), nextBandTop(space, 30)], [10, 30, undefined])
  t.strictSame([reachesBelow(space, 29), reachesBelow(space, 30)], [true, false])
})

t.test('clearance is the bottom of the lowest float of a side', async (t) => {
  const { space } = place({ side: 'left', width: 30, height: 10 }, { side: 'right', width: 20, height: 30 })
  t.equal(clearanceLine(space, 'none'), undefined)
  t.equal(clearanceLine(space, 'left'), 10)
  t.equal(clearanceLine(space, 'both'), 30)
  t.equal(floatsBottom(NO_EXCLUSIONS), undefined)
})

t.test('floats without a size take no room but are cleared', async (t) => {
  const { space } = place({ side: 'left', width: 0, height: 20 }, { side: 'left', width: 20, height: 0 })
  t.equal(slotAt(space, 0, 10, EDGES), EDGES)
  t.equal(clearanceLine(space, 'left'), 20)
})

t.test('a space does not change when a float is added to it', async (t) => {
  const { space } = place({ side: 'left', width: 30, height: 10 })
  withFloat(space, { side: 'left', left: 30, right: 60, top: 0, bottom: 50 })
  t.strictSame(slotAt(space, 0, 10, EDGES), { left: 30, right: 100 })
  t.equal(floatsBottom(space), 10)
})

t.test('places are found from the lower end, however many floats stand above', async (t) => {
  let space = place({ side: 'right', width: 10, height: 100_000 }).space
  let steps = 0
  for (let index = 0; index < 2000; index++) {
    const { left, top } = findFloatPlace(space, 'left', 30, 0, EDGES)
    for (let band: FloatBand | undefined = space.lowest; band && band.top > top; band = band.above) steps++
    space = withFloat(space, { side: 'left', left, right: left + 30, top, bottom: top + 10 + (index % 3) })
  }
  t.ok(steps < 2000 * 8, `${steps} bands below the places of 2,000 floats`)
})
