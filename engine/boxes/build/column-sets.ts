import type { ComputedStyle } from '../../style/computed-style.js'
import type { BlockBox, ColumnSetBox, FlowChild } from '../box-tree.js'
import { haveFloats, isOutOfFlow } from '../out-of-flow.js'
import type { BuildContext } from './build-context.js'

/** Whether a block container lays out its content in columns (css-multicol-1 §2). */
export function isMultiColumn({ columnCount, columnWidth }: ComputedStyle): boolean {
  return columnCount !== 'auto' || columnWidth !== 'auto'
}

/**
 * The children of a multi-column container: what stands between elements that span all columns is gathered in a set
 * of columns of its own. Any block of the same formatting context may span (css-multicol-1 §6.1); the boxes around it
 * are split.
 */
export function columnSets(
  context: BuildContext,
  container: ComputedStyle,
  children: readonly FlowChild[],
): readonly FlowChild[] {
  const result: FlowChild[] = []
  let run: FlowChild[] = []
  const balances = container.columnFill !== 'auto'
  const endRun = (isLast: boolean): void => {
    if (run.length > 0) result.push(columnSet(context, container, run, { balanced: balances || !isLast, isLast }))
    run = []
  }
  for (const child of children.flatMap((box) => aroundSpanners(context, box))) {
    if (isSpanner(child)) {
      // css-multicol-1 §7.1: what a spanning element follows is balanced always.
      endRun(false)
      // A spanner starts a formatting context (css-multicol-1 §6.1).
      result.push(child.kind === 'block' ? { ...child, formattingContext: true } : child)
    } else {
      run.push(child)
    }
  }
  endRun(true)
  return result
}

function isSpanner(box: FlowChild): boolean {
  return box.kind !== 'inline-root' && box.style.columnSpan === 'all' && !isOutOfFlow(box)
}

/** A box that spans no columns as what is left of it between those in it that do, and these. */
function aroundSpanners(context: BuildContext, box: FlowChild): readonly FlowChild[] {
  if (box.kind !== 'block' || box.formattingContext || isSpanner(box)) return [box]
  const inner = box.children.flatMap((child) => aroundSpanners(context, child))
  const count = inner.filter(isSpanner).length
  if (count === 0) return [box]
  const result: FlowChild[] = []
  let before: BlockBox | undefined
  let children: FlowChild[] = []
  let passed = 0
  const endPart = (slice: 'first' | 'middle' | 'last'): void => {
    // A middle part without content is none.
    if (slice !== 'middle' || children.length > 0) {
      before = partOf(context, box, children, slice, before)
      result.push(before)
    }
    children = []
  }
  for (const child of inner) {
    if (!isSpanner(child)) {
      children.push(child)
      continue
    }
    endPart(passed === 0 ? 'first' : 'middle')
    result.push(child)
    passed++
  }
  endPart('last')
  return result
}

/** A part of a split block: without edges where it is split. */
function partOf(
  context: BuildContext,
  box: BlockBox,
  children: readonly FlowChild[],
  slice: 'first' | 'middle' | 'last',
  before: BlockBox | undefined,
): BlockBox {
  const { marks, floats, legend, ...rest } = box
  const isFirst = slice === 'first'
  return {
    ...rest,
    id: isFirst ? box.id : context.nextId(),
    style: partStyle(box.style, slice),
    children,
    marker: isFirst ? box.marker : undefined,
    slice,
    ...(isFirst && legend && { legend }),
    ...(isFirst && marks && { marks }),
    ...(floats && haveFloats(children) && { floats }),
    ...(hasOwnHeight(box.style) && { split: { style: box.style, before } }),
  }
}

/** Whether anything but the content has a say in a block's height. */
function hasOwnHeight({ height, minHeight, maxHeight }: ComputedStyle): boolean {
  return height !== 'auto' || minHeight !== 'auto' || maxHeight !== 'none'
}

function partStyle(style: ComputedStyle, slice: 'first' | 'middle' | 'last'): ComputedStyle {
  const part: ComputedStyle = { ...style, height: 'auto', minHeight: 'auto', maxHeight: 'none' }
  const below: ComputedStyle =
    slice === 'last' ? part : { ...part, marginBottom: 0, borderBottomWidth: 0, paddingBottom: 0, breakAfter: 'auto' }
  return slice === 'first' ? below : { ...below, marginTop: 0, borderTopWidth: 0, paddingTop: 0, breakBefore: 'auto' }
}

function columnSet(
  context: BuildContext,
  container: ComputedStyle,
  children: readonly FlowChild[],
  { balanced, isLast }: { readonly balanced: boolean; readonly isLast: boolean },
): ColumnSetBox {
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
    handsHeightOn: 'whole',
    ...(context.hasFloats && haveFloats(children) && { floats: true }),
  }
  const set: ColumnSetBox = {
    kind: 'column-set',
    id: context.nextId(),
    style,
    node: undefined,
    container,
    content,
    balanced,
  }
  return isLast ? { ...set, last: true } : set
}
