import type { DiagnosticSink } from '../base/diagnostics.js'
import type { Box, InlineBox, InlineRootBox } from '../boxes/box-tree.js'
import { footnoteKey } from '../boxes/footnote-key.js'
import type { FieldControls } from '../forms/form-field.js'
import type { BoundElement, BoundTree } from '../template/bound-tree.js'
import type { TemplateElement } from '../template/template-tree.js'
import {
  hasReorderedItems,
  holdsItems,
  isBehindText,
  isBesideOthers,
  isPaintedApart,
  isParagraphAmongOthers,
  mayHoldText,
  standsApart,
  standsBeside,
} from './box-places.js'
import { ContentParts } from './content-parts.js'
import { isContentsList } from './contents-list.js'
import { ElementTags } from './element-tags.js'
import {
  cellProperties,
  holdsParagraphs,
  holdsText,
  isHidden,
  isPresentation,
  listNumbering,
  mayStandIn,
  structureType,
} from './element-types.js'
import { alternativeOf, figureContent, isImage, isShownObject } from './figures.js'
import { HeaderCells } from './header-cells.js'
import { linkLabel } from './link-label.js'
import type { LinkTag, StructureElement, StructureProperties, StructureType, Tag } from './structure-element.js'
import { StructureTree } from './structure-tree.js'
import { TextGaps, type TextPlace, textPlace } from './text-gaps.js'
import { TextOrders } from './text-orders.js'

/** The sides at which a page or column ends a box that continues. */
interface Cut {
  readonly top: boolean
  readonly bottom: boolean
}

/** What a box is painted in, as far as that is known. */
interface Around {
  readonly tag: Tag | undefined
  readonly place: TextPlace | undefined
}

/**
 * Finds for each box what its content is in the logical structure of the document (ISO 32000-1 §14.7): elements that
 * mean something become structure elements within those of the elements around them, all others leave their content to
 * these. It asks the document's tree, not the order of painting, so floats and positioned boxes stand where they belong.
 */
export class StructureBuilder {
  readonly tree: StructureTree
  /** By the number of the element: what its content belongs to. */
  readonly #tags = new ElementTags()
  /** Paragraphs of text that stands among blocks, and markers, by the numbers of their boxes. */
  readonly #ofBoxes = new Map<number, StructureElement>()
  /** By the number of the element. */
  readonly #links = new Map<number, LinkTag>()
  /** By the number of the element of a note. */
  readonly #calls = new Map<number, StructureElement>()
  /** Rows of heads and feet, by the numbers of their boxes. */
  readonly #repeatedRows = new Set<number>()
  /** Boxes that may be painted again which have been, and those of them that were painted to their end. */
  readonly #begun = new Set<number>()
  readonly #told = new Set<number>()
  /** By list of terms: the item that the last of them began. */
  readonly #items = new Map<StructureElement, StructureElement>()
  /** The images of figures that say more than these, by the parts of the document that the figures are. */
  readonly #images = new Map<StructureElement, BoundElement>()
  readonly #orders = new TextOrders()
  readonly #headers = new HeaderCells()
  readonly #parts: ContentParts
  readonly gaps: TextGaps

  /** @param fields controls that are fields of a form, by the numbers of their elements; others are told by their text */
  constructor(
    { root }: BoundTree,
    private readonly fields?: FieldControls | undefined,
  ) {
    this.tree = new StructureTree(root.id)
    this.#parts = new ContentParts(this.tree)
    this.gaps = new TextGaps(this.tree)
    this.#tags.set(root.id, this.tree.root)
  }

  /**
   * The structure element that the content of a box belongs to. What is painted again, such as heads of tables on each
   * page, counts once.
   * @param cut the sides at which the box is broken
   * @param around what the box is painted in, where that is known
   */
  tagOf(box: Box | InlineBox, cut: Cut | undefined, around: Tag | undefined): Tag {
    return around === 'artifact' || this.#isRepetition(box, cut) ? 'artifact' : this.#find(box, cut, around)
  }

  /**
   * The place of a box's text among that of its structure element.
   * @param outer what the box is painted in
   */
  placeOf(box: Box | InlineBox, tag: Tag, outer: Around): TextPlace | undefined {
    return textPlace(this.tree, box, { tag, outerTag: outer.tag, around: outer.place })
  }

  /**
   * Of heads and feet of tables, by row: the last part of a table may show rows that no part before it has. Boxes that
   * stand beside the flow may do so in what repeats.
   */
  #isRepetition(box: Box | InlineBox, cut: Cut | undefined): boolean {
    if (box.kind === 'table-section') {
      if (box.role !== 'body') for (const { id } of box.rows) this.#repeatedRows.add(id)
      return false
    }
    if (box.kind === 'table-row' ? !this.#repeatedRows.has(box.id) : !standsBeside(box)) return false
    if (this.#told.has(box.id) || (this.#begun.has(box.id) && !cut?.top)) return true
    this.#begun.add(box.id)
    if (!cut?.bottom) this.#told.add(box.id)
    return false
  }

  /**
   * The element of a link in the structure; the document's where it has none, as within ornament.
   * @param target what is read of a link without a text
   */
  linkTo(element: BoundElement, target: string): LinkTag {
    const known = this.#links.get(element.id)
    if (known) return known
    const tag = this.#tagOfElement(element)
    let found = tag === 'artifact' ? undefined : this.tree.ownerOf(tag)
    while (found !== undefined && this.tree.typeOf(found) !== 'Link') found = this.tree.parentOf(found)
    const link = { element: found ?? this.tree.root, label: linkLabel(element) || target }
    this.#links.set(element.id, link)
    return link
  }

  #find(box: Box | InlineBox, cut: Cut | undefined, around: Tag | undefined): Tag {
    const { node } = box
    if (box.kind === 'inline-root') return this.#tagOfLines(box, around)
    if (node === undefined) return this.#parts.of(box) ?? around ?? this.tree.root
    this.#orders.meet(box, node)
    if (isCall(box, node)) return this.#callOf(node, around ?? this.tree.root)
    if (box.kind !== 'replaced' && box.style.float === 'footnote') return this.#noteOf(box, node)
    // Images of generated content bear the element that they stand in.
    if (box.kind === 'replaced' && box.alternative === '' && !isImage(node)) return 'artifact'
    const part = this.#parts.of(box) ?? (isPaintedApart(box, around) ? this.#addPart(box, node, around) : undefined)
    const within = part ?? (standsApart(box, node) ? undefined : around)
    const tag = this.#tags.get(node.id) ?? this.#make(node, box, within)
    // Generated content, and the letter that a block begins with, are in the paragraph of its text.
    const place = within !== undefined && this.#isWithin(within, tag) ? within : tag
    if (part === undefined && cut?.bottom && isBesideOthers(box) && this.#isTextOf(place, node))
      return this.#keepOpen(box, node, place)
    if (place !== tag) return place
    if (box.kind === 'block' && box.marker) this.#addMarker(box.marker, tag)
    // Cells without content are parts of the table as well.
    if (box.kind === 'table-cell' && tag !== 'artifact') this.tree.attach(tag)
    return tag
  }

  /** Lines in an element that holds other elements are a paragraph of their own. */
  #tagOfLines(root: InlineRootBox, around: Tag | undefined): Tag {
    const { id, node } = root
    const known = this.#ofBoxes.get(id)
    if (known !== undefined) return known
    const tag = around ?? (node ? this.#tagOfElement(node) : this.tree.root)
    if (tag === 'artifact' || holdsText(this.tree.typeOf(tag))) return tag
    const paragraph = this.#paragraphIn(tag, this.#orders.of(root))
    this.#ofBoxes.set(id, paragraph)
    return paragraph
  }

  #paragraphIn(parent: StructureElement, order: number): StructureElement {
    switch (this.tree.typeOf(parent)) {
      case 'L': {
        return this.#element('LBody', this.#element('LI', parent, order, undefined), 0, undefined)
      }
      case 'TOC':
        return this.#element('TOCI', parent, order, undefined)
      case 'LI':
        return this.#element('LBody', parent, 0, undefined)
      case 'Table':
      case 'THead':
      case 'TBody':
      case 'TFoot':
      case 'TR':
        return this.#paragraphIn(this.tree.parentOf(parent) ?? this.tree.root, order)
      default:
        return this.#element('P', parent, order, undefined)
    }
  }

  #addMarker(marker: InlineRootBox, body: Tag): void {
    if (body === 'artifact' || this.#ofBoxes.has(marker.id)) return
    const type = this.tree.typeOf(body)
    const item = type === 'TOCI' ? body : type === 'LBody' ? this.tree.parentOf(body) : undefined
    if (item !== undefined) this.#ofBoxes.set(marker.id, this.#element('Lbl', item, -1, undefined))
  }

  #callOf(note: BoundElement, around: Tag): Tag {
    const known = this.#calls.get(note.id)
    if (known !== undefined || around === 'artifact') return known ?? around
    const call = this.#element('Reference', around, note.id, undefined)
    this.#calls.set(note.id, call)
    return call
  }

  /** Notes stand in the structure right behind their calls; where a note has none to be seen, in what is around it. */
  #noteOf(box: Box | InlineBox, node: BoundElement): Tag {
    const known = this.#ofBoxes.get(box.id)
    if (known !== undefined) return known
    const call = this.#calls.get(node.id)
    const around =
      (call === undefined ? undefined : this.tree.parentOf(call)) ??
      (node.parent ? this.#tagOfElement(node.parent) : this.tree.root)
    if (around === 'artifact') return around
    const note = this.#element('Note', around, node.id, undefined)
    if (call !== undefined) this.tree.putBehind(note, call)
    this.#ofBoxes.set(box.id, note)
    this.#tags.set(node.id, note)
    return note
  }

  /** Text comes to the place of a box that may be painted at another time: its content is told there. */
  reachAnchor(box: Box, around: Tag): void {
    const part = this.#partOf(box, around)
    if (part === undefined) return
    this.tree.place(part)
    if (around !== 'artifact' && mayHoldText(box)) this.gaps.pass(box, around)
  }

  /** The content of a box has a place of its own, which may be come to later. */
  holdApart(box: Box, around: Tag): void {
    this.#partOf(box, around)
  }

  /** What a box in the flow holds is told here, though it is painted earlier or later. */
  keepPlace(box: Box | InlineBox, around: Tag | undefined): void {
    if (around === undefined || around === 'artifact' || isPaintedApart(box, around)) return
    if (!holdsText(this.tree.typeOf(around))) return
    const order = box.node?.id ?? this.tree.orderOf(around)
    this.tree.place(this.#parts.of(box) ?? this.#parts.add(box, around, order))
  }

  /** The items of a box have places in the order of the document, where they stand in another one. */
  keepItems(box: Box | InlineBox, tag: Tag): void {
    if (!hasReorderedItems(box)) return
    for (const item of box.children.toSorted((a, b) => a.id - b.id)) this.keepPlace(item, tag)
  }

  /** All is painted: what was told in parts becomes content of the elements, and cells find their headings. */
  finish(diagnostics: DiagnosticSink): void {
    this.#parts.dissolve()
    this.#headers.resolve(this.tree, (node) => this.#tags.get(node.id), diagnostics)
  }

  /** A box of an element's text continues on another page, where what follows it on this one was told before. */
  #keepOpen(box: Box | InlineBox, node: BoundElement, within: StructureElement): StructureElement {
    const part = this.#parts.add(box, within, node.id)
    this.tree.place(part)
    return part
  }

  #partOf(box: Box, around: Tag): StructureElement | undefined {
    return this.#parts.of(box) ?? (box.node && this.#addPart(box, box.node, around))
  }

  /** Undefined where content has elements of its own, which have their order. */
  #addPart(box: Box | InlineBox, node: BoundElement, around: Tag | undefined): StructureElement | undefined {
    const element = this.#tags.get(node.id) ?? this.#parentOf(node, undefined)
    const place = standsApart(box, node) ? element : this.#placeIn(element, around)
    if (place === 'artifact' || !holdsText(this.tree.typeOf(place))) return undefined
    const part = this.#parts.add(box, place, node.id)
    if (standsBeside(box) && isBehindText(node)) this.gaps.noteBehindText(part)
    return part
  }

  /** The structure element for the content of an element, whether or not a box of it was met. */
  #tagOfElement(element: BoundElement): Tag {
    let known = this.#tags.get(element.id)
    if (known !== undefined) return known
    const unknown: BoundElement[] = [element]
    for (let node = element.parent; node && known === undefined; node = node.parent) {
      known = this.#tags.get(node.id)
      if (known === undefined) unknown.push(node)
    }
    let tag = known ?? this.tree.root
    for (let node = unknown.pop(); node; node = unknown.pop()) tag = this.#make(node, undefined, undefined)
    return tag
  }

  #make(node: BoundElement, box: Box | InlineBox | undefined, around: Tag | undefined): Tag {
    const parent = this.#parentOf(node, around)
    const within = node.name === 'figcaption' && parent !== 'artifact' ? this.#captioned(parent) : parent
    const tag = this.#decide(node, box, within)
    this.#tags.set(node.id, tag)
    return tag
  }

  /** The tag around it may be a paragraph without an element, in the element that the parent's content belongs to. */
  #parentOf(node: BoundElement, around: Tag | undefined): Tag {
    const parent = node.parent ? this.#tagOfElement(node.parent) : this.tree.root
    return around !== undefined && this.#isWithin(around, parent) ? around : parent
  }

  #decide(node: BoundElement, box: Box | InlineBox | undefined, parent: Tag): Tag {
    if (parent === 'artifact' || isHidden(node)) return 'artifact'
    const type = this.#typeOf(node, box)
    if (type === 'Figure' && node.name === 'object' && isPresentation(node.attributes)) return 'artifact'
    const parentType = this.tree.typeOf(parent)
    const isRepeatedRow = type === 'TR' && (parentType === 'THead' || parentType === 'TFoot')
    if (isRepeatedRow && showsBreak(node)) return 'artifact'
    const language = languageOf(node)
    const make: MakeElement = (type, properties, within = parent) =>
      this.#element(type, within, node.id, language ? { ...properties, language } : properties, node.template)
    if (type !== undefined && mayStandIn(type, parentType)) return this.#elementOf(node, box, { type, parent, make })
    if (box && holdsParagraphs(parentType) && isParagraphAmongOthers(box, node)) return make('P')
    if (!language) return parent
    return make(holdsText(parentType) ? 'Span' : 'Div')
  }

  #typeOf(node: BoundElement, box: Box | InlineBox | undefined): StructureType | undefined {
    if (this.fields?.has(node.id)) return 'Form'
    const type = structureType(node)
    // Told as one text, the last word of an item would run together with the first of the next.
    if (type === 'P' && box && holdsItems(box)) return 'Div'
    return type ?? (isShownObject(node, box) ? 'Figure' : undefined)
  }

  /** The structure element of an element that is one of a type, with what belongs around it. */
  #elementOf(node: BoundElement, box: Box | InlineBox | undefined, { type, parent, make }: Decided): StructureElement {
    switch (type) {
      case 'Lbl':
      case 'LBody':
        return this.tree.typeOf(parent) === 'TOC' ? make('TOCI') : this.#itemPart(node, type, parent, make)
      case 'L':
        if (box && node.name !== 'dl' && isContentsList(box)) return make('TOC')
        return make('L', { numbering: node.name === 'dl' ? undefined : numberingOf(box) })
      case 'Table':
        return isPresentation(node.attributes) ? parent : make('Table')
      case 'TH':
      case 'TD': {
        const cell = cellProperties(node, type, box)
        const element = make(type, cell && { cell })
        this.#headers.note(node, element)
        return element
      }
      case 'Figure':
        return this.tree.typeOf(parent) === 'Figure' ? parent : this.#figure(node, box, make)
      case 'Link': {
        const within = this.#isEntry(parent) ? this.#element('Reference', parent, node.id, undefined) : parent
        return make('Link', undefined, within)
      }
      case 'Span':
        return make('Span', { expansion: node.attributes.get('title') })
      default:
        return make(type)
    }
  }

  /** A `<figure>` is one image with its caption, or else a part of the document. */
  #figure(node: BoundElement, box: Box | InlineBox | undefined, make: MakeElement): StructureElement {
    if (node.name !== 'figure') return make('Figure', { alternative: alternativeOf(node, box) })
    const { image, isAlone } = figureContent(node)
    if (image && isAlone) return make('Figure', { alternative: alternativeOf(image, undefined) })
    const part = make('Sect')
    if (image) this.#images.set(part, image)
    return part
  }

  /** A caption belongs to the one image of its figure, also where the figure says more. */
  #captioned(parent: StructureElement): StructureElement {
    const image = this.#images.get(parent)
    const figure = image && this.#tagOfElement(image)
    if (figure === undefined || figure === 'artifact' || this.tree.typeOf(figure) !== 'Figure') return parent
    let within = this.tree.parentOf(figure)
    while (within !== undefined && this.tree.typeOf(within) === 'P') within = this.tree.parentOf(within)
    return within === parent ? figure : parent
  }

  /** Terms begin an item of their list, and what they mean belongs to it; an item of other lists is one by itself. */
  #itemPart(node: BoundElement, type: 'Lbl' | 'LBody', list: StructureElement, make: MakeElement): StructureElement {
    const begun = node.name === 'dd' ? this.#items.get(list) : undefined
    const item = begun ?? this.#element('LI', list, node.id, undefined)
    if (node.name === 'dt') this.#items.set(list, item)
    return make(type, undefined, item)
  }

  #element(
    type: StructureType,
    parent: StructureElement,
    order: number,
    properties: StructureProperties | undefined,
    template?: TemplateElement,
  ): StructureElement {
    return this.tree.add(parent, { type, order, properties, template })
  }

  /** Whether text is that of an entry of a table of contents. */
  #isEntry(text: StructureElement): boolean {
    const { tree } = this
    let element: StructureElement | undefined = text
    while (element !== undefined && tree.typeOf(element) !== 'TOCI' && holdsText(tree.typeOf(element)))
      element = tree.parentOf(element)
    return element !== undefined && tree.typeOf(element) === 'TOCI'
  }

  /** Whether a tag is that of a part of an element, or of the paragraph of text in one that holds no text itself. */
  #isWithin(tag: Tag, element: Tag): boolean {
    if (tag === 'artifact' || element === 'artifact') return false
    const { tree } = this
    let outer = tag
    while (tree.isPart(outer)) {
      outer = tree.parentOf(outer) ?? tree.root
      if (outer === element) return true
    }
    return tree.parentOf(outer) === element && tree.typeOf(outer) === 'P' && !holdsText(tree.typeOf(element))
  }

  /** Whether what is in an element's box is text of a structure element around it. */
  #isTextOf(tag: Tag, node: BoundElement): tag is StructureElement {
    return tag !== 'artifact' && holdsText(this.tree.typeOf(tag)) && !this.tree.isOf(tag, node)
  }

  /** The part or paragraph of an element that a place in it is in; else the element. */
  #placeIn(element: Tag, around: Tag | undefined): Tag {
    let place = around === 'artifact' ? undefined : around
    while (place !== undefined && place !== element && !this.#isWithin(place, element))
      place = this.tree.parentOf(place)
    return place ?? element
  }
}

/** Makes the structure element of an element of the document, in its parent or in what belongs between them. */
type MakeElement = (
  type: StructureType,
  properties?: StructureProperties,
  within?: StructureElement,
) => StructureElement

/** What is known of an element that becomes one of the structure. */
interface Decided {
  readonly type: StructureType
  readonly parent: StructureElement
  readonly make: MakeElement
}

/** Whether a box is the call of a note, which bears the note's element. */
function isCall(box: Box | InlineBox, node: BoundElement): boolean {
  if (box.kind !== 'inline' || !box.marks) return false
  const key = footnoteKey(node)
  return box.marks.some((mark) => mark.footnote !== undefined && mark.key === key)
}

/** Whether a row of a table's head or foot stands only where the table is broken, such as a sum that is carried forward. */
function showsBreak({ attributes }: BoundElement): boolean {
  const part = attributes.get('data-table-part')?.trim().toLowerCase()
  return part === 'continued' || part === 'continuing'
}

/** The language of an element, if it names another one than those around it. */
function languageOf({ attributes, parent }: BoundElement): string | undefined {
  const language = attributes.get('lang')?.trim()
  if (!language) return undefined
  for (let node = parent; node; node = node.parent) {
    const around = node.attributes.get('lang')?.trim()
    if (around) return around === language ? undefined : language
  }
  return language
}

function numberingOf(box: Box | InlineBox | undefined) {
  const type = box?.style.listStyleType
  return listNumbering(typeof type === 'object' && type.kind === 'counter-style' ? type.name : undefined)
}
