import type { LengthValue } from './length-value.js'
import { parseAngle, parseLengthPercentage } from './numeric-value.js'
import { type PositionDeclaration, parseAxisPosition, parsePosition } from './position-value.js'
import type { ValueCursor } from './value-cursor.js'

/**
 * `shape()` (css-shapes-2 §3.2): the commands of a path with lengths and percentages.
 * @typeParam L a length or percentage
 * @typeParam P two of them
 */
export interface ShapeFunction<L, P> {
  readonly kind: 'shape'
  readonly rule: 'nonzero' | 'evenodd'
  readonly from: P
  readonly commands: readonly ShapeCommand<L, P>[]
}

export type ShapeCommand<L, P> =
  /** A point that a contour begins at, or that a line leads to. */
  | { readonly kind: 'move' | 'line'; readonly end: EndPoint<P> }
  /** A line along one axis. */
  | { readonly kind: 'hline' | 'vline'; readonly relative: boolean; readonly end: L }
  /** A cubic curve by two control points, a quadratic one by one. */
  | {
      readonly kind: 'curve'
      readonly end: EndPoint<P>
      readonly control: ControlPoint<P>
      readonly second: ControlPoint<P> | undefined
    }
  /** A curve that goes on as the one before it ends; a cubic one by its second control point. */
  | { readonly kind: 'smooth'; readonly end: EndPoint<P>; readonly control: ControlPoint<P> | undefined }
  /** A part of an ellipse. */
  | ({ readonly kind: 'arc'; readonly end: EndPoint<P> } & Arc<L>)
  | { readonly kind: 'close' }

interface EndPoint<P> {
  /** From where the command begins; otherwise from the corner of the reference box. */
  readonly relative: boolean
  readonly point: P
}

export interface ControlPoint<P> {
  readonly from: 'start' | 'end' | 'origin'
  readonly point: P
}

interface Arc<L> {
  readonly radii: readonly [horizontal: L, vertical: L]
  readonly large: boolean
  readonly clockwise: boolean
  /** Degrees that the ellipse is turned by, clockwise. */
  readonly angle: number
}

type Declared = ShapeCommand<LengthValue, PositionDeclaration>

/** The arguments of `shape()`. */
export function parseShapeFunction(args: ValueCursor): ShapeFunction<LengthValue, PositionDeclaration> | undefined {
  const rule = args.keyword(['nonzero', 'evenodd']) ?? 'nonzero'
  if (!args.keyword(['from'])) return undefined
  const from = parsePosition(args)
  if (!from) return undefined
  const commands: Declared[] = []
  while (args.comma()) {
    const command = parseCommand(args)
    if (!command) return undefined
    commands.push(command)
  }
  return commands.length > 0 ? { kind: 'shape', rule, from, commands } : undefined
}

function parseCommand(args: ValueCursor): Declared | undefined {
  const kind = args.keyword(['move', 'line', 'hline', 'vline', 'curve', 'smooth', 'arc', 'close'])
  switch (kind) {
    case undefined:
      return undefined
    case 'close':
      return { kind }
    case 'hline':
      return axisLine(args, kind, ['left', 'center', 'right'])
    case 'vline':
      return axisLine(args, kind, ['top', 'center', 'bottom'])
    default: {
      const end = endPoint(args)
      return end && commandTo(args, kind, end)
    }
  }
}

function commandTo(
  args: ValueCursor,
  kind: 'move' | 'line' | 'curve' | 'smooth' | 'arc',
  end: EndPoint<PositionDeclaration>,
): Declared | undefined {
  switch (kind) {
    case 'move':
    case 'line':
      return { kind, end }
    case 'arc': {
      const arc = arcOf(args)
      return arc && { kind, end, ...arc }
    }
    case 'smooth': {
      if (!args.keyword(['with'])) return { kind, end, control: undefined }
      const control = controlPoint(args, end)
      return control && { kind, end, control }
    }
    case 'curve': {
      const control = args.keyword(['with']) && controlPoint(args, end)
      if (!control || !args.delim('/')) return control && { kind, end, control, second: undefined }
      const second = controlPoint(args, end)
      return second && { kind, end, control, second }
    }
  }
}

function axisLine(
  args: ValueCursor,
  kind: 'hline' | 'vline',
  sides: Parameters<typeof parseAxisPosition>[1],
): Declared | undefined {
  const relative = isRelative(args)
  if (relative === undefined) return undefined
  const end = relative ? parseLengthPercentage(args) : parseAxisPosition(args, sides)
  return end && { kind, relative, end }
}

function isRelative(args: ValueCursor): boolean | undefined {
  const word = args.keyword(['to', 'by'])
  return word && word === 'by'
}

function endPoint(args: ValueCursor): EndPoint<PositionDeclaration> | undefined {
  const relative = isRelative(args)
  if (relative === undefined) return undefined
  const point = relative ? coordinates(args) : parsePosition(args)
  return point && { relative, point }
}

function coordinates(args: ValueCursor): PositionDeclaration | undefined {
  const x = parseLengthPercentage(args)
  const y = x && parseLengthPercentage(args)
  return y && { x, y }
}

function controlPoint(
  args: ValueCursor,
  { relative }: EndPoint<PositionDeclaration>,
): ControlPoint<PositionDeclaration> | undefined {
  const point = relative ? coordinates(args) : parsePosition(args)
  if (!point) return undefined
  const from = args.keyword(['from']) ? args.keyword(['start', 'end', 'origin']) : relative ? 'start' : 'origin'
  return from && { from, point }
}

/** `of <radius>{1,2}`, and the arc of four that is meant, in any order. */
function arcOf(args: ValueCursor): Arc<LengthValue> | undefined {
  const horizontal = args.keyword(['of']) && parseLengthPercentage(args)
  if (!horizontal) return undefined
  const vertical = parseLengthPercentage(args) ?? horizontal
  let sweep: 'cw' | 'ccw' | undefined
  let size: 'large' | 'small' | undefined
  let angle: number | undefined
  for (;;) {
    const before = args.position
    sweep ??= args.keyword(['cw', 'ccw'])
    size ??= args.keyword(['large', 'small'])
    if (angle === undefined && args.keyword(['rotate'])) {
      angle = parseAngle(args)
      if (angle === undefined) return undefined
    }
    if (args.position === before) break
  }
  return { radii: [horizontal, vertical], large: size === 'large', clockwise: sweep === 'cw', angle: angle ?? 0 }
}

/** The same commands with other lengths. */
export function mapShapeFunction<L, P, M, Q>(
  { kind, rule, from, commands }: ShapeFunction<L, P>,
  length: (value: L) => M,
  point: (value: P) => Q,
): ShapeFunction<M, Q> {
  const end = ({ relative, point: value }: EndPoint<P>) => ({ relative, point: point(value) })
  const control = ({ from: base, point: value }: ControlPoint<P>) => ({ from: base, point: point(value) })
  const map = (command: ShapeCommand<L, P>): ShapeCommand<M, Q> => {
    switch (command.kind) {
      case 'close':
        return command
      case 'move':
      case 'line':
        return { kind: command.kind, end: end(command.end) }
      case 'hline':
      case 'vline':
        return { ...command, end: length(command.end) }
      case 'curve': {
        const { second } = command
        const first = { kind: command.kind, end: end(command.end), control: control(command.control) }
        return { ...first, second: second && control(second) }
      }
      case 'smooth':
        return { kind: command.kind, end: end(command.end), control: command.control && control(command.control) }
      case 'arc': {
        const [horizontal, vertical] = command.radii
        return { ...command, end: end(command.end), radii: [length(horizontal), length(vertical)] }
      }
    }
  }
  return { kind, rule, from: point(from), commands: commands.map(map) }
}
