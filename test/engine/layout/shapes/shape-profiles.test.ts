import t from 'tap'
import type { Point } from '../../../../engine/base/geometry.js'
import { parsePathData } from '../../../../engine/images/svg/path-data.js'
import type { BoxShape } from '../../../../engine/layout/shapes/box-shape.js'
import { upperEnvelope } from '../../../../engine/layout/shapes/edge-envelope.js'
import { flattenPath } from '../../../../engine/layout/shapes/flatten-path.js'
import { PolygonProfile } from '../../../../engine/layout/shapes/polygon-profile.js'
import { RoundedProfile } from '../../../../engine/layout/shapes/rounded-profile.js'
import fc from '../../../fast-check.js'

const AREA = { width: 100, height: 100 }
const WIDE = { width: 1e6, height: 1e6 }

function points(...numbers: readonly number[]): Point[] {
  return Array.from({ length: numbers.length / 2 }, (_, at) => ({
    x: numbers[2 * at] as number,
    y: numbers[2 * at + 1] as number,
  }))
}

function polygon(
  vertices: readonly Point[],
  { margin = 0, area = AREA, rule = 'nonzero' as 'nonzero' | 'evenodd' } = {},
) {
  return new PolygonProfile([vertices], rule, margin, area)
}

function circle(cx: number, cy: number, rx: number, ry: number): BoxShape {
  const corner = { horizontal: rx, vertical: ry }
  const corners = { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner }
  return { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry, corners }
}

t.test('a circle reaches furthest where a line is nearest to its middle', async (t) => {
  const shape = new RoundedProfile(circle(50, 50, 50, 50), 0, AREA)
  t.equal(shape.reach(0, 20), 90)
  t.equal(shape.reach(40, 60), 100)
  t.equal(shape.reach(80, 100), 90)
  t.equal(shape.reach(20, 20), 90, 'a line without height')
  t.equal(shape.reach(100, 120), undefined, 'a line below it')
  t.equal(shape.reach(-20, 0), undefined, 'a line above it')
})

t.test('only what is within the margin box counts', async (t) => {
  t.equal(new RoundedProfile(circle(100, 50, 50, 50), 0, AREA).reach(0, 20), 100)
  t.equal(new RoundedProfile(circle(150, 50, 60, 60), 0, AREA).reach(0, 15), undefined)
  t.equal(new RoundedProfile(circle(150, 50, 60, 60), 0, AREA).reach(40, 60), 100)
  t.equal(new RoundedProfile(circle(-50, 50, 40, 40), 0, AREA).reach(0, 100), undefined)
  const lobes = polygon(points(0, 0, 50, 0, 50, 60, 150, 60, 150, 0, 200, 0, 200, 100, 0, 100))
  t.equal(lobes.reach(0, 20), 50, 'the nearer one of two parts')
  t.equal(lobes.reach(50, 70), 100)
  t.equal(polygon(points(100, 0, 150, 50, 100, 100)).reach(0, 100), undefined, 'a polygon that touches it')
})

t.test('the margin of round corners is at the same distance everywhere', async (t) => {
  t.equal(new RoundedProfile(circle(50, 50, 20, 20), 10, AREA).reach(0, 26), 50 + Math.sqrt(900 - 24 * 24))
  t.equal(new RoundedProfile({ x: 0, y: 20, width: 40, height: 40, corners: undefined }, 10, AREA).reach(0, 14), 48)
  const flat = new RoundedProfile({ x: 0, y: 20, width: 40, height: 0, corners: undefined }, 0, AREA)
  t.equal(flat.reach(0, 40), undefined, 'what encloses nothing is no shape')
})

t.test('a line follows the edges of a polygon that lie in it', async (t) => {
  const triangle = polygon(points(0, 0, 100, 0, 0, 100))
  t.same(
    [0, 20, 40, 60, 80, 100].map((top) => triangle.reach(top, top + 20)),
    [100, 80, 60, 40, 20, undefined],
  )
  t.equal(triangle.reach(30, 30), 70, 'a line without height')
})

t.test('a line that only touches a polygon has all its room', async (t) => {
  const box = polygon(points(10, 20, 60, 20, 60, 40, 10, 40))
  t.equal(box.reach(0, 20), undefined)
  t.equal(box.reach(40, 60), undefined)
  t.equal(box.reach(39, 60), 60)
  const corner = polygon(points(50, 20, 80, 40, 20, 40))
  t.equal(corner.reach(0, 20), undefined)
})

t.test('parts of a polygon that enclose nothing do not count', async (t) => {
  const shifted = (x: number, y: number) => points(x, y, x, y - 8, x, y, x, y, x + 7, y - 7)
  t.equal(polygon(shifted(20, 20)).reach(0, 100), undefined)
  t.equal(polygon(shifted(20, 20), { margin: 5 }).reach(0, 100), undefined)
  t.equal(polygon(points(50, 50, 50, 50, 50, 50)).reach(0, 100), undefined)
  t.equal(polygon(points(50, 0, 50, 50, 50, 20)).reach(0, 100), undefined)
  t.equal(polygon(points(0, 0, 30, 0, 30, 50, 80, 10, 30, 50, 30, 99, 0, 99)).reach(0, 100), 30, 'a spike')
  t.equal(polygon([]).reach(0, 100), undefined)
})

t.test('curves of a path are followed as finely as layout measures', async (t) => {
  const contours = flattenPath(parsePathData('M50 0 A50 50 0 0 1 50 100 Z M0 0 h10 v10 z'))
  const shape = new PolygonProfile(contours, 'nonzero', 0, AREA)
  for (const top of [0, 13, 50, 80]) {
    const from = top > 50 ? top - 50 : Math.max(0, 50 - top - 10)
    const expected = 50 + Math.sqrt(2500 - from * from)
    t.ok(Math.abs((shape.reach(top, top + 10) ?? 0) - expected) < 0.05, `at ${top}`)
  }
})

/** The ends of what a polygon covers of a level line, found by going along its outline. */
function coveredEnd(vertices: readonly Point[], evenOdd: boolean, y: number): number | undefined {
  const crossings: { readonly x: number; readonly turn: number }[] = []
  for (const [at, a] of vertices.entries()) {
    const b = vertices[(at + 1) % vertices.length] as Point
    if (a.y > y === b.y > y) continue
    crossings.push({ x: a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y), turn: a.y < b.y ? 1 : -1 })
  }
  crossings.sort((a, b) => a.x - b.x)
  let turns = 0
  let end: number | undefined
  for (const [at, { x, turn }] of crossings.entries()) {
    turns += turn
    const next = crossings[at + 1]?.x
    const isInside = evenOdd ? turns % 2 !== 0 : turns !== 0
    if (isInside && next !== undefined && next - x > 1e-9) end = next
  }
  return end
}

/** Heights between two at which what a polygon covers is looked up: close to all at which its outline turns as well. */
function heights(vertices: readonly Point[], top: number, bottom: number): number[] {
  const close = [top, bottom, ...vertices.map(({ y }) => y)].flatMap((y) => [y - 1e-7, y + 1e-7])
  const even = Array.from({ length: 101 }, (_, at) => top + ((bottom - top) * (at + 0.37)) / 101)
  return [...close, ...even].filter((y) => y > top && y < bottom)
}

const COORDINATE = fc.integer({ min: -9, max: 9 }).map((value) => value + 20)
const VERTICES = fc.array(fc.record({ x: COORDINATE, y: COORDINATE }), { minLength: 3, maxLength: 9 })
const LINE = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 9 }))

/** The largest of some numbers, of those that are there. */
function largest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? Math.max(...known) : undefined
}

t.test('a polygon reaches as far as any of its places in a line', async () => {
  fc.assert(
    fc.property(VERTICES, LINE, fc.boolean(), (vertices, [top, height], evenOdd) => {
      const shape = polygon(vertices, { area: WIDE, rule: evenOdd ? 'evenodd' : 'nonzero' })
      const found = largest(heights(vertices, top, top + height).map((y) => coveredEnd(vertices, evenOdd, y)))
      const reach = shape.reach(top, top + height)
      // Outlines drawn there and back between different vertices enclose nothing, but count.
      if (found === undefined) return true
      return reach !== undefined && reach > found - 1e-3
    }),
    { numRuns: 3000 },
  )
})

t.test(
  'a simple polygon reaches no further than its places in a line, and with its margin as far as discs around them',
  async () => {
    /** Star-shaped around (20, 20): it does not cross itself. */
    const star = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 3, maxLength: 12 }).map((radii) =>
      radii.map((radius, at) => ({
        x: 20 + radius * Math.cos((2 * Math.PI * at) / radii.length),
        y: 20 + radius * Math.sin((2 * Math.PI * at) / radii.length),
      })),
    )
    fc.assert(
      fc.property(star, LINE, fc.integer({ min: 0, max: 12 }), (vertices, [top, height], margin) => {
        const reach = polygon(vertices, { area: WIDE, margin }).reach(top, top + height)
        const bottom = top + height
        let found: number | undefined
        for (const [at, a] of vertices.entries()) {
          const b = vertices[(at + 1) % vertices.length] as Point
          for (let step = 0; step <= 2000; step++) {
            const x = a.x + ((b.x - a.x) * step) / 2000
            const y = a.y + ((b.y - a.y) * step) / 2000
            const distance = Math.max(0, top - y, y - bottom)
            if (distance < margin || (y > top && y < bottom)) {
              found = largest([found, x + Math.sqrt(margin * margin - distance * distance)])
            }
          }
        }
        if (found === undefined || reach === undefined) return (found ?? reach ?? 20) < 35
        // Half a step along the longest edge, and where the edge of a disc is steep a little more.
        return Math.abs(reach - found) < 0.5 && reach > found - 1e-9
      }),
      { numRuns: 300 },
    )
  },
)

t.test('cut at a margin box, a polygon with its margin reaches to where its places near it do', async () => {
  fc.assert(
    fc.property(
      VERTICES,
      LINE,
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 12, max: 28 }),
      (vertices, [top, height], margin, width) => {
        const whole = polygon(vertices, { area: WIDE, margin }).reach(top, top + height)
        const cut = polygon(vertices, { area: { width, height: 1e6 }, margin }).reach(top, top + height)
        if (cut === undefined) return true
        return (
          whole !== undefined && cut <= width && cut <= whole + 1e-9 && (whole > width || Math.abs(cut - whole) < 1e-9)
        )
      },
    ),
    { numRuns: 2000 },
  )
})

t.test('ellipses with a margin reach as far as discs around their outline', async () => {
  const radius = fc.integer({ min: 1, max: 30 })
  fc.assert(
    fc.property(radius, radius, fc.integer({ min: 0, max: 20 }), LINE, (rx, ry, margin, [top, height]) => {
      const reach = new RoundedProfile(circle(60, 20, rx, ry), margin, WIDE).reach(top, top + height)
      let found: number | undefined
      for (let step = 0; step <= 4000; step++) {
        const angle = (step * Math.PI) / 4000 - Math.PI / 2
        const [x, y] = [60 + rx * Math.cos(angle), 20 + ry * Math.sin(angle)]
        const distance = Math.max(0, top - y, y - top - height)
        // What only touches the line leaves it alone.
        if (distance < margin || (y > top && y < top + height))
          found = largest([found, x + Math.sqrt(margin * margin - distance * distance)])
      }
      if (found === undefined) return reach === undefined || reach < 62
      return reach !== undefined && reach > found - 1e-9 && reach - found < 0.6
    }),
    { numRuns: 500 },
  )
})

t.test('of thousands of edges side by side, little more than one for each height is kept', async (t) => {
  const count = 20_000
  const edges = Array.from({ length: count }, (_, at) => ({
    top: at % 7,
    bottom: 1e5 - at,
    from: at % 97,
    to: at % 89,
  }))
  t.ok(upperEnvelope(edges).length < 2 * count)
  const zigzag = Array.from({ length: count }, (_, at) => ({ x: 50 + (at % 97) / 2, y: at % 2 === 0 ? 0 : 1e5 }))
  for (const margin of [0, 500]) {
    const shape = polygon(zigzag, { margin, area: WIDE })
    for (let top = 0; top < 1e5; top += 5) if (shape.reach(top, top + 10) === undefined) t.fail(`nothing at ${top}`)
  }
})

t.test('coordinates beyond all measure leave lines their room or none', async (t) => {
  for (const data of [
    'M0 0H1e999V1e-320H0',
    'M0 0L1e300 1e-310L-1e300 1e300z',
    'M0 0C1e300 0 0 -1e300 1 1',
    '',
    'M5 5',
  ]) {
    for (const margin of [0, 1e6]) {
      const reach = new PolygonProfile(flattenPath(parsePathData(data)), 'nonzero', margin, AREA).reach(0, 20)
      t.ok(reach === undefined || (reach > 0 && reach <= 100), data)
    }
  }
})
