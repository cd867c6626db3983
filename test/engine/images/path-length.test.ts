import t from 'tap'
import type { Outline } from '../../../engine/base/path.js'
import { MeasuredPath } from '../../../engine/images/svg/path-length.js'

/** A quarter of a circle about the origin, to a thousandth. */
const RADIUS = 100
const HANDLE = 0.5523 * RADIUS
const QUARTER: Outline = [
  { kind: 'move', x: RADIUS, y: 0 },
  { kind: 'curve', x1: RADIUS, y1: HANDLE, x2: HANDLE, y2: RADIUS, x: 0, y: RADIUS },
]

t.test('places along a curve lie on it and run in its direction, also between those that it is measured by', (t) => {
  const path = new MeasuredPath(QUARTER)
  t.ok(Math.abs(path.length - (Math.PI / 2) * RADIUS) < 0.1, `${path.length}`)
  for (let distance = 0; distance <= path.length; distance += 1.3) {
    const place = path.at(distance)
    if (!place) throw new Error(`nothing at ${distance}`)
    const { x, y, direction } = place
    const angle = distance / RADIUS
    const [dx, dy] = [x - RADIUS * Math.cos(angle), y - RADIUS * Math.sin(angle)]
    t.ok(Math.hypot(dx, dy) < 0.1, `${dx}, ${dy} away at ${distance}`)
    const turned = Math.atan2(direction.y, direction.x) - Math.PI / 2 - angle
    t.ok(Math.abs(turned) < 0.002, `turned by ${turned} at ${distance}`)
  }
  t.end()
})

t.test('a curve that stands still has the direction of what it is measured by there', (t) => {
  const path = new MeasuredPath([
    { kind: 'move', x: 0, y: 0 },
    { kind: 'curve', x1: 0, y1: 0, x2: 10, y2: 0, x: 10, y: 0 },
    { kind: 'line', x: 10, y: 10 },
  ])
  t.same(path.at(0)?.direction, { x: 1, y: 0 })
  t.same(path.at(path.length), { x: 10, y: 10, direction: { x: 0, y: 1 } })
  t.equal(path.at(path.length + 1), undefined)
  t.end()
})
