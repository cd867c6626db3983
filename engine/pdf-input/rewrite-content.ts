import type { ReadBudget } from './read-budget.js'
import { isWhite, Scanner } from './scanner.js'

/** What is found in a content stream while it is rewritten. */
export interface RewrittenContent {
  /** The operators: those that were given, where nothing had to change. */
  readonly bytes: Uint8Array
  /** All names in it, among which are those of its resources. */
  readonly names: ReadonlySet<string>
  /** Operators of the colours of a device: `rg`, `RG`, `k`, `K`. */
  readonly deviceOperators: ReadonlySet<string>
  /** Something is painted outside of all marks that are kept; forms may have marks of their own. */
  readonly isUnmarked: boolean
}

/** What of a content stream is seen. */
export interface ContentParts {
  /** Whether marked content with this property list belongs to a layer that is off. */
  isHidden(properties: string): boolean
  /** Marks are of a structure that is copied as well. Those of layers are taken out all the same. */
  readonly keepsMarks: boolean
}

/** Painting without effect: the path is used up, also as a clip. */
const PAINTS_PATH: ReadonlySet<string> = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'])
const PAINTS: ReadonlySet<string> = new Set(['Do', 'sh', 'Tj', 'TJ'])
const SHOWS: ReadonlySet<string> = new Set(['sh', 'Tj', 'TJ', "'", '"', 'BI'])
const MARKS: ReadonlySet<string> = new Set(['BMC', 'BDC', 'EMC', 'MP', 'DP'])
const DEVICE: ReadonlySet<string> = new Set(['rg', 'RG', 'k', 'K'])

/** How many bytes behind the end of an inline image have to look like operators. */
const PLAIN_BYTES = 12

/** Marked content that is open. */
interface OpenMark {
  readonly hides: boolean
  readonly isKept: boolean
}

/**
 * Takes the marks out of a content stream: of another document they mean nothing, and some readers give them to elements
 * of this one. Where their structure comes along they stay, each with its end. What belongs to layers that are off is not painted; the graphics state stays as it would be. States that
 * are restored but never saved, and the other way round, are put right.
 */
export function rewriteContent(bytes: Uint8Array, parts: ContentParts, budget: ReadBudget): RewrittenContent {
  return new Rewriting(bytes, parts, budget).run()
}

class Rewriting {
  readonly #scanner: Scanner
  readonly #pieces: Uint8Array[] = []
  readonly #names = new Set<string>()
  readonly #device = new Set<string>()
  readonly #marks: OpenMark[] = []
  #kept = 0
  #isUnmarked = false
  #hidden = 0
  #saved = 0
  /** Up to where the content is copied. */
  #copied = 0
  /** Where the operands of the next operator begin. */
  #operands = 0
  #lastName = ''

  constructor(
    private readonly bytes: Uint8Array,
    private readonly parts: ContentParts,
    private readonly budget: ReadBudget,
  ) {
    this.#scanner = new Scanner(bytes)
  }

  run(): RewrittenContent {
    const scanner = this.#scanner
    let isFirst = true
    while (scanner.next() !== 'end') {
      this.budget.readValues(1)
      if (isFirst) this.#operands = scanner.start
      isFirst = false
      if (scanner.kind === 'name') {
        this.#lastName = scanner.name
        this.#names.add(this.#lastName)
      } else if (scanner.kind === 'keyword') {
        const { text } = scanner
        if (text === 'true' || text === 'false' || text === 'null') continue
        this.#operator(text)
        isFirst = true
      }
    }
    const { bytes } = this
    const open = this.#kept
    const isSame = this.#pieces.length === 0 && this.#saved === 0 && open === 0
    this.#copyTo(bytes.length)
    if (open > 0) this.#pieces.push(Buffer.from(`\n${'EMC '.repeat(open)}`))
    if (this.#saved > 0) this.#pieces.push(Buffer.from(`\n${'Q '.repeat(this.#saved)}`))
    const out = isSame ? bytes : Buffer.concat(this.#pieces)
    return { bytes: out, names: this.#names, deviceOperators: this.#device, isUnmarked: this.#isUnmarked }
  }

  #operator(operator: string): void {
    if (MARKS.has(operator)) this.#mark(operator)
    else if (operator === 'BI') this.#inlineImage()
    else if (operator === 'q') this.#saved++
    else if (operator === 'Q') {
      if (this.#saved > 0) this.#saved--
      else this.#replace('')
    } else if (this.#hidden > 0) this.#hide(operator)
    if (this.#kept === 0 && (PAINTS_PATH.has(operator) || SHOWS.has(operator))) this.#isUnmarked = true
    if (DEVICE.has(operator)) this.#device.add(operator)
  }

  #mark(operator: string): void {
    if (operator === 'EMC') {
      const mark = this.#marks.pop()
      if (mark?.hides) this.#hidden--
      if (mark?.isKept) {
        this.#kept--
        return
      }
    } else if (operator === 'BMC' || operator === 'BDC') {
      const isLayer = operator === 'BDC' && this.#tagAt(this.#operands) === 'OC'
      const hides = isLayer && this.parts.isHidden(this.#lastName)
      const isKept = this.parts.keepsMarks && !isLayer
      this.#marks.push({ hides, isKept })
      if (hides) this.#hidden++
      if (isKept) {
        this.#kept++
        return
      }
    } else if (this.parts.keepsMarks) return
    this.#replace('')
  }

  #tagAt(start: number): string {
    const scanner = new Scanner(this.bytes, start)
    return scanner.next() === 'name' ? scanner.name : ''
  }

  #hide(operator: string): void {
    if (PAINTS_PATH.has(operator)) this.#replace(' n')
    else if (PAINTS.has(operator)) this.#replace('')
    else if (operator === "'" || operator === '"') this.#replace(' T*')
  }

  /** Puts something in the place of an operator and its operands. */
  #replace(text: string): void {
    this.#copyTo(this.#operands)
    this.#pieces.push(Buffer.from(`${text}\n`))
    this.#copied = this.#scanner.end
  }

  #copyTo(end: number): void {
    if (end > this.#copied) this.#pieces.push(this.bytes.subarray(this.#copied, end))
    this.#copied = Math.max(this.#copied, end)
  }

  /** Images within the content (ISO 32000-1 §8.9.7): their samples are no operators. */
  #inlineImage(): void {
    const scanner = this.#scanner
    const start = scanner.start
    while (scanner.next() !== 'end' && !(scanner.kind === 'keyword' && scanner.text === 'ID')) {
      this.budget.readValues(1)
      if (scanner.kind === 'name') this.#names.add(scanner.name)
    }
    scanner.end = this.#endOfSamples(scanner.end + 1)
    if (this.#hidden === 0) return
    this.#operands = start
    this.#replace('')
  }

  #endOfSamples(start: number): number {
    const { bytes } = this
    for (let at = bytes.indexOf(69, start); at >= 0; at = bytes.indexOf(69, at + 1)) {
      const isEnd = bytes[at + 1] === 73 && isWhite(bytes[at - 1]) && isWhite(bytes[at + 2])
      if (isEnd && this.#looksPlain(at + 2)) {
        this.budget.search(at - start)
        return at + 2
      }
    }
    this.budget.search(bytes.length - start)
    return bytes.length
  }

  #looksPlain(start: number): boolean {
    const { bytes } = this
    const end = Math.min(bytes.length, start + PLAIN_BYTES)
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number
      if (byte > 126 || (byte < 32 && !isWhite(byte))) return false
    }
    return true
  }
}
