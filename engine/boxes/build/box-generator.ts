import { assertNever, invariant } from '../../base/invariant.js'
import { alternativeOf } from '../../images/codes/draw-code.js'
import type { DecodedImage } from '../../images/image-types.js'
import { contentImage, isBlockLevel } from '../../style/adjust-style.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import { faultsOfControl } from '../../template/control-faults.js'
import { mayBeImage } from '../../template/unsupported.js'
import type { BlockBox, FlowChild, NamedStrings, RootBox } from '../box-tree.js'
import { elementText } from '../element-text.js'
import { footnoteKey } from '../footnote-key.js'
import { haveFloats, isOutOfFlow } from '../out-of-flow.js'
import { NO_PAGE, type PageCounterValues } from '../page-counters.js'
import { type Builder, flowOf, inlineOf, type Source } from './box-builder.js'
import { BoxPlacer } from './box-placer.js'
import { type BuildContext, NO_DECORATIONS, withDecorationsOf } from './build-context.js'
import { type ControlPart, innerParts, partsOf } from './control-parts.js'
import { countItems, shownChildren } from './element-children.js'
import { ElementContent } from './element-content.js'
import { holdsFirstLetter, letterSearch, splitFirstLetter } from './first-letter.js'
import { FlowBuilder } from './flow-builder.js'
import { contentAlternative, generatedPieces } from './generated-content.js'
import { initialLetter } from './initial-letter.js'
import { countFootnote, elementMark, markKey, plainMark, pseudoMark } from './make-mark.js'
import { asStored, generatedImage, replacedBox } from './replaced-box.js'
import { isSpecial, textInPlaceOf, vanishesWithoutBox } from './special-elements.js'
import { isWhiteSpaceOnly } from './white-space.js'

/** Where no page is known yet. */
const NO_STRINGS: NamedStrings = () => ''

/** Walks the document once, in order, so that counters and quotes count as they should. */
export class BoxGenerator {
  readonly #context: BuildContext
  readonly #placer: BoxPlacer
  /** Nesting of the element being filled; the root is at 0. */
  #depth: number

  constructor(context: BuildContext, depth = 0) {
    this.#context = context
    this.#depth = depth
    this.#placer = new BoxPlacer(
      context,
      (source, builder) => this.#fill(source, builder),
      (other) => {
        const copy = new BoxGenerator(other, this.#depth)
        return (source, builder) => copy.#fill(source, builder)
      },
    )
  }

  root(element: BoundElement): RootBox {
    const source: Source = { element, style: this.#context.styleOf(element), origin: 'element' }
    if (source.style.display !== 'none') {
      this.#enter(source)
      this.#mark(source)
      this.#context.positioned.enter(element, source.style)
      return this.#placer.root(source)
    }
    const { style } = source
    const id = this.#context.nextId()
    return { kind: 'block', id, style, node: element, children: [], marker: undefined, formattingContext: true }
  }

  /** What stands in an element, in a block without one. Of elements of drawings there are none but whole drawings. */
  contentOf(element: BoundElement, around: ComputedStyle): BlockBox {
    const style = holdingStyle(around)
    const id = this.#context.nextId()
    const flow = new FlowBuilder(this.#context, style, withDecorationsOf(NO_DECORATIONS, style))
    this.#depth++
    for (const child of element.children) {
      if (child.kind === 'text') this.#addText(child.text, style, flow, element)
      else if (child.template.namespace === 'html' || child.name === 'svg')
        this.#add({ element: child, style: this.#context.styleOf(child), origin: 'element' }, flow)
    }
    this.#depth--
    this.#context.counters.leave(this.#depth)
    const children = flow.finish()
    const floats = haveFloats(children) && { floats: true as const }
    return {
      kind: 'block',
      id,
      style,
      node: undefined,
      children,
      marker: undefined,
      formattingContext: true,
      ...floats,
    }
  }

  readonly #countItems = (list: BoundElement): number => countItems(this.#context, list)

  #enter(source: Source): void {
    const element = source.origin === 'element' ? source.element : undefined
    this.#context.counters.enter(source.style, this.#depth, element, this.#countItems)
  }

  /** The content of a source: text, or `::before`, the children and `::after`. */
  #fill(source: Source, builder: Builder): void {
    const { element, style } = source
    const { quotes } = this.#context
    const quotesAround = quotes.depth
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
        this.#addText(textInPlaceOf(element), style, builder, element)
        break
      case 'first-letter':
        this.#addText(source.text ?? '', style, builder, element)
        break
      case 'placeholder':
      case 'file-selector-button':
      case '-internal-text':
        this.#addGenerated(source, builder)
        break
      default:
        for (const part of innerParts(element, source.origin, style)) this.#addPseudo(element, part, builder)
    }
    this.#depth--
    this.#context.counters.leave(this.#depth)
    if (style.contain.style) quotes.restore(quotesAround)
  }

  #fillElement(element: BoundElement, style: ComputedStyle, builder: Builder): void {
    const context = this.#context
    const outer = context.awaitsLetter
    if (context.styled.hasFirstLetter(element) && holdsFirstLetter(style)) context.awaitsLetter = element
    this.#fillParts(element, style, builder)
    if (context.awaitsLetter === element) context.awaitsLetter = outer
  }

  #fillParts(element: BoundElement, style: ComputedStyle, builder: Builder): void {
    if (style.float === 'footnote') this.#addPseudo(element, 'footnote-marker', builder)
    const parts = partsOf(element, style)
    if (parts.length > 0) this.#fillControl(element, parts, builder)
    this.#addPseudo(element, 'before', builder)
    for (const child of shownChildren(element, style)) {
      if (child.kind === 'text' && child.running) inlineOf(builder).addRunning(child.text, style, child.running)
      else if (child.kind === 'text') this.#addText(child.text, style, builder, element)
      else this.#add({ element: child, style: this.#context.styleOf(child), origin: 'element' }, builder)
    }
    this.#addPseudo(element, 'after', builder)
  }

  #fillControl(element: BoundElement, parts: readonly ControlPart[], builder: Builder): void {
    const { diagnostics } = this.#context
    for (const fault of faultsOfControl(element)) diagnostics.warn('invalid-attribute', fault, element.template.span)
    for (const part of parts) this.#addPseudo(element, part, builder)
  }

  #addGenerated({ element, style, origin }: Source, builder: Builder): void {
    const sources = new ElementContent(this.#context, element, markKey(element, origin))
    const flow = () => (builder.kind === 'items' ? builder.inlineFlow() : flowOf(builder))
    const pieces = generatedPieces(style, sources)
    const text = pieces.length > 0 ? contentAlternative(style, sources) : undefined
    if (text !== undefined) {
      const isImage = pieces.every(({ kind }) => kind === 'image')
      flow().openAlternative(style, { text, element, isBehind: origin === 'after', isImage })
    }
    for (const piece of pieces) {
      switch (piece.kind) {
        case 'text':
          this.#addText(piece.text, style, builder, element, style)
          break
        case 'leader':
          flow().addLeader(piece.pattern, style)
          break
        case 'image':
          flow().addAtomic(generatedImage(this.#context, element, style, piece.image))
          break
        case 'boxes':
          for (const box of piece.boxes) flow().addBlock(box)
          break
        default:
          assertNever(piece)
      }
    }
    if (text !== undefined) flow().closeInline()
  }

  #addPseudo(
    element: BoundElement,
    which: 'before' | 'after' | 'footnote-marker' | ControlPart,
    builder: Builder,
  ): void {
    const style = this.#context.styled.pseudo(element, which)
    if (!style || style.content === 'none' || style.content === 'normal') return
    this.#add({ element, style, origin: which }, builder)
  }

  /** @param generated the style of the pseudo-element that the text is of */
  #addText(
    text: string,
    style: ComputedStyle,
    builder: Builder,
    element: BoundElement,
    generated?: ComputedStyle,
  ): void {
    switch (builder.kind) {
      case 'flow':
        if (this.#context.awaitsLetter) this.#addFirstLetter(text, style, builder, element, generated)
        else if (text !== '') this.#addFlowText(text, style, builder, element)
        return
      case 'items':
        if (text !== '') builder.addText(text, style, element)
        return
      case 'table':
      case 'section':
      case 'row': {
        const flow = builder.openFlow
        if (flow) this.#addFlowText(text, style, flow, element)
        else if (!isWhiteSpaceOnly(text)) this.#addFlowText(text, style, flowOf(builder), element)
        return
      }
      default:
        assertNever(builder)
    }
  }

  /** The first text of a block whose first letter has a style of its own (css-pseudo-4 §2.2). */
  #addFirstLetter(
    text: string,
    style: ComputedStyle,
    flow: FlowBuilder,
    element: BoundElement,
    generated: ComputedStyle | undefined,
  ): void {
    const { awaitsLetter, styled } = this.#context
    const parts = splitFirstLetter(text)
    const own = generated ?? this.#context.styleOf(element)
    const within = parts && (flow.lineStyles?.onLine(own) ?? own)
    const letterStyle = within && awaitsLetter && styled.firstLetter(awaitsLetter, within)
    if (parts) this.#context.awaitsLetter = undefined
    if (!letterStyle) {
      if (text !== '') this.#addFlowText(text, style, flow, element)
      return
    }
    if (parts.before !== '') this.#addFlowText(parts.before, style, flow, element)
    const { letter } = parts
    const initial = initialLetter(letterStyle, this.#letterPlace(awaitsLetter, letter))
    if (initial) flow.indentLetter()
    if (initial?.raise) flow.addStrut(initial.raise)
    this.#placer.placeInFlow(
      { element, style: initial?.letter ?? letterStyle, origin: 'first-letter', text: letter },
      flow,
    )
    if (parts.rest !== '') this.#addFlowText(parts.rest, style, flow, element)
  }

  #letterPlace(container: BoundElement, text: string) {
    const block = this.#context.styleOf(container)
    return { block, inline: this.#context.styled.anonymous(block, 'inline'), text }
  }

  /** Marks that wait for a box get an empty one at the text. */
  #addFlowText(text: string, style: ComputedStyle, flow: FlowBuilder, element: BoundElement): void {
    if (this.#context.marks.hasPending && !isWhiteSpaceOnly(text)) flow.addAnchor()
    flow.addText(text, style, element)
  }

  #add(source: Source, builder: Builder): void {
    const context = this.#context
    const { awaitsLetter } = context
    if (!awaitsLetter) {
      this.#addSource(source, builder)
      return
    }
    const search = letterSearch(source)
    if (search !== 'within') context.awaitsLetter = undefined
    this.#addSource(source, builder)
    if (search === 'behind') context.awaitsLetter = awaitsLetter
  }

  #addSource(source: Source, builder: Builder): void {
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
    if (display === 'contents' && vanishesWithoutBox(source)) return
    const isPositioned = display !== 'contents' && positioned.enter(source.element, source.style)
    const image = this.#imageOf(source)
    if (image) this.#addReplaced(source, builder, image, this.#textOfReplaced(source))
    else if (isSpecial(source)) this.#addSpecial(source, builder)
    else if (display === 'contents') this.#fill(source, builder)
    else if (position === 'fixed' && !this.#context.page) this.#addFixed(source, builder)
    else this.#placer.place(source, builder)
    if (isPositioned) positioned.leave()
  }

  /** A fixed box stands on every page (CSS 2.2 §9.6.1), and shows the number of each. */
  #addFixed(source: Source, builder: Builder): void {
    const { positioned, marks, apart } = this.#context
    const start = this.#context.fork()
    if (!this.#context.asksPage(() => this.#placer.place(source, builder))) return
    marks.askEachPage()
    const around = this.#context.styled.anonymous(source.style, 'block')
    positioned.repeatLast(source.element, (page, box) => {
      const context = start.repeat(page, apart)
      const flow = new FlowBuilder(context, around, NO_DECORATIONS)
      new BoxGenerator(context, this.#depth).#placer.placeInFlow(source, flow)
      const copy = flow.finish().find(isOutOfFlow)
      invariant(copy, 'a box out of the flow')
      return box.marks ? { ...copy, marks: box.marks } : copy
    })
  }

  /** The image that replaces an element; one that cannot be shown leaves the element as it is. */
  #imageOf({ style, origin }: Source): DecodedImage | undefined {
    if (origin !== 'element' || style.content === 'normal' || style.display === 'contents') return undefined
    const image = contentImage(style)
    return image && this.#context.images.resolveStyle(image)
  }

  /** What is told in place of an element whose content is an image. */
  #textOfReplaced({ element, style, origin }: Source): string {
    const sources = new ElementContent(this.#context, element, markKey(element, origin))
    return contentAlternative(style, sources) ?? elementText(this.#context.styled, element)
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
      new BoxGenerator(context, this.#depth).#placer.placeInFlow(source, flow)
      return flow.finish()
    }
    const pageless = start.fork(NO_PAGE, NO_STRINGS)
    const whole = build(pageless)
    const boxes = (page: PageCounterValues, strings: NamedStrings) =>
      pageless.askedPage ? build(start.fork(page, strings)) : whole
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
    const { positioned } = this.#context
    positioned.enterNote()
    const isPositioned = positioned.enter(element, style)
    const flow = new FlowBuilder(this.#context, around, NO_DECORATIONS)
    this.#placer.placeInFlow(source, flow)
    const boxes = flow.finish()
    if (isPositioned) positioned.leave()
    positioned.leave()
    this.#context.apart = false
    this.#context.marks.giveBack(marks)
    const { footnoteDisplay: display, footnotePolicy: policy } = style
    this.#context.marks.addFootnote({ ...plainMark(footnoteKey(element)), footnote: { boxes, display, policy } })
    if (call) this.#placer.place({ element, style: call, origin: 'footnote-call' }, builder)
    else if (builder.kind === 'flow') builder.addAnchor()
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
        this.#addReplaced(source, builder, this.#context.images.drawing(element), '')
        return
      case 'platen-qr':
      case 'platen-barcode':
        this.#addReplaced(
          source,
          builder,
          this.#context.images.code(element, element.name),
          alternativeOf(element.attributes),
        )
        return
      case 'platen-pages':
        this.#addPages(source, builder)
        return
      case 'object':
        this.#addObject(source, builder)
        return
      case 'canvas':
        this.#addReplaced(source, builder, undefined, '')
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
    const alternative = textInPlaceOf(element)
    if (!image && alternative !== '') {
      this.#placer.place({ element, style, origin: 'alternative' }, builder)
      return
    }
    this.#addReplaced(source, builder, image, alternative)
  }

  /** HTML §15.4.1: an object that shows no image is an element like others, with what stands in it. */
  #addObject(source: Source, builder: Builder): void {
    const { attributes, template } = source.element
    const address = attributes.get('data')?.trim()
    const image =
      address && mayBeImage(attributes.get('type')) ? this.#context.images.resolve(address, template.span) : undefined
    if (image) {
      const alternative = attributes.get('title')?.trim() || elementText(this.#context.styled, source.element)
      this.#addReplaced(source, builder, image, alternative)
    } else this.#placer.place(source, builder)
  }

  /** An empty block, with which a page begins that other pages take the place of. */
  #addPages({ element, style }: Source, builder: Builder): void {
    const document = this.#context.images.pages(element)
    if (!document) return
    const { attributes } = element
    const isCounted = attributes.get('page-numbers')?.trim().toLowerCase() === 'continue'
    const insertion = { document, isCounted, alternative: attributes.get('alt')?.trim() || undefined }
    const marks = this.#context.marks.take()
    const box: BlockBox = {
      kind: 'block',
      id: this.#context.nextId(),
      style,
      node: element,
      children: [],
      marker: undefined,
      formattingContext: false,
      insertion,
      ...(marks && { marks }),
    }
    this.#context.insertions.push(box)
    if (builder.kind === 'items') builder.addItem(box)
    else flowOf(builder).addBlock(box)
  }

  #addReplaced(
    { element, style }: Source,
    builder: Builder,
    image: DecodedImage | undefined,
    alternative: string,
  ): void {
    const marks = this.#context.marks.take()
    const box = replacedBox({ id: this.#context.nextId(), style, node: element, image, alternative, marks })
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

/**
 * The style of the block in a `foreignObject`, which holds everything positioned in it (SVG 2 §12.4). Its place, its size
 * and what becomes of it as a whole are those of the drawing's element.
 */
function holdingStyle(style: ComputedStyle): ComputedStyle {
  return {
    ...style,
    display: 'block',
    position: 'static',
    float: 'none',
    contain: { ...style.contain, layout: true },
    opacity: 1,
    transform: [],
    translate: 'none',
    rotate: 'none',
    scale: 'none',
    filter: [],
    clipPath: 'none',
    maskImage: [],
    mixBlendMode: 'normal',
    overflow: 'visible',
  }
}
