import { type BidiLevels, bidiClassOf, resolveEmbeddings } from './bidi-algorithm.js'

/**
 * Code units that are resolved at once. Numbers, brackets and isolates look back over what is before them, so that a
 * text resolved as one would cost the square of its length.
 */
const PART = 4096

/** Text around a part that is resolved with it: its characters take their directions from their neighbours. */
const AROUND = 256

/** Embeddings nest no deeper than 125 levels (UAX #9 BD2). */
const MOST_OPEN = 128

/** The levels of a text of any length, in time linear in it. */
export function embeddingLevels(text: string, base: 'ltr' | 'rtl' | 'auto'): BidiLevels {
  if (text.length <= PART) return resolveEmbeddings(text, base).levels
  const levels = new Uint8Array(text.length)
  for (let start = 0; start < text.length; ) {
    const end = endOfParagraph(text, start)
    const paragraph = text.slice(start, end)
    if (paragraph.length <= PART) levels.set(resolveEmbeddings(paragraph, base).levels, start)
    else resolveParts(paragraph, base === 'auto' ? baseLevel(paragraph) : base, levels.subarray(start, end))
    start = end
  }
  return levels
}

/** The direction of a text by its first strong character (UAX #9 P2, P3), looked for in its beginning. */
export function baseLevel(text: string): 'ltr' | 'rtl' {
  return resolveEmbeddings(text.slice(0, PART), 'auto').firstLevel === 1 ? 'rtl' : 'ltr'
}

/** The direction of the paragraph around an offset in a text whose paragraphs end with line feeds. */
export function directionAt(text: string, offset: number): 'ltr' | 'rtl' {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  let isolates = 0
  for (let at = start; at < Math.min(text.length, start + PART); ) {
    const codePoint = text.codePointAt(at) as number
    const character = String.fromCodePoint(codePoint)
    const type = bidiClassOf(codePoint)
    if (type === 'B') break
    if (isIsolate(character) && character !== PDI) isolates++
    else if (character === PDI) isolates = Math.max(0, isolates - 1)
    else if (isolates === 0 && type === 'L') return 'ltr'
    else if (isolates === 0 && (type === 'R' || type === 'AL')) return 'rtl'
    at += character.length
  }
  return 'ltr'
}

function endOfParagraph(text: string, start: number): number {
  const feed = text.indexOf('\n', start)
  return feed < 0 ? text.length : feed + 1
}

/**
 * Resolves a paragraph part by part, each with the controls that are open where it begins.
 *
 * AD-HOC: directions that follow from characters more than `AROUND` away do not reach across the ends of parts.
 */
function resolveParts(text: string, base: 'ltr' | 'rtl', levels: BidiLevels): void {
  const open = new OpenControls(text)
  for (let start = 0; start < text.length; start += PART) {
    const end = Math.min(start + PART, text.length)
    const from = Math.max(0, start - AROUND)
    const before = open.at(from)
    const { levels: found } = resolveEmbeddings(before + text.slice(from, end + AROUND), base)
    const shift = before.length - from
    levels.set(found.subarray(start + shift, end + shift), start)
  }
}

const PDF = '\u202c'
const RLI = '\u2067'
const LRI = '\u2066'
const FSI = '\u2068'
const PDI = '\u2069'

/** Embeddings, overrides, isolates, and what ends them. */
const CONTROL = /[\u202a-\u202e\u2066-\u2069]/g

/** Follows the controls of a text from its beginning on. */
class OpenControls {
  readonly #open: { readonly control: string; readonly index: number }[] = []
  readonly #controls: Iterator<RegExpMatchArray>
  #next: RegExpMatchArray | undefined

  constructor(private readonly text: string) {
    this.#controls = text.matchAll(CONTROL)
    this.#next = this.#controls.next().value
  }

  /** The controls that are open at an offset, which is not before the one asked for last. */
  at(offset: number): string {
    while (this.#next?.index !== undefined && this.#next.index < offset) {
      this.#add(this.#next[0], this.#next.index)
      this.#next = this.#controls.next().value
    }
    return this.#open
      .slice(0, MOST_OPEN)
      .map((each) => this.#written(each, offset))
      .join('')
  }

  #add(control: string, index: number): void {
    const open = this.#open
    if (control === PDF) {
      const last = open.at(-1)
      if (last && !isIsolate(last.control)) open.pop()
    } else if (control === PDI) {
      const isolate = open.findLastIndex((each) => isIsolate(each.control))
      if (isolate >= 0) open.length = isolate
    } else {
      open.push({ control, index })
    }
  }

  /** An isolate whose direction its first strong character decides keeps the one that it has. */
  #written({ control, index }: { readonly control: string; readonly index: number }, offset: number): string {
    if (control !== FSI) return control
    return baseLevel(this.text.slice(index + 1, offset)) === 'rtl' ? RLI : LRI
  }
}

function isIsolate(control: string): boolean {
  return control >= LRI
}
