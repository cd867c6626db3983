import type { DiagnosticSink } from '../base/diagnostics.js'
import type { Box, GeneratedAlternative, InlineBox, InlineRootBox, ReplacedBox } from '../boxes/box-tree.js'
import { footnoteKey } from '../boxes/footnote-key.js'
import type { FieldControls } from '../forms/form-field.js'
import type { ComputedStyle } from '../style/computed-style.js'
import type { BoundElement, BoundTree } from '../template/bound-tree.js'
import {
  areTextsOfBlocks,
  hasReorderedItems,
  isBehindText,
  isBesideOthers,
  isGroupsText,
  mayHoldText,
  standsApart,
  standsBeside,
} from './box-places.js'
import { ContentParts } from './content-parts.js'
import { ElementBuilder, isWithin } from './element-builder.js'
import { isImage } from './figures.js'
import { languageOf } from './languages.js'
import { linkLabel } from './link-label.js'
import type { LinkTag, StructureElement, StructureType, Tag } from './structure-element.js'
import { type StructurePlace, StructureTree } from './structure-tree.js'
import { TextGaps, type TextPlace, textPlace } from './text-gaps.js'
import { BEHIND_ALL, BEHIND_START, lastWithin, TextOrders } from './text-orders.js'

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
  /** The element that the document is. */
  readonly root: StructureElement
  readonly #elements: ElementBuilder
  /** Paragraphs of text that stands among blocks, and markers, by the numbers of their boxes. */
  readonly #ofBoxes = new Map<number, Tag>()
  /** By the number of the element. */
  readonly #links = new Map<number, LinkTag>()
  /** By the number of the drawing and their own. */
  readonly #drawnLinks = new Map<string, LinkTag>()
  /** By the number of the element of a note. */
  readonly #calls = new Map<number, StructureElement>()
  /** Rows of heads and feet, by the numbers of their boxes. */
  readonly #repeatedRows = new Set<number>()
  /** Boxes that may be painted again which have been, and those of them that were painted to their end. */
  readonly #begun = new Set<number>()
  readonly #told = new Set<number>()
  readonly #orders = new TextOrders()
  readonly #parts: ContentParts
  readonly gaps: TextGaps

  /**
   * @param styles by the numbers of elements
   * @param fields controls that are fields of a form, by the numbers of their elements; others are told by their text
   * @param place of a document that is not alone in its file
   */
  constructor(
    bound: BoundTree,
    private readonly styles: readonly ComputedStyle[],
    fields?: FieldControls | undefined,
    place?: StructurePlace | undefined,
  ) {
    this.tree = place?.tree ?? new StructureTree(bound.root.id)
    this.root = place?.root ?? this.tree.root
    this.#parts = new ContentParts(this.tree)
    this.gaps = new TextGaps(this.tree)
    this.#elements = new ElementBuilder(this, bound, fields)
  }

  /**
   * The structure element that the content of a box belongs to. What is painted again, such as heads of tables on each
   * page, counts once.
   * @param cut the sides at which the box is broken
   * @param around what the box is painted in, where that is known
   */
  tagOf(box: Box | InlineBox, cut: Cut | undefined, around: Tag | undefined): Tag {
    if (around === 'artifact') return around
    if (box.kind === 'inline-root') return this.#tagOfLines(box, around)
    // Most boxes of long documents: they stand in their row, and repeat with it.
    if (box.kind === 'table-cell') return this.#find(box, false, cut, around)
    // Most boxes stand where they are met, which is asked for several times.
    const isBeside = standsBeside(box)
    return this.#isRepetition(box, isBeside, cut) ? 'artifact' : this.#find(box, isBeside, cut, around)
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
  #isRepetition(box: Box | InlineBox, isBeside: boolean, cut: Cut | undefined): boolean {
    if (!isBeside) {
      const { kind } = box
      if (kind === 'table-section') {
        if (box.role !== 'body') for (const { id } of box.rows) this.#repeatedRows.add(id)
        return false
      }
      if (kind !== 'table-row' || !this.#repeatedRows.has(box.id)) return false
    }
    if (this.#told.has(box.id) || (this.#begun.has(box.id) && !cut?.top)) return true
    this.#begun.add(box.id)
    if (!cut?.bottom) this.#told.add(box.id)
    return false
  }

  /**
   * Whether backgrounds and borders may be all that is seen of a box which is told: of an image by its role alone, and of
   * a control without a value.
   */
  isPicture(box: Box | InlineBox, tag: Tag): boolean {
    const { kind, node } = box
    if (node === undefined || kind === 'replaced' || tag === 'artifact') return false
    const type = this.tree.typeOf(tag)
    if (type === 'Form') return this.#showsNoText(box, node, tag)
    return type === 'Figure' && node.name !== 'figure' && this.tree.isOf(tag, node)
  }

  /** Whether a printed control is a check box or radio button, or has no value. */
  #showsNoText(box: Box | InlineBox, node: BoundElement, tag: StructureElement): boolean {
    const field = this.tree.isOf(tag, node) ? this.tree.propertiesOf(tag)?.printField : undefined
    return field !== undefined && (field.checked !== undefined || (box.kind === 'block' && box.children.length === 0))
  }

  /**
   * The element of a link in the structure; the document's where it has none, as within ornament.
   * @param target what is read of a link without a text
   */
  linkTo(element: BoundElement, target: string): LinkTag {
    const known = this.#links.get(element.id)
    if (known) return known
    const tag = this.#elements.tagOf(element)
    let found = tag === 'artifact' ? undefined : this.tree.ownerOf(tag)
    while (found !== undefined && this.tree.typeOf(found) !== 'Link') found = this.tree.parentOf(found)
    const link = {
      element: found ?? this.root,
      label: this.#elements.nameOf(element) || linkLabel(element, this.styles) || target,
    }
    this.#links.set(element.id, link)
    return link
  }

  /** The element of pages of another document, also where what is around them is ornament. @param headings the levels of those in them */
  partOf(node: BoundElement, headings: readonly number[]): StructureElement {
    const tag = this.#elements.tagOf(node)
    const part = tag === 'artifact' ? this.tree.root : tag
    if (headings.length > 0) this.tree.setGraftedHeadings(part, headings)
    return part
  }

  /** The figure that a page of another document is which tells nothing itself. */
  pageFigure(node: BoundElement, part: StructureElement, alternative: string | undefined): StructureElement {
    const properties = alternative === undefined ? undefined : { alternative }
    return this.tree.add(part, { type: 'Figure', order: node.id, properties, template: node.template })
  }

  /**
   * The element of a link in a drawing, which stands behind that: of what is in a figure with an alternative readers tell
   * nothing else. Undefined for drawings that are ornament.
   * @param index which one of the drawing it is
   */
  linkInDrawing(drawing: BoundElement, index: number, label: string): LinkTag | undefined {
    const key = `${drawing.id} ${index}`
    const known = this.#drawnLinks.get(key)
    if (known) return known
    const figure = this.#elements.tagOf(drawing)
    if (figure === 'artifact') return undefined
    const order = drawing.id + BEHIND_ALL
    const around = this.tree.parentOf(this.tree.ownerOf(figure)) ?? this.root
    const parent = this.tree.holdsText(around) ? around : this.#paragraphIn(around, order)
    const properties = { alternative: label }
    const element = this.tree.add(parent, { type: 'Link', order, properties, template: drawing.template })
    const link = { element, label }
    this.#drawnLinks.set(key, link)
    return link
  }

  #find(
    box: Exclude<Box | InlineBox, InlineRootBox>,
    isBeside: boolean,
    cut: Cut | undefined,
    around: Tag | undefined,
  ): Tag {
    const { node, kind, style } = box
    if (node === undefined && kind === 'inline' && around !== undefined) {
      if (box.part === 'marker') return this.#addMarker(box, around)
      if (box.alternative) return this.#addAlternative(box, box.alternative, around)
    }
    if (node === undefined) return this.#parts.of(box) ?? around ?? this.root
    if (around !== undefined && isGroupsText(box)) return around
    this.#orders.meet(box, node)
    if (kind === 'inline') {
      if (isCall(box, node)) return this.#callOf(node, around ?? this.root)
      if (box.part === 'note') return this.#noteOf(box, node)
    } else if (kind === 'replaced') {
      // Images of generated content bear the element that they stand in.
      if (!isImage(node)) return this.#generatedImage(box, node, around)
    } else if (style.float === 'footnote') return this.#noteOf(box, node)
    const part =
      this.#parts.of(box) ?? (isBeside || around === undefined ? this.#addPart(box, node, around) : undefined)
    const within = part ?? (standsApart(box, node) ? undefined : around)
    const tag = this.#elements.known(node) ?? this.#elements.make(node, box, within)
    // Generated content, and the letter that a block begins with, are in the paragraph of its text.
    const place = within !== undefined && isWithin(this.tree, within, tag) ? within : tag
    if (part === undefined && cut?.bottom && isBesideOthers(box) && this.#isTextOf(place, node))
      return this.#keepOpen(box, node, place)
    if (place !== tag) return place
    if (kind === 'block' && box.marker) this.#addMarker(box.marker, tag)
    // Cells without content are parts of the table as well.
    const mayBeCell = kind === 'table-cell' || node.attributes.has('role')
    if (mayBeCell && tag !== 'artifact' && this.tree.isCell(tag)) this.tree.attach(tag)
    return kind === 'inline' ? this.#tagOfText(box.id, tag, node.id) : tag
  }

  /** Lines in an element that holds other elements are a paragraph of their own. */
  #tagOfLines(root: InlineRootBox, around: Tag | undefined): Tag {
    const tag = around ?? (root.node ? this.#elements.tagOf(root.node) : this.root)
    if (tag === 'artifact' || this.tree.holdsText(tag) || areTextsOfBlocks(root, this.tree.typeOf(tag)))
      return this.#known(root.id) ?? tag
    return this.#tagOfText(root.id, tag, this.#orders.of(root))
  }

  #known(box: number): Tag | undefined {
    return this.#ofBoxes.size > 0 ? this.#ofBoxes.get(box) : undefined
  }

  /** What text that stands in an element belongs to. */
  #tagOfText(box: number, within: Tag, order: number): Tag {
    const known = this.#known(box)
    if (known !== undefined) return known
    if (within === 'artifact' || this.tree.holdsText(within)) return within
    const paragraph = this.#paragraphIn(within, order)
    this.#ofBoxes.set(box, paragraph)
    return paragraph
  }

  /** In lists and tables it is an item or a cell. */
  #paragraphIn(parent: StructureElement, order: number): StructureElement {
    const within = this.#elements.holderOf('P', parent, order)
    return within === parent ? this.#add('P', parent, order) : within
  }

  /** Generated content with something that is told in its place. */
  #addAlternative({ id }: InlineBox, { text, element, isBehind, isImage }: GeneratedAlternative, around: Tag): Tag {
    if (around === 'artifact' || text === '') return 'artifact'
    const known = this.#known(id)
    if (known !== undefined) return known
    const order = isBehind ? lastWithin(element) + BEHIND_ALL : element.id + BEHIND_START
    const parent = this.tree.holdsText(around) ? around : this.#paragraphIn(around, order)
    const properties = { alternative: text }
    const type = isImage ? 'Figure' : 'Span'
    const told = this.tree.add(parent, { type, order, properties, template: element.template })
    this.#ofBoxes.set(id, told)
    return told
  }

  /** An image in place of an element stands for its text, in what the element is; others in generated content are ornament. */
  #generatedImage(box: ReplacedBox, node: BoundElement, around: Tag | undefined): Tag {
    const known = this.#ofBoxes.get(box.id)
    if (known !== undefined) return known
    // What is told in its place is that of all of the content.
    if (box.alternative === '') return this.#isToldAs(around) ? around : 'artifact'
    const parent = this.#elements.known(node) ?? this.#elements.make(node, box, around)
    if (parent === 'artifact') return parent
    const properties = { alternative: box.alternative }
    const within = this.#elements.holderOf('Figure', parent, node.id)
    const figure = this.tree.add(within, { type: 'Figure', order: node.id, properties, template: node.template })
    this.#ofBoxes.set(box.id, figure)
    return figure
  }

  /** The label of a list item; a marker of others is text of theirs. */
  #addMarker(marker: InlineRootBox | InlineBox, body: Tag): Tag {
    const known = this.#ofBoxes.get(marker.id)
    if (known !== undefined || body === 'artifact') return known ?? body
    const type = this.tree.typeOf(body)
    const item = type === 'TOCI' ? body : type === 'LBody' ? this.tree.parentOf(body) : undefined
    if (item === undefined) return this.#tellWithText(marker.id, body)
    const alternative = marker.alternative?.text
    const properties = alternative === undefined ? undefined : { alternative }
    const label =
      alternative === '' ? 'artifact' : this.tree.add(item, { type: 'Lbl', order: -1, properties, template: undefined })
    this.#ofBoxes.set(marker.id, label)
    return label
  }

  /** A marker of what is no item of a list is the beginning of its text. */
  #tellWithText(marker: number, body: StructureElement): StructureElement {
    if (this.tree.holdsText(body)) this.#ofBoxes.set(marker, body)
    return body
  }

  #isToldAs(around: Tag | undefined): around is StructureElement {
    if (around === undefined || around === 'artifact') return false
    return this.tree.propertiesOf(around)?.alternative !== undefined
  }

  #callOf(note: BoundElement, around: Tag): Tag {
    const known = this.#calls.get(note.id)
    if (known !== undefined || around === 'artifact') return known ?? around
    const call = this.#add('Reference', around, note.id)
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
      (node.parent ? this.#elements.tagOf(node.parent) : this.root)
    if (around === 'artifact') return around
    const language = languageOf(node)
    const properties = language === undefined ? undefined : { language }
    const note = this.tree.add(around, { type: 'Note', order: node.id, properties, template: undefined })
    if (call !== undefined) this.tree.putBehind(note, call)
    this.#ofBoxes.set(box.id, note)
    this.#elements.note(node, note)
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
    if (around === undefined || around === 'artifact' || standsBeside(box)) return
    if (!this.tree.holdsText(around)) return
    const order = box.node?.id ?? this.tree.orderOf(around)
    this.tree.place(this.#parts.of(box) ?? this.#parts.add(box, around, order))
  }

  /**
   * Parts for texts that are painted in another order than they are read in.
   *
   * @returns as many as there are texts, in the order of reading; undefined where the texts are no content
   */
  partsOfTexts(around: Tag | undefined, count: number): readonly StructureElement[] | undefined {
    if (around === undefined || around === 'artifact' || !this.tree.holdsText(around)) return undefined
    const parts = this.#parts.addTexts(around, count)
    for (const part of parts) this.tree.place(part)
    return parts
  }

  /** The items of a box have places in the order of the document, where they stand in another one. */
  keepItems(box: Box | InlineBox, tag: Tag): void {
    if (!hasReorderedItems(box)) return
    for (const item of box.children.toSorted((a, b) => a.id - b.id)) this.keepPlace(item, tag)
  }

  /** All is painted: what was told in parts becomes content of the elements, and cells find their headings. */
  finish(diagnostics: DiagnosticSink): void {
    this.#parts.dissolve()
    this.#elements.finish(diagnostics)
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
    const element = this.#elements.known(node) ?? this.#elements.parentOf(node, undefined)
    const place = standsApart(box, node) ? element : this.#placeIn(element, around)
    if (place === 'artifact' || !this.tree.holdsText(place)) return undefined
    const part = this.#parts.add(box, place, node.id)
    if (standsBeside(box) && isBehindText(node)) this.gaps.noteBehindText(part)
    return part
  }

  #add(type: StructureType, parent: StructureElement, order: number): StructureElement {
    return this.tree.add(parent, { type, order, properties: undefined, template: undefined })
  }

  /** Whether what is in an element's box is text of a structure element around it. */
  #isTextOf(tag: Tag, node: BoundElement): tag is StructureElement {
    return tag !== 'artifact' && this.tree.holdsText(tag) && !this.tree.isOf(tag, node)
  }

  /** The part or paragraph of an element that a place in it is in; else the element. */
  #placeIn(element: Tag, around: Tag | undefined): Tag {
    let place = around === 'artifact' ? undefined : around
    while (place !== undefined && place !== element && !isWithin(this.tree, place, element))
      place = this.tree.parentOf(place)
    return place ?? element
  }
}

/** Whether a box is the call of a note, which bears the note's element. */
function isCall(box: InlineBox, node: BoundElement): boolean {
  if (!box.marks) return false
  const key = footnoteKey(node)
  return box.marks.some((mark) => mark.footnote !== undefined && mark.key === key)
}
