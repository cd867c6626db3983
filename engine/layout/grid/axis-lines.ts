import type { GridLine } from '../../css/values/grid-value.js'
import type { AxisPlacement, NamedSpan } from './grid-types.js'

type SpanLine = Extract<GridLine, { readonly kind: 'span' }>

/** The lines of the explicit grid in one axis, by number and by name (css-grid-1 §7.2.2, §7.3.2, §8.3). */
export class AxisLines {
  readonly #lines = new Map<string, number[]>()

  /**
   * @param count tracks of the explicit grid
   * @param names by line
   * @param areas named areas, whose edges are lines with names of their own
   */
  constructor(
    private readonly count: number,
    names: readonly (readonly string[])[],
    areas: readonly NamedSpan[],
  ) {
    for (let line = 0; line < names.length; line++) for (const name of names[line] ?? []) this.#add(name, line)
    for (const { name, span } of areas) {
      this.#add(`${name}-start`, span.start)
      this.#add(`${name}-end`, span.end)
    }
    if (areas.length > 0) for (const lines of this.#lines.values()) lines.sort((a, b) => a - b)
  }

  #add(name: string, line: number): void {
    const known = this.#lines.get(name)
    if (!known) this.#lines.set(name, [line])
    else if (known.at(-1) !== line) known.push(line)
  }

  /**
   * Where an item wants to be, conflicts of its two lines resolved (§8.3.1).
   * @param automatic tracks that it spans for want of a span
   */
  place(startLine: GridLine, endLine: GridLine, automatic = 1): AxisPlacement {
    const start = this.#line(startLine, 'start')
    const end = this.#line(endLine, 'end')
    if (start !== undefined && end !== undefined) {
      if (start === end) return { start, span: 1 }
      return { start: Math.min(start, end), span: Math.abs(end - start) }
    }
    const startSpan = isSpan(startLine) ? startLine : undefined
    const endSpan = isSpan(endLine) ? endLine : undefined
    if (start !== undefined) {
      return { start, span: endSpan ? this.#forward(start, endSpan) - start : automatic }
    }
    if (end !== undefined) {
      const from = startSpan ? this.#backward(end, startSpan) : end - automatic
      return { start: from, span: end - from }
    }
    // Of two spans the end one is ignored; a span of named lines alone means nothing.
    const span = startSpan ?? endSpan
    if (!span) return { start: undefined, span: automatic }
    return { start: undefined, span: span.name === undefined ? span.count : 1 }
  }

  /** An edge for absolutely positioned boxes (§9.1): undefined for `auto` and spans without an opposite line. */
  edges(
    startLine: GridLine,
    endLine: GridLine,
  ): { readonly start: number | undefined; readonly end: number | undefined } {
    const start = this.#line(startLine, 'start')
    const end = this.#line(endLine, 'end')
    if (start !== undefined && end !== undefined) {
      return start === end ? { start, end: undefined } : { start: Math.min(start, end), end: Math.max(start, end) }
    }
    if (start !== undefined && isSpan(endLine)) return { start, end: this.#forward(start, endLine) }
    if (end !== undefined && isSpan(startLine)) return { start: this.#backward(end, startLine), end }
    return { start, end }
  }

  /** A line by number or name; undefined for `auto` and spans. */
  #line(line: GridLine, side: 'start' | 'end'): number | undefined {
    if (line === 'auto' || line.kind === 'span') return undefined
    if (line.kind === 'name') return this.#lines.get(`${line.name}-${side}`)?.[0] ?? this.#named(line.name, 1)
    if (line.name !== undefined) return this.#named(line.name, line.number)
    return line.number > 0 ? line.number - 1 : this.count + 1 + line.number
  }

  /** Beyond the lines of a name, all implicit lines are taken to have it. */
  #named(name: string, number: number): number {
    const lines = this.#lines.get(name) ?? []
    if (number > 0) return lines[number - 1] ?? this.count + number - lines.length
    return lines[lines.length + number] ?? number + lines.length
  }

  #forward(from: number, { count, name }: SpanLine): number {
    if (name === undefined) return from + count
    let left = count
    for (const line of this.#lines.get(name) ?? []) {
      if (line > from && --left === 0) return line
    }
    return Math.max(this.count, from) + left
  }

  #backward(from: number, { count, name }: SpanLine): number {
    if (name === undefined) return from - count
    const lines = this.#lines.get(name) ?? []
    let left = count
    for (let index = lines.length - 1; index >= 0; index--) {
      const line = lines[index] ?? 0
      if (line < from && --left === 0) return line
    }
    return Math.min(0, from) - left
  }
}

function isSpan(line: GridLine): line is SpanLine {
  return line !== 'auto' && line.kind === 'span'
}
