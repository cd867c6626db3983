/** Places in the texts an author wrote: a template's HTML, its style sheets. */

/** A stretch of a source text. Lines and columns count from 1, columns in UTF-16 code units. */
export interface Span {
  /** The file's name as the author knows it, e.g. `template.html`. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** Offset of the first code unit in the file, from 0. */
  readonly start: number
  /** Offset behind the last code unit. */
  readonly end: number
}

/** A text with a name, able to say on which line and column an offset stands. */
export class SourceText {
  #lineStarts: readonly number[] | undefined

  constructor(
    readonly file: string,
    readonly text: string,
  ) {}

  /** The span of `[start, end)`. Offsets past the end are clamped to it. */
  span(start: number, end: number = start): Span {
    const from = Math.min(start, this.text.length)
    const starts = this.#lines()
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= from) low = middle
      else high = middle - 1
    }
    return {
      file: this.file,
      line: low + 1,
      column: from - (starts[low] ?? 0) + 1,
      start: from,
      end: Math.min(end, this.text.length),
    }
  }

  #lines(): readonly number[] {
    if (!this.#lineStarts) {
      const starts = [0]
      for (const match of this.text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length)
      this.#lineStarts = starts
    }
    return this.#lineStarts
  }
}

/** `template.html:12:5`, the form in which every message names a place. */
export function formatSpan(span: Span): string {
  return `${span.file}:${span.line}:${span.column}`
}
