import type { Path } from '../base/path.js'
import type { SymbolName } from '../boxes/box-tree.js'
import type { TextFragment } from '../layout/fragment-tree.js'
import { bulletSize, DISCLOSURE_SIZE } from '../layout/inline/text-style.js'
import type { Color } from '../style/computed-style.js'
import type { PaintTarget } from './paint-target.js'
import { shapePath } from './shape-path.js'

/** A square in which a symbol is drawn. */
interface SymbolPlace {
  readonly x: number
  readonly y: number
  readonly size: number
}

/** Where a text stands, and its colour. */
interface TextPlace {
  readonly x: number
  readonly y: number
  readonly color: Color
}

/** Draws the symbol of a list item where its text stands, as large as browsers draw it whatever the font has. */
export function paintSymbol(target: PaintTarget, text: TextFragment, symbol: SymbolName, at: TextPlace): void {
  const { color } = at
  const isDisclosure = symbol === 'disclosure-open' || symbol === 'disclosure-closed'
  const size = isDisclosure ? DISCLOSURE_SIZE * text.fontSize : bulletSize(text.ascent)
  // Triangles stand on the baseline, all others in the middle of letters.
  const top = isDisclosure
    ? text.ascent - size
    : Math.floor((3 * (text.ascent - Math.floor((text.ascent * 2) / 3))) / 2)
  const place = { x: at.x + symbolLeft(text, size), y: at.y + top, size }
  switch (symbol) {
    case 'disc':
      target.fillPath(circle(place), color)
      break
    case 'circle':
      target.strokePath({ path: circle(place), width: 1, color, dashes: [], cap: 'butt' })
      break
    case 'square':
      target.fillPath([{ kind: 'rect', x: place.x, y: place.y, width: size, height: size }], color)
      break
    default:
      target.fillPath(triangle(place, symbol, text.style.direction), color)
  }
}

/** An outside symbol is centred where its letter would be; an inside one stands at the start of the line. */
function symbolLeft({ style, width }: TextFragment, size: number): number {
  if (style.listStylePosition === 'outside') return (width - size) / 2
  return style.direction === 'rtl' ? width - size : 0
}

function circle({ x, y, size }: SymbolPlace): Path {
  const corner = { horizontal: size / 2, vertical: size / 2 }
  const corners = { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner }
  return shapePath({ x, y, width: size, height: size, corners })
}

/** Half of the part of its square that the height of a triangle leaves free. */
const FREE = 0.07

function triangle({ x, y, size }: SymbolPlace, symbol: SymbolName, direction: 'ltr' | 'rtl'): Path {
  const corners = (points: readonly (readonly [number, number])[]): Path => [
    ...points.map(([across, down], at) => ({
      kind: at === 0 ? ('move' as const) : ('line' as const),
      x: x + across * size,
      y: y + down * size,
    })),
    { kind: 'close' },
  ]
  if (symbol === 'disclosure-open')
    return corners([
      [0, FREE],
      [0.5, 1 - FREE],
      [1, FREE],
    ])
  const [base, tip] = direction === 'rtl' ? [1, 2 * FREE] : [0, 1 - 2 * FREE]
  return corners([
    [base, 0],
    [tip, 0.5],
    [base, 1],
  ])
}
