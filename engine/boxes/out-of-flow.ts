import type { ComputedStyle } from '../style/computed-style.js'
import { hasTransform } from '../style/grouping.js'
import type { FlowChild, OutOfFlowBox } from './box-tree.js'

/** The side to which a box floats. Items of flex containers and grids do not, whatever their style. */
export function floatSide({ style }: OutOfFlowBox): 'left' | 'right' | undefined {
  const { float } = style
  return float === 'left' || float === 'right' ? float : undefined
}

/** Whether a box has this style: layout gives it no room where it stands. */
export function isAbsolutelyPositioned({ position }: ComputedStyle): boolean {
  return position === 'absolute' || position === 'fixed'
}

/** Whether a child is a part of its container's own content, with the container's style. */
function isAnonymousContent(box: FlowChild): box is Exclude<FlowChild, OutOfFlowBox> {
  return box.kind === 'inline-root' || box.kind === 'column-set' || box.kind === 'enclosed'
}

/** Whether a child of a block container stands beside its flow: a float or an absolutely positioned box. */
export function isOutOfFlow(box: FlowChild): box is OutOfFlowBox {
  // An inline root has the style of its container, and so has a set of columns.
  return !isAnonymousContent(box) && (floatSide(box) !== undefined || isAbsolutelyPositioned(box.style))
}

/** Whether floats in the content of a block container stand in the formatting context of the container. */
export function haveFloats(children: readonly FlowChild[]): boolean {
  return children.some((child) => {
    if (child.kind === 'inline-root') return child.floats === true
    if (isAnonymousContent(child)) return false
    if (floatSide(child) !== undefined) return true
    return child.kind === 'block' && !child.formattingContext && child.floats === true
  })
}

/** The first child in the flow. */
export function firstInFlow(children: readonly FlowChild[]): FlowChild | undefined {
  const first = children[0]
  return first && isOutOfFlow(first) ? children.find((child) => !isOutOfFlow(child)) : first
}

/** The last child in the flow. */
export function lastInFlow(children: readonly FlowChild[]): FlowChild | undefined {
  const last = children.at(-1)
  return last && isOutOfFlow(last) ? children.findLast((child) => !isOutOfFlow(child)) : last
}

/** Whether floats stand behind the last child in the flow. */
export function hasFloatsBehind(children: readonly FlowChild[]): boolean {
  for (let index = children.length - 1; index >= 0; index--) {
    const child = children[index]
    if (!child || !isOutOfFlow(child)) return false
    if (floatSide(child) !== undefined) return children.some((other) => !isOutOfFlow(other))
  }
  return false
}

/**
 * Whose containing block a box is beyond its own flow (css-position-3 §2.1, css-transforms-1 §2): that of absolutely
 * positioned boxes, or if it is transformed or filtered (filter-effects-1 §5)
 * or its layout contained (css-contain-2 §3.4) that of fixed ones as well; also if that is to be expected of it
 * (css-will-change-1 §2).
 */
export function containsPositioned(style: ComputedStyle): 'nothing' | 'absolute' | 'all' {
  const { filter, contain, willChange, display, position } = style
  const takesAll = hasTransform(style) || filter.length > 0 || contain.layout || willChange.contains === 'all'
  if (takesAll && display !== 'inline') return 'all'
  if (position !== 'static' && typeof position !== 'object') return 'absolute'
  return willChange.contains === 'absolute' ? 'absolute' : 'nothing'
}
