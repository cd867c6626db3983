import type { PagePosition } from '../css/values/content-value.js'
import type { DecodedImage } from '../images/image-types.js'
import type { ImportedDocument } from '../pdf-input/imported-document.js'
import type { ComputedStyle } from '../style/computed-style.js'
import type { BoundElement, RunningText } from '../template/bound-tree.js'
import type { PageCounterChange, PageCounterValues } from './page-counters.js'
import type { Target } from './page-references.js'

/**
 * The box tree (css-display-3): what layout works on. Anonymous boxes are in place, white space is collapsed,
 * generated content and list markers are real boxes. Immutable; no geometry here.
 */
export interface BoxTree {
  /** The box of the root element. */
  readonly root: RootBox
  /** Boxes in the tree; ids run from 0 to `boxCount - 1`. */
  readonly boxCount: number
  /** Numbers boxes that are made later, for page margins. */
  nextId(): number
  readonly marks: TreeMarks
  /** Boxes whose place is taken by pages of other documents, which need a page to begin with them. */
  readonly insertions: readonly BlockBox[]
  /** Undefined when no element is positioned, as in most documents. */
  readonly positioned?: PositionedBoxes | undefined
}

/** Marks in a tree, to which layout assigns pages. */
export interface TreeMarks {
  /** Marks in the tree, those of `trailing` included. */
  readonly count: number
  /** Footnotes among them. */
  readonly footnotes: number
  /** Behind the last box: they belong to the last page. */
  readonly trailing: readonly PageMark[]
  /** The flow shows page numbers, which only a layout of all of it tells. */
  readonly asksPages: boolean
  /** Among them are the numbers of the pages on which something repeats. */
  readonly asksEachPage: boolean
  readonly wanted: ReadonlySet<string>
  readonly targets: ReadonlyMap<string, Target>
}

/** The positioned elements of a document that pages must know of before they come to them. */
export interface PositionedBoxes {
  /** Elements that are the containing block of an absolutely positioned box. */
  readonly containers: ReadonlySet<BoundElement>
  /** Absolutely positioned boxes with an offset from the initial containing block: they may go to an earlier page. */
  readonly onFirstPage: number
  /** Fixed boxes, which stand on every page. */
  readonly fixed: readonly FixedBox[]
}

export interface FixedBox {
  readonly box: OutOfFlowBox
  /** Makes the box for a page. Undefined for a box that shows no page numbers: it is the same on all pages. */
  readonly onPage: ((page: PageCounterValues) => OutOfFlowBox) | undefined
}

/** Boxes that a layout algorithm of their own lays out. */
export type Box =
  | ColumnSetBox
  | EnclosedBox
  | BlockBox
  | InlineRootBox
  | ReplacedBox
  | TableWrapperBox
  | TableBox
  | TableSectionBox
  | TableRowBox
  | TableCellBox
  | FlexBox
  | GridBox

/** The boxes that the root element can generate. */
export type RootBox = BlockBox | FlexBox | GridBox

interface BoxBase {
  /** Dense number, the key of every cache of layout. */
  readonly id: number
  readonly style: ComputedStyle
  /** The element that generated the box; absent for anonymous boxes. Pseudo-elements name their element. */
  readonly node: BoundElement | undefined
  /** It is generated behind all content of its element: the box of `::after`. */
  readonly behind?: true
  /** Absent but where something has to find the page of the box. */
  readonly marks?: readonly PageMark[]
}

/** A block container: either block-level children only, or one inline root, or nothing. */
export interface BlockBox extends BoxBase {
  readonly kind: 'block'
  readonly children: readonly FlowChild[]
  /** The outside marker of a list item. */
  readonly marker: InlineRootBox | undefined
  /**
   * Heights in percent within it refer to what its own would refer to: in anonymous blocks, and in quirks mode
   * (quirks.spec.whatwg.org §3.5), there less its edges and margins if it is the root or the body.
   */
  readonly handsHeightOn?: 'whole' | 'inside'
  /** The element of the positioned inline that it splits: an anonymous box that is moved as its parts are. */
  readonly inline?: BoundElement | undefined
  /** The rendered legend of a fieldset (HTML §15.3.13), in its top border. */
  readonly legend?: ItemBox
  /** It starts a block formatting context (CSS 2.2 §9.4.1): margins of its children stay inside. */
  readonly formattingContext: boolean
  /** It holds all that stands in columns: margins at its end are cut off (css-break-3 §5.2). */
  readonly columnContent?: true
  /** A float stands in it, or in a descendant that shares its formatting context. */
  readonly floats?: true
  /**
   * It holds the first lines of inline boxes that the block behind it splits: that is the next line of those (CSS 2.2
   * §9.2.1.1), for `orphans`.
   */
  readonly splitBehind?: true
  /** Pages of another document stand in its place. */
  readonly insertion?: PageInsertion
  /** It is a first letter that floats: the text behind it stays with it. */
  readonly dropCap?: true
  /** Which part this is of a block in columns that boxes across all columns split; absent when it is whole. */
  readonly slice?: 'first' | 'middle' | 'last'
  /** The block with a height of its own of which it is such a part; absent where the content decides the height. */
  readonly split?: SplitBlock
}

/** Pages of another document as pages of this one. */
export interface PageInsertion {
  readonly document: ImportedDocument
  /** They go on with the page numbers of the document, and have its margin boxes. */
  readonly isCounted: boolean
  /** What is told of them where their file tells nothing; undefined where nothing is said. */
  readonly alternative: string | undefined
}

/** A block of which a box is a part: all of its parts share its height. */
export interface SplitBlock {
  readonly style: ComputedStyle
  /** The part before this one. */
  readonly before: BlockBox | undefined
}

/** The content of a block container. */
export type FlowChild = InlineRootBox | ColumnSetBox | EnclosedBox | ItemBox

/** A block-level box: what can be an item of a flex container or grid, or, if it is absolutely positioned, a child. */
export type ItemBox = BlockBox | ReplacedBox | TableWrapperBox | FlexBox | GridBox

/** Boxes that are placed on a line as a whole. */
export type AtomicBox = ItemBox

/** A float or an absolutely positioned box: a formatting context of its own beside the flow in which it stands. */
export type OutOfFlowBox = ItemBox

/** A flex container (css-flexbox-1 §3), block-level or atomic. */
export interface FlexBox extends BoxBase {
  readonly kind: 'flex'
  /** In order-modified document order; block containers among them start formatting contexts. */
  readonly children: readonly ItemBox[]
}

/** A grid container (css-grid-1 §5), block-level or atomic. */
export interface GridBox extends BoxBase {
  readonly kind: 'grid'
  /** In order-modified document order; block containers among them start formatting contexts. */
  readonly children: readonly ItemBox[]
}

/**
 * Part of the content of a multi-column container, laid out in columns (css-multicol-1 §7): all between two elements
 * that span the columns.
 */
export interface ColumnSetBox extends BoxBase {
  readonly kind: 'column-set'
  /** Style of the container: it says how many columns there are, and what is between them. */
  readonly container: ComputedStyle
  readonly content: BlockBox
  /** Its columns become equally high where they end: the container asks for it, or an element that spans them follows. */
  readonly balanced: boolean
  /** No element that spans all columns follows. */
  readonly last?: true
}

/**
 * All of the content of a box, laid out by itself and in one piece: because its writing mode is another one than that of
 * the box, for which it is turned, or because it has no say in the size of the box.
 */
export interface EnclosedBox extends BoxBase {
  readonly kind: 'enclosed'
  /** Style of the box around it: it says how the content is turned, how long its lines may be, or what its size is. */
  readonly container: ComputedStyle
  /** `vertical-align` says where the lines stand in its width: in table cells and margin boxes. */
  readonly alignsLines?: true
  /** Its style may turn it, as `transform` does. */
  readonly content: BlockBox | FlexBox | GridBox
  /** The content with nothing in it, whose size is taken instead (css-contain-2 §3.3). */
  readonly empty?: BlockBox | FlexBox | GridBox
}

/** The inline formatting context of a block container: its content flattened in document order. */
export interface InlineRootBox extends BoxBase {
  readonly kind: 'inline-root'
  /** Style of the block container around it: gives the strut, alignment, indent, direction, orphans and widows. */
  readonly style: ComputedStyle
  readonly items: readonly InlineItem[]
  /** Styles of block-level ancestors whose `text-decoration` reaches this text, outermost first. */
  readonly decorations: readonly ComputedStyle[]
  /** That of a marker. */
  readonly alternative?: GeneratedAlternative
  /** Blocks stand before it in its block container, so that its first line is not indented. */
  readonly followsBlocks?: true
  /** An initial letter stands at its start that is indented in place of the first line. */
  readonly indentsLetter?: true
  /** Floats are among the items. */
  readonly floats?: true
  /**
   * Only boxes with text or edges of their own count for the height of a line: not the block for its own sake, but for
   * that of a marker which stands beside its first line.
   */
  readonly strutless?: 'all-lines' | 'all-but-first'
  /** Nothing here makes a line: only floats and absolutely positioned boxes, perhaps in inline boxes. */
  readonly empty?: true
  /** The first or last line of a box that is trimmed is among its lines: its own first or last one. */
  readonly trim?: 'start' | 'end' | 'both'
  /** A box around it clamps lines (css-overflow-4 §5): this many are shown, and what follows them in that box is not. */
  readonly clampedTo?: number
  /** Present where `::first-line` styles its first line. */
  readonly firstLine?: FirstLineContent
}

/** An inline formatting context as it stands on a first line that has a style of its own (css-pseudo-4 §2.1). */
export interface FirstLineContent {
  /** Style of the line: that of the innermost pseudo-element. */
  readonly style: ComputedStyle
  /** The boxes of the pseudo-elements around all that is on the line, outermost first. */
  readonly boxes: readonly InlineBox[]
  /** The items of the root, one for one, with the texts and styles that they have there. */
  readonly items: readonly InlineItem[]
  /** Styles there by those elsewhere, of all inline boxes. */
  readonly styles: ReadonlyMap<ComputedStyle, ComputedStyle>
}

/** Counter styles whose markers are shapes (css-counter-styles-3 §6.3). */
export type SymbolName = 'disc' | 'circle' | 'square' | 'disclosure-open' | 'disclosure-closed'

export type InlineItem =
  /** Text after white-space processing (css-text-3 §4.1.1) and `text-transform`. Never empty. Preserved newlines are `break` items. */
  | {
      readonly kind: 'text'
      readonly text: string
      readonly style: ComputedStyle
      /** The text is a list item's symbol, drawn as a shape, and perhaps a space after it. */
      readonly symbol?: SymbolName
      /** Layout puts another text in place of this one, by the page that it stands on. */
      readonly running?: RunningText
    }
  | { readonly kind: 'open'; readonly box: InlineBox }
  | { readonly kind: 'close'; readonly box: InlineBox }
  /** Inline-block, inline-table, inline-flex, inline-grid or a replaced element: one box that sits on the line. */
  | { readonly kind: 'atomic'; readonly box: AtomicBox }
  /** A float anchored in the line, or an absolutely positioned box whose static position is there. */
  | { readonly kind: 'out-of-flow'; readonly box: OutOfFlowBox }
  /** `<br>` or a preserved newline: ends the line. */
  | { readonly kind: 'break'; readonly style: ComputedStyle }
  /** Text that repeats to fill the line (css-content-3 §3.1). Never empty. */
  | { readonly kind: 'leader'; readonly pattern: string; readonly style: ComputedStyle }
  /** `<wbr>`: the line may break here. */
  | { readonly kind: 'opportunity' }

/**
 * What an inline box is that is none of an element in a line: a footnote that shares lines with others, the marker of a list
 * item in its first line, text of an element that has no box (`display: contents`), or generated content which something
 * is told in place of.
 */
export type InlinePart = 'note' | 'marker' | 'contents' | 'alternative'

/** What is told in place of generated content (css-content-3 §1.2). */
export interface GeneratedAlternative {
  /** Empty where the content is ornament. */
  readonly text: string
  readonly element: BoundElement
  /** Whether the content stands behind all else of the element. */
  readonly isBehind: boolean
  readonly isImage: boolean
}

/** A non-atomic inline box such as a `span`, split over lines as needed. */
export interface InlineBox {
  readonly kind: 'inline'
  readonly id: number
  readonly style: ComputedStyle
  readonly node: BoundElement | undefined
  /**
   * Which part this is of an inline that block-level boxes split (CSS 2.2 §9.2.1.1); absent when it is whole. Only
   * the first part has the start edge (margin, border, padding), only the last one the end edge.
   */
  readonly slice?: 'first' | 'middle' | 'last'
  /** It is that of a `::first-line`: one line holds all of it. */
  readonly aroundLine?: true
  readonly part?: InlinePart
  readonly alternative?: GeneratedAlternative
  readonly marks?: readonly PageMark[]
}

/** An element whose content is an image, or an image in generated content. */
export interface ReplacedBox extends BoxBase {
  readonly kind: 'replaced'
  /** Undefined when the image could not be loaded: the box then shows the alternative text, or nothing. */
  readonly image: DecodedImage | undefined
  /** Natural size in px, absent when the content has none. */
  readonly naturalWidth: number | undefined
  readonly naturalHeight: number | undefined
  readonly alternative: string
}

/** The principal box of a table (CSS 2.2 §17.4): holds the captions and the table box, takes margins and position. */
export interface TableWrapperBox extends BoxBase {
  readonly kind: 'table-wrapper'
  /** Laid out above or below the table by `caption-side`. */
  readonly captions: readonly BlockBox[]
  readonly table: TableBox
}

/** The table grid. Width, border, padding and background of the element apply here. */
export interface TableBox extends BoxBase {
  readonly kind: 'table'
  /** One per grid column, after `span` is expanded; columns without `col` have no style. */
  readonly columns: readonly TableColumn[]
  /** In document order, except that the first header stands first and the first footer last. */
  readonly sections: readonly TableSectionBox[]
}

export interface TableColumn {
  readonly style: ComputedStyle | undefined
  /** The enclosing `colgroup`. */
  readonly group: ComputedStyle | undefined
  readonly node: BoundElement | undefined
}

export interface TableSectionBox extends BoxBase {
  readonly kind: 'table-section'
  readonly role: 'header' | 'body' | 'footer'
  readonly rows: readonly TableRowBox[]
  /** For a header or footer some of whose rows or texts depend on the part of the table that they stand at. */
  readonly variants?: SectionVariants
}

export interface SectionVariants {
  /** By row, the only parts of the table that show it; undefined for rows that all show. */
  readonly rowParts: readonly (TablePart | undefined)[]
  /** There is text with running totals. */
  readonly hasTotals: boolean
  /** Makes the section for a page. Undefined for one that shows no page numbers. */
  readonly onPage?: ((page: PageCounterValues) => TableSectionBox) | undefined
}

/** `data-table-part`: `continued` is not the first part of a table, `continuing` not the last. */
export type TablePart = 'first' | 'last' | 'continued' | 'continuing'

export interface TableRowBox extends BoxBase {
  readonly kind: 'table-row'
  /** Cells that begin in this row, by column. */
  readonly cells: readonly TableCellBox[]
  /** At least one cell of an earlier row of the section reaches into this row. */
  readonly spannedInto: boolean
}

export interface TableCellBox extends BoxBase {
  readonly kind: 'table-cell'
  /** Grid column in which the cell begins, from 0. */
  readonly column: number
  readonly colSpan: number
  /** Rows covered, cut to the section's end. */
  readonly rowSpan: number
  readonly children: readonly FlowChild[]
  /** As for block boxes. */
  readonly floats?: true
}

/** Boxes whose children are laid out as a block formatting context's flow. */
export type BlockContainerBox = BlockBox | TableCellBox

/**
 * Something that layout has to find a page for: it travels with the box that it stands at, and the page on which
 * that box begins is its page. Boxes without any have no such list at all.
 */
export interface PageMark {
  /** The same in every round of building and layout. */
  readonly key: string
  /** The assignments of `string-set` here. */
  readonly strings: readonly { readonly name: string; readonly value: string }[]
  readonly bookmark: Bookmark | undefined
  readonly pageCounter: readonly PageCounterChange[]
  readonly running: RunningElement | undefined
  /** The mark stands at the call of this footnote. */
  readonly footnote: Footnote | undefined
}

/** A footnote that `float: footnote` took out of the flow (css-gcpm-3 §2). */
export interface Footnote {
  readonly boxes: readonly FlowChild[]
  readonly display: 'block' | 'inline' | 'compact'
  readonly policy: 'auto' | 'line' | 'block'
}

/** An entry of the outline of the file (css-content-3 §4). */
export interface Bookmark {
  /** From 1. */
  readonly level: number
  readonly label: string
  readonly state: 'open' | 'closed'
}

/** An element that `position: running()` took out of the flow (css-gcpm-3 §1.2). */
export interface RunningElement {
  readonly name: string
  /** Its boxes for a page; the same objects again when nothing in them depends on the page. */
  boxes(page: PageCounterValues, strings: NamedStrings): readonly FlowChild[]
}

/** The values that `string-set` has assigned on a page (css-gcpm-3 §1.1.2); empty where there is none. */
export type NamedStrings = (name: string, position: PagePosition) => string
