import type { DiagnosticSink } from '../base/diagnostics.js'
import type { Box, InlineBox } from '../boxes/box-tree.js'
import type { FieldControls } from '../forms/form-field.js'
import type { BoundElement } from '../template/bound-tree.js'
import type { TemplateElement } from '../template/template-tree.js'
import { holdsItems, isParagraphAmongOthers } from './box-places.js'
import { isContentsList } from './contents-list.js'
import { ElementTags } from './element-tags.js'
import {
  cellProperties,
  holdsParagraphs,
  isHidden,
  isPlain,
  isPresentation,
  listNumbering,
  mayStandIn,
  structureType,
} from './element-types.js'
import { alternativeOf, figureContent, isShownObject } from './figures.js'
import { HeaderCells } from './header-cells.js'
import type { StructureElement, StructureProperties, StructureType, Tag } from './structure-element.js'
import type { StructureTree } from './structure-tree.js'

/** Makes the structure elements of the elements of a document: which each becomes, and in which it stands. */
export class ElementBuilder {
  /** By the number of the element: what its content belongs to. */
  readonly #tags = new ElementTags()
  /** By list of terms: the item that the last of them began. */
  readonly #items = new Map<StructureElement, StructureElement>()
  /** The images of figures that say more than these, by the parts of the document that the figures are. */
  readonly #images = new Map<StructureElement, BoundElement>()
  readonly #headers = new HeaderCells()

  /** @param fields controls that are fields of a form, by the numbers of their elements; others are told by their text */
  constructor(
    private readonly tree: StructureTree,
    root: BoundElement,
    private readonly fields: FieldControls | undefined,
  ) {
    this.#tags.set(root.id, tree.root)
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
    let tag = known ?? this.tree.root
    for (let node = unknown.pop(); node; node = unknown.pop()) tag = this.make(node, undefined, undefined)
    return tag
  }

  /**
   * Makes the structure element of an element when it is met first.
   * @param around what its box is painted in, where it is met with one
   */
  make(node: BoundElement, box: Box | InlineBox | undefined, around: Tag | undefined): Tag {
    const parent = this.parentOf(node, around)
    const within = node.name === 'figcaption' && parent !== 'artifact' ? this.#captioned(parent) : parent
    const tag = this.#decide(node, box, within)
    this.#tags.set(node.id, tag)
    return tag
  }

  /** The tag around it may be a paragraph without an element, in the element that the parent's content belongs to. */
  parentOf(node: BoundElement, around: Tag | undefined): Tag {
    const parent = node.parent ? this.tagOf(node.parent) : this.tree.root
    return around !== undefined && isWithin(this.tree, around, parent) ? around : parent
  }

  #decide(node: BoundElement, box: Box | InlineBox | undefined, parent: Tag): Tag {
    const plain = isPlain(node)
    if (parent === 'artifact' || (!plain && isHidden(node))) return 'artifact'
    const type = this.#typeOf(node, box)
    if (type === 'Figure' && node.name === 'object' && isPresentation(node.attributes)) return 'artifact'
    const parentType = this.tree.typeOf(parent)
    const isRepeatedRow = type === 'TR' && (parentType === 'THead' || parentType === 'TFoot')
    if (isRepeatedRow && showsBreak(node)) return 'artifact'
    const language = plain ? undefined : languageOf(node)
    const met: MetElement = { node, box, parent, language }
    if (type !== undefined && mayStandIn(type, parentType)) return this.#elementOf(met, type)
    if (box && holdsParagraphs(parentType) && isParagraphAmongOthers(box, node)) return this.#makeOf(met, 'P')
    if (!language) return parent
    return this.#makeOf(met, this.tree.holdsText(parent) ? 'Span' : 'Div')
  }

  #typeOf(node: BoundElement, box: Box | InlineBox | undefined): StructureType | undefined {
    if (this.fields?.has(node.id)) return 'Form'
    const type = structureType(node)
    // Told as one text, the last word of an item would run together with the first of the next.
    if (type === 'P' && box && holdsItems(box)) return 'Div'
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
        return isPresentation(node.attributes) ? parent : this.#makeOf(met, 'Table')
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
      case 'Span':
        return this.#makeOf(met, 'Span', { expansion: node.attributes.get('title') })
      default:
        return this.#makeOf(met, type)
    }
  }

  /** A `<figure>` is one image with its caption, or else a part of the document. */
  #figure(met: MetElement): StructureElement {
    const { node, box } = met
    if (node.name !== 'figure') return this.#makeOf(met, 'Figure', { alternative: alternativeOf(node, box) })
    const { image, isAlone } = figureContent(node)
    if (image && isAlone) return this.#makeOf(met, 'Figure', { alternative: alternativeOf(image, undefined) })
    const part = this.#makeOf(met, 'Sect')
    if (image) this.#images.set(part, image)
    return part
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

  /** Terms begin an item of their list, and what they mean belongs to it; an item of other lists is one by itself. */
  #itemPart(met: MetElement, type: 'Lbl' | 'LBody'): StructureElement {
    const { node, parent: list } = met
    const begun = node.name === 'dd' ? this.#items.get(list) : undefined
    const item = begun ?? this.#element('LI', list, node.id, undefined)
    if (node.name === 'dt') this.#items.set(list, item)
    return this.#makeOf(met, type, undefined, item)
  }

  /** Makes the structure element of one of the document, in its parent or in what belongs between them. */
  #makeOf(
    { node, parent, language }: MetElement,
    type: StructureType,
    properties?: StructureProperties,
    within = parent,
  ): StructureElement {
    return this.#element(type, within, node.id, language ? { ...properties, language } : properties, node.template)
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

/** Whether a tag is that of a part of an element, or of the paragraph of text in one that holds no text itself. */
export function isWithin(tree: StructureTree, tag: Tag, element: Tag): boolean {
  if (tag === 'artifact' || element === 'artifact') return false
  let outer = tag
  while (tree.isPart(outer)) {
    outer = tree.parentOf(outer) ?? tree.root
    if (outer === element) return true
  }
  return tree.parentOf(outer) === element && tree.typeOf(outer) === 'P' && !tree.holdsText(element)
}

/** An element of the document that is met, in the structure element that its parent's content belongs to. */
interface MetElement {
  readonly node: BoundElement
  readonly box: Box | InlineBox | undefined
  readonly parent: StructureElement
  /** Where it is another one than around it. */
  readonly language: string | undefined
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
  return listNumbering(
    typeof type === 'object' && type.kind === 'counter-style' && typeof type.name === 'string' ? type.name : undefined,
  )
}
