import { invariant } from '../base/invariant.js'
import type { PageInsertion } from '../boxes/box-tree.js'
import type { PlacedPage } from '../paint/paint-target.js'
import type { InsertedPage } from '../pdf-input/imported-document.js'
import type { StructureElement } from '../tags/structure-element.js'
import { type CopiedPages, writeObject } from './copied-pages.js'
import { type SyntaxOfKey, syntaxOf } from './copied-syntax.js'
import type { InsertedFields } from './interactive-form.js'
import { GraftedContent, GraftedElement, type MarkedContent, type TaggedContent } from './marked-content.js'
import type { PdfFile } from './pdf-file.js'
import { type PdfDictionary, type PdfReference, type PdfValue, pdfName, rawValue } from './pdf-values.js'

/** A page of another document as a page of the file. */
export interface PageOfOther {
  readonly page: InsertedPage
  readonly document: InsertedDocument
  /** Of a page that its own document tells nothing of: the number of all of its content. */
  readonly mcid: number | undefined
}

/** The parts of a file that pages of other documents are written into. */
interface InsertedParts {
  readonly file: PdfFile
  readonly copied: CopiedPages
  /** Absent in a file without structure. */
  readonly tagged: TaggedContent | undefined
}

/** Pages of other documents in a file, with all that belongs to them. */
export class InsertedDocuments {
  readonly #documents = new Map<PageInsertion, InsertedDocument>()

  constructor(private readonly parts: InsertedParts) {}

  /** Adds a page to those that are inserted with it. @param reference its dictionary */
  add(
    { page, insertion, part, figure }: PlacedPage,
    reference: PdfReference,
    marks: MarkedContent | undefined,
  ): PageOfOther {
    let document = this.#documents.get(insertion)
    if (!document) {
      document = new InsertedDocument(this.parts, insertion, part, this.#documents.size + 1)
      this.#documents.set(insertion, document)
    }
    const mcid = figure === undefined ? undefined : marks?.add(figure)
    document.addPage(page, reference)
    return { page, document, mcid }
  }

  /** Writes what names pages, when all of them are there. @param taken names of fields that the document has itself */
  write(taken: ReadonlySet<string>): InsertedFields & { readonly fonts: PdfDictionary } {
    const names = new FreeNames('-', taken)
    const free = new FreeNames('.', [])
    const fields: PdfValue[] = []
    const fonts: Record<string, PdfValue> = {}
    const destinations = new Map<string, PdfValue>()
    let needsAppearances = false
    for (const document of this.#documents.values()) {
      fields.push(...document.writeFields(names))
      document.writeOwn()
      Object.assign(fonts, document.fonts())
      document.addDestinations(destinations, free)
      needsAppearances ||= document.needsAppearances
    }
    if (destinations.size > 0) this.parts.file.setNames('Dests', nameTree(destinations))
    return { fields, fonts, needsAppearances }
  }
}

function nameTree(values: ReadonlyMap<string, PdfValue>): PdfDictionary {
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1))
  return { Names: sorted.flatMap(([name, value]) => [Buffer.from(name, 'latin1'), value]) }
}

/** Pages that are inserted together. */
export class InsertedDocument {
  readonly #shared: ReadonlyMap<string, number>
  readonly #own = new Map<string, number>()
  readonly #pages = new Map<number, PdfReference>()
  /** Keys of the parent tree, by the objects that they are of. */
  readonly #parents = new Map<string, number>()
  readonly #written = new Set<string>()
  /** Types that are no standard ones, by the names that they have in their own document. */
  readonly #types = new Map<string, string>()
  /** The number of the element that the structure is grafted into. */
  #parent = 0

  constructor(
    private readonly parts: InsertedParts,
    private readonly insertion: PageInsertion,
    private readonly part: StructureElement | undefined,
    private readonly number: number,
  ) {
    const { file, copied, tagged } = parts
    const { document } = insertion
    this.#shared = copied.share(document.file, document.objects)
    const first = file.reserveNumbers(document.own.size)
    for (const [index, key] of [...document.own.keys()].entries()) this.#own.set(key, first + index)
    if (tagged) this.#graft(tagged)
  }

  get needsAppearances(): boolean {
    return this.insertion.document.form.needsAppearances
  }

  addPage(page: InsertedPage, reference: PdfReference): void {
    this.#pages.set(page.number, reference)
    const { tagged } = this.parts
    if (!tagged || this.part === undefined) return
    const { structure } = this.insertion.document
    for (const { key, type, label } of page.annotations) {
      if (structure?.annotations.has(key)) continue
      const properties = label === '' ? undefined : { alternative: label }
      const order = tagged.tree.orderOf(this.part)
      const element = tagged.tree.add(this.part, { type, order, properties, template: undefined })
      tagged.addAnnotation(element, { page: reference, annotation: { id: this.#idOf(key) } })
      this.#parents.set(key, tagged.addParent(element))
    }
  }

  /** The elements of the structure stand in an element of this document. */
  #graft(tagged: TaggedContent): void {
    const { structure } = this.insertion.document
    if (!structure || this.part === undefined || structure.roots.length === 0) return
    for (const key of structure.roots) tagged.addGraft(this.part, new GraftedElement(this.#idOf(key)))
    for (const [key, elements] of structure.forms)
      this.#parents.set(key, tagged.addParent(new GraftedContent(this.#idsOf(elements))))
    for (const [key, element] of structure.annotations)
      this.#parents.set(key, tagged.addParent(new GraftedElement(this.#idOf(element))))
    for (const [name, key] of structure.names) tagged.graftedNames.set(this.#nameSyntax(name), this.#idOf(key))
    for (const [type, role] of structure.roles) this.#addRole(tagged, type, role)
    const write = (id: number) => {
      this.#parent = id
    }
    tagged.grafts.push({ parent: this.part, write })
  }

  /** Types of one name that stand for others get another name. */
  #addRole({ roles }: TaggedContent, type: string, role: string): void {
    const wanted = pdfName(type, LONGEST_TYPE)
    let name = wanted
    for (let i = 2; (roles.get(name) ?? role) !== role || OWN_TYPES.has(name); i++) name = `${wanted}.${i}`
    roles.set(name, role)
    this.#types.set(type, name)
  }

  /** The key of a page in the parent tree; undefined where its structure is its document's or it has none. */
  parentOf({ number, isTagged }: InsertedPage): number | undefined {
    const elements = this.insertion.document.structure?.pages.get(number)
    if (!isTagged || !elements || !this.parts.tagged || this.part === undefined) return undefined
    return this.parts.tagged.addParent(new GraftedContent(this.#idsOf(elements)))
  }

  /** A part of a page's dictionary, in the syntax of the file. Pages are no streams: nothing in them is encrypted here. */
  syntaxOf(parts: InsertedPage['entries']): string {
    return syntaxOf(parts, this.#ofKey, undefined)
  }

  referenceTo(key: string): PdfValue {
    return rawValue(`${this.#own.get(key) ?? this.#shared.get(key)} 0 R`)
  }

  /** Writes the fields that stand in no others, whose names are made theirs alone. */
  writeFields(names: FreeNames): readonly PdfValue[] {
    const { document } = this.insertion
    return document.form.fields.map(({ key, name }) => {
      const object = document.own.get(key)
      invariant(object, 'a field with an object')
      const parts = [...object.parts.slice(0, -1), String(object.parts.at(-1)).replace(/>>$/, '')]
      const id = this.#idOf(key)
      this.parts.file.addText(id, `${syntaxOf(parts, this.#ofKey, undefined)}/T ${textSyntax(names.take(name))}>>`)
      this.#written.add(key)
      return rawValue(`${id} 0 R`)
    })
  }

  /** Writes all objects that are of this copy alone. */
  writeOwn(): void {
    for (const [key, object] of this.insertion.document.own)
      if (!this.#written.has(key)) writeObject(this.parts.file, this.#idOf(key), object, this.#ofKey)
  }

  fonts(): PdfDictionary {
    const { fonts } = this.insertion.document.form
    return Object.fromEntries(Array.from(fonts, ([name, parts]) => [name, rawValue(this.syntaxOf(parts))]))
  }

  /** Adds the places that other files may name; of two of one name the later one gets another. */
  addDestinations(all: Map<string, PdfValue>, names: FreeNames): void {
    for (const { name, page, view } of this.insertion.document.destinations) {
      const at = this.#pages.get(page)
      if (!at) continue
      const free = names.take(Buffer.from(name).toString('latin1'))
      all.set(free, rawValue(`[${at.id} 0 R${this.syntaxOf(view)}]`))
    }
  }

  readonly #ofKey: SyntaxOfKey = (key) => {
    const id = this.#own.get(key) ?? this.#shared.get(key)
    if (id !== undefined) return `${id} 0 R`
    if (key === 'parent') return `${this.#parent} 0 R`
    const [kind = '', rest = ''] = splitKey(key)
    switch (kind) {
      case 'page':
        return reference(this.#pages.get(Number(rest))?.id)
      case 'parent of':
        return String(this.#parents.get(rest) ?? null)
      case 'role':
        return `/${this.#types.get(rest) ?? 'NonStruct'}`
      case 'name':
        // A cell may name headings that stand on other pages.
        return this.insertion.document.structure?.names.has(rest) ? this.#nameSyntax(rest) : ''
      default:
        return 'null'
    }
  }

  #nameSyntax(name: string): string {
    return `(inserted ${this.number} ${name})`
  }

  #idOf(key: string): number {
    const id = this.#own.get(key)
    invariant(id !== undefined, `an object for ${key}`)
    return id
  }

  #idsOf(elements: readonly (string | undefined)[]): Int32Array {
    return Int32Array.from(elements, (key) => (key === undefined ? 0 : (this.#own.get(key) ?? 0)))
  }
}

/** Types that stand for others in documents of this engine. */
const OWN_TYPES: ReadonlySet<string> = new Set(['Em', 'Strong'])

const LONGEST_TYPE = 120

function splitKey(key: string): readonly string[] {
  return /^(page|parent of|role|name) (.*)$/s.exec(key)?.slice(1) ?? []
}

function reference(id: number | undefined): string {
  return id === undefined ? 'null' : `${id} 0 R`
}

/** Names that are taken once each. */
class FreeNames {
  readonly #taken: Set<string>
  /** How many asked for a name. */
  readonly #asked = new Map<string, number>()

  /** @param mark stands between a name and the number that makes it another one */
  constructor(
    private readonly mark: string,
    taken: Iterable<string>,
  ) {
    this.#taken = new Set(taken)
  }

  take(wanted: string): string {
    let count = this.#asked.get(wanted) ?? 0
    let free: string
    do {
      count++
      free = count === 1 ? wanted : `${wanted}${this.mark}${count}`
    } while (this.#taken.has(free))
    this.#asked.set(wanted, count)
    this.#taken.add(free)
    return free
  }
}

/** A text string as hexadecimal digits. */
function textSyntax(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
}
