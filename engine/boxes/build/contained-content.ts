import type { ComputedStyle } from '../../style/computed-style.js'
import type { BlockBox, EnclosedBox, FlexBox, FlowChild, GridBox } from '../box-tree.js'
import { haveFloats } from '../out-of-flow.js'
import { containerFields, type EnclosingContext } from './enclosing-context.js'

/** Whether the content of a box has no say in its height (css-contain-2 §3.3). */
export function isContained({ contain }: ComputedStyle): boolean {
  return contain.size === 'both' || contain.size === 'block'
}

/** The content of a block container that is sized as if it were empty. */
export function containedContent(
  context: EnclosingContext,
  style: ComputedStyle,
  children: readonly FlowChild[],
): readonly FlowChild[] {
  const { containIntrinsicWidth: width, containIntrinsicHeight: height } = style
  if (children.length === 0 && width === 'none' && height === 'none') return children
  const content: BlockBox = {
    kind: 'block',
    id: context.nextId(),
    style: context.anonymous(style, 'block'),
    node: undefined,
    children,
    marker: undefined,
    formattingContext: true,
    ...(haveFloats(children) && { floats: true }),
  }
  return [containedBox(context, style, content)]
}

/** A flex container or grid that is sized as if it were empty: a block with its edges, and the container in it. */
export function containedContainer(context: EnclosingContext, box: FlexBox | GridBox): BlockBox {
  const { id, node, marks, style, ...rest } = box
  const inner = { ...context.anonymous(style, 'block'), ...containerFields(style) }
  const content = { ...rest, id: context.nextId(), node: undefined, style: inner }
  return {
    kind: 'block',
    id,
    style,
    node,
    children: [containedBox(context, style, content)],
    marker: undefined,
    formattingContext: true,
    ...(marks && { marks }),
  }
}

function containedBox(
  context: EnclosingContext,
  container: ComputedStyle,
  content: EnclosedBox['content'],
): EnclosedBox {
  const style = context.anonymous(container, 'block')
  const empty = { ...content, id: context.nextId(), children: [] }
  return { kind: 'enclosed', id: context.nextId(), style, node: undefined, container, content, empty }
}
