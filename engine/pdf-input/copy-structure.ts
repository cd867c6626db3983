import { nameSyntax, type ObjectCopier } from './copy-objects.js'
import type { ImportedStructure } from './imported-document.js'
import type { ImportedObject, ImportedPart, ImportFault } from './imported-page.js'
import { type Dictionary, dictionaryOf, isArray, Name, nameOf, type PdfObject, Ref, Stream } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'
import { roleOf, STANDARD_TYPES } from './structure-roles.js'
import { listOf, valueOfNumber } from './value-trees.js'

/** Elements within each other. */
const DEEPEST = 400

const TOO_DEEP = `elements that are nested more than ${DEEPEST} deep`

/** Pieces of content of one page: numbers beyond are those of no page. */
const MOST_PIECES = 100_000

/** Values within the attributes of an element. */
const DEEPEST_ATTRIBUTE = 8

/** Copying a value takes as long as reading so many. */
const VALUES_PER_ATTRIBUTE = 4

const ROW_GROUPS: ReadonlySet<string> = new Set(['Table', 'THead', 'TBody', 'TFoot'])

/** Rows that a cell may span. */
const LONGEST_SPAN = 1000

/** Bytes of a string in an attribute, and of the name of a language. */
const LONGEST_STRING = 200
const LONGEST_LANGUAGE = 100

/** What is copied of the structure of a file. */
interface StructureScope {
  /** The numbers of the pages that are inserted, by those of their objects. */
  readonly pages: ReadonlyMap<number, number>
  /** The same, by their keys in the parent tree. */
  readonly parents: ReadonlyMap<number, number>
  /** The keys of annotations that are kept, by the numbers of their objects. */
  readonly annotations: ReadonlyMap<number, string>
  /** Their keys in the parent tree, by their keys. */
  readonly annotationParents: ReadonlyMap<string, number>
}

/**
 * Copies what a file tells of some of its pages (ISO 32000-1 §14.7): the elements of their content, with all around them.
 * What stands on other pages is left out.
 */
export function copyStructure(
  source: PdfSource,
  copier: ObjectCopier,
  scope: StructureScope,
  own: Map<string, ImportedObject>,
): ImportedStructure | undefined {
  const root = source.dictionary(source.catalog, 'StructTreeRoot')
  return root && new StructureCopier(source, copier, scope, own, root).run()
}

interface CopiedElement {
  readonly key: string
  readonly dictionary: Dictionary
}

class StructureCopier {
  readonly #elements = new Map<Dictionary, CopiedElement>()
  readonly #written = new Set<Dictionary>()
  readonly #roles = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #headings: number[] = []
  /** By cell: over how many rows that are kept it reaches. */
  readonly #rowSpans = new Map<Dictionary, number>()
  readonly #faults = new Map<number, readonly ImportFault[]>()
  /** Content was met whose elements are left out for that. */
  #isTooDeep = false
  readonly #parents: Dictionary | undefined
  readonly #roleMap: Dictionary | undefined
  readonly #classes: Dictionary | undefined
  /** The numbers of the objects of marked forms. */
  readonly #forms = new Map<number, string>()
  /** Their keys in the parent tree. */
  readonly #formParents = new Map<string, number>()

  constructor(
    private readonly source: PdfSource,
    private readonly copier: ObjectCopier,
    private readonly scope: StructureScope,
    private readonly own: Map<string, ImportedObject>,
    private readonly root: Dictionary,
  ) {
    this.#parents = source.dictionary(root, 'ParentTree')
    this.#roleMap = source.dictionary(root, 'RoleMap')
    this.#classes = source.dictionary(root, 'ClassMap')
    for (const [key, { dictionary }] of copier.numbered) this.#noteForm(key, dictionary)
  }

  #noteForm(key: string, dictionary: Dictionary): void {
    const id = /^marked (\d+)/.exec(key)?.[1]
    const parent = dictionary.get('StructParents')
    if (id === undefined || typeof parent !== 'number') return
    this.#forms.set(Number(id), key)
    this.#formParents.set(key, parent)
  }

  run(): ImportedStructure {
    const { source, scope } = this
    const pages = new Map<number, readonly (string | undefined)[]>()
    for (const [parent, page] of scope.parents) {
      this.#isTooDeep = false
      pages.set(page, this.#ownersOf(parent))
      if (this.#isTooDeep) this.#faults.set(page, [{ kind: 'structure', text: TOO_DEEP }])
    }
    const forms = new Map(Array.from(this.#formParents, ([key, parent]) => [key, this.#ownersOf(parent)] as const))
    const annotations = new Map<string, string>()
    for (const [key, parent] of scope.annotationParents) {
      const element = dictionaryOf(valueOfNumber(source, this.#parents, parent))
      const found = element && this.#need(element)
      if (found) annotations.set(key, found.key)
    }
    const roots: string[] = []
    for (const kid of this.#kidsOf(this.root)) {
      const element = dictionaryOf(source.resolve(kid))
      if (element && this.#elements.has(element)) this.#graft(element, roots)
    }
    // Elements that the tree does not lead to tell nobody anything.
    const isTold = (key: string | undefined): key is string => key !== undefined && this.own.has(key)
    const told = <K>(owners: ReadonlyMap<K, readonly (string | undefined)[]>) =>
      new Map(Array.from(owners, ([key, all]) => [key, all.map((one) => (isTold(one) ? one : undefined))] as const))
    return {
      roots,
      pages: told(pages),
      forms: told(forms),
      annotations: new Map([...annotations].filter(([, key]) => isTold(key))),
      roles: this.#roles,
      names: this.#names,
      headings: this.#headings,
      faults: this.#faults,
    }
  }

  /** The elements of the pieces of content with one key in the parent tree, by their numbers. */
  #ownersOf(parent: number): readonly (string | undefined)[] {
    const list = listOf(valueOfNumber(this.source, this.#parents, parent)).slice(0, MOST_PIECES)
    this.source.budget.readValues(list.length)
    return list.map((item) => {
      const element = dictionaryOf(this.source.resolve(item))
      return element && this.#need(element)?.key
    })
  }

  /** An element is copied with all that it stands in; undefined for one that is not in the tree. */
  #need(element: Dictionary): CopiedElement | undefined {
    const path: Dictionary[] = []
    for (let at: Dictionary | undefined = element; at && at !== this.root; at = this.source.dictionary(at, 'P')) {
      if (this.#elements.has(at)) break
      this.source.budget.readValues(1)
      if (path.length === DEEPEST) {
        this.#isTooDeep = true
        this.copier.dropped.add(TOO_DEEP)
      }
      if (path.length === DEEPEST || path.includes(at)) return undefined
      path.push(at)
    }
    for (const dictionary of path) this.#elements.set(dictionary, { key: `element ${this.#elements.size}`, dictionary })
    return this.#elements.get(element)
  }

  /** The kids of a document stand where its pages are inserted; it is no document of its own there. */
  #graft(element: Dictionary, roots: string[]): void {
    const copied = this.#elements.get(element)
    if (!copied || this.#written.has(element)) return
    const kids = this.#kidsOf(element)
    const isDocument = this.#typeOf(element) === 'Document'
    const areElements = kids.every((kid) => this.#asElement(kid) !== undefined)
    if (isDocument && areElements) {
      this.#written.add(element)
      const language = this.#languageOf(element)
      for (const kid of kids) {
        const inner = this.#asElement(kid)
        if (inner && this.#isCopied(inner)) this.#addRoot(inner, roots, language)
      }
    } else this.#addRoot(element, roots, this.#languageOf(element))
  }

  #addRoot(element: Dictionary, roots: string[], language: PdfObject): void {
    const copied = this.#elements.get(element)
    if (!copied || this.#written.has(element)) return
    this.#write(copied, 'parent', 0, language)
    roots.push(copied.key)
  }

  /** The language of an element in which others stand: its own, or that of the file. */
  #languageOf(element: Dictionary): PdfObject {
    const own = this.source.get(element, 'Lang')
    return own ?? this.source.get(this.source.catalog, 'Lang')
  }

  #write({ key, dictionary }: CopiedElement, parent: string, depth: number, language: PdfObject): void {
    const { source } = this
    this.#written.add(dictionary)
    const type = this.#typeOf(dictionary)
    const parts: ImportedPart[] = ['<</S ', this.#typePart(type === 'Document' ? 'Part' : type)]
    parts.push('/P ', { key: parent })
    const page = this.#pageNumber(dictionary.get('Pg'))
    const role = this.#roleOf(dictionary)
    if (ROW_GROUPS.has(role)) this.#keepRows(dictionary)
    this.#check(dictionary, role, page)
    if (page !== undefined) parts.push('/Pg ', { key: `page ${page}` })
    const spoken = source.get(dictionary, 'Lang') ?? language
    if (spoken instanceof Uint8Array && spoken.length <= LONGEST_LANGUAGE) parts.push('/Lang ', spoken)
    for (const name of ['T', 'Alt', 'E', 'ActualText'] as const) {
      const text = dictionary.get(name)
      if (source.resolve(text) instanceof Uint8Array) parts.push(`/${name} `, ...this.copier.value(text ?? null))
    }
    this.#writeName(key, dictionary, parts)
    this.#writeAttributes(dictionary, parts)
    parts.push('/K[')
    for (const kid of this.#kidsOf(dictionary)) this.#writeKid(kid, key, page, depth, parts)
    parts.push(']>>')
    this.own.set(key, { parts, stream: undefined })
  }

  /** Notes what the rest of the document has to fit, and what is missing. */
  #check(element: Dictionary, role: string, page: number | undefined): void {
    const level = /^H([1-6])$/.exec(role)?.[1]
    if (level) this.#headings.push(Number(level))
    const isPicture = role === 'Figure' || role === 'Formula'
    if (!isPicture || page === undefined || element.has('Alt') || element.has('ActualText')) return
    this.#faults.set(page, [{ kind: 'structure', text: 'a figure has no text in its place' }])
  }

  #writeKid(kid: PdfObject, parent: string, page: number | undefined, depth: number, parts: ImportedPart[]): void {
    const value = this.source.resolve(kid)
    if (typeof value === 'number') {
      if (page !== undefined && isPiece(value)) parts.push(`${value} `)
      return
    }
    if (!(value instanceof Map)) return
    const element = this.#asElement(value)
    if (!element) {
      parts.push(...this.#contentParts(value, page))
      return
    }
    if (this.#written.has(element) || !this.#isCopied(element)) return
    if (depth === DEEPEST) {
      this.copier.dropped.add(TOO_DEEP)
      return
    }
    const copied = this.#elements.get(element)
    if (!copied) return
    this.#write(copied, parent, depth + 1, null)
    parts.push({ key: copied.key }, ' ')
  }

  /** A piece of content, or an annotation, that an element names by a dictionary. */
  #contentParts(value: Dictionary, page: number | undefined): readonly ImportedPart[] {
    const { source, scope } = this
    const own = value.has('Pg') ? this.#pageNumber(value.get('Pg')) : page
    if (own === undefined) return []
    const mcid = source.get(value, 'MCID')
    const stream = value.get('Stm')
    if (typeof mcid === 'number' && isPiece(mcid)) {
      if (!(stream instanceof Ref)) return ['<</Type/MCR/Pg ', { key: `page ${own}` }, `/MCID ${mcid}>>`]
      const form = this.#forms.get(stream.id)
      return form ? ['<</Type/MCR/Pg ', { key: `page ${own}` }, '/Stm ', { key: form }, `/MCID ${mcid}>>`] : []
    }
    const target = value.get('Obj')
    const annotation = target instanceof Ref ? scope.annotations.get(target.id) : undefined
    if (annotation === undefined) return []
    return ['<</Type/OBJR/Pg ', { key: `page ${own}` }, '/Obj ', { key: annotation }, '>>']
  }

  /** Rows that are kept keep all of their cells, also those whose content stands on other pages. */
  #isCopied(element: Dictionary): boolean {
    if (this.#elements.has(element)) return true
    const role = this.#roleOf(element)
    if (role !== 'TD' && role !== 'TH') return false
    this.#keep(element)
    return true
  }

  #keep(element: Dictionary): void {
    this.#elements.set(element, { key: `element ${this.#elements.size}`, dictionary: element })
  }

  #roleOf(element: Dictionary): string {
    return roleOf(this.source, this.#roleMap, this.#typeOf(element))
  }

  /** Cells span as many rows as are left of theirs; a row from which a cell reaches into one that is kept is kept. */
  #keepRows(group: Dictionary): void {
    const rows = this.#kidsOf(group).flatMap((kid) => this.#asElement(kid) ?? [])
    const kept = rows.map((row) => this.#elements.has(row))
    const spans: { readonly cell: Dictionary; readonly row: number; readonly end: number }[] = []
    let next = rows.length
    for (let row = rows.length - 1; row >= 0; row--) {
      if (kept[row]) next = row
      if (next - row >= LONGEST_SPAN) continue
      for (const { cell, span } of this.#spansIn(rows[row] as Dictionary)) {
        const end = Math.min(row + span, rows.length)
        spans.push({ cell, row, end })
        if (kept[row] || end <= next) continue
        kept[row] = true
        next = row
        this.#keep(rows[row] as Dictionary)
      }
    }
    for (const { cell, row, end } of spans) {
      const left = kept.slice(row, end).filter(Boolean).length
      this.#rowSpans.set(cell, Math.max(1, left))
    }
  }

  /** The cells of a row that span several, with how many. */
  #spansIn(row: Dictionary): readonly { readonly cell: Dictionary; readonly span: number }[] {
    return this.#kidsOf(row).flatMap((kid) => {
      const cell = this.#asElement(kid)
      const given = cell && this.source.get(cell, 'A')
      const lists = isArray(given) ? given : [given]
      const spans = lists.map((list) => this.source.get(dictionaryOf(this.source.resolve(list)), 'RowSpan'))
      const span = spans.find((one) => typeof one === 'number')
      return cell && typeof span === 'number' && span > 1 ? [{ cell, span: Math.min(span, LONGEST_SPAN) }] : []
    })
  }

  #kidsOf(element: Dictionary): readonly PdfObject[] {
    const given = this.source.get(element, 'K')
    const kids = isArray(given) ? given : given === null ? [] : [given]
    // Elements may share their kids.
    this.source.budget.readValues(kids.length)
    return kids
  }

  #asElement(kid: PdfObject): Dictionary | undefined {
    const value = this.source.resolve(kid)
    return value instanceof Map && value.has('S') ? value : undefined
  }

  #pageNumber(value: PdfObject | undefined): number | undefined {
    return value instanceof Ref ? this.scope.pages.get(value.id) : undefined
  }

  /** The type of an element; that of one without any holds others together. */
  #typeOf(element: Dictionary): string {
    return nameOf(this.source.get(element, 'S')) ?? 'NonStruct'
  }

  #typePart(type: string): ImportedPart {
    if (STANDARD_TYPES.has(type)) return `/${type}`
    if (!this.#roles.has(type)) this.#roles.set(type, roleOf(this.source, this.#roleMap, type))
    return { key: `role ${type}` }
  }

  #writeName(key: string, element: Dictionary, parts: ImportedPart[]): void {
    const id = this.source.get(element, 'ID')
    if (!(id instanceof Uint8Array)) return
    const name = Buffer.from(id).toString('hex').slice(0, 200)
    if (this.#names.has(name)) return
    this.#names.set(name, key)
    parts.push('/ID ', { key: `name ${name}` })
  }

  /** The attributes of an element with those of its classes (§14.7.5). */
  #writeAttributes(element: Dictionary, parts: ImportedPart[]): void {
    const { source } = this
    const all: PdfObject[] = []
    const add = (value: PdfObject) => {
      for (const item of isArray(value) ? value : [value]) {
        const attributes = source.resolve(item)
        if (attributes instanceof Map || attributes instanceof Stream) all.push(dictionaryOf(attributes) ?? null)
      }
    }
    add(source.get(element, 'A'))
    const classes = source.get(element, 'C')
    for (const item of isArray(classes) ? classes : [classes]) {
      const name = nameOf(source.resolve(item))
      if (name !== undefined) add(source.get(this.#classes, name))
    }
    if (all.length === 0) return
    parts.push('/A[')
    const span = this.#rowSpans.get(element)
    for (const attributes of all) this.#writeValue(withRowSpan(attributes, span), 0, false, parts)
    parts.push(']')
  }

  /** @param isNames strings in it are the names of elements */
  #writeValue(given: PdfObject, depth: number, isNames: boolean, parts: ImportedPart[]): void {
    const value = this.source.resolve(given)
    // Elements may share what is written for each.
    this.source.budget.readValues(VALUES_PER_ATTRIBUTE)
    const isLong = value instanceof Uint8Array && value.length > LONGEST_STRING
    if (depth > DEEPEST_ATTRIBUTE || value instanceof Stream || isLong) parts.push('null')
    else if (isArray(value)) {
      parts.push('[')
      for (const item of value) {
        this.#writeValue(item, depth + 1, isNames, parts)
        parts.push(' ')
      }
      parts.push(']')
    } else if (value instanceof Map) {
      parts.push('<<')
      for (const [name, item] of value) {
        parts.push(`/${nameSyntax(name)} `)
        this.#writeValue(item, depth + 1, name === 'Headers', parts)
      }
      parts.push('>>')
    } else if (value instanceof Uint8Array && isNames)
      parts.push({ key: `name ${Buffer.from(value).toString('hex').slice(0, 200)}` })
    else if (value instanceof Uint8Array) parts.push(value)
    else parts.push(value instanceof Name ? `/${nameSyntax(value.value)}` : `${value}`)
  }
}

function withRowSpan(attributes: PdfObject, span: number | undefined): PdfObject {
  if (span === undefined || !(attributes instanceof Map) || !attributes.has('RowSpan')) return attributes
  return new Map([...attributes, ['RowSpan', span]])
}

function isPiece(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number < MOST_PIECES
}
