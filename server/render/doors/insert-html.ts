import { findEnd, findTag } from './scan-html.js'

/** What is put into a page that is to be printed. */
export interface Inserted {
  /** At the beginning of the head: of titles, the first counts. */
  readonly head?: string | undefined
  /** In front of the content. */
  readonly body?: string | undefined
  /** Behind everything, as style sheets that have the last word. */
  readonly end?: string | undefined
}

/** Puts HTML into a page, whichever tags it has written. */
export function insertHtml(page: string, { head = '', body = '', end = '' }: Inserted): string {
  const inBody = body === '' ? page : insertAt(page, placeInBody(page), body)
  const inHead = head === '' ? inBody : insertAt(inBody, findTag(inBody, 'head')?.end ?? endOfProlog(inBody), head)
  return `${inHead}${end}`
}

function placeInBody(page: string): number {
  return findTag(page, 'body')?.end ?? findEnd(page, 'head')?.end ?? endOfProlog(page)
}

/** Behind the doctype and the start tag of the root, if they are written. */
function endOfProlog(page: string): number {
  const html = findTag(page, 'html')
  if (html) return html.end
  return /^\s*<!doctype\b[^>]{0,500}>/i.exec(page)?.[0].length ?? 0
}

function insertAt(page: string, offset: number, html: string): string {
  return `${page.slice(0, offset)}${html}${page.slice(offset)}`
}
