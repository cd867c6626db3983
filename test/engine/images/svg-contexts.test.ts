import t from 'tap'
import { type Matrix, mapPoint, multiply } from '../../../engine/base/matrix.js'
import type { VectorNode, VectorPaint } from '../../../engine/images/vector-types.js'
import { drawing } from './svg.js'

const DEFS = `<linearGradient id="g"><stop/><stop offset="1" stop-color="red"/></linearGradient>
  <linearGradient id="space" gradientUnits="userSpaceOnUse" x2="50"><stop/><stop offset="1" stop-color="red"/></linearGradient>
  <pattern id="tiles" patternUnits="userSpaceOnUse" width="8" height="4"><path d="M0 0h1v1z"/></pattern>
  <pattern id="parts" width=".5" height=".25"><path d="M0 0h1v1z"/></pattern>`

/** Where every paint lies in the drawing: the ends of a gradient, the corners of a tile, or the alpha of a colour. */
function places(content: string): readonly string[] {
  return lying(drawing(DEFS + content).content, undefined)
}

function lying(nodes: readonly VectorNode[], matrix: Matrix | undefined): readonly string[] {
  return nodes.flatMap((node): readonly string[] => {
    if (node.kind === 'group') {
      const { transform, children } = node
      return lying(children, transform && matrix ? multiply(matrix, transform) : (transform ?? matrix))
    }
    if (node.kind === 'shape') return [node.fill, node.stroke?.paint].flatMap((paint) => lyingAt(paint, matrix))
    if (node.kind === 'text') {
      const runs = node.chunks.flatMap((chunk) => chunk.runs)
      return runs.flatMap(({ fill, stroke }) => [fill, stroke?.paint].flatMap((paint) => lyingAt(paint, matrix)))
    }
    return []
  })
}

function lyingAt(paint: VectorPaint | undefined, matrix: Matrix | undefined): readonly string[] {
  if (!paint) return []
  if (paint.kind === 'color') return [`${paint.color.alpha}`]
  if (paint.kind === 'context') return ['not in its place']
  const { transform } = paint.kind === 'gradient' ? paint.gradient : paint.pattern
  const whole = matrix ? multiply(matrix, transform) : transform
  const point = (x: number, y: number) => {
    const at = mapPoint(whole, x, y)
    return `${Math.round(at.x * 100) / 100 + 0},${Math.round(at.y * 100) / 100 + 0}`
  }
  if (paint.kind === 'pattern') {
    const { x, y, width, height } = paint.pattern.tile
    return [`${point(x, y)} ${point(x + width, y + height)}`]
  }
  if (paint.gradient.kind === 'radial') return ['radial']
  const { x1, y1, x2, y2 } = paint.gradient
  return [`${point(x1, y1)} ${point(x2, y2)}`]
}

const TWO = '<g id="two" fill="context-fill" stroke="none"><path d="M0 0h10v10z"/><path d="M90 0h10v40z"/></g>'

t.test('a gradient goes on from one shape of the content of a use to the next', async (t) => {
  const used = (attributes: string) => places(`<defs>${TWO}</defs><use href="#two" ${attributes}/>`)
  t.same(used('fill="url(#g)"'), ['0,0 100,0', '0,0 100,0'])
  t.same(used('fill="url(#space)"'), ['0,0 50,0', '0,0 50,0'])
  t.same(used('fill="url(#g)" x="5" y="3"'), ['5,3 105,3', '5,3 105,3'], 'the box moves with the content')
  t.same(used('fill="url(#space)" x="5" y="3"'), ['0,0 50,0', '0,0 50,0'], 'user space does not')
  t.same(used('fill="url(#g)" transform="scale(2)"'), ['0,0 200,0', '0,0 200,0'])
})

t.test('a pattern goes on, too', async (t) => {
  const used = (attributes: string) => places(`<defs>${TWO}</defs><use href="#two" ${attributes}/>`)
  t.same(used('fill="url(#tiles)" x="5"'), ['0,0 8,4', '0,0 8,4'])
  t.same(used('fill="url(#parts)" x="5"'), ['5,0 55,10', '5,0 55,10'])
})

t.test('transforms in the content do not move the paint', async (t) => {
  const turned = '<rect width="10" height="10" transform="translate(30 0) rotate(90)"/>'
  const content = `<g id="a" fill="context-fill"><g transform="scale(2)">${turned}</g><rect width="10" height="40"/></g>`
  const used = (fill: string) => places(`<defs>${content}</defs><use href="#a" fill="url(#${fill})"/>`)
  t.same(used('g'), ['0,0 60,0', '0,0 60,0'])
  t.same(used('tiles'), ['0,0 8,4', '0,0 8,4'])
  const flat = content.replace('scale(2)', 'scale(1 0)')
  t.same(places(`<defs>${flat}</defs><use href="#a" fill="url(#g)"/>`), ['0,0 30,0'], 'flat shapes show nothing')
})

t.test('the paint of a use is in the units outside of the viewport of a symbol or drawing in it', async (t) => {
  const symbol = (name: string) =>
    `<defs><${name} id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="context-fill"/></${name}></defs>`
  for (const name of ['symbol', 'svg']) {
    const use = (fill: string) => `<use href="#s" x="5" width="60" height="60" fill="url(#${fill})"/>`
    t.same(places(symbol(name) + use('g')), ['5,0 65,0'], name)
    t.same(places(symbol(name) + use('tiles')), ['0,0 8,4'], name)
  }
})

t.test('a use within the content may hand on the paint of the one around it, or have its own', async (t) => {
  const nested = (fill: string) =>
    places(`<defs>${TWO}<g id="b"><use href="#two" x="20" fill="${fill}"/><path d="M0 0h1v1z" stroke="none"/></g></defs>
      <use href="#b" fill="url(#g)" stroke="url(#tiles)"/>`)
  t.same(nested('context-fill'), ['0,0 120,0', '0,0 120,0', '0,0 1,0'])
  t.same(nested('context-stroke').slice(0, 2), ['0,0 8,4', '0,0 8,4'])
  t.same(nested('url(#g)').slice(0, 2), ['20,0 120,0', '20,0 120,0'])
  t.same(nested('none'), ['0,0 1,0'])
})

t.test('strokes and letters take paints of a context, and markers those of what they mark', async (t) => {
  const strokes = '<g id="a"><path d="M0 0h10v10" fill="none" stroke="context-fill" stroke-width="3"/></g>'
  t.same(places(`<defs>${strokes}</defs><use href="#a" fill="url(#g)"/>`), ['0,0 10,0'])
  const letters =
    '<g id="a"><rect width="200" height="50" fill="red"/><text x="9" y="20" transform="scale(2)"><tspan fill="context-fill">a</tspan></text></g>'
  t.same(places(`<defs>${letters}</defs><use href="#a" fill="url(#g)"/>`), ['1', '0,0 200,0'])
  t.same(places(`<defs>${letters}</defs><use href="#a" fill="url(#tiles)"/>`), ['1', '0,0 8,4'])
  const marker = '<marker id="m" overflow="visible"><path d="M0 0h1v1z" fill="context-stroke"/></marker>'
  const marked =
    '<path id="p" d="M0 0L20 0L20 5" fill="none" stroke="context-fill" marker-mid="url(#m)" marker-end="url(#m)"/>'
  t.same(places(`${marker}<defs>${marked}</defs><use href="#p" fill="url(#g)"/>`), ['0,0 20,0', '0,0 20,0', '0,0 20,0'])
})

t.test('the paint alone is that of the context, opacities are inherited', async (t) => {
  const content =
    '<g id="a"><path d="M0 0h1v1z" fill="context-fill"/><path d="M0 0h1v1z" fill="context-fill" fill-opacity=".25"/></g>'
  t.same(places(`<defs>${content}</defs><use href="#a" fill="red" fill-opacity=".5"/>`), ['0.5', '0.25'])
  const marker = '<marker id="m" overflow="visible"><path d="M0 0h1v1z" fill="context-stroke"/></marker>'
  t.same(places(`${marker}<path d="M0 0h9" stroke="red" stroke-opacity=".5" fill="none" marker-end="url(#m)"/>`), [
    '0.5',
    '1',
  ])
})

t.test('masks and patterns that the content uses are not part of it', async (t) => {
  const defs = `<pattern id="dots" patternUnits="userSpaceOnUse" width="5" height="5"><rect width="5" height="5" fill="context-fill"/></pattern>
    <g id="a"><rect width="9" height="9" fill="url(#dots)"/></g>`
  t.same(places(`<defs>${defs}</defs><use href="#a" fill="red"/>`), [])
})

t.test('uses within each other are converted once, however often they hand on a paint', async (t) => {
  const levels = Array.from(
    { length: 100 },
    (_, i) => `<g id="g${i + 1}"><use href="#g${i}" fill="context-fill" x="1"/></g>`,
  )
  const first = `<g id="g0">${'<rect width="9" height="9" fill="context-fill"/>'.repeat(10)}</g>`
  const text = `<defs>${first}${levels.join('')}</defs><use href="#g100" fill="url(#g)"/>`
  t.same(new Set(places(text)), new Set(['100,0 109,0']))
  t.ok(drawing(DEFS + text).decodedBytes < 2_500_000, 'each level looks at what is in it')
})
