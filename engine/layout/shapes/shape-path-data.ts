import type { Point, Rect } from '../../base/geometry.js'
import type { LengthPercentage } from '../../css/values/compute-length.js'
import type { Position } from '../../css/values/compute-values.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import {
  type ControlPoint,
  mapShapeFunction,
  type ShapeCommand,
  type ShapeFunction,
} from '../../css/values/shape-function.js'

/** The path data (SVG 2 §9.3) that `shape()` stands for within its reference box (css-shapes-2 §3.2). */
export function shapePathData(shape: ShapeFunction<LengthPercentage, Position>, reference: Rect): string {
  const { width, height } = reference
  // Of both axes only where there is none: a radius, whose percentages are of the diagonal.
  const diagonal = Math.hypot(width, height) / Math.SQRT2
  const { from, commands } = mapShapeFunction(
    { ...shape, commands: shape.commands.map((command) => resolvedLine(command, reference)) },
    (length) => resolveLength(length, diagonal),
    ({ x, y }) => ({ x: resolveLength(x, width), y: resolveLength(y, height) }),
  )
  const writer = new PathDataWriter(reference, from)
  for (const command of commands) writer.add(command)
  return writer.data
}

type Command<L> = ShapeCommand<L, Position>

/** Percentages of a line along one axis are of that side of the box. */
function resolvedLine(command: Command<LengthPercentage>, { width, height }: Rect): Command<LengthPercentage> {
  if (command.kind === 'hline') return { ...command, end: resolveLength(command.end, width) }
  return command.kind === 'vline' ? { ...command, end: resolveLength(command.end, height) } : command
}

class PathDataWriter {
  data: string
  #at: Point
  /** Where the contour begins. */
  #start: Point

  constructor(
    private readonly origin: Point,
    from: Point,
  ) {
    this.#at = plus(origin, from)
    this.#start = this.#at
    this.data = `M${text(this.#at)}`
  }

  add(command: ShapeCommand<number, Point>): void {
    if (command.kind === 'close') {
      this.data += 'Z'
      this.#at = this.#start
      return
    }
    const start = this.#at
    const end = this.#endOf(command)
    const control = ({ from, point }: ControlPoint<Point>) =>
      text(plus(from === 'start' ? start : from === 'end' ? end : this.origin, point))
    switch (command.kind) {
      case 'move':
        this.#start = end
        this.data += `M${text(end)}`
        break
      case 'line':
      case 'hline':
      case 'vline':
        this.data += `L${text(end)}`
        break
      case 'curve':
        this.data += command.second
          ? `C${control(command.control)} ${control(command.second)} ${text(end)}`
          : `Q${control(command.control)} ${text(end)}`
        break
      case 'smooth':
        this.data += command.control ? `S${control(command.control)} ${text(end)}` : `T${text(end)}`
        break
      case 'arc': {
        const [horizontal, vertical] = command.radii
        const flags = `${command.large ? 1 : 0} ${command.clockwise ? 1 : 0}`
        this.data += `A${horizontal} ${vertical} ${command.angle} ${flags} ${text(end)}`
        break
      }
    }
    this.#at = end
  }

  #endOf(command: Exclude<ShapeCommand<number, Point>, { readonly kind: 'close' }>): Point {
    switch (command.kind) {
      case 'hline':
        return { x: this.#along('x', command), y: this.#at.y }
      case 'vline':
        return { x: this.#at.x, y: this.#along('y', command) }
      default:
        return plus(command.end.relative ? this.#at : this.origin, command.end.point)
    }
  }

  #along(axis: 'x' | 'y', { relative, end }: { readonly relative: boolean; readonly end: number }): number {
    return (relative ? this.#at : this.origin)[axis] + end
  }
}

function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y }
}

function text({ x, y }: Point): string {
  return `${x} ${y}`
}
