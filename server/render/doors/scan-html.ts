/** A stretch of a page. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * The first start tag with a name, with its brackets, in one pass over the text.
 * @returns undefined where there is none, or none that ends
 */
export function findTag(html: string, name: string, from = 0): Range | undefined {
  const start = indexOfTag(html, name, from)
  if (start === undefined) return undefined
  let quote = ''
  for (let at = start + name.length + 1; at < html.length; at++) {
    const character = html.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return { start, end: at + 1 }
  }
  return undefined
}

function indexOfTag(html: string, name: string, from: number): number | undefined {
  const opening = new RegExp(`<${name}(?=[\\s>/])`, 'gi')
  opening.lastIndex = from
  return opening.exec(html)?.index
}

/** The place of an end tag; undefined where there is none. */
export function findEnd(html: string, name: string, from = 0): Range | undefined {
  const closing = new RegExp(`</${name}(?=[\\s>/])[^>]{0,100}>`, 'gi')
  closing.lastIndex = from
  const match = closing.exec(html)
  return match ? { start: match.index, end: match.index + match[0].length } : undefined
}

/** The text of the first `<title>`, with white space collapsed; empty without one. */
export function titleOf(html: string): string {
  const tag = findTag(html, 'title')
  const end = tag && findEnd(html, 'title', tag.end)
  return tag && end ? html.slice(tag.end, end.start).replace(/\s+/g, ' ').trim() : ''
}
