import type { Point } from '../../base/geometry.js'
import type { Outline, OutlineSegment } from '../../base/path.js'
import { ImageError } from '../image-error.js'

import { type Arc, arcToCurves } from './arc-to-curves.js'

/** Segments of one path: a reader would need minutes for more. */
const MAX_SEGMENTS = 1_000_000

const NUMBER = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y
const FLAG = /[\s,]*([01])/y
const COMMAND = /[\s,]*([a-zA-Z])/y

/** Reads path data (SVG 2 §9.3). At an error the path ends, and what stands before it counts (§9.5.4). */
export function parsePathData(data: string): Outline {
  const reader = new PathReader(data)
  reader.read()
  return reader.segments
}

/** The segments of a path behind which its data has no vertex, for they are parts of one arc; by their index. */
export function arcParts(data: string): ReadonlySet<number> {
  const reader = new PathReader(data)
  reader.read()
  return reader.arcParts
}

/** Numbers that are parameters of each command. */
const PARAMETERS: ReadonlyMap<string, number> = new Map([
  ['m', 2],
  ['l', 2],
  ['h', 1],
  ['v', 1],
  ['c', 6],
  ['s', 4],
  ['q', 4],
  ['t', 2],
  ['a', 7],
  ['z', 0],
])

class PathReader {
  readonly segments: OutlineSegment[] = []
  /** Segments that are continued by the same arc, by their index. */
  readonly arcParts = new Set<number>()
  #at = 0
  #x = 0
  #y = 0
  #startX = 0
  #startY = 0
  /** The last control point, and the kind of curve that it belongs to. */
  #controlX = 0
  #controlY = 0
  #curve: 'cubic' | 'quadratic' | undefined
  /** A closing command ended the contour: drawing on starts a new one at its start. */
  #closed = false

  constructor(private readonly data: string) {}

  read(): void {
    let command = this.#match(COMMAND)
    while (command !== undefined) {
      const count = PARAMETERS.get(command.toLowerCase())
      if (count === undefined || (this.segments.length === 0 && command.toLowerCase() !== 'm')) return
      let values = this.#values(command, count)
      if (!values) return
      while (values) {
        this.#draw(command, values)
        if (count === 0) break
        // Further pairs after a move are lines.
        if (command === 'm') command = 'l'
        if (command === 'M') command = 'L'
        values = this.#values(command, count)
      }
      command = this.#match(COMMAND)
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.data)?.[1]
    if (found !== undefined) this.#at = pattern.lastIndex
    return found
  }

  #values(command: string, count: number): readonly number[] | undefined {
    const isArc = command === 'a' || command === 'A'
    const values: number[] = []
    for (let i = 0; i < count; i++) {
      const text = this.#match(isArc && (i === 3 || i === 4) ? FLAG : NUMBER)
      if (text === undefined) return undefined
      values.push(Number(text))
    }
    return values
  }

  #draw(command: string, values: readonly number[]): void {
    if (this.segments.length > MAX_SEGMENTS) {
      throw new ImageError('image-too-large', `a path of the drawing has more than ${MAX_SEGMENTS} segments`)
    }
    const relative = command >= 'a'
    const dx = relative ? this.#x : 0
    const dy = relative ? this.#y : 0
    const [v0 = 0, v1 = 0, v2 = 0, v3 = 0, v4 = 0, v5 = 0, v6 = 0] = values
    switch (command.toLowerCase()) {
      case 'm':
        this.#move(v0 + dx, v1 + dy)
        return
      case 'l':
        this.#line(v0 + dx, v1 + dy)
        return
      case 'h':
        this.#line(v0 + dx, this.#y)
        return
      case 'v':
        this.#line(this.#x, v0 + dy)
        return
      case 'c':
        this.#cubic({ x: v0 + dx, y: v1 + dy }, { x: v2 + dx, y: v3 + dy }, v4 + dx, v5 + dy)
        return
      case 's': {
        this.#cubic(this.#reflected('cubic'), { x: v0 + dx, y: v1 + dy }, v2 + dx, v3 + dy)
        return
      }
      case 'q':
        this.#quadratic(v0 + dx, v1 + dy, v2 + dx, v3 + dy)
        return
      case 't': {
        const { x, y } = this.#reflected('quadratic')
        this.#quadratic(x, y, v0 + dx, v1 + dy)
        return
      }
      case 'a':
        this.#arc({ rx: v0, ry: v1, angle: v2, large: v3 !== 0, sweep: v4 !== 0, x: v5 + dx, y: v6 + dy })
        return
      default:
        this.#close()
    }
  }

  #move(x: number, y: number): void {
    this.segments.push({ kind: 'move', x, y })
    this.#startX = x
    this.#startY = y
    this.#closed = false
    this.#goTo(x, y)
  }

  #line(x: number, y: number): void {
    this.#reopen()
    this.segments.push({ kind: 'line', x, y })
    this.#goTo(x, y)
  }

  #cubic(first: Point, second: Point, x: number, y: number): void {
    this.#reopen()
    this.segments.push({ kind: 'curve', x1: first.x, y1: first.y, x2: second.x, y2: second.y, x, y })
    this.#goTo(x, y)
    this.#controlX = second.x
    this.#controlY = second.y
    this.#curve = 'cubic'
  }

  #quadratic(cx: number, cy: number, x: number, y: number): void {
    const first = { x: this.#x + ((cx - this.#x) * 2) / 3, y: this.#y + ((cy - this.#y) * 2) / 3 }
    this.#cubic(first, { x: x + ((cx - x) * 2) / 3, y: y + ((cy - y) * 2) / 3 }, x, y)
    this.#controlX = cx
    this.#controlY = cy
    this.#curve = 'quadratic'
  }

  #arc(arc: Arc): void {
    this.#reopen()
    const { segments } = this
    const curves = arcToCurves(this.#x, this.#y, arc)
    for (const [i, curve] of curves.entries()) {
      if (i < curves.length - 1) this.arcParts.add(segments.length)
      segments.push(curve)
    }
    this.#goTo(arc.x, arc.y)
  }

  #close(): void {
    this.segments.push({ kind: 'close' })
    this.#goTo(this.#startX, this.#startY)
    this.#closed = true
  }

  #reopen(): void {
    if (this.#closed) this.#move(this.#startX, this.#startY)
  }

  #reflected(curve: 'cubic' | 'quadratic'): Point {
    if (this.#curve !== curve) return { x: this.#x, y: this.#y }
    return { x: 2 * this.#x - this.#controlX, y: 2 * this.#y - this.#controlY }
  }

  #goTo(x: number, y: number): void {
    this.#x = x
    this.#y = y
    this.#curve = undefined
  }
}
