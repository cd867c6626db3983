import { PdfInputError } from './pdf-input-error.js'
import { type Dictionary, Name, type PdfObject, Ref } from './pdf-object.js'
import type { ReadBudget } from './read-budget.js'
import { Scanner } from './scanner.js'

/** Arrays and dictionaries within each other. */
const DEEPEST = 100

/** Reads values of a file, each where the one before has ended (ISO 32000-1 §7.3). */
export class ObjectParser {
  readonly scanner: Scanner

  constructor(
    readonly bytes: Uint8Array,
    start: number,
    private readonly budget: ReadBudget,
  ) {
    this.scanner = new Scanner(bytes, start)
  }

  /** The next value; undefined where there is none, with the scanner on the token that is none. @throws PdfInputError */
  read(depth = 0): PdfObject | undefined {
    this.scanner.next()
    return this.#value(depth)
  }

  #value(depth: number): PdfObject | undefined {
    const { scanner } = this
    this.budget.readValues(1)
    switch (scanner.kind) {
      case 'number':
        return this.#numberOrReference()
      case 'name':
        return new Name(scanner.name)
      case 'string':
      case 'hex-string':
        return scanner.string
      case 'array-start':
        return this.#array(depth)
      case 'dictionary-start':
        return this.#dictionary(depth)
      case 'keyword':
        return KEYWORDS.get(scanner.text)
      default:
        return undefined
    }
  }

  #numberOrReference(): number | Ref {
    const { scanner } = this
    const { number, end } = scanner
    if (!Number.isInteger(number) || number < 0) return number
    if (scanner.next() === 'number') {
      const generation = scanner.number
      if (Number.isInteger(generation) && scanner.next() === 'keyword' && scanner.text === 'R')
        return new Ref(number, generation)
    }
    scanner.end = end
    return number
  }

  #array(depth: number): readonly PdfObject[] {
    this.#goDeeper(depth)
    const items: PdfObject[] = []
    for (;;) {
      const item = this.read(depth + 1)
      if (item !== undefined) items.push(item)
      else if (this.#isOver('array-end')) return items
    }
  }

  #dictionary(depth: number): Dictionary {
    this.#goDeeper(depth)
    const entries = new Map<string, PdfObject>()
    for (;;) {
      const key = this.read(depth + 1)
      if (key === undefined && this.#isOver('dictionary-end')) return entries
      if (!(key instanceof Name)) continue
      const value = this.read(depth + 1)
      if (value !== undefined) entries.set(key.value, value)
      else if (this.#isOver('dictionary-end')) return entries
    }
  }

  /** What has no end ends with the file, or with its object. */
  #isOver(end: 'array-end' | 'dictionary-end'): boolean {
    const { kind, text, start } = this.scanner
    if (kind === end || kind === 'end') return true
    const endsObject = kind === 'keyword' && (text === 'endobj' || text === 'stream' || text === 'endstream')
    if (endsObject) this.scanner.end = start
    return endsObject
  }

  #goDeeper(depth: number): void {
    if (depth > DEEPEST) throw new PdfInputError('damaged', `its values are nested more than ${DEEPEST} deep`)
  }
}

const KEYWORDS: ReadonlyMap<string, PdfObject> = new Map<string, PdfObject>([
  ['true', true],
  ['false', false],
  ['null', null],
])
