import type { Rect } from '../base/geometry.js'
import { type Matrix, mapRect } from '../base/matrix.js'
import type { ImportedLink } from './imported-page.js'
import type { Layers } from './layers.js'
import { type BorderOperators, linkBorder } from './link-borders.js'
import type { PageDictionary } from './page-tree.js'
import { type Dictionary, dictionaryOf, nameOf, type PdfObject, Ref, Stream } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'

/** An appearance that is painted on the page (ISO 32000-1 §12.5.5). */
export interface Appearance {
  readonly form: Ref
  readonly matrix: Matrix
}

/** What becomes of the annotations of a page. */
export interface PageAnnotations {
  readonly appearances: readonly Appearance[]
  readonly links: readonly ImportedLink[]
  /** Those of links that can be seen. */
  readonly borders: readonly BorderOperators[]
  readonly dropped: readonly string[]
}

const [HIDDEN, NO_VIEW] = [2, 32]

/** Annotations of which what they do, hold or show is left out. */
export const LOST: ReadonlyMap<string, string> = new Map([
  ['Popup', 'the window of a comment'],
  ['RichMedia', 'a film or the like'],
  ['Movie', 'a film'],
  ['Sound', 'a sound'],
  ['Screen', 'a film or the like'],
  ['3D', 'a model in three dimensions'],
  ['FileAttachment', 'an attached file'],
])

/** Annotations that nobody sees on paper. */
const UNSEEN: ReadonlySet<string> = new Set(['Popup', 'Link'])

/** Finds what annotations show and where they lead. @param matrix from the units of the page to px */
export function annotationsOf(
  source: PdfSource,
  page: PageDictionary,
  layers: Layers,
  matrix: Matrix,
): PageAnnotations {
  const appearances: Appearance[] = []
  const links: ImportedLink[] = []
  const borders: BorderOperators[] = []
  const dropped = new Set<string>()
  for (const item of source.list(page, 'Annots')) {
    source.budget.readValues(1)
    const annotation = dictionaryOf(source.resolve(item))
    const area = annotation && rectOf(source, annotation)
    if (!annotation || !area || layers.hides(annotation.get('OC'))) continue
    const subtype = nameOf(source.get(annotation, 'Subtype')) ?? ''
    const lost = LOST.get(subtype)
    if (lost) dropped.add(lost)
    noteActions(source, annotation, dropped)
    const flags = source.get(annotation, 'F')
    if (typeof flags === 'number' && (flags & (HIDDEN | NO_VIEW)) !== 0) continue
    if (subtype === 'Link') addLink(source, annotation, mapRect(matrix, area), links, dropped)
    if (subtype === 'Widget') noteField(source, annotation, dropped)
    const appearance = appearanceOf(source, annotation, area)
    const border = subtype === 'Link' && !appearance ? linkBorder(source, annotation, area) : undefined
    if (border) borders.push(border)
    if (appearance) appearances.push(appearance)
    else if (!UNSEEN.has(subtype) && isShown(source, annotation, area))
      dropped.add(subtype === 'Widget' ? 'a field that has no appearance' : 'a comment that has no appearance')
  }
  return { appearances, links, borders, dropped: [...dropped] }
}

function isShown(source: PdfSource, annotation: Dictionary, { width, height }: Rect): boolean {
  // Buttons that are off have no appearance in that state.
  return width > 0 && height > 0 && source.dictionary(annotation, 'AP') === undefined
}

export function noteActions(source: PdfSource, annotation: Dictionary, dropped: Set<string>): void {
  const kind = nameOf(source.get(source.dictionary(annotation, 'A'), 'S'))
  if (kind === 'JavaScript' || source.get(annotation, 'AA') !== null) dropped.add('a script')
  if (kind === 'Launch') dropped.add('an action that starts a program')
}

function addLink(
  source: PdfSource,
  annotation: Dictionary,
  area: Rect,
  links: ImportedLink[],
  dropped: Set<string>,
): void {
  const action = source.dictionary(annotation, 'A')
  const address = source.get(action, 'URI')
  if (nameOf(source.get(action, 'S')) === 'URI' && address instanceof Uint8Array)
    links.push({ address: Buffer.from(address).toString('utf8'), area })
  else if (source.get(annotation, 'Dest') !== null || nameOf(source.get(action, 'S')) === 'GoTo')
    dropped.add('a link within its file')
}

/** Files that leave it to readers to paint what was filled in show nothing of it themselves (ISO 32000-1 table 218). */
function noteField(source: PdfSource, annotation: Dictionary, dropped: Set<string>): void {
  const kind = nameOf(fieldEntry(source, annotation, 'FT'))
  if (kind === 'Sig') dropped.add('a signature')
  const isLeft = source.get(source.dictionary(source.catalog, 'AcroForm'), 'NeedAppearances') === true
  if (!isLeft || (kind !== 'Tx' && kind !== 'Ch')) return
  const value = fieldEntry(source, annotation, 'V')
  if (value instanceof Uint8Array && value.length > 0)
    dropped.add('the value of a field, which the file leaves to readers to paint')
}

/** An entry of a field, which may stand in one above it. */
export function fieldEntry(source: PdfSource, annotation: Dictionary, name: string): PdfObject {
  let field: Dictionary | undefined = annotation
  for (let i = 0; field && i < 32; i++) {
    const value = source.get(field, name)
    if (value !== null) return value
    field = source.dictionary(field, 'Parent')
  }
  return null
}

export function appearanceOf(source: PdfSource, annotation: Dictionary, area: Rect): Appearance | undefined {
  const normal = source.dictionary(annotation, 'AP')?.get('N')
  const form = streamReference(source, normal) ?? stateOf(source, annotation, normal)
  const stream = source.resolve(form)
  if (!form || !(stream instanceof Stream)) return undefined
  const [left = 0, bottom = 0, right = 0, top = 0] = source.numbers(stream.dictionary, 'BBox', 4) ?? []
  const box = {
    x: Math.min(left, right),
    y: Math.min(bottom, top),
    width: Math.abs(right - left),
    height: Math.abs(top - bottom),
  }
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = source.numbers(stream.dictionary, 'Matrix', 6) ?? []
  const shown = mapRect({ a, b, c, d, e, f }, box)
  if (shown.width === 0 || shown.height === 0) return undefined
  const [x, y] = [area.width / shown.width, area.height / shown.height]
  return { form, matrix: { a: x, b: 0, c: 0, d: y, e: area.x - shown.x * x, f: area.y - shown.y * y } }
}

function streamReference(source: PdfSource, value: PdfObject | undefined): Ref | undefined {
  return value instanceof Ref && source.resolve(value) instanceof Stream ? value : undefined
}

function stateOf(source: PdfSource, annotation: Dictionary, normal: PdfObject | undefined): Ref | undefined {
  const state = nameOf(source.get(annotation, 'AS'))
  const states = dictionaryOf(source.resolve(normal))
  return state === undefined ? undefined : streamReference(source, states?.get(state))
}

export function rectOf(source: PdfSource, annotation: Dictionary): Rect | undefined {
  const numbers = source.numbers(annotation, 'Rect', 4)
  if (!numbers) return undefined
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
}
