import { createHash } from 'node:crypto'
import { inverse, type Matrix } from '../base/matrix.js'
import type { PageChoice } from '../base/page-choice.js'
import { annotationKey, copyAnnotations } from './copy-annotations.js'
import { CopiedFields } from './copy-fields.js'
import { ObjectCopier } from './copy-objects.js'
import { copyStructure } from './copy-structure.js'
import { Destinations } from './destinations.js'
import { BYTES_PER_VALUE, contentOf, droppedFromFile, refuseDynamicForm, withAppearances } from './import-page.js'
import type {
  DocumentDescription,
  ImportedDocument,
  ImportedForm,
  ImportedStructure,
  InsertedPage,
} from './imported-document.js'
import type { ImportedObject, ImportedPart, ImportFault } from './imported-page.js'
import { Layers } from './layers.js'
import { geometryOf, type PageGeometry } from './page-geometry.js'
import { pageLabelsOf } from './page-labels.js'
import { type FoundPage, noSuchPage, type PageDictionary, pagesOf, wholePage } from './page-tree.js'
import { PdfInputError } from './pdf-input-error.js'
import { type PdfObject, Ref } from './pdf-object.js'
import { PdfSource } from './pdf-source.js'
import { ReadBudget } from './read-budget.js'
import { readOutline, textEntry } from './read-outline.js'

/** Bytes that the content of all pages may unpack to: as many operators as may be read take less. */
const MOST_UNPACKED = 128_000_000

/** Values and operators that pages of one file may take: a manual of some hundred pages has ten million. */
const MOST_VALUES = 20_000_000

/** More are those of no book. */
const MOST_PAGES = 100_000

/** Entries of a page that say how it is seen and printed. */
const PAGE_ENTRIES = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'Rotate', 'UserUnit', 'Group'] as const

/**
 * Reads whole pages of a PDF, as they can be inserted into another one: with their links, fields, remarks, bookmarks and
 * structure; without scripts, actions, attached files, signatures and layers that are off.
 *
 * @param choose numbers of pages from 1, each once
 * @param bytes memory that reading may take
 * @throws PdfInputError for a file that cannot be read, or has no such page
 */
export function importPages(file: Uint8Array, choose: PageChoice, bytes: number): ImportedDocument {
  const budget = new ReadBudget(Math.min(bytes, MOST_UNPACKED), MOST_VALUES)
  const source = new PdfSource(file, budget)
  refuseDynamicForm(source)
  const found: FoundPage[] = []
  for (const page of pagesOf(source)) {
    if (found.push(page) > MOST_PAGES) throw new PdfInputError('too-large', `it has more than ${MOST_PAGES} pages`)
  }
  if (found.length === 0) throw noSuchPage(1, 0)
  const chosen = choose(found.length).map((number): ChosenPage => {
    const at = found[number - 1]
    if (!at) throw noSuchPage(number, found.length)
    const page = wholePage(at)
    return { number, id: at.id, page, geometry: geometryOf(source, page) }
  })
  const hash = createHash('sha256').update(file).digest('hex')
  return new DocumentImport(source, found, chosen, hash).run(file.length)
}

interface ChosenPage {
  readonly number: number
  /** The number of its object; undefined for one that nothing can refer to. */
  readonly id: number | undefined
  readonly page: PageDictionary
  readonly geometry: PageGeometry
}

class DocumentImport {
  readonly #layers: Layers
  readonly #copier: ObjectCopier
  readonly #fields: CopiedFields
  readonly #destinations: Destinations
  readonly #own = new Map<string, ImportedObject>()
  readonly #dropped = new Set<string>()
  readonly #isTagged: boolean
  /** Pages with content outside of all marks. */
  readonly #unmarked = new Set<number>()
  /** Keys of the parent tree of the file: of pages, and of annotations by their keys. */
  readonly #parents = new Map<number, number>()
  readonly #annotationParents = new Map<string, number>()

  constructor(
    private readonly source: PdfSource,
    found: readonly FoundPage[],
    private readonly chosen: readonly ChosenPage[],
    private readonly hash: string,
  ) {
    this.#layers = new Layers(source)
    this.#isTagged = isTagged(source)
    this.#copier = new ObjectCopier(source, this.#layers, '', this.#isTagged)
    this.#fields = new CopiedFields(source, this.#copier, hash.slice(0, 8))
    const ids = found.flatMap(({ id }, index) => (id === undefined ? [] : [[id, index + 1] as const]))
    const matrices = chosen.map(({ number, geometry }) => [number, geometry.matrix] as const)
    this.#destinations = new Destinations(source, new Map(ids), new Map(matrices))
  }

  run(fileBytes: number): ImportedDocument {
    const { source } = this
    const labelOf = pageLabelsOf(source)
    const read = this.chosen.map((page) => this.#page(page, labelOf(page.number)))
    const structure = this.#structure()
    const form = this.#fields.finish(this.#own)
    const pages = read.map((page) => withUnpainted(this.#told(page, structure), form))
    const copier = this.#copier
    copier.separate()
    for (const [key, object] of copier.marked) this.#own.set(key, object)
    for (const { page } of this.chosen) {
      for (const what of droppedFromFile(source, page, this.#layers, copier.faults)) this.#dropped.add(what)
    }
    for (const what of copier.dropped) this.#dropped.add(what)
    const { budget } = source
    return {
      file: this.hash,
      pages,
      description: descriptionOf(source),
      objects: copier.objects,
      own: this.#own,
      form,
      structure,
      bookmarks: readOutline(source, this.#destinations),
      destinations: this.#destinations.inPages(),
      dropped: [...this.#dropped],
      readBytes: fileBytes + budget.unpacked + budget.values * BYTES_PER_VALUE,
    }
  }

  #page({ number, page, geometry }: ChosenPage, label: string): InsertedPage {
    const { source } = this
    const copier = this.#copier
    copier.page = `page ${number}`
    const faultsBefore = copier.faults.length
    const resources = source.dictionary(page, 'Resources') ?? new Map<string, PdfObject>()
    const annotations = this.#annotations(page, number)
    const rewritten = copier.rewrite(contentOf(source, page), resources)
    copier.addDeviceFaults(rewritten, resources)
    if (rewritten.isUnmarked) this.#unmarked.add(number)
    const named = source.dictionary(resources, 'XObject')
    const shown = withAppearances(rewritten, annotations.appearances, named)
    const needed = copier.needed(new Map([...resources, ['XObject', shown.xObjects]]), shown.content)
    const content = `content of page ${number}`
    copier.addStream(content, Buffer.concat([Buffer.from('q\n'), shown.content.bytes, Buffer.from('\nQ')]))
    const parent = source.get(page, 'StructParents')
    if (typeof parent === 'number') this.#parents.set(parent, number)
    return {
      number,
      label,
      width: geometry.width,
      height: geometry.height,
      toUnits: inverse(geometry.matrix) as Matrix,
      entries: this.#entries(page),
      resources: copier.entries(new Map([...needed].filter(([name]) => name !== 'XObject')), resources),
      xObjects: copier.entries(source.dictionary(needed, 'XObject') ?? new Map(), resources, true),
      freeName: freeName(shown.xObjects),
      content,
      annotations: annotations.annotations,
      isTagged: false,
      faults: [...copier.faults.slice(faultsBefore), ...annotations.faults],
    }
  }

  /** A page with what its structure says of it. */
  #told(page: InsertedPage, structure: ImportedStructure | undefined): InsertedPage {
    if (!hasElements(structure, page.number)) return page
    const faults: ImportFault[] = [...page.faults, ...(structure?.faults.get(page.number) ?? [])]
    if (this.#unmarked.has(page.number))
      faults.push({ kind: 'structure', text: 'some of its content is neither told nor marked as ornament' })
    return { ...page, isTagged: true, faults }
  }

  #annotations(page: PageDictionary, number: number) {
    const copied = copyAnnotations(page, number, this.#copier, {
      source: this.source,
      layers: this.#layers,
      destinations: this.#destinations,
      fields: this.#fields,
      own: this.#own,
    })
    for (const [key, parent] of copied.parents) this.#annotationParents.set(key, parent)
    for (const what of copied.dropped) this.#dropped.add(what)
    return copied
  }

  #entries(page: PageDictionary): readonly ImportedPart[] {
    return PAGE_ENTRIES.flatMap((name) => {
      const value = page.get(name)
      return value === undefined ? [] : [`/${name} `, ...this.#copier.value(value), '\n']
    })
  }

  #structure(): ImportedStructure | undefined {
    if (!this.#isTagged) return undefined
    const pages = new Map(this.chosen.flatMap(({ id, number }) => (id === undefined ? [] : [[id, number] as const])))
    const annotations = new Map<number, string>()
    for (const { page } of this.chosen) {
      for (const item of this.source.list(page, 'Annots')) {
        if (item instanceof Ref && this.#own.has(annotationKey(item.id)))
          annotations.set(item.id, annotationKey(item.id))
      }
    }
    const scope = { pages, parents: this.#parents, annotations, annotationParents: this.#annotationParents }
    return copyStructure(this.source, this.#copier, scope, this.#own)
  }
}

function descriptionOf(source: PdfSource): DocumentDescription {
  const info = source.dictionary(source.trailer, 'Info')
  return {
    title: textEntry(source, info, 'Title').trim(),
    author: textEntry(source, info, 'Author').trim(),
    subject: textEntry(source, info, 'Subject').trim(),
    keywords: textEntry(source, info, 'Keywords').trim(),
    language: textEntry(source, source.catalog, 'Lang').trim(),
  }
}

/** Archives show what is filled in themselves (ISO 19005-2 §6.4.1). */
function withUnpainted(page: InsertedPage, { needsAppearances }: ImportedForm): InsertedPage {
  if (!needsAppearances || !page.annotations.some(({ type }) => type === 'Form')) return page
  const fault: ImportFault = { kind: 'archive', text: 'readers are asked to paint what is filled in' }
  return { ...page, faults: [...page.faults, fault] }
}

/** Whether a file says that its structure tells all of it (ISO 32000-1 §14.7.1). */
function isTagged(source: PdfSource): boolean {
  const isMarked = source.get(source.dictionary(source.catalog, 'MarkInfo'), 'Marked') === true
  return isMarked && source.dictionary(source.catalog, 'StructTreeRoot') !== undefined
}

function hasElements(structure: ImportedStructure | undefined, page: number): boolean {
  return structure?.pages.get(page)?.some((element) => element !== undefined) ?? false
}

function freeName(names: ReadonlyMap<string, PdfObject>): string {
  let name = 'Over'
  for (let i = 2; names.has(name); i++) name = `Over${i}`
  return name
}
