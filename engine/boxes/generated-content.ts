import { assertNever } from '../base/invariant.js'
import type { ComputedStyle } from '../style/computed-style.js'

/** What `content` may refer to (css-content-3 §2). */
export interface ContentSources {
  /** Value of an attribute of the originating element. */
  attribute(name: string): string | undefined
  counter(name: string, style: string): string
  counters(name: string, separator: string, style: string): string
  openQuote(style: ComputedStyle): string
  closeQuote(style: ComputedStyle): string
}

/** The text of `style.content`, its items joined; empty for `normal` and `none`. */
export function generatedText(style: ComputedStyle, sources: ContentSources): string {
  if (style.content === 'normal' || style.content === 'none') return ''
  let text = ''
  for (const item of style.content) {
    switch (item.kind) {
      case 'string':
        text += item.text
        break
      case 'attribute':
        text += sources.attribute(item.name) ?? item.fallback ?? ''
        break
      case 'counter':
        text += sources.counter(item.name, item.style)
        break
      case 'counters':
        text += sources.counters(item.name, item.separator, item.style)
        break
      case 'quote': {
        const mark = item.open ? sources.openQuote(style) : sources.closeQuote(style)
        if (item.visible) text += mark
        break
      }
      default:
        assertNever(item)
    }
  }
  return text
}
