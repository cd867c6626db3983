import { createHash } from 'node:crypto'
import type { Matrix } from '../base/matrix.js'
import { ObjectCopier } from './copy-objects.js'
import type { ImportedPage, ImportFault } from './imported-page.js'
import { Layers } from './layers.js'
import type { BorderOperators } from './link-borders.js'
import { type Appearance, annotationsOf } from './page-annotations.js'
import { geometryOf } from './page-geometry.js'
import { findPage, type PageDictionary } from './page-tree.js'
import { PdfInputError } from './pdf-input-error.js'
import { dictionaryOf, isArray, Name, nameOf, type PdfObject, Stream } from './pdf-object.js'
import { PdfSource } from './pdf-source.js'
import { ReadBudget } from './read-budget.js'
import type { RewrittenContent } from './rewrite-content.js'

/** Bytes that what is no image may unpack to: an image stays packed, and operators of that length are no page. */
const MOST_UNPACKED = 128_000_000

/** Memory that a value takes while it is held, roughly. */
export const BYTES_PER_VALUE = 32

/**
 * Reads a page of a PDF as something that can be painted: its content with the appearances of its annotations, without
 * marks, scripts, actions and layers that are off.
 *
 * @param number from 1
 * @param bytes memory that reading may take
 * @throws PdfInputError for a file that cannot be read, or has no such page
 */
export function importPage(file: Uint8Array, number: number, bytes: number): ImportedPage {
  const budget = new ReadBudget(Math.min(bytes, MOST_UNPACKED))
  const source = new PdfSource(file, budget)
  refuseDynamicForm(source)
  const page = findPage(source, number)
  const geometry = geometryOf(source, page)
  const layers = new Layers(source)
  const hash = createHash('sha256').update(file).digest('hex')
  const root = `page ${number}`
  const copier = new ObjectCopier(source, layers, root)
  const resources = source.dictionary(page, 'Resources') ?? new Map<string, PdfObject>()
  const { appearances, links, borders, dropped } = annotationsOf(source, page, layers, geometry.matrix)
  const content = withBorders(copier.rewrite(contentOf(source, page), resources), borders)
  copier.addDeviceFaults(content, resources)
  const shown = withAppearances(content, appearances, dictionaryOf(source.get(resources, 'XObject')))
  const { a, b, c, d, e, f } = geometry.matrix
  const entries = new Map<string, PdfObject>([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Form')],
    ['BBox', geometry.box],
    ['Matrix', [a, b, c, d, e, f]],
  ])
  const group = page.get('Group')
  if (group !== undefined) entries.set('Group', group)
  copier.addForm(root, entries, shown.content, new Map([...resources, ['XObject', shown.xObjects]]))
  for (const what of [...dropped, ...droppedFromFile(source, page, layers, copier.faults)]) copier.dropped.add(what)
  return {
    number,
    key: `${hash} ${number}`,
    file: hash,
    width: geometry.width,
    height: geometry.height,
    root,
    objects: copier.objects,
    links,
    dropped: [...copier.dropped],
    faults: copier.faults,
    readBytes: file.length + budget.unpacked + budget.values * BYTES_PER_VALUE,
  }
}

/** Forms whose pages programs make when they open them show nothing but that on paper. */
export function refuseDynamicForm(source: PdfSource): void {
  const form = source.dictionary(source.catalog, 'AcroForm')
  if (source.get(form, 'XFA') !== null && source.get(source.catalog, 'NeedsRendering') === true)
    throw new PdfInputError(
      'unsupported',
      'it is an XFA form, which has no pages of its own: print it into a PDF first',
    )
}

/** The operators of a page. Streams may end between any two tokens (ISO 32000-1 §7.8.2). A page may have none. */
export function contentOf(source: PdfSource, page: PageDictionary): Uint8Array {
  const value = source.get(page, 'Contents')
  const streams = isArray(value) ? value.map(source.resolve) : [value]
  const pieces: Uint8Array[] = []
  for (const stream of streams) {
    if (!(stream instanceof Stream)) continue
    const piece = source.unpack(stream)
    // The same stream may be named again and again.
    source.budget.search(piece.length)
    pieces.push(piece, Buffer.from('\n'))
  }
  return pieces.length === 2 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces)
}

/** Paints the borders of links after the content of their page. */
function withBorders(content: RewrittenContent, borders: readonly BorderOperators[]): RewrittenContent {
  if (borders.length === 0) return content
  const operators = borders.map((border) => border.operators).join('')
  const bytes = Buffer.concat([Buffer.from('q\n'), content.bytes, Buffer.from(`\nQ\n${operators}`)])
  const devices = borders.flatMap(({ device }) => (device === undefined ? [] : [device]))
  return { ...content, bytes, deviceOperators: new Set([...content.deviceOperators, ...devices]) }
}

/** Paints appearances after the content of their page, each as a form under a name that the page does not use. */
export function withAppearances(
  content: RewrittenContent,
  appearances: readonly Appearance[],
  named: ReadonlyMap<string, PdfObject> | undefined,
): { readonly content: RewrittenContent; readonly xObjects: ReadonlyMap<string, PdfObject> } {
  const xObjects = new Map(named)
  if (appearances.length === 0) return { content, xObjects }
  const names = new Set(content.names)
  let operators = ''
  let count = 0
  for (const { form, matrix } of appearances) {
    let name = `Annotation${count++}`
    while (xObjects.has(name)) name = `Annotation${count++}`
    xObjects.set(name, form)
    names.add(name)
    operators += `q ${operands(matrix)} cm /${name} Do Q\n`
  }
  const bytes = Buffer.concat([Buffer.from('q\n'), content.bytes, Buffer.from(`\nQ\n${operators}`)])
  return { content: { ...content, bytes, names }, xObjects }
}

function operands({ a, b, c, d, e, f }: Matrix): string {
  return [a, b, c, d, e, f].map((number) => number.toFixed(6)).join(' ')
}

/** What the file does, holds or proves besides its pages. */
export function droppedFromFile(
  source: PdfSource,
  page: PageDictionary,
  layers: Layers,
  faults: readonly ImportFault[],
): readonly string[] {
  const { catalog } = source
  const names = source.dictionary(catalog, 'Names')
  const form = source.dictionary(catalog, 'AcroForm')
  const found: [string, boolean][] = [
    ['an action that runs when it is opened', isAction(source, source.get(catalog, 'OpenAction')) || catalog.has('AA')],
    ['a script', source.get(names, 'JavaScript') !== null || page.has('AA')],
    ['the XFA form beside its fields', source.get(form, 'XFA') !== null],
    ['layers that can be switched', layers.areUsed],
    ['the state of layers in print', layers.areUsed && layers.changeInPrint],
    ['the press that its inks are meant for', faults.some(({ kind }) => kind === 'inks') && namesPress(source)],
    ['an attached file', source.get(names, 'EmbeddedFiles') !== null || source.list(catalog, 'AF').length > 0],
  ]
  return found.filter(([, isThere]) => isThere).map(([what]) => what)
}

/** Whether an output intent says what amounts of ink mean (ISO 32000-1 §14.11.5). */
function namesPress(source: PdfSource): boolean {
  return source.list(source.catalog, 'OutputIntents').some((intent) => {
    const profile = source.get(dictionaryOf(source.resolve(intent)), 'DestOutputProfile')
    return profile instanceof Stream && source.get(profile.dictionary, 'N') === 4
  })
}

/** A file may also just open on a certain page. */
function isAction(source: PdfSource, value: PdfObject): boolean {
  const action = dictionaryOf(value)
  return action !== undefined && nameOf(source.get(action, 'S')) !== 'GoTo'
}
