import type { VectorNode, VectorShape } from '../vector-types.js'

/** What a shape shows, from the bottom to the top (SVG 2 §13.8). */
export type PaintOrder = readonly ('fill' | 'stroke' | 'markers')[]

export const NORMAL_PAINT_ORDER: PaintOrder = ['fill', 'stroke', 'markers']

/** The value of `paint-order`; undefined when it is wrong. Parts that are not named come last. */
export function parsePaintOrder(text: string): PaintOrder | undefined {
  if (text === 'normal') return NORMAL_PAINT_ORDER
  const named = text.split(/\s+/)
  const parts = NORMAL_PAINT_ORDER.filter((part) => named.includes(part))
  if (parts.length !== named.length) return undefined
  const others = NORMAL_PAINT_ORDER.filter((part) => !named.includes(part))
  return [...parts.sort((a, b) => named.indexOf(a) - named.indexOf(b)), ...others]
}

/** The parts of a shape and its markers, the lowest first. */
export function inPaintOrder(shape: VectorShape, markers: readonly VectorNode[], order: PaintOrder): VectorNode[] {
  const [first, second] = order
  if (first === 'fill' && second === 'stroke') return [shape, ...markers]
  return order.flatMap((part): readonly VectorNode[] => {
    if (part === 'markers') return markers
    return [part === 'fill' ? { ...shape, stroke: undefined } : { ...shape, fill: undefined }]
  })
}
