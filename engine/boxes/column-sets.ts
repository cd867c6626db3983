import type { ComputedStyle } from '../style/computed-style.js'
import type { BlockBox, ColumnSetBox, FlowChild } from './box-tree.js'
import type { BuildContext } from './build-context.js'
import { haveFloats } from './out-of-flow.js'

/** Whether a block container lays out its content in columns (css-multicol-1 §2). */
export function isMultiColumn({ columnCount, columnWidth }: ComputedStyle): boolean {
  return columnCount !== 'auto' || columnWidth !== 'auto'
}

/**
 * The children of a multi-column container: what stands between elements that span all columns is gathered in a set
 * of columns of its own.
 *
 * UNSUPPORTED: `column-span: all` on other descendants than children, which would split the boxes around them.
 */
export function columnSets(
  context: BuildContext,
  container: ComputedStyle,
  children: readonly FlowChild[],
): readonly FlowChild[] {
  const result: FlowChild[] = []
  let run: FlowChild[] = []
  const endRun = (): void => {
    if (run.length > 0) result.push(columnSet(context, container, run))
    run = []
  }
  for (const child of children) {
    if (child.kind !== 'inline-root' && child.style.columnSpan === 'all') {
      endRun()
      result.push(child)
    } else {
      run.push(child)
    }
  }
  endRun()
  return result
}

function columnSet(context: BuildContext, container: ComputedStyle, children: readonly FlowChild[]): ColumnSetBox {
  const style = context.styled.anonymous(container, 'block')
  const content: BlockBox = {
    kind: 'block',
    id: context.nextId(),
    style,
    node: undefined,
    children,
    marker: undefined,
    formattingContext: true,
    columnContent: true,
    ...(context.hasFloats && haveFloats(children) && { floats: true }),
  }
  return { kind: 'column-set', id: context.nextId(), style, node: undefined, container, content }
}
