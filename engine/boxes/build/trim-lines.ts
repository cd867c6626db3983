import type { ComputedStyle } from '../../style/computed-style.js'
import type { BlockBox, FlowChild, InlineRootBox } from '../box-tree.js'
import { isOutOfFlow } from '../out-of-flow.js'

type Side = 'start' | 'end'

/**
 * The content of a block container whose first and last formatted lines are trimmed as its style asks (css-inline-3
 * §5.1). They may be in blocks within it, unless one of these has a border or padding there.
 */
export function trimmedContent({ textBoxTrim }: ComputedStyle, children: readonly FlowChild[]): readonly FlowChild[] {
  switch (textBoxTrim) {
    case 'none':
      return children
    case 'trim-both':
      return trimmed(trimmed(children, 'start'), 'end')
    default:
      return trimmed(children, textBoxTrim === 'trim-start' ? 'start' : 'end')
  }
}

/** The same children where there is no such line, or where it is trimmed already: blocks within each other are copied once. */
function trimmed(children: readonly FlowChild[], side: Side): readonly FlowChild[] {
  const isInFlow = (child: FlowChild) => !isOutOfFlow(child) && !(child.kind === 'inline-root' && child.empty)
  const at = side === 'start' ? children.findIndex(isInFlow) : children.findLastIndex(isInFlow)
  const child = children[at]
  const result = child && trimmedChild(child, side)
  return !result || result === child ? children : children.with(at, result)
}

function trimmedChild(child: FlowChild, side: Side): FlowChild {
  if (child.kind === 'inline-root') return trimmedRoot(child, side)
  if (child.kind === 'column-set') {
    const content = trimmedBlock(child.content, side)
    return content === child.content ? child : { ...child, content }
  }
  return child.kind === 'block' && !hasEdge(child.style, side) ? trimmedBlock(child, side) : child
}

function trimmedBlock(box: BlockBox, side: Side): BlockBox {
  const children = trimmed(box.children, side)
  return children === box.children ? box : { ...box, children }
}

function trimmedRoot(root: InlineRootBox, side: Side): InlineRootBox {
  const { trim } = root
  return trim === side || trim === 'both' ? root : { ...root, trim: trim ? 'both' : side }
}

function hasEdge(style: ComputedStyle, side: Side): boolean {
  return side === 'start'
    ? style.borderTopWidth !== 0 || style.paddingTop !== 0
    : style.borderBottomWidth !== 0 || style.paddingBottom !== 0
}
