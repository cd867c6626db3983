/** The axis along which something is aligned. Distances are counted from its flex-relative start. */
export interface AlignmentAxis {
  /** That start is the end of the writing mode: in `row-reverse`, `column-reverse` and `wrap-reverse` containers. */
  readonly reversed: boolean
  /** The physical side at which the container's writing mode starts along this axis. */
  readonly startSide: StartSide
}

export type StartSide = 'left' | 'right' | 'top'

/** An alignment keyword without its dependence on writing modes: where the free space goes. */
export type AxisPosition = 'flex-start' | 'center' | 'flex-end'

/** `start` and `end` of the writing mode as ends of the axis. */
export function logicalPosition(keyword: 'start' | 'end', { reversed }: AlignmentAxis): AxisPosition {
  return (keyword === 'start') === reversed ? 'flex-end' : 'flex-start'
}

/** `left` and `right`, which mean `start` on a vertical axis (css-align-3 §4.1). */
export function physicalPosition(keyword: 'left' | 'right', axis: AlignmentAxis): AxisPosition {
  const atStart = axis.startSide === 'top' || axis.startSide === keyword
  return logicalPosition(atStart ? 'start' : 'end', axis)
}
