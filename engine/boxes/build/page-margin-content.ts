import type { DiagnosticSink } from '../../base/diagnostics.js'
import { assertNever } from '../../base/invariant.js'
import type { Span } from '../../base/source.js'
import type { ContentPartOf, PagePosition, TargetReference } from '../../css/values/content-value.js'
import type { CounterStyle } from '../../css/values/counter-style-value.js'
import type { UrlImage } from '../../css/values/image-value.js'
import type { DecodedImage } from '../../images/image-types.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BlockBox, FlowChild, InlineRootBox, ReplacedBox } from '../box-tree.js'
import { formatCounter, reportUnknownStyle } from '../counter-styles.js'
import { haveFloats } from '../out-of-flow.js'
import { isPageCounter, type PageCounterValues } from '../page-counters.js'
import { type Target, targetText } from '../page-references.js'
import { NO_DECORATIONS, withDecorationsOf } from './build-context.js'
import { type ContentSources, generatedPieces } from './generated-content.js'
import { InlineRun } from './inline-run.js'
import { QuoteDepth } from './quotes.js'
import { isTurned, turnedContent } from './turned-content.js'

export interface GeneratedBlockContext {
  /** Values of the counters in scope, such as `page` and `pages`; others are 0. */
  readonly counters: ReadonlyMap<string, number>
  /** Counts text before it is made; it is not counted when absent. */
  countText?(length: number): void
  /** Gives the numbers of the boxes made. */
  nextId(): number
  /** The images that `url()` names; none when absent. */
  image?(image: UrlImage): DecodedImage | undefined
  /** The value that `string-set` assigned; empty when absent. */
  namedString?(name: string, position: PagePosition): string
  /** The boxes of a running element; none when absent. */
  runningElement?(name: string, position: PagePosition): readonly FlowChild[]
  /**
   * The element that a cross-reference names, and the counters of its page; undefined when there is none.
   * @param span the declaration with the reference
   */
  target?(address: string, span: Span | undefined): MarginTarget | undefined
  /** The style of a box around generated content: inherited properties of `parent`, initial values else. */
  anonymous?(parent: ComputedStyle, display: 'inline' | 'block'): ComputedStyle
  /** Is told the counter styles that there are not. */
  readonly diagnostics?: DiagnosticSink
}

/** The target of a cross-reference in a page margin. */
export interface MarginTarget {
  readonly target: Target
  /** The counters of its page; undefined, as reported, when it is on none. */
  page(): PageCounterValues | undefined
}

/**
 * The box of a page-margin box (css-page-3 §4.2): a block with what `style.content` generates. It has no children
 * when that is nothing.
 */
export function buildGeneratedBlock(style: ComputedStyle, context: GeneratedBlockContext): BlockBox {
  const id = context.nextId()
  const children: FlowChild[] = []
  let run = new InlineRun()
  const endRun = (): void => {
    if (run.hasContent) children.push(inlineRoot(run, style, context))
    run = new InlineRun()
  }
  for (const piece of generatedPieces(style, marginSources(context))) {
    switch (piece.kind) {
      case 'text':
        run.addText(piece.text, style)
        break
      case 'leader':
        run.addLeader(piece.pattern, style)
        break
      case 'image':
        run.addAtomic(imageBox(piece.image, style, context))
        break
      case 'boxes':
        endRun()
        children.push(...piece.boxes)
        break
      default:
        assertNever(piece)
    }
  }
  endRun()
  const arranged = children.length > 1 ? children.map((child) => asBlock(child, style, context)) : children
  return {
    kind: 'block',
    id,
    style,
    node: undefined,
    children: isTurned(style) ? turnedContent(turnedContext(context), style, arranged, true) : arranged,
    marker: undefined,
    formattingContext: true,
    ...(haveFloats(children) && !isTurned(style) && { floats: true }),
  }
}

function inlineRoot(run: InlineRun, style: ComputedStyle, context: GeneratedBlockContext): InlineRootBox {
  return {
    kind: 'inline-root',
    id: context.nextId(),
    style,
    node: undefined,
    items: run.finish(() => context.nextId()),
    decorations: withDecorationsOf(NO_DECORATIONS, style),
  }
}

function turnedContext(context: GeneratedBlockContext) {
  return {
    nextId: () => context.nextId(),
    anonymous: (parent: ComputedStyle, display: 'block') => context.anonymous?.(parent, display) ?? parent,
  }
}

/** Lines among blocks stand in an anonymous block. */
function asBlock(child: FlowChild, style: ComputedStyle, context: GeneratedBlockContext): FlowChild {
  if (child.kind !== 'inline-root') return child
  return {
    kind: 'block',
    id: context.nextId(),
    style: context.anonymous?.(style, 'block') ?? style,
    node: undefined,
    children: [child],
    marker: undefined,
    formattingContext: false,
  }
}

function imageBox(image: DecodedImage, style: ComputedStyle, context: GeneratedBlockContext): ReplacedBox {
  return {
    kind: 'replaced',
    id: context.nextId(),
    style: context.anonymous?.(style, 'inline') ?? style,
    node: undefined,
    image,
    naturalWidth: image.width,
    naturalHeight: image.height,
    alternative: '',
  }
}

function pageNumber({ page }: MarginTarget, name: string, style: CounterStyle): string {
  const counters = page()
  return counters ? formatCounter(counters.get(name) ?? 0, style) : ''
}

function marginSources(context: GeneratedBlockContext): ContentSources {
  const quotes = new QuoteDepth()
  const check = ({
    style,
    span,
  }: ContentPartOf<'counter' | 'counters' | 'target-counter' | 'target-counters'>): void => {
    if (context.diagnostics) reportUnknownStyle(style, span, context.diagnostics)
  }
  const counter = (part: ContentPartOf<'counter' | 'counters'>): string => {
    check(part)
    return formatCounter(context.counters.get(part.name) ?? 0, part.style)
  }
  // There is no element whose attributes could name a target.
  const lookUp = ({ target, span }: { target: TargetReference; span?: Span | undefined }): MarginTarget | undefined =>
    target.kind === 'address' ? context.target?.(target.address, span) : undefined
  return {
    count: (length) => context.countText?.(length),
    attribute: () => undefined,
    inputText: () => '',
    counter,
    counters: counter,
    openQuote: (quoted) => quotes.open(quoted, quoted.language),
    closeQuote: (quoted) => quotes.close(quoted, quoted.language),
    image: (image) => context.image?.(image),
    ownText: () => '',
    namedString: ({ name, position }) => context.namedString?.(name, position) ?? '',
    runningElement: ({ name, position }) => context.runningElement?.(name, position) ?? [],
    targetCounter: (part) => {
      const { name, style } = part
      check(part)
      const found = lookUp(part)
      if (!found) return ''
      if (isPageCounter(name)) return pageNumber(found, name, style)
      return formatCounter(found.target.counters.get(name)?.at(-1) ?? 0, style)
    },
    targetCounters: (part) => {
      const { name, separator, style } = part
      check(part)
      const found = lookUp(part)
      if (!found) return ''
      if (isPageCounter(name)) return pageNumber(found, name, style)
      const values = found.target.counters.get(name) ?? [0]
      context.countText?.(separator.length * (values.length - 1))
      return values.map((value) => formatCounter(value, style)).join(separator)
    },
    targetText: (part) => {
      const found = lookUp(part)
      return found ? targetText(found.target, part.part) : ''
    },
  }
}
