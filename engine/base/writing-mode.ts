import { IDENTITY, type Matrix, multiply, translation } from './matrix.js'

/** css-writing-modes-4 §3.2. */
export const WRITING_MODES = ['horizontal-tb', 'vertical-rl', 'vertical-lr', 'sideways-rl', 'sideways-lr'] as const

export type WritingMode = (typeof WRITING_MODES)[number]

/**
 * Layout knows lines that run to the right and blocks that follow each other downwards. What is written otherwise is
 * laid out so and turned: the map of each mode from its own directions to those of the page.
 */
const TURNS: Readonly<Record<WritingMode, Matrix>> = {
  'horizontal-tb': IDENTITY,
  'vertical-rl': { ...IDENTITY, a: 0, b: 1, c: -1, d: 0 },
  'sideways-rl': { ...IDENTITY, a: 0, b: 1, c: -1, d: 0 },
  'vertical-lr': { ...IDENTITY, a: 0, b: 1, c: 1, d: 0 },
  'sideways-lr': { ...IDENTITY, a: 0, b: -1, c: 1, d: 0 },
}

/** How content of one writing mode is turned within a box that is laid out in another one. */
export function turnBetween(outer: WritingMode, inner: WritingMode): Matrix {
  const { a, b, c, d } = TURNS[outer]
  // The inverse of these maps is their transpose: they neither stretch nor skew.
  return multiply({ ...IDENTITY, a, b: c, c: b, d }, TURNS[inner])
}

/** Whether the lines of one mode run along those of the other, whatever their order. */
export function isParallel({ a }: Matrix): boolean {
  return a !== 0
}

/** A turn followed by the shift that brings the corner of a turned area of this size back to the origin. */
export function turnInPlace(turn: Matrix, width: number, height: number): Matrix {
  return multiply(
    translation(-Math.min(0, turn.a) * width - Math.min(0, turn.c) * height, shiftDown(turn, width, height)),
    turn,
  )
}

function shiftDown({ b, d }: Matrix, width: number, height: number): number {
  return -Math.min(0, b) * width - Math.min(0, d) * height
}
