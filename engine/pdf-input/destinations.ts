import { type Matrix, mapPoint } from '../base/matrix.js'
import type { ImportedDestination, ImportedPlace } from './imported-document.js'
import type { ImportedPart } from './imported-page.js'
import { type Dictionary, dictionaryOf, isArray, nameOf, type PdfObject, Ref } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'
import { pairsOf } from './value-trees.js'

/** How a page is shown (ISO 32000-1 table 151). */
const VIEWS: ReadonlySet<string> = new Set(['XYZ', 'Fit', 'FitH', 'FitV', 'FitR', 'FitB', 'FitBH', 'FitBV'])

const LONGEST_NAME = 1_000

/** A place in a file: on a page, shown in a way. */
interface Place {
  /** From 1. */
  readonly page: number
  readonly view: readonly (string | number | null)[]
}

/** Finds the places in a file that links, bookmarks and names lead to. */
export class Destinations {
  #named: ReadonlyMap<string, PdfObject> | undefined

  /**
   * @param pageIds the numbers of pages by those of their objects
   * @param inserted from the units of the pages that are inserted to px, by the numbers of pages
   */
  constructor(
    private readonly source: PdfSource,
    private readonly pageIds: ReadonlyMap<number, number>,
    private readonly inserted: ReadonlyMap<number, Matrix>,
  ) {}

  /** Whether a place is on a page that is inserted. */
  isInserted({ page }: Place): boolean {
    return this.inserted.has(page)
  }

  /** The place that an annotation or bookmark leads to; undefined for those that lead nowhere within the file. */
  placeOf(dictionary: Dictionary): Place | undefined {
    const action = this.source.dictionary(dictionary, 'A')
    if (action && nameOf(this.source.get(action, 'S')) === 'GoTo') return this.#find(action.get('D'))
    return this.#find(dictionary.get('Dest'))
  }

  /** A place as the value of `Dest`. */
  partsOf({ page, view }: Place): readonly ImportedPart[] {
    return ['[', { key: `page ${page}` }, `${viewSyntax(view)}]`]
  }

  /** Where a place is on its page, for programs that keep what readers chose as the zoom. */
  pointOf({ page, view }: Place): ImportedPlace {
    const matrix = this.inserted.get(page)
    const [kind, first, second, , fourth] = view
    const numbers: readonly [left: unknown, top: unknown] =
      kind === 'XYZ'
        ? [first, second]
        : kind === 'FitR'
          ? [first, fourth]
          : kind === 'FitH' || kind === 'FitBH'
            ? [undefined, first]
            : kind === 'FitV' || kind === 'FitBV'
              ? [first, undefined]
              : [undefined, undefined]
    const [left, top] = numbers
    if (!matrix) return { page, x: 0, y: 0 }
    const isTurned = matrix.a === 0
    const point = mapPoint(matrix, typeof left === 'number' ? left : 0, typeof top === 'number' ? top : 0)
    const [knowsX, knowsY] = isTurned ? [top, left] : [left, top]
    return {
      page,
      x: typeof knowsX === 'number' ? Math.max(0, point.x) : 0,
      y: typeof knowsY === 'number' ? Math.max(0, point.y) : 0,
    }
  }

  /** The names of places on the pages that are inserted. */
  inPages(): readonly ImportedDestination[] {
    const found: ImportedDestination[] = []
    for (const [name, value] of this.#names()) {
      const place = this.#explicit(this.source.resolve(value))
      if (place && this.isInserted(place))
        found.push({ name: Buffer.from(name, 'latin1'), page: place.page, view: [viewSyntax(place.view)] })
    }
    return found
  }

  #find(value: PdfObject | undefined): Place | undefined {
    const target = this.source.resolve(value)
    const name = target instanceof Uint8Array ? Buffer.from(target).toString('latin1') : nameOf(target)
    return this.#explicit(name === undefined ? target : this.source.resolve(this.#names().get(name)))
  }

  #explicit(value: PdfObject): Place | undefined {
    const given = dictionaryOf(value)
    const list = given ? this.source.list(given, 'D') : isArray(value) ? value : []
    const [target, ...rest] = list
    const page =
      target instanceof Ref ? this.pageIds.get(target.id) : typeof target === 'number' ? target + 1 : undefined
    const kind = nameOf(this.source.resolve(rest[0]))
    if (page === undefined || kind === undefined || !VIEWS.has(kind)) return undefined
    const operands = rest.slice(1, 5).map((item) => {
      const operand = this.source.resolve(item)
      return typeof operand === 'number' ? operand : null
    })
    return { page, view: [kind, ...operands] }
  }

  /** By names of both kinds (§12.3.2.3): those of PDF 1.1 are names, later ones strings. */
  #names(): ReadonlyMap<string, PdfObject> {
    if (this.#named) return this.#named
    const { source } = this
    const named = new Map<string, PdfObject>()
    for (const [name, value] of source.dictionary(source.catalog, 'Dests') ?? []) named.set(name, value)
    const tree = source.dictionary(source.dictionary(source.catalog, 'Names'), 'Dests')
    for (const [name, value] of pairsOf(source, tree, 'Names'))
      if (name instanceof Uint8Array && name.length <= LONGEST_NAME)
        named.set(Buffer.from(name).toString('latin1'), value)
    this.#named = named
    return named
  }
}

function viewSyntax([kind, ...operands]: Place['view']): string {
  return ` /${kind}${operands.map((operand) => ` ${operand === null ? 'null' : held(Number(operand))}`).join('')}`
}

function held(value: number): number {
  return Math.round(Math.min(Math.max(value, -1e6), 1e6) * 1000) / 1000
}
