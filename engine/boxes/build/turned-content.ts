import { isParallel, turnBetween } from '../../base/writing-mode.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BlockBox, EnclosedBox, FlexBox, FlowChild, GridBox } from '../box-tree.js'
import { haveFloats } from '../out-of-flow.js'
import { containerFields, type EnclosingContext } from './enclosing-context.js'

/** Whether the content of a box has another writing mode than the box itself stands in. */
export function isTurned({ frame, contentMode }: ComputedStyle): boolean {
  return contentMode !== frame
}

/** Whether the lines in a box run across those around it (css-writing-modes-4 §7.3). */
export function isOrthogonal({ frame, contentMode }: ComputedStyle): boolean {
  return contentMode !== frame && !isParallel(turnBetween(frame, contentMode))
}

/**
 * The content of a box with a writing mode of its own: one child, laid out by itself and turned.
 * @param isMarginBox the box is a page-margin box
 */
export function turnedContent(
  context: EnclosingContext,
  style: ComputedStyle,
  children: readonly FlowChild[],
  isMarginBox = false,
): readonly FlowChild[] {
  if (children.length === 0) return children
  const content: BlockBox = {
    kind: 'block',
    id: context.nextId(),
    style: turnedStyle(style, context.anonymous(style, 'block')),
    node: undefined,
    children,
    marker: undefined,
    formattingContext: true,
    ...(haveFloats(children) && { floats: true }),
  }
  const turned = turnedBox(context, style, content)
  return [isMarginBox || style.display === 'table-cell' ? { ...turned, alignsLines: true } : turned]
}

/** A flex container or grid with a writing mode of its own: a block with its edges, and the container as turned content. */
export function turnedContainer(context: EnclosingContext, box: FlexBox | GridBox): BlockBox {
  const { style } = box
  const { id, node, marks, ...rest } = box
  const inner = { ...turnedStyle(style, context.anonymous(style, 'block')), ...containerFields(style) }
  const content = { ...rest, id: context.nextId(), node: undefined, style: inner }
  return {
    kind: 'block',
    id,
    style,
    node,
    children: [turnedBox(context, style, content)],
    marker: undefined,
    formattingContext: true,
    ...(marks && { marks }),
  }
}

function turnedBox(context: EnclosingContext, container: ComputedStyle, content: EnclosedBox['content']): EnclosedBox {
  const style = context.anonymous(container, 'block')
  return { kind: 'enclosed', id: context.nextId(), style, node: undefined, container, content }
}

/** The style of turned content: painting turns it as it does any box that is transformed. */
function turnedStyle({ frame, contentMode }: ComputedStyle, anonymous: ComputedStyle): ComputedStyle {
  const matrix = turnBetween(frame, contentMode)
  return {
    ...anonymous,
    frame: contentMode,
    contentMode,
    transform: [{ kind: 'matrix', matrix }],
    transformOrigin: { x: 0, y: 0 },
  }
}
