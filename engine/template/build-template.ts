import { TemplateError } from '../base/errors.js'
import { assertNever, invariant } from '../base/invariant.js'
import type { SourceText, Span } from '../base/source.js'
import type { HtmlElement, HtmlNode, HtmlText } from '../html/html-tree.js'
import { type BlockFactory, BlockNesting } from './block-nesting.js'
import { addText, buildParts, isElse, type TagSource, tagAt } from './build-parts.js'
import type { Expression } from './expression.js'
import { misprintedElement, unknownElement } from './known-elements.js'
import { nestParts } from './nest-parts.js'
import type { Inclusion, Partials } from './partials.js'
import type { TemplateAttribute, TemplateElement, TemplateNode, TemplateText, TextPart } from './template-tree.js'
import { isDroppedAttribute, isDroppedElement } from './unsupported.js'

/** An element of the template before the whole tree is numbered. */
type DraftElement = { -readonly [Field in keyof TemplateElement]: TemplateElement[Field] }

/** Receives the elements whose text describes or styles the document instead of appearing in it. */
export interface HeadCollector {
  /** @returns whether the element was such a one; its content is then left out of the tree */
  collect(element: HtmlElement, attributes: readonly TemplateAttribute[], nesting: BlockNesting<TemplateNode>): boolean
}

interface BuildOptions {
  readonly tags: TagSource
  readonly head: HeadCollector | undefined
  /** The markup is a value of the data: what could reach outside of it is dropped. */
  readonly inValue: boolean
  /** The place of everything, for markup that is not part of the template's text. */
  readonly fixedSpan: Span | undefined
  /** The partials that `{{> name}}` may include, and the inclusion around this text; absent for values. */
  readonly partials: { readonly library: Partials; readonly around: Inclusion | undefined } | undefined
}

const NODE_BLOCKS: BlockFactory<TemplateNode> = {
  condition: (branches, otherwise) => ({
    kind: 'if',
    branches: branches.map(({ condition, items }) => ({ condition, children: items })),
    otherwise,
  }),
  loop: (loop, children, otherwise) => ({ kind: 'each', loop, children, otherwise }),
  binding: (name, value, children) => ({ kind: 'let', name, value, children }),
}

/** Attributes in conditions become a flat list whose members say when they are there. */
const ATTRIBUTE_BLOCKS: BlockFactory<readonly TemplateAttribute[]> = {
  condition(branches, otherwise) {
    const attributes: TemplateAttribute[] = []
    let none: Expression | undefined
    for (const { condition, items } of branches) {
      for (const item of items.flat()) attributes.push({ ...item, when: both(both(none, condition), item.when) })
      none = both(none, { kind: 'unary', operator: 'not', operand: condition })
    }
    invariant(none, 'a condition with a branch')
    for (const item of otherwise.flat()) attributes.push({ ...item, when: both(none, item.when) })
    return attributes
  },
  loop: refusedBetweenAttributes,
  binding: refusedBetweenAttributes,
}

function refusedBetweenAttributes(): never {
  throw new Error('loops and bindings between attributes are refused where their tags are read')
}

function both(left: Expression | undefined, right: Expression | undefined): Expression {
  const only = left ?? right
  invariant(only, 'a condition')
  return left && right ? { kind: 'binary', operator: 'and', left, right } : only
}

/** Builds the template tree of one element and its content. Ids are not given yet. */
export function buildTemplate(root: HtmlElement, options: BuildOptions): TemplateElement {
  return new TemplateBuilder(options).element(root, undefined)
}

/** Builds the template nodes of a fragment. Ids are not given yet. */
export function buildFragment(nodes: readonly HtmlNode[], options: BuildOptions): readonly TemplateNode[] {
  return new TemplateBuilder(options).children(nodes, 'the fragment', undefined)
}

/** Gives the elements dense preorder ids from `firstId` on and returns them by id (less `firstId`). */
export function numberElements(nodes: readonly TemplateNode[], firstId: number): readonly TemplateElement[] {
  const elements: TemplateElement[] = []
  const visit = (node: TemplateNode): void => {
    switch (node.kind) {
      case 'element': {
        const draft: DraftElement = node
        draft.id = firstId + elements.length
        elements.push(node)
        node.children.forEach(visit)
        return
      }
      case 'let':
        node.children.forEach(visit)
        return
      case 'each':
        node.children.forEach(visit)
        node.otherwise.forEach(visit)
        return
      case 'if':
        for (const branch of node.branches) branch.children.forEach(visit)
        node.otherwise.forEach(visit)
        return
      case 'text':
      case 'raw':
      case 'partial':
        return
      default:
        assertNever(node)
        return
    }
  }
  nodes.forEach(visit)
  return elements
}

class TemplateBuilder {
  readonly #tags: TagSource
  readonly #source: SourceText

  constructor(private readonly options: BuildOptions) {
    this.#tags = options.tags
    this.#source = options.tags.source
  }

  element(element: HtmlElement, nesting: BlockNesting<TemplateNode> | undefined): TemplateElement {
    this.#reportUnknown(element)
    const attributes = this.#attributes(element, nesting)
    const draft: DraftElement = {
      kind: 'element',
      id: -1,
      name: element.name,
      namespace: element.namespace,
      attributes,
      staticAttributes: staticAttributesOf(attributes),
      language: attributes.find(({ name }) => name === 'lang'),
      children: [],
      span: this.#span(element.start, element.end),
    }
    if (nesting && isForHead(element) && this.options.head?.collect(element, attributes, nesting)) return draft
    const children = this.children(element.children, `<${element.name}>`, nesting)
    draft.children = nestParts(element.name, children, (name, parts) => tablePart(name, parts, draft.span))
    return draft
  }

  #reportUnknown({ name, namespace, start, end }: HtmlElement): void {
    // A name that a placeholder would complete is reported as that.
    const isCut = this.#source.text.startsWith('{{', start + 1 + name.length)
    const message = namespace === 'html' && !isCut ? unknownElement(name) : undefined
    if (message !== undefined) this.#tags.diagnostics.warn('unknown-element', message, this.#span(start, end))
    if (namespace !== 'html') return
    const misprinted = misprintedElement(name)
    if (misprinted !== undefined)
      this.#tags.diagnostics.warn('unsupported-element', misprinted, this.#span(start, end), `<${name}>`)
  }

  children(
    nodes: readonly HtmlNode[],
    place: string,
    outer: BlockNesting<TemplateNode> | undefined,
  ): readonly TemplateNode[] {
    const nesting = new BlockNesting(NODE_BLOCKS, outer, place)
    const { diagnostics } = this.#tags
    for (const node of nodes) {
      if (node.kind === 'text') this.#text(node, nesting)
      else if (!isDroppedElement(node, this.#source, diagnostics, this.options.inValue)) {
        const element = this.element(node, nesting)
        nesting.items.push(element)
      }
    }
    return nesting.finish()
  }

  #span(start: number, end: number): Span {
    return this.options.fixedSpan ?? this.#source.span(start, end)
  }

  #attributes(element: HtmlElement, nesting: BlockNesting<TemplateNode> | undefined): readonly TemplateAttribute[] {
    const { diagnostics } = this.#tags
    const attributes = new BlockNesting(ATTRIBUTE_BLOCKS, nesting, `the tag <${element.name}>`)
    for (const attribute of element.attributes) {
      for (const tag of attribute.tags ?? []) this.#tagBetweenAttributes(tag, attributes)
      if (attribute.name === '') continue
      if (isDroppedAttribute(attribute, element, this.#source, diagnostics, this.options.inValue)) continue
      const built = {
        name: attribute.name,
        value: buildParts(this.#tags, attribute.value, attributes, `the attribute "${attribute.name}"`),
        span: this.#span(attribute.start, attribute.end),
      }
      attributes.items.push([built])
    }
    return attributes.finish().flat()
  }

  /** Conditions stand between attributes, and nothing else. */
  #tagBetweenAttributes(index: number, attributes: BlockNesting<readonly TemplateAttribute[]>): void {
    const tag = tagAt(this.#tags, index)
    if (!tag) return
    switch (tag.kind) {
      case 'each':
      case 'let': {
        const message = `${tag.source} cannot stand between attributes; {{#if}} and {{#unless}} can`
        throw new TemplateError('block-in-tag', message, tag.span)
      }
      case 'if':
      case 'unless':
      case 'else-if':
      case 'close':
        attributes.tag(tag)
        return
      case 'output':
        if (attributes.takesElse && isElse(tag)) {
          attributes.else(tag.source, tag.span)
          return
        }
        this.#reportInTag(tag.source, tag.span)
        return
      case 'raw':
      case 'partial':
        this.#reportInTag(tag.source, tag.span)
        return
      case 'text':
        return
      default:
        assertNever(tag)
    }
  }

  #reportInTag(source: string, span: Span): void {
    const message = `${source} stands inside a tag; placeholders belong into text or quoted attribute values`
    this.#tags.diagnostics.error('placeholder-in-tag', message, span)
  }

  #text(text: HtmlText, nesting: BlockNesting<TemplateNode>): void {
    const span = this.#span(text.start, text.end)
    // Text parts are collected until a block tag or markup comes between.
    let parts: TextPart[] | undefined
    const current = (): TextPart[] => {
      if (parts) return parts
      parts = []
      const node: TemplateText = { kind: 'text', parts, span }
      nesting.items.push(node)
      return parts
    }
    for (const piece of text.pieces) {
      if (typeof piece === 'string') {
        addText(current(), piece)
        continue
      }
      const tag = tagAt(this.#tags, piece)
      if (!tag) continue
      if (tag.kind === 'text') addText(current(), tag.text)
      else if (tag.kind === 'partial') {
        const { partials } = this.options
        parts = undefined
        if (partials) nesting.items.push(...partials.library.include(tag, partials.around))
      } else if (tag.kind === 'output' && !(nesting.takesElse && isElse(tag))) {
        const { expression, source } = tag
        const toMarkup = expression.kind === 'filter' ? expression.filter.toMarkup : undefined
        if (toMarkup) {
          parts = undefined
          nesting.items.push({ kind: 'raw', expression, toMarkup, source, span: tag.span })
        } else current().push({ kind: 'output', expression, source, span: tag.span })
      } else {
        parts = undefined
        if (tag.kind === 'output') nesting.else(tag.source, tag.span)
        else if (tag.kind === 'raw') nesting.items.push(tag)
        else nesting.tag(tag)
      }
    }
  }
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/** The values of the attributes when none of them depends on data. */
function staticAttributesOf(attributes: readonly TemplateAttribute[]): ReadonlyMap<string, string> | undefined {
  if (attributes.length === 0) return NO_ATTRIBUTES
  const values = new Map<string, string>()
  for (const { name, value, when } of attributes) {
    const text = when ? undefined : staticText(value)
    if (text === undefined) return undefined
    values.set(name, text)
  }
  return values
}

/** The text of parts that do not depend on data, else undefined. */
export function staticText(parts: readonly TextPart[]): string | undefined {
  let text = ''
  for (const part of parts) {
    if (typeof part !== 'string') return undefined
    text += part
  }
  return text
}

/** An element that is implied in a table. */
function tablePart(name: string, children: TemplateNode[], span: Span): TemplateElement {
  return {
    kind: 'element',
    id: -1,
    name,
    namespace: 'html',
    attributes: [],
    staticAttributes: NO_ATTRIBUTES,
    language: undefined,
    children,
    span,
  }
}

/** Whether an element says something about the whole document; style sheets within drawings do (SVG 2 §6.3). */
function isForHead({ namespace, name }: HtmlElement): boolean {
  return namespace === 'html' || name === 'style'
}
