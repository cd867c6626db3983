import type { ComputedStyle } from '../../style/computed-style.js'
import type { FirstLineStyles, LineOwners } from '../../style/styled-tree.js'
import type { BoundElement, RunningText } from '../../template/bound-tree.js'
import type {
  AtomicBox,
  BlockBox,
  FlowChild,
  GeneratedAlternative,
  InlineRootBox,
  OutOfFlowBox,
  SymbolName,
} from '../box-tree.js'
import { floatSide, haveFloats, isOutOfFlow } from '../out-of-flow.js'
import { type BuildContext, type Decorations, withDecorationsOf } from './build-context.js'
import { type InlineBoxDraft, InlineRun } from './inline-run.js'
import { TableBuilder } from './table-builder.js'
import { isWhiteSpaceOnly } from './white-space.js'

/** An inline element whose content is being added. */
interface OpenInline {
  readonly style: ComputedStyle
  readonly node: BoundElement | undefined
  /** Its part in the current run; undefined until the run has begun. */
  part: InlineBoxDraft | undefined
  /** A block-level box has split it. */
  split: boolean
}

/**
 * The content of one block container under construction: runs of inline content and block-level boxes in document
 * order. Inline boxes that contain block-level ones are split around them (CSS 2.2 §9.2.1.1); parts of tables
 * outside a table are gathered in an anonymous one (§17.2.1).
 */
export class FlowBuilder {
  readonly kind = 'flow'
  readonly #context: BuildContext
  readonly #style: ComputedStyle
  /** Decorations that reach the content of the container. */
  readonly #decorations: Decorations
  readonly #owners: LineOwners | undefined
  #lineStyles: FirstLineStyles | undefined
  #indentsLetter = false
  /** Something in the flow stands before what is added next, but for the run that is open. */
  #begun = false
  readonly #parts: (FlowChild | InlineRun)[] = []
  readonly #open: OpenInline[] = []
  /** Runs with the first lines of inline boxes that a block-level box splits. */
  readonly #splitRuns = new Set<InlineRun>()
  #run: InlineRun | undefined
  #table: TableBuilder<FlowBuilder> | undefined
  /** White space behind a part of an anonymous table: nothing, if another part follows. */
  #tableSpace: { readonly text: string; readonly style: ComputedStyle }[] = []

  /**
   * @param around decorations that reach the container itself
   * @param owners the elements with a styled first line whose first line is that of the container
   */
  constructor(context: BuildContext, style: ComputedStyle, around: Decorations, owners?: LineOwners) {
    this.#context = context
    this.#style = style
    this.#decorations = withDecorationsOf(around, style)
    this.#owners = owners
  }

  /** The elements whose first line is still to come, with what is added next. */
  get lineOwners(): LineOwners | undefined {
    return this.#begun || this.#run?.hasContent || this.#table ? undefined : this.#owners
  }

  /** The styles on the first line, if it has some of its own and its run is open or still to come. */
  get lineStyles(): FirstLineStyles | undefined {
    if (!this.#owners || this.#begun) return undefined
    this.#lineStyles ??= this.#context.styled.firstLine(this.#style, this.#owners)
    return this.#lineStyles
  }

  /** Decorations for a block-level box that is added now: those of the open inline boxes reach it, too. */
  get decorations(): Decorations {
    let result = this.#decorations
    for (const inline of this.#open) result = withDecorationsOf(result, inline.style)
    return result
  }

  /** @param element that of the text */
  addText(text: string, style: ComputedStyle, element?: BoundElement): void {
    if (this.#table && isWhiteSpaceOnly(text)) this.#tableSpace.push({ text, style })
    else if (style.display === 'contents' && !isWhiteSpaceOnly(text)) this.#addInherited(text, style, element)
    else this.#inline().addText(text, style)
  }

  /** Text of an element without a box has the style of that, and so has the inline box that holds it (css-display-3 §2.5). */
  #addInherited(text: string, style: ComputedStyle, node: BoundElement | undefined): void {
    this.#openDraft({
      kind: 'inline',
      id: -1,
      style: this.#context.styled.anonymous(style, 'inline'),
      node,
      part: 'contents',
    })
    this.#inline().addText(text, style)
    this.closeInline()
  }

  addRunning(text: string, style: ComputedStyle, running: RunningText): void {
    this.#inline().addRunning(text, style, running)
  }

  addVerbatim(text: string, style: ComputedStyle, symbol?: SymbolName): void {
    this.#inline().addVerbatim(text, style, symbol)
  }

  addBreak(style: ComputedStyle): void {
    this.#inline().addBreak(style)
  }

  addOpportunity(): void {
    this.#inline().addOpportunity()
  }

  addLeader(pattern: string, style: ComputedStyle): void {
    this.#inline().addLeader(pattern, style)
  }

  addAtomic(box: AtomicBox): void {
    this.#inline().addAtomic(box)
  }

  openInline(style: ComputedStyle, node: BoundElement | undefined): void {
    this.#openDraft({ kind: 'inline', id: -1, style, node })
  }

  /** Opens the box of a marker that the first line begins with. */
  openMarker(style: ComputedStyle, alternative: GeneratedAlternative | undefined): void {
    const draft = { kind: 'inline', id: -1, style, node: undefined, part: 'marker' } as const
    this.#openDraft(alternative ? { ...draft, alternative } : draft)
  }

  /** Opens the box of generated content, which has the style of its pseudo-element. */
  openAlternative(style: ComputedStyle, alternative: GeneratedAlternative): void {
    const anonymous = this.#context.styled.anonymous(style, 'inline')
    this.#openDraft({ kind: 'inline', id: -1, style: anonymous, node: undefined, part: 'alternative', alternative })
  }

  #openDraft(draft: InlineBoxDraft): void {
    const run = this.#inline()
    const marks = this.#context.marks.take()
    const part = marks ? { ...draft, marks } : draft
    const { style, node } = draft
    run.open(part, hasEdge(style, 'start'))
    this.#open.push({ style, node, part, split: false })
  }

  closeInline(): void {
    const run = this.#inline()
    const inline = this.#open.pop()
    if (inline?.part) run.close(inline.part, hasEdge(inline.style, 'end'))
  }

  /** An empty inline box that takes the marks which wait for one. */
  addAnchor(): void {
    const around = this.#open.at(-1)?.style ?? this.#style
    this.openInline(this.#context.styled.anonymous(around, 'inline'), undefined)
    this.closeInline()
  }

  /** The first line begins with an initial letter, which is indented in its place. */
  indentLetter(): void {
    this.#indentsLetter = true
  }

  /** An empty inline box, which its line encloses. */
  addStrut(style: ComputedStyle): void {
    this.openInline(style, undefined)
    this.closeInline()
  }

  addBlock(box: FlowChild): void {
    this.#endTable()
    if (isOutOfFlow(box)) {
      this.#addOutOfFlow(box)
      return
    }
    if (this.#run && this.#open.length > 0 && !this.#open.some(({ split }) => split)) this.#splitRuns.add(this.#run)
    this.#endRun()
    this.#parts.push(this.#affectedByInlines(box))
    this.#begun = true
  }

  /**
   * A block-level box in relatively positioned inline boxes is moved as they are (CSS 2.2 §9.2.1.1), and one in
   * translucent, blended or filtered ones is so with them.
   */
  #affectedByInlines(box: FlowChild): FlowChild {
    let affected = box
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const inline = this.#open[i]
      if (!inline) continue
      const { position, top, right, bottom, left, zIndex } = inline.style
      const { opacity, mixBlendMode, isolation, filter, willChange } = inline.style
      const isMoved = position === 'relative'
      if (!isMoved && opacity === 1 && mixBlendMode === 'normal' && isolation === 'auto' && filter.length === 0)
        continue
      const style = this.#context.styled.anonymous(this.#style, 'block')
      const effects = { opacity, mixBlendMode, isolation, filter, willChange }
      const moves = isMoved && { position, top, right, bottom, left, zIndex }
      const around = this.#anonymous({ ...style, ...effects, ...moves }, affected)
      affected = isMoved ? { ...around, inline: inline.node } : around
    }
    return affected
  }

  #anonymous(style: ComputedStyle, content: FlowChild): BlockBox {
    return {
      kind: 'block',
      id: this.#context.nextId(),
      style,
      node: undefined,
      children: [content],
      marker: undefined,
      formattingContext: false,
      // Percentages skip anonymous boxes (CSS 2.2 §9.2.1).
      handsHeightOn: 'whole',
      ...(haveFloats([content]) && { floats: true }),
    }
  }

  /** A float or an absolutely positioned box belongs to the inline content in which it stands, if there is any. */
  #addOutOfFlow(box: OutOfFlowBox): void {
    if (floatSide(box)) this.#context.hasFloats = true
    this.#context.positioned.add(box)
    if (this.#run || this.#open.length > 0) this.#inline().addOutOfFlow(box)
    else this.#parts.push(box)
  }

  /** The anonymous table to which a part of a table belongs that has no table around it. */
  anonymousTable(): TableBuilder<FlowBuilder> {
    this.#tableSpace.length = 0
    if (!this.#table) {
      const parent = this.#open.at(-1)
      const display = parent ? 'inline-table' : 'table'
      const style = this.#context.styled.anonymous(parent?.style ?? this.#style, display)
      this.#table = newTable(this.#context, style, undefined, parent ? [] : this.#decorations)
    }
    return this.#table
  }

  /** The children of the container: block-level boxes only, one inline root, or nothing. */
  finish(): readonly FlowChild[] {
    this.#endTable()
    this.#endRun()
    const single = this.#parts.length === 1 ? this.#parts[0] : undefined
    if (single instanceof InlineRun) return [this.#inlineRoot(single, this.#style, false)]
    const children: FlowChild[] = []
    let followsBlocks = false
    for (const part of this.#parts) {
      children.push(part instanceof InlineRun ? this.#anonymousBlock(part, followsBlocks) : part)
      followsBlocks ||= part instanceof InlineRun || !isOutOfFlow(part)
    }
    return children
  }

  /** The next box is no part of a table: the anonymous table is complete. */
  #endTable(): void {
    const table = this.#table
    if (!table) return
    this.#table = undefined
    const box = table.finish()
    if (this.#open.length > 0) this.addAtomic(box)
    else this.addBlock(box)
    const spaces = this.#tableSpace
    this.#tableSpace = []
    for (const { text, style } of spaces) this.addText(text, style)
  }

  /** The run to which inline content is added, with the open inline boxes opened in it. */
  #inline(): InlineRun {
    if (this.#table) this.#endTable()
    if (!this.#run) {
      this.#run = new InlineRun(this.lineStyles)
      for (const inline of this.#open) {
        inline.part = { kind: 'inline', id: -1, style: inline.style, node: inline.node }
        if (inline.split) inline.part.slice = 'last'
        this.#run.open(inline.part, false)
      }
    }
    return this.#run
  }

  /** A block-level box or the container's end follows. A run of nothing but collapsed white space generates no box. */
  #endRun(): void {
    const run = this.#run
    this.#run = undefined
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const inline = this.#open[i]
      if (!inline) continue
      if (run && inline.part) {
        inline.part.slice = inline.split ? 'middle' : 'first'
        run.close(inline.part, false)
      }
      inline.part = undefined
      inline.split = true
    }
    if (!run) return
    if (run.hasContent || (run.hasBoxes && run.outOfFlow.length > 0)) {
      run.prepend(this.#leadingOutOfFlow())
      this.#begun = true
      this.#parts.push(run)
      return
    }
    this.#parts.push(...run.outOfFlow)
    if (run.marks.length > 0) this.#context.marks.giveBack(run.marks)
  }

  /** Takes back the boxes beside the flow that came right before a run: they are anchored in its first line. */
  #leadingOutOfFlow(): readonly OutOfFlowBox[] {
    const leading: OutOfFlowBox[] = []
    for (let part = this.#parts.at(-1); part && !(part instanceof InlineRun); part = this.#parts.at(-1)) {
      if (!isOutOfFlow(part)) break
      leading.push(part)
      this.#parts.pop()
    }
    return leading.reverse()
  }

  #anonymousBlock(run: InlineRun, followsBlocks: boolean): BlockBox {
    const style = this.#context.styled.anonymous(this.#style, 'block')
    const block = this.#anonymous(style, this.#inlineRoot(run, style, followsBlocks))
    return this.#splitRuns.has(run) ? { ...block, splitBehind: true } : block
  }

  #inlineRoot(run: InlineRun, style: ComputedStyle, followsBlocks: boolean): InlineRootBox {
    const marked = this.#style.display === 'list-item' && !followsBlocks
    const { nextId } = this.#context
    const root: InlineRootBox = {
      kind: 'inline-root',
      id: nextId(),
      style,
      node: undefined,
      items: run.finish(nextId),
      decorations: this.#decorations,
      ...(followsBlocks && { followsBlocks }),
      ...(this.#indentsLetter && !followsBlocks && { indentsLetter: true }),
      ...(this.#context.strutless && { strutless: marked ? 'all-but-first' : 'all-lines' }),
    }
    const firstLine = run.firstLine(nextId)
    if (!firstLine && run.outOfFlow.length === 0) return root
    const floats = run.outOfFlow.some((box) => floatSide(box) !== undefined)
    return {
      ...root,
      ...(firstLine && { firstLine }),
      ...(floats && { floats }),
      ...(!run.hasContent && { empty: true }),
    }
  }
}

/** A table whose cells hold flows. @param around decorations that reach the table */
export function newTable(
  context: BuildContext,
  style: ComputedStyle,
  node: BoundElement | undefined,
  around: Decorations,
): TableBuilder<FlowBuilder> {
  const newFlow = (cell: ComputedStyle, aroundCell: Decorations) => new FlowBuilder(context, cell, aroundCell)
  return new TableBuilder({ context, newFlow }, style, node, around)
}

/** The inline box has a margin, border or padding at that edge, which makes a line box even without content (CSS 2.2 §9.4.2). */
function hasEdge(style: ComputedStyle, edge: 'start' | 'end'): boolean {
  const left = (edge === 'start') === (style.direction === 'ltr')
  const margin = left ? style.marginLeft : style.marginRight
  if (margin !== 0 && margin !== 'auto') return true
  if (left) return style.borderLeftWidth !== 0 || style.paddingLeft !== 0
  return style.borderRightWidth !== 0 || style.paddingRight !== 0
}
