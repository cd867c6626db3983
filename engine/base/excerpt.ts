import type { Span } from './source.js'

/** Longer lines are cut around the place, as of templates that a program has written on one line. */
const WIDEST = 120

/**
 * The line of a place with carets below what is meant, as compilers print it:
 *
 *       12 |   <p>{{custmer.name}}</p>
 *          |      ^^^^^^^^^^^^^^^^
 *
 * @param text the whole file that the span is of
 */
export function excerptOf(span: Span, text: string): string {
  const lineStart = span.start - (span.column - 1)
  const [rest = ''] = text.slice(lineStart).split(/\r\n|\n|\r/, 1)
  const column = span.column - 1
  const length = Math.max(1, Math.min(span.end - span.start, rest.length - column))
  const from = rest.length > WIDEST ? Math.max(0, Math.min(column - 20, rest.length - WIDEST)) : 0
  const shown = rest.slice(from, from + WIDEST)
  const before = from > 0 ? '…' : ''
  const behind = from + WIDEST < rest.length ? '…' : ''
  // Tabs stay tabs, so that the carets stand below the text however wide they are.
  const indent = before.replace(/./, ' ') + shown.slice(0, column - from).replace(/[^\t]/g, ' ')
  const carets = '^'.repeat(Math.min(length, Math.max(1, shown.length - (column - from))))
  const number = String(span.line)
  return `${number.padStart(5)} | ${before}${shown}${behind}\n${' '.repeat(Math.max(5, number.length))} | ${indent}${carets}`
}
