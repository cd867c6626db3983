import { findEnd } from './scan-html.js'

/**
 * HTML that is no template as the text of one: braces that would be placeholders stay what they are.
 *
 * Where text is raw a blank keeps them apart, as a reference to a character would not be one there: two braces in a row
 * mean nothing in style sheets.
 */
export function literalHtml(html: string): string {
  if (!html.includes('{{')) return html
  const raw = /<(style|script|xmp)(?=[\s>/])/gi
  let written = ''
  let done = 0
  for (let match = raw.exec(html); match; match = raw.exec(html)) {
    const end = findEnd(html, match[1] ?? '', match.index)?.end ?? html.length
    written +=
      html.slice(done, match.index).replaceAll('{{', REFERENCES) + html.slice(match.index, end).replaceAll('{{', '{ {')
    done = end
    raw.lastIndex = end
  }
  return written + html.slice(done).replaceAll('{{', REFERENCES)
}

const REFERENCES = '&#123;&#123;'
