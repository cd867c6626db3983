import { BLOCK_MODE } from './vp8-modes.js'

/** Samples of a plane with a border above and on the left, and room for four more on the right of the border row. */
export interface SamplePlane {
  readonly samples: Uint8ClampedArray
  readonly stride: number
  /** Offset of the first sample inside the border. */
  readonly origin: number
}

/** RFC 6386 §12.2: what stands outside the frame is 127 above and 129 on the left. */
export function createPlane(width: number, height: number): SamplePlane {
  const stride = width + 5
  const samples = new Uint8ClampedArray(stride * (height + 1))
  samples.fill(127, 0, stride)
  for (let y = 1; y <= height; y++) samples[y * stride] = 129
  return { samples, stride, origin: stride + 1 }
}

/** Predicts a square of a macroblock as a whole (§12.2). */
export function predictSquare(
  { samples, stride }: SamplePlane,
  at: number,
  size: 8 | 16,
  mode: number,
  { hasAbove, hasLeft }: { readonly hasAbove: boolean; readonly hasLeft: boolean },
): void {
  const above = at - stride
  switch (mode) {
    case BLOCK_MODE.vertical:
      for (let y = 0; y < size; y++) samples.copyWithin(at + y * stride, above, above + size)
      return
    case BLOCK_MODE.horizontal:
      for (let y = 0; y < size; y++) {
        const row = at + y * stride
        samples.fill(samples[row - 1] as number, row, row + size)
      }
      return
    case BLOCK_MODE.trueMotion:
      predictTrueMotion(samples, at, stride, size)
      return
    default: {
      let sum = 0
      for (let i = 0; i < size; i++) {
        if (hasAbove) sum += samples[above + i] as number
        if (hasLeft) sum += samples[at + i * stride - 1] as number
      }
      const count = (hasAbove ? size : 0) + (hasLeft ? size : 0)
      const mean = count === 0 ? 128 : Math.floor((sum + count / 2) / count)
      for (let y = 0; y < size; y++) samples.fill(mean, at + y * stride, at + y * stride + size)
    }
  }
}

function predictTrueMotion(samples: Uint8ClampedArray, at: number, stride: number, size: number): void {
  const above = at - stride
  const corner = samples[above - 1] as number
  for (let y = 0; y < size; y++) {
    const row = at + y * stride
    const left = (samples[row - 1] as number) - corner
    for (let x = 0; x < size; x++) samples[row + x] = (samples[above + x] as number) + left
  }
}

/** The samples around a block from the bottom left corner to the top left and on to the right: 4, 1 and 8. */
const edge = new Uint8Array(13)
const CORNER = 4

/**
 * Predicts a 4 × 4 block (§12.3).
 * @param right offset of the four samples above and to the right of the block
 */
export function predictBlock({ samples, stride }: SamplePlane, at: number, mode: number, right: number): void {
  if (mode === BLOCK_MODE.trueMotion) {
    predictTrueMotion(samples, at, stride, 4)
    return
  }
  const above = at - stride
  for (let i = 0; i < 4; i++) {
    edge[i] = samples[at + (3 - i) * stride - 1] as number
    edge[CORNER + 1 + i] = samples[above + i] as number
    edge[CORNER + 5 + i] = samples[right + i] as number
  }
  edge[CORNER] = samples[above - 1] as number
  switch (mode) {
    case BLOCK_MODE.dc: {
      let sum = 4
      for (let i = 0; i < 4; i++) sum += (edge[i] as number) + (edge[CORNER + 1 + i] as number)
      for (let y = 0; y < 4; y++) samples.fill(sum >> 3, at + y * stride, at + y * stride + 4)
      return
    }
    case BLOCK_MODE.vertical:
      for (let x = 0; x < 4; x++) {
        const value = smooth(CORNER + 1 + x)
        for (let y = 0; y < 4; y++) samples[at + y * stride + x] = value
      }
      return
    case BLOCK_MODE.horizontal:
      for (let y = 0; y < 4; y++) {
        const value = y === 3 ? smooth3(1, 0, 0) : smooth(CORNER - 1 - y)
        samples.fill(value, at + y * stride, at + y * stride + 4)
      }
      return
    default:
      for (let y = 0; y < 4; y++) {
        for (let x = 0; x < 4; x++) samples[at + y * stride + x] = slanted(mode, x, y)
      }
  }
}

/** A sample of the modes that follow a slanted line to the edge. */
function slanted(mode: number, x: number, y: number): number {
  switch (mode) {
    case BLOCK_MODE.leftDown:
      return x + y === 6 ? smooth3(11, 12, 12) : smooth(CORNER + 2 + x + y)
    case BLOCK_MODE.rightDown:
      return smooth(CORNER + x - y)
    case BLOCK_MODE.verticalRight: {
      const from = x - (y >> 1)
      if (from < 0) return smooth(CORNER + 1 - y)
      return y & 1 ? smooth(CORNER + from) : mean(CORNER + from)
    }
    case BLOCK_MODE.verticalLeft: {
      // The last two samples do not follow the pattern.
      if (x === 3 && y > 1) return smooth(CORNER + 4 + y)
      const from = CORNER + 1 + x + (y >> 1)
      return y & 1 ? smooth(from + 1) : mean(from)
    }
    case BLOCK_MODE.horizontalDown: {
      const from = y - (x >> 1)
      if (from < 0) return smooth(CORNER - 1 + x)
      return x & 1 ? smooth(CORNER - from) : mean(CORNER - 1 - from)
    }
    default: {
      const from = x + 2 * y
      if (from > 5) return edge[0] as number
      if (from === 5) return smooth3(1, 0, 0)
      return from & 1 ? smooth(CORNER - 2 - (from >> 1)) : mean(CORNER - 2 - (from >> 1))
    }
  }
}

/** Rounded mean of an edge sample and the next. */
function mean(at: number): number {
  return ((edge[at] as number) + (edge[at + 1] as number) + 1) >> 1
}

/** Rounded mean of an edge sample, counted twice, and its neighbours. */
function smooth(at: number): number {
  return smooth3(at - 1, at, at + 1)
}

function smooth3(before: number, at: number, after: number): number {
  return ((edge[before] as number) + 2 * (edge[at] as number) + (edge[after] as number) + 2) >> 2
}
