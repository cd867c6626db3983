import { assertNever } from '../../base/invariant.js'
import type { Span } from '../../base/source.js'
import type { ContentPartOf, ElementTextPart, TargetReference } from '../../css/values/content-value.js'
import type { CounterStyle } from '../../css/values/counter-style-value.js'
import type { UrlImage } from '../../css/values/image-value.js'
import type { DecodedImage } from '../../images/image-types.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import { inputText } from '../../template/input-text.js'
import type { FlowChild } from '../box-tree.js'
import { formatCounter, reportUnknownStyle } from '../counter-styles.js'
import { elementText, firstLetter } from '../element-text.js'
import { isPageCounter, UNKNOWN_PAGE } from '../page-counters.js'
import { type Target, targetId, targetText, unprintedTarget } from '../page-references.js'
import type { BuildContext } from './build-context.js'
import { type ContentSources, generatedText } from './generated-content.js'
import { markerContent } from './list-marker.js'

/** Deeper than any element: for the counters of a pseudo-element that is looked at apart from its element. */
const PSEUDO_DEPTH = 1_000_000

const NO_BREAK_SPACE = '\u00a0'

/** The values that the `content` of an element's pseudo-elements refers to. */
export class ElementContent implements ContentSources {
  /** @param key of the mark at the place where the content stands */
  constructor(
    private readonly context: BuildContext,
    private readonly element: BoundElement,
    private readonly key: string,
  ) {}

  count(length: number): void {
    this.context.generated.add(length, this.element.template.span)
  }

  attribute(name: string): string | undefined {
    return this.element.attributes.get(name.toLowerCase())
  }

  /** The text of a field; a no-break space where it is empty, so that the field keeps the height of a line. */
  inputText(): string {
    return inputText(this.element) || NO_BREAK_SPACE
  }

  counter({ name, style, span }: ContentPartOf<'counter'>): string {
    this.#check(style, span)
    return isPageCounter(name) ? formatCounter(this.#page(name), style) : this.context.counters.counter(name, style)
  }

  counters({ name, separator, style, span }: ContentPartOf<'counters'>): string {
    if (isPageCounter(name)) return this.counter({ kind: 'counter', name, style, span })
    this.#check(style, span)
    return this.context.counters.counters(name, separator, style, (length) => this.count(length))
  }

  openQuote(style: ComputedStyle): string {
    return this.context.quotes.open(style, this.#languageAround(style))
  }

  closeQuote(style: ComputedStyle): string {
    return this.context.quotes.close(style, this.#languageAround(style))
  }

  /** Quotation marks belong to the text around what is quoted (css-content-3 §4.1). */
  #languageAround(style: ComputedStyle): string {
    const { parent } = this.element
    return parent ? (this.context.styled.styles[parent.id]?.language ?? style.language) : style.language
  }

  image(image: UrlImage): DecodedImage | undefined {
    return this.context.images.resolveStyle(image)
  }

  ownText(part: ElementTextPart): string {
    const { context, element } = this
    switch (part) {
      case 'content':
        return elementText(context.styled, element)
      case 'first-letter':
        return firstLetter(elementText(context.styled, element))
      case 'before':
      case 'after':
        return this.#pseudoText(part)
      case 'marker':
        return this.#markerText()
      default:
        return assertNever(part)
    }
  }

  namedString({ name, position, span }: ContentPartOf<'named-string'>): string {
    const { context } = this
    if (context.strings) {
      context.askedPage = true
      return context.strings(name, position)
    }
    this.#onlyInMargins(`string(${name})`, span)
    return ''
  }

  runningElement({ name, span }: ContentPartOf<'running-element'>): readonly FlowChild[] {
    this.#onlyInMargins(`element(${name})`, span)
    return []
  }

  targetCounter({ target: reference, name, style, span }: Omit<ContentPartOf<'target-counter'>, 'kind'>): string {
    const target = this.#target(reference, span)
    this.#check(style, span)
    if (!target) return isPageCounter(name) && this.#isWanted(reference) ? formatCounter(UNKNOWN_PAGE, style) : ''
    if (!isPageCounter(name)) return formatCounter(target.counters.get(name)?.at(-1) ?? 0, style)
    const { marks, diagnostics } = this.context
    marks.askPages()
    const { pages, complete } = marks.references
    const page = pages.get(target.key)
    if (page || !complete) return formatCounter(page?.get(name) ?? UNKNOWN_PAGE, style)
    const message = unprintedTarget(this.#targetId(reference) ?? '', 'a cross-reference')
    diagnostics.warn('missing-target', message, this.#placeOf(reference, span))
    return ''
  }

  targetCounters(part: ContentPartOf<'target-counters'>): string {
    const { name, separator, style, span } = part
    if (isPageCounter(name)) return this.targetCounter(part)
    const target = this.#target(part.target, span)
    this.#check(style, span)
    const values = target?.counters.get(name) ?? [0]
    this.count(separator.length * (values.length - 1))
    return target ? values.map((value) => formatCounter(value, style)).join(separator) : ''
  }

  targetText({ target: reference, part, span }: ContentPartOf<'target-text'>): string {
    const target = this.#target(reference, span)
    return target ? targetText(target, part) : ''
  }

  #page(name: string): number {
    const { context } = this
    if (context.page) {
      context.askedPage = true
      return context.page.get(name) ?? 0
    }
    context.askedPage = true
    context.marks.askPages()
    return context.marks.references.pages.get(this.key)?.get(name) ?? UNKNOWN_PAGE
  }

  /** Earlier rounds' knowledge of the target of a cross-reference. */
  /** @param span the declaration with the reference */
  #target(reference: TargetReference, span: Span | undefined): Target | undefined {
    const id = this.#targetId(reference)
    if (id === undefined) return undefined
    const { marks, diagnostics } = this.context
    const known = marks.references.targets.get(id)
    if (!known && marks.references.wanted.has(id)) {
      const message = `no element has the id "${id}" that a cross-reference names`
      diagnostics.warn('missing-target', message, this.#placeOf(reference, span))
    }
    marks.want(id)
    return known
  }

  /** An address is written in the style, an attribute at the element. */
  #placeOf(reference: TargetReference, span: Span | undefined): Span {
    return (reference.kind === 'address' ? span : undefined) ?? this.element.template.span
  }

  /** The reference is new: the next round knows more. */
  #isWanted(reference: TargetReference): boolean {
    const id = this.#targetId(reference)
    return id !== undefined && !this.context.marks.references.wanted.has(id)
  }

  #targetId(reference: TargetReference): string | undefined {
    return targetId(reference.kind === 'address' ? reference.address : this.attribute(reference.name))
  }

  /** The text of a pseudo-element as it will be, with what it does to counters itself. */
  #pseudoText(which: 'before' | 'after'): string {
    const style = this.context.styled.pseudo(this.element, which)
    if (!style) return ''
    const fork = this.context.fork(this.context.page)
    fork.counters.enter(style, PSEUDO_DEPTH, undefined, () => 0)
    return generatedText(style, new ElementContent(fork, this.element, this.key))
  }

  #markerText(): string {
    const { styled } = this.context
    const style = styled.styles[this.element.id]
    if (style?.display !== 'list-item') return ''
    const marker = styled.pseudo(this.element, 'marker') ?? styled.anonymous(style, 'inline')
    const content = markerContent(style, marker, this)
    return content?.kind === 'text' ? content.text : ''
  }

  #check(style: CounterStyle, span: Span | undefined): void {
    reportUnknownStyle(style, span ?? this.element.template.span, this.context.diagnostics)
  }

  #onlyInMargins(what: string, span: Span | undefined): void {
    const message = `${what} works in page margins only; here it is empty`
    this.context.diagnostics.warn('unsupported-value', message, span ?? this.element.template.span)
  }
}
