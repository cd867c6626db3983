import t from 'tap'
import { type FlexibleItem, resolveFlexibleLengths } from '../../../../engine/layout/flex/flexible-lengths.js'

/** An item of no padding, border or margin. */
function item(baseSize: number, grow: number, shrink: number, rest: Partial<FlexibleItem> = {}): FlexibleItem {
  const { minimum = 0, maximum } = rest
  const hypotheticalSize = Math.max(minimum, Math.min(baseSize, maximum ?? baseSize))
  return { baseSize, hypotheticalSize, minimum, maximum, mainEdges: 0, mainMargins: 0, grow, shrink, ...rest }
}

const CASES: readonly (readonly [name: string, items: readonly FlexibleItem[], available: number, sizes: number[]])[] =
  [
    ['free space goes by the grow factors', [item(10, 1, 1), item(10, 3, 1), item(10, 0, 1)], 70, [20, 40, 10]],
    ['what is missing goes by the shrink factors times the sizes', [item(100, 0, 1), item(50, 0, 2)], 100, [75, 25]],
    ['margins take room', [item(10, 1, 1, { mainMargins: 20 }), item(10, 1, 1)], 80, [30, 30]],
    ['border and padding do not shrink', [item(60, 0, 1, { mainEdges: 20 }), item(40, 0, 1)], 60, [40, 20]],
    ['factors below 1 in all grow into that part of the space', [item(0, 0.25, 1), item(0, 0.25, 1)], 100, [25, 25]],
    ['factors below 1 in all shrink by that part', [item(100, 0, 0.25), item(100, 0, 0.25)], 100, [75, 75]],
    ['a maximum gives its rest to the others', [item(0, 1, 1, { maximum: 10 }), item(0, 1, 1)], 100, [10, 90]],
    ['a minimum takes from the others', [item(0, 1, 1, { minimum: 80 }), item(0, 1, 1)], 100, [80, 20]],
    [
      'items are frozen over several rounds',
      [item(0, 1, 1, { maximum: 10 }), item(0, 1, 1, { maximum: 40 }), item(0, 2, 1)],
      200,
      [10, 40, 150],
    ],
    ['an item that its limits shrink below its base does not grow', [item(50, 1, 1, { maximum: 30 })], 100, [30]],
    ['nothing shrinks below nothing', [item(100, 0, 1), item(100, 0, 1)], -50, [0, 0]],
    ['factors too large to be added up give no share', [item(5, 1e308, 1), item(5, 1e308, 1)], 100, [5, 5]],
    ['no items have no sizes', [], 100, []],
    ['a factor of zero keeps the base size', [item(30, 0, 0), item(30, 0, 0)], 10, [30, 30]],
  ]

t.test('flexible lengths are resolved as css-flexbox-1 §9.7 lays down', async (t) => {
  for (const [name, items, available, sizes] of CASES) t.same(resolveFlexibleLengths(items, available), sizes, name)
})
