import type { DiagnosticSink } from '../base/diagnostics.js'
import type { Box, InlineBox } from '../boxes/box-tree.js'
import { ControlLabels } from '../forms/control-labels.js'
import type { FieldControls } from '../forms/form-field.js'
import type { BoundElement, BoundTree } from '../template/bound-tree.js'
import type { TemplateElement } from '../template/template-tree.js'
import { holdsItems, isParagraphAmongOthers } from './box-places.js'
import { isContentsList } from './contents-list.js'
import { ElementTags } from './element-tags.js'
import {
  cellProperties,
  holderIn,
  holdsBlocks,
  holdsParagraphs,
  isHidden,
  isPartOf,
  isPlain,
  isPresentation,
  listNumbering,
  mayStandIn,
  structureType,
} from './element-types.js'
import { alternativeOf, alternativeSource, figureContent, isImageByRole, isShownObject } from './figures.js'
import { HeaderCells } from './header-cells.js'
import { isSame, languageAround, languageOf } from './languages.js'
import { printedAlternative, printField } from './print-fields.js'
import type { StructureElement, StructureProperties, StructureType, Tag } from './structure-element.js'
import type { StructurePlace, StructureTree } from './structure-tree.js'
import { TermGroups } from './term-groups.js'

/** Makes the structure elements of the elements of a document: which each becomes, and in which it stands. */
export class ElementBuilder {
  /** By the number of the element: what its content belongs to. */
  readonly #tags: ElementTags
  readonly #terms = new TermGroups()
  /** By the number of the first element in a group of terms: its item. */
  readonly #items = new Map<number, StructureElement>()
  /** The images of figures that say more than these, by the parts of the document that the figures are. */
  readonly #images = new Map<StructureElement, BoundElement>()
  /** By table or figure: the parts of which it has one each. */
  readonly #onlyParts = new Map<StructureElement, Map<StructureType, StructureElement>>()
  readonly #headers = new HeaderCells()
  readonly #labels: ControlLabels
  private readonly tree: StructureTree
  /** The element that the document is. */
  readonly #root: StructureElement

  /**
   * @param place where the document is in the structure
   * @param fields controls that are fields of a form, by the numbers of their elements; others are told by their text
   */
  constructor(
    place: StructurePlace,
    { root, elementCount }: BoundTree,
    private readonly fields: FieldControls | undefined,
  ) {
    this.tree = place.tree
    this.#root = place.root
    this.#tags = new ElementTags(elementCount)
    this.#tags.set(root.id, place.root)
    this.#labels = new ControlLabels(root)
  }

  /** The name that an element is given for readers, by itself or by others. */
  nameOf(element: BoundElement): string | undefined {
    return this.#labels.nameOf(element)
  }

  /** What the content of an element that was met belongs to. */
  known({ id }: BoundElement): Tag | undefined {
    return this.#tags.get(id)
  }

  /** An element whose content belongs to what was made elsewhere. */
  note({ id }: BoundElement, tag: Tag): void {
    this.#tags.set(id, tag)
  }

  /** All elements are met: cells find their headings. */
  finish(diagnostics: DiagnosticSink): void {
    this.#headers.resolve(this.tree, (node) => this.known(node), diagnostics)
  }

  /** The structure element for the content of an element, whether or not a box of it was met. */
  tagOf(element: BoundElement): Tag {
    let known = this.#tags.get(element.id)
    if (known !== undefined) return known
    const unknown: BoundElement[] = [element]
    for (let node = element.parent; node && known === undefined; node = node.parent) {
      known = this.#tags.get(node.id)
      if (known === undefined) unknown.push(node)
    }
    let tag = known ?? this.#root
    for (let node = unknown.pop(); node; node = unknown.pop()) tag = this.make(node, undefined, undefined)
    return tag
  }

  /**
   * Makes the structure element of an element when it is met first.
   * @param around what its box is painted in, where it is met with one
   */
  make(node: BoundElement, box: Box | InlineBox | undefined, around: Tag | undefined): Tag {
    const outer = this.parentOf(node, undefined)
    const inner = around !== undefined && isWithin(this.tree, around, outer) ? around : outer
    // Cells in lines of their row are no parts of a cell around these.
    const parent = inner !== outer && this.#isPartOf(node, outer) ? outer : inner
    const within = node.name === 'figcaption' && parent !== 'artifact' ? this.#captioned(parent) : parent
    const tag = this.#decide(node, box, within)
    this.#tags.set(node.id, tag)
    return tag
  }

  /** The tag around it may be a paragraph without an element, in the element that the parent's content belongs to. */
  parentOf(node: BoundElement, around: Tag | undefined): Tag {
    const parent = node.parent ? this.tagOf(node.parent) : this.#root
    return around !== undefined && isWithin(this.tree, around, parent) ? around : parent
  }

  #isPartOf(node: BoundElement, parent: Tag): boolean {
    const type = structureType(node)
    return type !== undefined && parent !== 'artifact' && isPartOf(this.tree.typeOf(parent), type)
  }

  #decide(node: BoundElement, box: Box | InlineBox | undefined, parent: Tag): Tag {
    const plain = isPlain(node)
    if (parent === 'artifact' || (!plain && isHidden(node))) return 'artifact'
    const parentType = this.tree.typeOf(parent)
    // Most elements of long documents are cells that nothing else is said of.
    if (plain && node.name === 'td' && parentType === 'TR')
      return this.#element('TD', parent, node.id, undefined, node.template)
    const type = this.#typeOf(node, box)
    if (type === 'Figure' && node.name === 'object' && isPresentation(node.attributes)) return 'artifact'
    const isRepeatedRow = type === 'TR' && (parentType === 'THead' || parentType === 'TFoot')
    if (isRepeatedRow && showsBreak(node)) return 'artifact'
    const language = plain ? undefined : languageOf(node)
    const met: MetElement = { node, box, parent, language }
    if (type !== undefined && mayStandIn(type, parentType)) return this.#elementOf(met, type)
    if (box && holdsParagraphs(parentType) && isParagraphAmongOthers(box, node)) return this.#makeOf(met, 'P')
    return this.#languagePart(met)
  }

  /** What means nothing but the language of what is in it. */
  #languagePart(met: MetElement): StructureElement {
    const { parent, language } = met
    return language === undefined ? parent : this.#makeOf(met, this.tree.holdsText(parent) ? 'Span' : 'Div')
  }

  #typeOf(node: BoundElement, box: Box | InlineBox | undefined): StructureType | undefined {
    if (this.fields?.has(node.id)) return 'Form'
    const type = structureType(node)
    // Told as one text, the last word of an item would run together with the first of the next.
    if (type === 'P' && ((box && holdsItems(box)) || (node.name !== 'p' && holdsBlocks(node)))) return 'Div'
    return type ?? (isShownObject(node, box) ? 'Figure' : undefined)
  }

  /** The structure element of an element that is one of a type, with what belongs around it. */
  #elementOf(met: MetElement, type: StructureType): StructureElement {
    const { node, box, parent } = met
    switch (type) {
      case 'Lbl':
      case 'LBody':
        return this.tree.typeOf(parent) === 'TOC' ? this.#makeOf(met, 'TOCI') : this.#itemPart(met, type)
      case 'L':
        if (box && node.name !== 'dl' && isContentsList(box)) return this.#makeOf(met, 'TOC')
        return this.#makeOf(met, 'L', { numbering: node.name === 'dl' ? undefined : numberingOf(box) })
      case 'Table':
        return isPresentation(node.attributes) ? this.#languagePart(met) : this.#makeOf(met, 'Table')
      case 'Caption':
      case 'THead':
      case 'TFoot':
        // Of several heads the first one is laid out as such.
        if (box?.kind === 'table-section' && box.role === 'body') return this.#makeOf(met, 'TBody')
        return this.#onlyPart(met, type)
      case 'TH':
      case 'TD': {
        const cell = cellProperties(node, type, box)
        const element = this.#makeOf(met, type, cell && { cell })
        this.#headers.note(node, element)
        return element
      }
      case 'Figure':
        return this.tree.typeOf(parent) === 'Figure' ? parent : this.#figure(met)
      case 'Link': {
        const within = this.#isEntry(parent) ? this.#element('Reference', parent, node.id, undefined) : parent
        return this.#makeOf(met, 'Link', undefined, within)
      }
      case 'Form':
        return this.#form(met)
      case 'Span':
        return this.#makeOf(met, 'Span', { expansion: node.attributes.get('title') })
      default:
        return this.#makeOf(met, type)
    }
  }

  /** A `<figure>` is one image with its caption, or else a part of the document. */
  #figure(met: MetElement): StructureElement {
    const { node, box } = met
    if (node.name !== 'figure') return this.#imageOf(met, node, alternativeOf(node, box, this.#labels))
    const { image, isAlone } = figureContent(node)
    const label = alternativeOf(node, undefined, this.#labels)
    const own = image && alternativeOf(image, undefined, this.#labels)
    if (isImageByRole(node)) {
      const named = label === undefined && image ? image : node
      return this.#imageOf(met, named, label ?? own)
    }
    if (image && isAlone) return this.#imageOf(met, own === undefined ? node : image, own ?? label)
    const part = this.#makeOf(met, 'Sect')
    if (image) this.#images.set(part, image)
    return part
  }

  /** @param named what says the alternative, in a language of its own */
  #imageOf(met: MetElement, named: BoundElement, alternative: string | undefined): StructureElement {
    const told = languageAround(alternativeSource(named))
    const language = isSame(told, languageAround(met.node.parent)) ? undefined : told
    return this.#makeOf({ ...met, language }, 'Figure', { alternative })
  }

  /** A control is a field, or what is printed of one (ISO 32000-1 §14.8.5.6). */
  #form(met: MetElement): StructureElement {
    const { node } = met
    if (this.fields?.has(node.id)) return this.#makeOf(met, 'Form')
    const field = printField(node, this.#labels.labelOf(node))
    return this.#makeOf(met, 'Form', { printField: field, alternative: printedAlternative(node) })
  }

  /** A caption belongs to the one image of its figure, also where the figure says more. */
  #captioned(parent: StructureElement): StructureElement {
    const image = this.#images.get(parent)
    const figure = image && this.tagOf(image)
    if (figure === undefined || figure === 'artifact' || this.tree.typeOf(figure) !== 'Figure') return parent
    let within = this.tree.parentOf(figure)
    while (within !== undefined && this.tree.typeOf(within) === 'P') within = this.tree.parentOf(within)
    return within === parent ? figure : parent
  }

  /** Tables and figures have one caption, and tables one head and one foot: what more there are goes on in it, or is a body. */
  #onlyPart(met: MetElement, type: StructureType): StructureElement {
    const { node, parent } = met
    const known = this.#onlyParts.get(parent)?.get(type)
    if (known !== undefined)
      return type === 'Caption' ? this.#makeOf(met, 'P', undefined, known) : this.#makeOf(met, 'TBody')
    const isOfTable = this.tree.typeOf(parent) === 'Table'
    const order = isOfTable ? placeInTable(node, type) : node.id
    const language = isOfTable ? met.language : this.#captionLanguage(met)
    const element = this.#makeOf({ ...met, language }, type, undefined, parent, order)
    const parts = this.#onlyParts.get(parent) ?? new Map<StructureType, StructureElement>()
    this.#onlyParts.set(parent, parts.set(type, element))
    return element
  }

  /** The text in the place of an image may be in another language than its caption. */
  #captionLanguage({ node, parent, language }: MetElement): string | undefined {
    const around = this.tree.propertiesOf(parent)?.language
    if (around === undefined) return language
    const own = languageAround(node)
    return isSame(own, around) ? undefined : own
  }

  /** Terms are an item together with what they mean; an item of other lists is one by itself. */
  #itemPart(met: MetElement, type: 'Lbl' | 'LBody'): StructureElement {
    const { node, parent: list } = met
    const isOfTerms = node.name === 'dt' || node.name === 'dd'
    const start = isOfTerms ? this.#terms.startOf(node) : node.id
    const item = this.#items.get(start) ?? this.#element('LI', list, start, undefined)
    if (isOfTerms) this.#items.set(start, item)
    return this.#makeOf(met, type, undefined, item)
  }

  /** Makes the structure element of one of the document, in its parent or in what belongs between them. */
  #makeOf(
    { node, parent, language }: MetElement,
    type: StructureType,
    properties?: StructureProperties,
    within = parent,
    order = node.id,
  ): StructureElement {
    const holder = this.holderOf(type, within, order)
    return this.#element(
      type,
      holder,
      order,
      language === undefined ? properties : { ...properties, language },
      node.template,
    )
  }

  /** What an element of a type stands in within its parent: a list holds nothing but items, and a table nothing but cells. */
  holderOf(type: StructureType, parent: StructureElement, order: number): StructureElement {
    let within = parent
    let holder = holderIn(this.tree.typeOf(parent), type)
    while (holder !== undefined) {
      within = this.#element(holder, within, order, undefined)
      holder = holderIn(holder, type)
    }
    return within
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
    while (element !== undefined && tree.typeOf(element) !== 'TOCI' && tree.holdsText(element))
      element = tree.parentOf(element)
    return element !== undefined && tree.typeOf(element) === 'TOCI'
  }
}

/** Whether a tag is that of a part of an element, or of the paragraph, item or cell of text in one that holds no text itself. */
export function isWithin(tree: StructureTree, tag: Tag, element: Tag): boolean {
  if (tag === 'artifact' || element === 'artifact' || tag === element) return false
  let outer = tag
  while (tree.isPart(outer)) {
    outer = tree.parentOf(outer) ?? tree.root
    if (outer === element) return true
  }
  if (tree.holdsText(element)) return false
  while (tree.parentOf(outer) !== element) {
    if (!isOfText(tree, outer)) return false
    outer = tree.parentOf(outer) ?? tree.root
  }
  return isOfText(tree, outer)
}

const OF_TEXT: ReadonlySet<StructureType> = new Set(['P', 'LI', 'LBody', 'TOCI', 'TR', 'TD'])

/** Whether an element was made for text alone. */
function isOfText(tree: StructureTree, element: StructureElement): boolean {
  return OF_TEXT.has(tree.typeOf(element)) && tree.templateOf(element) === undefined
}

/** An element of the document that is met, in the structure element that its parent's content belongs to. */
interface MetElement {
  readonly node: BoundElement
  readonly box: Box | InlineBox | undefined
  readonly parent: StructureElement
  /** Where it is another one than around it. */
  readonly language: string | undefined
}

/**
 * The order of a part of a table among the others: its caption is told first, its head next and its foot last, wherever the
 * source has them.
 */
function placeInTable({ id, index, parent }: BoundElement, type: StructureType): number {
  if (type === 'TFoot') return Number.MAX_SAFE_INTEGER
  const first = parent?.children.find((child) => child.kind === 'element')
  if (index === 0 || !first) return id
  if (type === 'Caption') return first.id - 0.75
  return first.name === 'caption' ? first.id + 0.5 : first.id - 0.5
}

/** Whether a row of a table's head or foot stands only where the table is broken, such as a sum that is carried forward. */
function showsBreak({ attributes }: BoundElement): boolean {
  const part = attributes.get('data-table-part')?.trim().toLowerCase()
  return part === 'continued' || part === 'continuing'
}

function numberingOf(box: Box | InlineBox | undefined) {
  const type = box?.style.listStyleType
  return listNumbering(
    typeof type === 'object' && type.kind === 'counter-style' && typeof type.name === 'string' ? type.name : undefined,
  )
}
