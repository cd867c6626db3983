import { assertNever } from '../../base/invariant.js'
import { blockified, isTakenOut } from '../../style/adjust-style.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { LineOwners } from '../../style/styled-tree.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { BlockBox, FlexBox, FlowChild, GridBox, ItemBox, RootBox, TableWrapperBox } from '../box-tree.js'
import { haveFloats, isAbsolutelyPositioned } from '../out-of-flow.js'
import type { Builder, Source } from './box-builder.js'
import { type BuildContext, type Decorations, NO_DECORATIONS, withDecorationsOf } from './build-context.js'
import { addInsideMarker, itemMarker, outsideMarker } from './build-marker.js'
import { columnSets, isMultiColumn } from './column-sets.js'
import { containedContainer, containedContent, isContained } from './contained-content.js'
import { fieldsetAround, fieldsetOf } from './fieldset.js'
import { FlowBuilder, newTable } from './flow-builder.js'
import { startsFormattingContext } from './formatting-context.js'
import { ItemBuilder } from './item-builder.js'
import type { MarkerContent } from './list-marker.js'
import { itemsOfOnlyText, onlyText } from './only-text.js'
import type { RowBuilder, SectionBuilder } from './section-builder.js'
import { addColumns, type TableBuilder } from './table-builder.js'
import { trimmedContent } from './trim-lines.js'
import { isTurned, turnedContainer, turnedContent } from './turned-content.js'

const NO_CHILDREN: readonly FlowChild[] = []

type Fill = (source: Source, builder: Builder) => void

/** Makes the box that a source asks for by its `display`, and puts it where boxes of its kind may stand. */
export class BoxPlacer {
  /** The rendered legends of fieldsets that are being built. */
  readonly #legends = new Map<BoundElement, ItemBox>()

  readonly #enclosing = {
    nextId: () => this.context.nextId(),
    anonymous: (parent: ComputedStyle, display: 'block') => this.context.styled.anonymous(parent, display),
  }

  constructor(
    private readonly context: BuildContext,
    /** Generates the content of a source. */
    private readonly fill: Fill,
    /** Does so in another context, at the same place of the document. */
    private readonly fillIn: (context: BuildContext) => Fill,
  ) {}

  root(source: Source): RootBox {
    const { display } = source.style
    return display === 'flex' || display === 'grid'
      ? this.#itemContainer(display, source, NO_DECORATIONS)
      : this.#block(source, NO_DECORATIONS, true)
  }

  /** CSS 2.2 §17.2.1: finds the builder that takes the box, generating missing wrappers on the way. */
  place(source: Source, builder: Builder): void {
    switch (builder.kind) {
      case 'flow':
        this.placeInFlow(source, builder)
        return
      case 'items':
        if (this.#isLegend(source, builder.decorations)) return
        builder.addItem(this.#item(source, reaching(source.style, builder.decorations)))
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

  placeInFlow(source: Source, flow: FlowBuilder): void {
    const { style } = source
    if (this.#isLegend(source, flow.decorations)) return
    switch (style.display) {
      case 'inline':
        flow.openInline(style, source.element)
        this.fill(source, flow)
        flow.closeInline()
        return
      case 'block':
      case 'flow-root':
      case 'list-item':
        flow.addBlock(
          this.#block(
            source,
            reachingInFlow(style, flow.decorations),
            startsFormattingContext(this.context, source),
            lineOwners(flow, style),
          ),
        )
        return
      case 'inline-block':
        flow.addAtomic(this.#block(source, NO_DECORATIONS, true))
        return
      case 'flex':
      case 'grid':
        flow.addBlock(this.#itemContainer(style.display, source, reachingInFlow(style, flow.decorations)))
        return
      case 'inline-flex':
        flow.addAtomic(this.#itemContainer('flex', source, NO_DECORATIONS))
        return
      case 'inline-grid':
        flow.addAtomic(this.#itemContainer('grid', source, NO_DECORATIONS))
        return
      case 'table':
        flow.addBlock(this.#table(source, reachingInFlow(style, flow.decorations)))
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

  /** Keeps a source for the fieldset that is being built, if it is its rendered legend. */
  #isLegend(source: Source, around: Decorations): boolean {
    const fieldset = fieldsetOf(this.context, source)
    if (!fieldset || this.#legends.has(fieldset)) return false
    this.#legends.set(fieldset, this.#item(source, around))
    return true
  }

  #legendOf(element: BoundElement): ItemBox | undefined {
    if (this.#legends.size === 0) return undefined
    const legend = this.#legends.get(element)
    if (legend) this.#legends.delete(element)
    return legend
  }

  #placeInTable(source: Source, table: TableBuilder<FlowBuilder>): void {
    const { style, element } = source
    switch (style.display) {
      case 'table-caption':
        table.addCaption(this.#block(source, table.decorations, true))
        return
      case 'table-column':
      case 'table-column-group':
        addColumns(table, element, this.context.styled)
        return
      case 'table-row-group':
      case 'table-header-group':
      case 'table-footer-group': {
        this.#addSection(source, table)
        return
      }
      case 'table-row':
        this.#addRow(source, table.anonymousSection())
        return
      default:
        this.#placeInRow(source, table.anonymousSection().anonymousRow())
    }
  }

  /** A header or footer stands on every page of its table, and shows the number of each. */
  #addSection(source: Source, table: TableBuilder<FlowBuilder>): void {
    const { context } = this
    const { element, style } = source
    const start = style.display === 'table-row-group' || context.page ? undefined : context.fork()
    const section = table.beginSection(style, element)
    const showsPage = context.asksPage(() => this.fill(source, section))
    if (!start || !showsPage) {
      table.endSection(section)
      return
    }
    context.marks.askEachPage()
    const { apart } = context
    const { decorations } = table
    const fillIn = this.fillIn
    table.endSection(section, (page) => {
      const other = start.repeat(page, apart)
      const copy = newTable(other, context.styled.anonymous(style, 'table'), undefined, decorations).beginSection(
        style,
        element,
      )
      fillIn(other)(source, copy)
      return copy
    })
  }

  #addRow(source: Source, section: SectionBuilder<FlowBuilder>): void {
    const row = section.beginRow(source.style, source.element)
    this.fill(source, row)
    section.endRow(row)
  }

  #placeInRow(source: Source, row: RowBuilder<FlowBuilder>): void {
    if (source.style.display !== 'table-cell') {
      this.placeInFlow(source, row.anonymousCell())
      return
    }
    row.beginCell()
    const id = this.context.nextId()
    const marks = this.context.marks.take()
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

  #itemContainer(kind: 'flex' | 'grid', source: Source, around: Decorations): FlexBox | GridBox | BlockBox {
    const { element, style } = source
    const id = this.context.nextId()
    const marks = this.context.marks.take()
    const items = new ItemBuilder(this.context, style, around)
    if (style.contentVisibility !== 'hidden') this.fill(source, items)
    const content = { children: items.finish(), ...(marks && { marks }) }
    const box = { kind, id, style, node: element, ...content, ...behindElement(source) }
    const legend = this.#legendOf(element)
    if (legend) return fieldsetAround(this.#enclosing, box, legend)
    if (!isTurned(style)) return isContained(style) ? containedContainer(this.#enclosing, box) : box
    const turned = turnedContainer(this.#enclosing, box)
    return { ...turned, children: this.#contained(style, turned.children) }
  }

  /** @param owners the elements with a styled first line whose first line may be that of the block */
  #block(source: Source, around: Decorations, formattingContext: boolean, owners?: LineOwners): BlockBox {
    const { element, style } = source
    const id = this.context.nextId()
    const marks = this.context.marks.take()
    const content = style.contentVisibility === 'hidden' ? undefined : itemMarker(this.context, source)
    const isInside = style.listStylePosition === 'inside'
    const marker = content && !isInside ? outsideMarker(this.context, source, content) : undefined
    const children = this.#children(source, around, { marker: isInside ? content : undefined, owners })
    const legend = this.#legendOf(element)
    const box: BlockBox = {
      kind: 'block',
      id,
      style,
      node: element,
      children,
      marker,
      formattingContext,
      ...(this.context.handsHeightOn && handsHeightOn(source)),
      ...(legend && { legend }),
      ...(marks && { marks }),
      ...(source.origin === 'first-letter' && { dropCap: true }),
      ...behindElement(source),
    }
    return this.context.hasFloats && haveFloats(children) ? { ...box, floats: true } : box
  }

  /** The content of a block container. */
  #children(source: Source, around: Decorations, { marker, owners: outer }: Beginning = {}): readonly FlowChild[] {
    const { element, origin } = source
    if (source.style.contentVisibility === 'hidden') return this.#contained(source.style, NO_CHILDREN)
    const isOwner = origin === 'element' && this.context.styled.hasFirstLine(element)
    const owners = isOwner ? { element, outer } : outer
    const text = marker || owners ? undefined : onlyText(this.context, source)
    if (text !== undefined) return this.#arranged(source.style, this.#textChildren(text, source.style, around))
    const flow = new FlowBuilder(this.context, source.style, around, owners)
    if (marker) addInsideMarker(this.context, source, marker, flow)
    this.fill(source, flow)
    return this.#arranged(source.style, flow.finish())
  }

  /** The content of a block container in columns, turned to its writing mode, or contained, where its style asks for that. */
  #arranged(style: ComputedStyle, children: readonly FlowChild[]): readonly FlowChild[] {
    const content = style.textBoxTrim === 'none' ? children : trimmedContent(style, children)
    const arranged = isMultiColumn(style) ? columnSets(this.context, style, content) : content
    return this.#contained(style, isTurned(style) ? turnedContent(this.#enclosing, style, arranged) : arranged)
  }

  #contained(style: ComputedStyle, children: readonly FlowChild[]): readonly FlowChild[] {
    return isContained(style) ? containedContent(this.#enclosing, style, children) : children
  }

  #textChildren(text: string, style: ComputedStyle, around: Decorations): readonly FlowChild[] {
    const items = itemsOfOnlyText(text, style)
    if (items.length === 0) return NO_CHILDREN
    const decorations = withDecorationsOf(around, style)
    return [{ kind: 'inline-root', id: this.context.nextId(), style, node: undefined, items, decorations }]
  }

  #table(source: Source, around: Decorations): TableWrapperBox {
    const table = newTable(this.context, source.style, source.element, around)
    this.fill(source, table)
    return { ...table.finish(), ...behindElement(source) }
  }
}

/** The decorations around a box that reach it: none where it is positioned out of the flow (css-text-decor-3 §2.1). */
function reaching(style: ComputedStyle, around: Decorations): Decorations {
  return around.length > 0 && isAbsolutelyPositioned(style) ? NO_DECORATIONS : around
}

/** The decorations around a box among blocks and text that reach it: floats are out of the flow there as well. */
function reachingInFlow(style: ComputedStyle, around: Decorations): Decorations {
  return around.length > 0 && style.float !== 'none' ? NO_DECORATIONS : reaching(style, around)
}

function behindElement({ origin }: Source): { readonly behind?: true } {
  return origin === 'after' ? { behind: true } : {}
}

/** The beginning of the first line of a block container. */
interface Beginning {
  /** The marker of a list item that stands inside. */
  readonly marker?: MarkerContent | undefined
  readonly owners?: LineOwners | undefined
}

/** The elements whose first line is that of a block which is added to a flow: none for one that leaves it. */
function lineOwners(flow: FlowBuilder, style: ComputedStyle): LineOwners | undefined {
  return isTakenOut(style) ? undefined : flow.lineOwners
}

/** How far percentage heights within a box see through it, in quirks mode; not where they decide about a size of their own. */
function handsHeightOn({ element, style, origin }: Source): Pick<BlockBox, 'handsHeightOn'> | undefined {
  if (style.height !== 'auto' || isAbsolutelyPositioned(style) || isTurned(style) || isContained(style))
    return undefined
  const { name, parent } = element
  const isPage = origin === 'element' && (!parent || (name === 'body' && !parent.parent))
  return { handsHeightOn: isPage ? 'inside' : 'whole' }
}
