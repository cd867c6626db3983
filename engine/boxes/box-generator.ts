import { assertNever, invariant } from '../base/invariant.js'
import type { DecodedImage } from '../images/image-types.js'
import { blockified, isBlockLevel } from '../style/adjust-style.js'
import type { ComputedStyle } from '../style/computed-style.js'
import type { BoundElement } from '../template/bound-tree.js'
import { type Builder, flowOf, inlineOf, type Source } from './box-builder.js'
import type {
  BlockBox,
  FlexBox,
  FlowChild,
  GridBox,
  InlineRootBox,
  ItemBox,
  ReplacedBox,
  RootBox,
  TableWrapperBox,
} from './box-tree.js'
import type { BuildContext } from './build-context.js'
import { columnSets, isMultiColumn } from './column-sets.js'
import { type Decorations, NO_DECORATIONS, withDecorationsOf } from './decorations.js'
import { ElementContent } from './element-content.js'
import { FlowBuilder } from './flow-builder.js'
import { countFootnote, footnoteKey } from './footnotes.js'
import { generatedPieces } from './generated-content.js'
import { ItemBuilder } from './item-builder.js'
import { buildTextMarker, insideImage, type MarkerContent, markerBox, markerContent } from './list-marker.js'
import { elementMark, markKey, plainMark, pseudoMark } from './make-mark.js'
import { itemsOfOnlyText } from './only-text.js'
import { haveFloats, isAbsolutelyPositioned } from './out-of-flow.js'
import { NO_PAGE, type PageCounterValues } from './page-counters.js'
import { asStored, replacedBox } from './replaced-box.js'
import type { RowBuilder, SectionBuilder } from './section-builder.js'
import { TableBuilder } from './table-builder.js'
import { addColumns } from './table-columns.js'
import { isWhiteSpaceOnly } from './white-space.js'

const NO_CHILDREN: readonly FlowChild[] = []

/** Walks the document once, in order, so that counters and quotes count as they should. */
export class BoxGenerator {
  readonly #context: BuildContext
  /** Nesting of the element being filled; the root is at 0. */
  #depth: number

  constructor(context: BuildContext, depth = 0) {
    this.#context = context
    this.#depth = depth
  }

  root(element: BoundElement): RootBox {
    const source: Source = { element, style: this.#styleOf(element), origin: 'element' }
    if (source.style.display !== 'none') {
      this.#enter(source)
      this.#mark(source)
      this.#context.positioned.enter(element, source.style)
      const { display } = source.style
      return display === 'flex' || display === 'grid'
        ? this.#itemContainer(display, source, NO_DECORATIONS)
        : this.#block(source, NO_DECORATIONS, true)
    }
    const { style } = source
    const id = this.#context.nextId()
    return { kind: 'block', id, style, node: element, children: [], marker: undefined, formattingContext: true }
  }

  #styleOf(element: BoundElement): ComputedStyle {
    const style = this.#context.styled.styles[element.id]
    invariant(style, 'a style for every element')
    return style
  }

  /** The items of a reversed list: those of lists within it are their own. */
  readonly #countItems = (list: BoundElement): number => {
    let count = 0
    for (const child of list.children) {
      if (child.kind === 'text') continue
      const { display } = this.#styleOf(child)
      if (display === 'none') continue
      if (display === 'list-item') count++
      if (child.name !== 'ol' && child.name !== 'ul' && child.name !== 'menu') count += this.#countItems(child)
    }
    return count
  }

  #enter(source: Source): void {
    const element = source.origin === 'element' ? source.element : undefined
    this.#context.counters.enter(source.style, this.#depth, element, this.#countItems)
  }

  /** The content of a source: text, or `::before`, the children and `::after`. */
  #fill(source: Source, builder: Builder): void {
    const { element, style } = source
    this.#depth++
    switch (source.origin) {
      case 'element':
        this.#fillElement(element, style, builder)
        break
      case 'before':
      case 'after':
      case 'footnote-call':
      case 'footnote-marker':
        this.#addGenerated(source, builder)
        break
      case 'alternative':
        this.#addText(element.attributes.get('alt') ?? '', style, builder)
        break
      default:
        assertNever(source.origin)
    }
    this.#depth--
    this.#context.counters.leave(this.#depth)
  }

  #fillElement(element: BoundElement, style: ComputedStyle, builder: Builder): void {
    if (style.float === 'footnote') this.#addPseudo(element, 'footnote-marker', builder)
    this.#addPseudo(element, 'before', builder)
    for (const child of element.children) {
      if (child.kind === 'text' && child.running) inlineOf(builder).addRunning(child.text, style, child.running)
      else if (child.kind === 'text') this.#addText(child.text, style, builder)
      else this.#add({ element: child, style: this.#styleOf(child), origin: 'element' }, builder)
    }
    this.#addPseudo(element, 'after', builder)
  }

  #addGenerated({ element, style, origin }: Source, builder: Builder): void {
    const sources = new ElementContent(this.#context, element, markKey(element, origin))
    const flow = () => (builder.kind === 'items' ? builder.inlineFlow() : flowOf(builder))
    for (const piece of generatedPieces(style, sources)) {
      switch (piece.kind) {
        case 'text':
          this.#addText(piece.text, style, builder)
          break
        case 'leader':
          flow().addLeader(piece.pattern, style)
          break
        case 'image':
          flow().addAtomic(this.#generatedImage(element, style, piece.image))
          break
        case 'boxes':
          for (const box of piece.boxes) flow().addBlock(box)
          break
        default:
          assertNever(piece)
      }
    }
  }

  /** An image in `content` is an anonymous inline box of its natural size. */
  #generatedImage(element: BoundElement, style: ComputedStyle, image: DecodedImage): ReplacedBox {
    const anonymous = this.#context.styled.anonymous(style, 'inline')
    return replacedBox(this.#context.nextId(), anonymous, element, image, '')
  }

  #addPseudo(element: BoundElement, which: 'before' | 'after' | 'footnote-marker', builder: Builder): void {
    const style = this.#context.styled.pseudo(element, which)
    if (!style || style.content === 'none' || style.content === 'normal') return
    this.#add({ element, style, origin: which }, builder)
  }

  #addText(text: string, style: ComputedStyle, builder: Builder): void {
    switch (builder.kind) {
      case 'flow':
        if (text !== '') this.#addFlowText(text, style, builder)
        return
      case 'items':
        if (text !== '') builder.addText(text, style)
        return
      case 'table':
      case 'section':
      case 'row': {
        const flow = builder.openFlow
        if (flow) this.#addFlowText(text, style, flow)
        else if (!isWhiteSpaceOnly(text)) this.#addFlowText(text, style, flowOf(builder))
        return
      }
      default:
        assertNever(builder)
    }
  }

  /** Marks that wait for a box get an empty one at the text. */
  #addFlowText(text: string, style: ComputedStyle, flow: FlowBuilder): void {
    const { marks, styled } = this.#context
    if (marks.hasPending && !isWhiteSpaceOnly(text)) {
      flow.openInline(styled.anonymous(style, 'inline'), undefined)
      flow.closeInline()
    }
    flow.addText(text, style)
  }

  #add(source: Source, builder: Builder): void {
    const { display, position } = source.style
    if (display === 'none') return
    this.#enter(source)
    this.#mark(source)
    if (typeof position === 'object' && display !== 'contents') {
      this.#addRunning(source, position.name)
      return
    }
    if (source.style.float === 'footnote' && display !== 'contents' && !this.#context.apart) {
      this.#addFootnote(source, builder)
      return
    }
    const { positioned } = this.#context
    const isPositioned = display !== 'contents' && positioned.enter(source.element, source.style)
    if (isSpecial(source)) this.#addSpecial(source, builder)
    else if (display === 'contents') this.#fill(source, builder)
    else this.#place(source, builder)
    if (isPositioned) positioned.leave()
  }

  #mark({ element, style, origin }: Source): void {
    const mark = origin === 'element' ? elementMark(this.#context, element, style) : pseudoMark(element, style, origin)
    if (mark) this.#context.marks.add(mark)
  }

  /** css-gcpm-3 §1.2: the element leaves the flow; what follows it tells its page. */
  #addRunning(source: Source, name: string): void {
    const { marks } = this.#context
    const around = this.#context.styled.anonymous(source.style, 'block')
    const start = this.#context.fork()
    const build = (context: BuildContext): readonly FlowChild[] => {
      const flow = new FlowBuilder(context, around, NO_DECORATIONS)
      new BoxGenerator(context, this.#depth).#placeInFlow(source, flow)
      return flow.finish()
    }
    const pageless = start.fork(NO_PAGE)
    const whole = build(pageless)
    const boxes = (page: PageCounterValues) => (pageless.askedPage ? build(start.fork(page)) : whole)
    const key = markKey(source.element, source.origin)
    marks.add({ ...plainMark(`${key}::running`), running: { name, boxes } })
  }

  /** css-gcpm-3 §2.3: the call stays in the element's place, the note goes to the foot of the page. */
  #addFootnote(source: Source, builder: Builder): void {
    const { element, style } = source
    countFootnote(this.#context, element, style)
    const call = this.#context.styled.pseudo(element, 'footnote-call')
    const around = this.#context.styled.anonymous(style, 'block')
    this.#context.apart = true
    const marks = this.#context.marks.take() ?? []
    const flow = new FlowBuilder(this.#context, around, NO_DECORATIONS)
    this.#placeInFlow(source, flow)
    const boxes = flow.finish()
    this.#context.apart = false
    this.#context.marks.giveBack(marks)
    const { footnoteDisplay: display, footnotePolicy: policy } = style
    this.#context.marks.addFootnote({ ...plainMark(footnoteKey(element)), footnote: { boxes, display, policy } })
    if (call) this.#place({ element, style: call, origin: 'footnote-call' }, builder)
  }

  /** CSS 2.2 §17.2.1: finds the builder that takes the box, generating missing wrappers on the way. */
  #place(source: Source, builder: Builder): void {
    switch (builder.kind) {
      case 'flow':
        this.#placeInFlow(source, builder)
        return
      case 'items':
        builder.addItem(this.#item(source, builder.decorations))
        return
      case 'table':
        this.#placeInTable(source, builder)
        return
      case 'section':
        if (source.style.display === 'table-row') this.#addRow(source, builder)
        else this.#placeInRow(source, builder.anonymousRow())
        return
      case 'row':
        this.#placeInRow(source, builder)
        return
      default:
        assertNever(builder)
    }
  }

  #placeInFlow(source: Source, flow: FlowBuilder): void {
    const { style } = source
    switch (style.display) {
      case 'inline':
        flow.openInline(style, source.element)
        this.#fill(source, flow)
        flow.closeInline()
        return
      case 'block':
      case 'flow-root':
      case 'list-item':
        flow.addBlock(this.#block(source, flow.decorations, this.#isFormattingContext(source)))
        return
      case 'inline-block':
        flow.addAtomic(this.#block(source, NO_DECORATIONS, true))
        return
      case 'flex':
      case 'grid':
        flow.addBlock(this.#itemContainer(style.display, source, flow.decorations))
        return
      case 'inline-flex':
        flow.addAtomic(this.#itemContainer('flex', source, NO_DECORATIONS))
        return
      case 'inline-grid':
        flow.addAtomic(this.#itemContainer('grid', source, NO_DECORATIONS))
        return
      case 'table':
        flow.addBlock(this.#table(source, flow.decorations))
        return
      case 'inline-table':
        flow.addAtomic(this.#table(source, NO_DECORATIONS))
        return
      case 'table-row-group':
      case 'table-header-group':
      case 'table-footer-group':
      case 'table-row':
      case 'table-cell':
      case 'table-column':
      case 'table-column-group':
      case 'table-caption':
        this.#placeInTable(source, flow.anonymousTable())
        return
      case 'none':
      case 'contents':
        return
      default:
        assertNever(style.display)
    }
  }

  #placeInTable(source: Source, table: TableBuilder): void {
    const { style, element } = source
    switch (style.display) {
      case 'table-caption':
        table.addCaption(this.#block(source, table.decorations, true))
        return
      case 'table-column':
      case 'table-column-group':
        addColumns(table, element, this.#context.styled)
        return
      case 'table-row-group':
      case 'table-header-group':
      case 'table-footer-group': {
        const section = table.beginSection(style, element)
        this.#fill(source, section)
        table.endSection(section)
        return
      }
      case 'table-row':
        this.#addRow(source, table.anonymousSection())
        return
      default:
        this.#placeInRow(source, table.anonymousSection().anonymousRow())
    }
  }

  #addRow(source: Source, section: SectionBuilder): void {
    const row = section.beginRow(source.style, source.element)
    this.#fill(source, row)
    section.endRow(row)
  }

  #placeInRow(source: Source, row: RowBuilder): void {
    if (source.style.display !== 'table-cell') {
      this.#placeInFlow(source, row.anonymousCell())
      return
    }
    row.beginCell()
    const id = this.#context.nextId()
    const marks = this.#context.marks.take()
    row.endCell(id, source.style, source.element, this.#children(source, row.decorations), marks)
  }

  /** An item of a flex container or grid: a block-level box that starts a formatting context. */
  #item(source: Source, around: Decorations): ItemBox {
    const display = blockified(source.style.display)
    switch (display) {
      case 'flex':
      case 'grid':
        return this.#itemContainer(display, source, around)
      case 'table':
        return this.#table(source, around)
      default:
        return this.#block(source, around, true)
    }
  }

  #itemContainer(kind: 'flex' | 'grid', source: Source, around: Decorations): FlexBox | GridBox {
    const { element, style } = source
    const id = this.#context.nextId()
    const marks = this.#context.marks.take()
    const items = new ItemBuilder(this.#context, style, around)
    this.#fill(source, items)
    return { kind, id, style, node: element, children: items.finish(), ...(marks && { marks }) }
  }

  #block(source: Source, around: Decorations, formattingContext: boolean): BlockBox {
    const { element, style } = source
    const id = this.#context.nextId()
    const marks = this.#context.marks.take()
    const content = this.#markerContent(source)
    const isInside = style.listStylePosition === 'inside'
    const marker = content && !isInside ? this.#outsideMarker(source, content) : undefined
    const children = this.#children(source, around, isInside ? content : undefined)
    const box: BlockBox = {
      kind: 'block',
      id,
      style,
      node: element,
      children,
      marker,
      formattingContext,
      ...(marks && { marks }),
    }
    return this.#context.hasFloats && haveFloats(children) ? { ...box, floats: true } : box
  }

  #markerContent(source: Source): MarkerContent | undefined {
    const { element, style, origin } = source
    if (style.display !== 'list-item' || origin !== 'element') return undefined
    const sources = new ElementContent(this.#context, element, markKey(element, 'element'))
    return markerContent(style, this.#markerStyle(source), sources)
  }

  #outsideMarker(source: Source, content: MarkerContent): InlineRootBox {
    const style = this.#markerStyle(source)
    const { nextId } = this.#context
    if (content.kind === 'text') return buildTextMarker(content.text, style, nextId)
    const box = this.#generatedImage(source.element, style, content.image)
    return markerBox({ kind: 'atomic', box }, style, nextId)
  }

  #markerStyle({ element, style }: Source): ComputedStyle {
    return this.#context.styled.pseudo(element, 'marker') ?? this.#context.styled.anonymous(style, 'inline')
  }

  /**
   * The content of a block container.
   * @param marker that of a list item, when it stands inside
   */
  #children(source: Source, around: Decorations, marker?: MarkerContent): readonly FlowChild[] {
    const text = marker ? undefined : this.#onlyText(source)
    if (text !== undefined) return this.#inColumns(source.style, this.#textChildren(text, source.style, around))
    const flow = new FlowBuilder(this.#context, source.style, around)
    if (marker) this.#addInsideMarker(source, marker, flow)
    this.#fill(source, flow)
    return this.#inColumns(source.style, flow.finish())
  }

  #inColumns(style: ComputedStyle, children: readonly FlowChild[]): readonly FlowChild[] {
    return isMultiColumn(style) ? columnSets(this.#context, style, children) : children
  }

  #addInsideMarker(source: Source, marker: MarkerContent, flow: FlowBuilder): void {
    const style = this.#markerStyle(source)
    if (marker.kind === 'image') {
      flow.addAtomic(insideImage(this.#generatedImage(source.element, style, marker.image)))
    } else flow.addVerbatim(marker.text, style, marker.isSymbol)
  }

  /** The text of an element whose content is nothing else. */
  #onlyText({ element, style, origin }: Source): string | undefined {
    const only = element.children[0]
    if (origin !== 'element' || only?.kind !== 'text' || only.running || element.children.length !== 1) return undefined
    if (style.float === 'footnote') return undefined
    const { styled } = this.#context
    return styled.pseudo(element, 'before') || styled.pseudo(element, 'after') ? undefined : only.text
  }

  #textChildren(text: string, style: ComputedStyle, around: Decorations): readonly FlowChild[] {
    const items = itemsOfOnlyText(text, style)
    if (items.length === 0) return NO_CHILDREN
    const decorations = withDecorationsOf(around, style)
    return [{ kind: 'inline-root', id: this.#context.nextId(), style, node: undefined, items, decorations }]
  }

  #table(source: Source, around: Decorations): TableWrapperBox {
    const table = new TableBuilder(this.#context, source.style, source.element, around)
    this.#fill(source, table)
    return table.finish()
  }

  /** `overflow: clip` starts none (css-overflow-3 §3.1). */
  #isFormattingContext(source: Source): boolean {
    const { style } = source
    if (style.display === 'flow-root' || style.float === 'footnote' || isMultiColumn(style)) return true
    if (style.float === 'left' || style.float === 'right' || isAbsolutelyPositioned(style)) return true
    return style.overflow === 'hidden' && !this.#givesOverflowToPage(source)
  }

  /** css-overflow-3 §3.3: the overflow of `body` belongs to the page unless that of the root does. */
  #givesOverflowToPage({ element, origin }: Source): boolean {
    const { parent } = element
    if (origin !== 'element' || element.name !== 'body' || !parent || parent.parent) return false
    return this.#styleOf(parent).overflow === 'visible'
  }

  /** Elements that browsers do not make of boxes and text; with `display: contents` they vanish (css-display-3 appendix B). */
  #addSpecial(source: Source, builder: Builder): void {
    const { element, style } = source
    if (style.display === 'contents') return
    switch (element.name) {
      case 'br':
        inlineOf(builder).addBreak(style)
        return
      case 'wbr':
        inlineOf(builder).addOpportunity()
        return
      case 'svg':
        this.#addReplaced(source, builder, this.#context.images.drawing(element, style), '')
        return
      default:
        this.#addImage(source, builder)
    }
  }

  /** HTML §15.4.2: an image that could not be loaded is shown as its alternative text. */
  #addImage(source: Source, builder: Builder): void {
    const { element, style } = source
    const found = this.#context.images.resolve(element.attributes.get('src') ?? '', element.template.span)
    const image = found && style.imageOrientation === 'none' ? asStored(found) : found
    const alternative = element.attributes.get('alt') ?? ''
    if (!image && alternative !== '') {
      this.#place({ element, style, origin: 'alternative' }, builder)
      return
    }
    this.#addReplaced(source, builder, image, alternative)
  }

  #addReplaced(
    { element, style }: Source,
    builder: Builder,
    image: DecodedImage | undefined,
    alternative: string,
  ): void {
    const marks = this.#context.marks.take()
    const box = replacedBox(this.#context.nextId(), style, element, image, alternative, marks)
    if (builder.kind === 'items') {
      builder.addItem(box)
      return
    }
    const flow = flowOf(builder)
    // `display` values of table parts count as `inline` (css-display-3 §2.4).
    if (isBlockLevel(style.display)) flow.addBlock(box)
    else flow.addAtomic(box)
  }
}

function isSpecial({ element, origin }: Source): boolean {
  if (origin !== 'element') return false
  const { name } = element
  return name === 'br' || name === 'img' || name === 'wbr' || name === 'svg'
}
