import { SourceText } from '../../../engine/base/source.js'

/** Something that has no counterpart, with its place. */
export interface LeftOver {
  readonly line: number
  readonly column: number
  readonly text: string
  readonly why: string
}

/** A template as it was rewritten. */
export interface ImportedTemplate {
  readonly text: string
  /** In the order in which they stand there. */
  readonly left: readonly LeftOver[]
}

/** A tag of a template: its braces with what is between them. */
export interface Tag {
  readonly start: number
  readonly end: number
  /** As written. */
  readonly text: string
}

/** Rewrites the tags of a template one by one. */
export class TagRewriter {
  readonly left: LeftOver[] = []
  /** The blocks around the current tag, from the outermost, by what ends them. */
  readonly blocks: string[] = []
  readonly #source: SourceText

  constructor(
    file: string,
    private readonly text: string,
  ) {
    this.#source = new SourceText(file, text)
  }

  /**
   * @param pattern finds tags
   * @param rewrite what stands in place of a tag
   */
  run(pattern: RegExp, rewrite: (tag: Tag) => string): ImportedTemplate {
    let written = ''
    let done = 0
    for (const match of this.text.matchAll(pattern)) {
      const [text] = match
      const tag = { start: match.index, end: match.index + text.length, text }
      written += this.text.slice(done, tag.start) + rewrite(tag)
      done = tag.end
    }
    return { text: written + this.text.slice(done), left: this.left }
  }

  /** Notes what has no counterpart; it stays as it is, so that nothing is lost. */
  leave(tag: Tag, why: string): string {
    this.note(tag, why)
    return tag.text
  }

  /** Notes what somebody should look at. */
  note({ start, text }: Tag, why: string): void {
    const { line, column } = this.#source.span(start)
    this.left.push({ line, column, text: text.slice(0, 80), why })
  }

  /** Opens a block that ends with this tag. */
  open(end: string): void {
    this.blocks.push(end)
  }

  /** Ends the innermost block. */
  close(tag: Tag): string {
    return this.blocks.pop() ?? this.leave(tag, 'it ends no block')
  }
}

/** A comment of the template language. */
export function comment(text: string): string {
  return `{{!-- ${text.replaceAll('--', '- -').trim()} --}}`
}
