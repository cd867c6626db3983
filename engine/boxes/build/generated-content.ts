import { assertNever } from '../../base/invariant.js'
import type { ContentPartOf, ElementTextPart } from '../../css/values/content-value.js'
import type { UrlImage } from '../../css/values/image-value.js'
import type { DecodedImage } from '../../images/image-types.js'
import type { ComputedStyle, ContentItem } from '../../style/computed-style.js'
import type { FlowChild } from '../box-tree.js'

/** The values that `content` may refer to (css-content-3 §2, css-gcpm-3 §1). */
export interface ContentSources {
  /** Counts text before it is put together. @throws LimitError when the document has too much of it */
  count(length: number): void
  /** Value of an attribute of the originating element. */
  attribute(name: string): string | undefined
  /** What the originating element, an `<input>`, shows. */
  inputText(): string
  counter(part: ContentPartOf<'counter'>): string
  counters(part: ContentPartOf<'counters'>): string
  openQuote(style: ComputedStyle): string
  closeQuote(style: ComputedStyle): string
  image(image: UrlImage): DecodedImage | undefined
  /** Text of the element itself. */
  ownText(part: ElementTextPart): string
  namedString(part: ContentPartOf<'named-string'>): string
  runningElement(part: ContentPartOf<'running-element'>): readonly FlowChild[]
  targetCounter(part: ContentPartOf<'target-counter'>): string
  targetCounters(part: ContentPartOf<'target-counters'>): string
  targetText(part: ContentPartOf<'target-text'>): string
}

/** A stretch of generated content. */
type GeneratedPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'leader'; readonly pattern: string }
  | { readonly kind: 'image'; readonly image: DecodedImage }
  | { readonly kind: 'boxes'; readonly boxes: readonly FlowChild[] }

/** The content that `style.content` generates; nothing for `normal` and `none`. */
export function generatedPieces(style: ComputedStyle, sources: ContentSources): readonly GeneratedPiece[] {
  if (style.content === 'normal' || style.content === 'none') return []
  const pieces: GeneratedPiece[] = []
  let text = ''
  const add = (piece: GeneratedPiece): void => {
    if (text !== '') pieces.push({ kind: 'text', text })
    text = ''
    pieces.push(piece)
  }
  for (const item of style.content) {
    switch (item.kind) {
      case 'leader':
        sources.count(item.pattern.length)
        if (item.pattern !== '') add({ kind: 'leader', pattern: item.pattern })
        break
      case 'image': {
        const image = sources.image(item.image)
        if (image) add({ kind: 'image', image })
        break
      }
      case 'running-element':
        add({ kind: 'boxes', boxes: sources.runningElement(item) })
        break
      default:
        text += countedText(item, style, sources)
    }
  }
  if (text !== '') pieces.push({ kind: 'text', text })
  return pieces
}

/** The text of `style.content`, its items joined; empty for `normal` and `none`. */
export function generatedText(style: ComputedStyle, sources: ContentSources): string {
  return typeof style.content === 'string' ? '' : contentText(style.content, style, sources)
}

/** What is told in place of the content (css-content-3 §1.2): empty for ornament, undefined where that tells itself. */
export function contentAlternative(style: ComputedStyle, sources: ContentSources): string | undefined {
  const last = typeof style.content === 'string' ? undefined : style.content.at(-1)
  return last?.kind === 'alternative' ? contentText(last.parts, style, sources).trim() : undefined
}

/** The text of a list of content. */
export function contentText(items: readonly ContentItem[], style: ComputedStyle, sources: ContentSources): string {
  let text = ''
  for (const item of items) text += countedText(item, style, sources)
  return text
}

function countedText(item: ContentItem, style: ComputedStyle, sources: ContentSources): string {
  const text = textOf(item, style, sources)
  sources.count(text.length)
  return text
}

function textOf(item: ContentItem, style: ComputedStyle, sources: ContentSources): string {
  switch (item.kind) {
    case 'string':
      return item.text
    case 'attribute':
      return sources.attribute(item.name) ?? item.fallback ?? ''
    case 'input-text':
      return sources.inputText()
    case 'counter':
      return sources.counter(item)
    case 'counters':
      return sources.counters(item)
    case 'quote': {
      const mark = item.open ? sources.openQuote(style) : sources.closeQuote(style)
      return item.visible ? mark : ''
    }
    case 'content':
      return sources.ownText(item.part)
    case 'named-string':
      return sources.namedString(item)
    case 'target-counter':
      return sources.targetCounter(item)
    case 'target-counters':
      return sources.targetCounters(item)
    case 'target-text':
      return sources.targetText(item)
    case 'image':
    case 'leader':
    case 'running-element':
    case 'alternative':
      return ''
    default:
      return assertNever(item)
  }
}
