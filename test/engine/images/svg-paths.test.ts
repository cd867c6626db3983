import t from 'tap'
import { hasArea, pathBounds } from '../../../engine/images/svg/path-bounds.js'
import { parsePathData } from '../../../engine/images/svg/path-data.js'
import { parseTransform } from '../../../engine/images/svg/transform-list.js'
import { fitViewBox, parseFit, parseViewBox } from '../../../engine/images/svg/view-box.js'
import { drawing, pathText, shapes } from './svg.js'

t.test('path data', async (t) => {
  const cases: readonly [string, string][] = [
    ['M1 2L3 4', 'M1,2 L3,4'],
    ['m1,2 3,4 5,6z', 'M1,2 L4,6 L9,12 Z'],
    ['M10 10h5v5H2V1', 'M10,10 L15,10 L15,15 L2,15 L2,1'],
    ['M0 0c1 1 2 2 3 3s4 4 5 5', 'M0,0 C1,1 2,2 3,3 C4,4 7,7 8,8'],
    ['M0 0S1 1 2 2', 'M0,0 C0,0 1,1 2,2'],
    ['M0 0Q3 3 6 0', 'M0,0 C2,2 4,2 6,0'],
    ['M0 0q3 3 6 0t6 0', 'M0,0 C2,2 4,2 6,0 C8,-2 10,-2 12,0'],
    ['M0 0T6 0', 'M0,0 C0,0 2,0 6,0'],
    ['M1.5.5-1-2e1', 'M1.5,0.5 L-1,-20'],
    ['M0 0zL5 5', 'M0,0 Z M0,0 L5,5'],
    ['M0 0 L1 1 X 2 2', 'M0,0 L1,1'],
    ['M0 0 L1 1 2', 'M0,0 L1,1'],
    ['L1 1', ''],
    ['', ''],
    ['M0 0A5 5 0 0110 0', 'M0,0 C0,-2.76 2.24,-5 5,-5 C7.76,-5 10,-2.76 10,0'],
    ['M0 0a5 5 0 1 0 10 0', 'M0,0 C0,2.76 2.24,5 5,5 C7.76,5 10,2.76 10,0'],
    ['M0 0A1 1 0 0 1 10 0', 'M0,0 C0,-2.76 2.24,-5 5,-5 C7.76,-5 10,-2.76 10,0'],
    ['M0 0A0 5 0 0 1 10 0', 'M0,0 L10,0'],
    ['M0 0A5 5 0 0 1 0 0', 'M0,0'],
  ]
  for (const [data, expected] of cases) t.equal(pathText(parsePathData(data)), expected, data)
})

t.test('arcs follow their flags and the turn of the ellipse', async (t) => {
  const box = (data: string) => pathBounds(parsePathData(data))
  const near = (actual: ReturnType<typeof box>, x: number, y: number, width: number, height: number) => {
    t.same(actual && [actual.x, actual.y, actual.width, actual.height].map((v) => Math.round(v * 10) / 10), [
      x,
      y,
      width,
      height,
    ])
  }
  near(box('M10 0A10 10 0 0 1 20 10'), 10, 0, 10, 10)
  near(box('M10 0A10 10 0 1 0 20 10'), 0, 0, 20, 20)
  near(box('M10 0A10 10 0 0 0 20 10'), 10, 0, 10, 10)
  near(box('M0 -10A20 10 90 0 0 0 30'), -10, -10, 10, 40)
})

t.test('bounds of curves are those of the curve, not of its control points', async (t) => {
  t.same(pathBounds(parsePathData('M0 0C0 40 30 40 30 0')), { x: 0, y: 0, width: 30, height: 30 })
  t.equal(pathBounds([]), undefined)
})

t.test('basic shapes', async (t) => {
  const cases: readonly [string, string][] = [
    ['<rect x="1" y="2" width="10" height="20"/>', 'M1,2 L11,2 L11,22 L1,22 Z'],
    [
      '<rect width="10" height="10" rx="20" ry="2"/>',
      'M5,0 L5,0 C7.76,0 10,0.9 10,2 L10,8 C10,9.1 7.76,10 5,10 L5,10 C2.24,10 0,9.1 0,8 L0,2 C0,0.9 2.24,0 5,0 Z',
    ],
    ['<rect width="50%" height="10%"/>', 'M0,0 L50,0 L50,10 L0,10 Z'],
    [
      '<circle cx="5" r="5"/>',
      'M10,0 C10,2.76 7.76,5 5,5 C2.24,5 0,2.76 0,0 C0,-2.76 2.24,-5 5,-5 C7.76,-5 10,-2.76 10,0 Z',
    ],
    ['<line x1="1mm" x2="5" stroke="red"/>', 'M3.78,0 L5,0'],
    ['<polyline points="0,0 1-1,2 3 4"/>', 'M0,0 L1,-1 L2,3'],
    ['<polygon points="0 0 1 0 1 1"/>', 'M0,0 L1,0 L1,1 Z'],
    ['<rect width="-1" height="5"/>', ''],
    ['<circle r="0"/>', ''],
    ['<path d="M5 5"/>', ''],
  ]
  for (const [text, expected] of cases) {
    t.equal(
      shapes(drawing(text).content)
        .map(({ path }) => pathText(path))
        .join('|'),
      expected,
      text,
    )
  }
})

t.test('transform lists', async (t) => {
  const round = (text: string) => {
    const matrix = parseTransform(text)
    return matrix && Object.values(matrix).map((value) => Math.round(value * 100) / 100 + 0)
  }
  t.same(round('translate(10) scale(2,3)'), [2, 0, 0, 3, 10, 0])
  t.same(round('rotate(90 10 10)'), [0, 1, -1, 0, 20, 0])
  t.same(round('matrix(1 2 3 4 5 6),translate(1, 1)'), [1, 2, 3, 4, 9, 12])
  t.same(round('skewX(45)skewY(0)'), [1, 0, 1, 1, 0, 0])
  t.same(round(''), [1, 0, 0, 1, 0, 0])
  for (const wrong of [
    'rotate(90 20)',
    'rotate(90,1,2,3)',
    'scale(1 2 3)',
    'skewX(1 2)',
    'matrix(1 0 0 1 5px 0)',
    'translate(1,2,)',
    'rotate(,9)',
    'scale(1,,2)',
    'rotate(10deg)',
    'translate(1px,2px)',
    'translateX(5)',
    'ROTATE(5)',
    'scale(2),,scale(2)',
    ',scale(2)',
  ])
    t.equal(parseTransform(wrong), undefined, wrong)
  for (const wrong of ['turn(5)', 'scale()', 'scale(1) x', 'matrix(1 2 3)', 'translate(a)'])
    t.equal(round(wrong), undefined, wrong)
})

t.test('view boxes are fitted by preserveAspectRatio', async (t) => {
  const viewBox = parseViewBox('0,0 100 50')
  const into = { x: 10, y: 10, width: 50, height: 50 }
  const fit = (text: string) => {
    const { a, d, e, f } = fitViewBox(viewBox ?? into, parseFit(text), into)
    return [a, d, e, f]
  }
  t.same(fit(''), [0.5, 0.5, 10, 22.5])
  t.same(fit('xMinYMin'), [0.5, 0.5, 10, 10])
  t.same(fit('xMaxYMax slice'), [1, 1, -40, 10])
  t.same(fit('none'), [0.5, 1, 10, 10])
  for (const wrong of ['', '0 0 10', '0 0 0 5', '0 0 a 5', '0 0 -1 1']) t.equal(parseViewBox(wrong), undefined, wrong)
})

t.test('a path has an area when one of its contours is more than a line', async (t) => {
  const has = (data: string) => hasArea(parsePathData(data))
  for (const line of [
    '',
    'M1 1',
    'M1 1z',
    'M0 0H9',
    'M0 0L3 1L9 3z',
    'M.1 .1L.2 .3L.3 .5',
    'M0 0C1 0 7 0 9 0',
    'M0 0H9M0 5H9M4 0V9',
  ])
    t.notOk(has(line), line)
  for (const area of ['M0 0H9V.01', 'M0 0H9M0 5H9v4', 'M0 0C1 1 8 1 9 0', 'M0 0A5 5 0 0 1 9 0', 'M3 3H3V9H5'])
    t.ok(has(area), area)
})
