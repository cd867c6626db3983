import t from 'tap'
import type { EdgeBorder } from '../../../../engine/layout/table/border-conflict.js'
import { type Crossing, jointOf } from '../../../../engine/layout/table/border-joints.js'
import type { BorderStyle } from '../../../../engine/style/computed-style.js'

const edge = (width: number, style: BorderStyle = 'solid', red = 0): EdgeBorder => ({
  width,
  style,
  color: { red, green: 0, blue: 0, alpha: 1 },
})

function joint(edges: Partial<Crossing>) {
  const none = { before: undefined, after: undefined, near: undefined, far: undefined }
  return jointOf({ orientation: 'horizontal', ...none, ...edges })
}

t.test('where nothing crosses, edges that look alike are one', async (t) => {
  t.match(joint({ before: edge(2), after: edge(2) }), { passes: true })
  t.match(joint({ before: edge(2), after: edge(2, 'solid', 1) }), {
    passes: false,
    end: { near: 0 },
    start: { near: 0 },
  })
})

t.test('the wider line has the joint', async (t) => {
  const crossed = { before: edge(2), after: edge(2), near: edge(6, 'solid', 1), far: edge(6, 'solid', 1) }
  t.match(joint(crossed), { passes: false, end: { near: -3, far: -3 }, start: { near: 3, far: 3 } })
  t.match(joint({ ...crossed, before: edge(8), after: edge(8) }), { passes: true })
})

t.test('of equally wide lines the stronger style has it, else the horizontal one', async (t) => {
  const horizontal = { before: edge(4, 'dashed'), after: edge(4, 'dashed') }
  t.match(joint({ ...horizontal, far: edge(4) }), { passes: false, end: { near: -2 }, start: { near: 2 } })
  t.match(joint({ before: edge(4), far: edge(4, 'solid', 1) }), { end: { near: 2 } })
  t.match(joint({ orientation: 'vertical', before: edge(4), far: edge(4, 'solid', 1) }), { end: { near: -2 } })
})

t.test('the stronger of two edges along the line reaches over the joint, the other stops before it', async (t) => {
  const near = edge(2)
  t.match(joint({ before: edge(6, 'solid', 1), after: edge(4), near }), { end: { near: 1 }, start: { near: 1 } })
  t.match(joint({ before: edge(4), after: edge(6, 'solid', 1), near }), { end: { near: -1 }, start: { near: -1 } })
})

t.test('lines of one opaque colour run through each other', async (t) => {
  t.match(joint({ before: edge(2), after: edge(2), near: edge(6), far: edge(6) }), { passes: true })
})

t.test('double lines join band by band', async (t) => {
  const double = edge(6, 'double')
  await t.test('at a corner the outer band goes around, the inner one turns', async (t) => {
    t.same(joint({ after: double, far: double }).start, { near: -3, far: 1 })
    t.same(joint({ before: double, near: double }).end, { near: -1, far: 3 })
  })
  await t.test('where a line leaves, the band on its side is open', async (t) => {
    const { end, start } = joint({ before: double, after: double, far: double })
    t.same(
      [end, start],
      [
        { near: 0, far: -1 },
        { near: 0, far: 1 },
      ],
    )
  })
  await t.test('weaker lines stop at their side', async (t) => {
    t.same(joint({ before: edge(4), after: double, far: double }), {
      passes: false,
      end: { near: -3, far: -3 },
      start: { near: -3, far: 1 },
    })
  })
})
