import assert from 'node:assert/strict'
import t from 'tap'
import {
  clearanceLine,
  type ExclusionSpace,
  type FloatSlot,
  findFloatPlace,
  floatsBottom,
  NO_EXCLUSIONS,
  nextBandTop,
  reachesBelow,
  slotAt,
  withFloat,
} from '../../../../engine/layout/floats/exclusion-space.js'
import fc from '../../../fast-check.js'

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

t.test('floats that ended above the last one are not looked at again', async (t) => {
  let space = place({ side: 'right', width: 10, height: 100_000 }).space
  let most = 0
  for (let index = 0; index < 2000; index++) {
    const { left, top } = findFloatPlace(space, 'left', 30, 0, EDGES)
    space = withFloat(space, { side: 'left', left, right: left + 30, top, bottom: top + 12 - (index % 3) })
    let steps = 0
    for (let step = space.lowest?.left; step; step = step.next) steps++
    most = Math.max(most, steps)
  }
  t.equal(most, 3, 'of three columns at most')
})

t.test('a thousand floats that end one after the other make a thousand steps', async (t) => {
  const made = new Set<object>()
  let space = NO_EXCLUSIONS
  for (let index = 0; index < 1000; index++) {
    space = withFloat(space, { side: 'left', left: index, right: index + 1, top: 0, bottom: 2000 - index })
    for (let step = space.lowest?.left; step && !made.has(step); step = step.next) made.add(step)
  }
  t.equal(made.size, 1000, 'those before are kept by all spaces alike')
  t.strictSame(slotAt(space, 1500, 0, { left: 0, right: 5000 }), { left: 500, right: 5000 })
  t.equal(nextBandTop(space, 1500), 1501)
})

t.test('floats of all sizes stand where a search through all of them finds room', async () => {
  const float = fc.record({
    side: fc.constantFrom('left' as const, 'right' as const),
    width: fc.nat(69),
    height: fc.nat(40),
    below: fc.constantFrom(0, 0, 5, 20),
    edges: fc.constantFrom(EDGES, EDGES, { left: 20, right: 90 }),
    line: fc.record({ y: fc.nat(120), height: fc.nat(30) }),
  })
  const property = fc.property(fc.array(float, { maxLength: 16 }), (floats) => {
    const areas: FloatArea[] = []
    let space = NO_EXCLUSIONS
    let lastTop = 0
    for (const { side, width, height, below, edges, line } of floats) {
      const y = lastTop + below
      const { left, top } = findFloatPlace(space, side, width, below === 0 ? 0 : y, edges)
      assert.deepEqual({ left, top }, searchPlace(areas, side, width, y, edges))
      const area = { side, left, right: left + width, top, bottom: top + height }
      areas.push(area)
      space = withFloat(space, area)
      lastTop = top
      assert.deepEqual(slotAt(space, line.y, line.height, edges), searchSlot(areas, line.y, line.height, edges))
    }
  })
  fc.assert(property, { numRuns: 500 })
})

type FloatArea = Parameters<typeof withFloat>[1]

function searchPlace(areas: readonly FloatArea[], side: 'left' | 'right', width: number, y: number, edges: FloatSlot) {
  const changes = areas.flatMap(({ top, bottom }) => [top, bottom]).filter((change) => change > y)
  const tops = [y, ...changes.sort((a, b) => a - b)]
  const fits = (slot: FloatSlot): boolean => slot.right - slot.left >= width
  const top = tops.find((top) => fits(searchSlot(areas, top, 0, edges))) ?? tops.at(-1) ?? y
  const slot = searchSlot(areas, top, 0, edges)
  return { left: side === 'left' ? slot.left : slot.right - width, top }
}

function searchSlot(areas: readonly FloatArea[], y: number, height: number, { left, right }: FloatSlot): FloatSlot {
  const beside = areas.filter(
    (area) => area.right > area.left && area.bottom > Math.max(y, area.top) && (area.top <= y || area.top < y + height),
  )
  return {
    left: Math.max(left, ...beside.filter(({ side }) => side === 'left').map((area) => area.right)),
    right: Math.min(right, ...beside.filter(({ side }) => side === 'right').map((area) => area.left)),
  }
}
