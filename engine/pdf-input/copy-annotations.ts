import { type CopiedFields, entriesOf } from './copy-fields.js'
import { type ObjectCopier, parentKey } from './copy-objects.js'
import type { Destinations } from './destinations.js'
import type { ImportedAnnotation } from './imported-document.js'
import type { ImportedObject, ImportedPart, ImportFault } from './imported-page.js'
import type { Layers } from './layers.js'
import { type Appearance, appearanceOf, fieldEntry, LOST, noteActions, rectOf } from './page-annotations.js'
import type { PageDictionary } from './page-tree.js'
import { type Dictionary, dictionaryOf, nameOf, Ref } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'
import { textEntry } from './read-outline.js'
import { textOfString } from './text-string.js'

/** Annotations that stay what they are: links, fields and what people wrote on a page. */
const KEPT: ReadonlySet<string> = new Set([
  'Link',
  'Widget',
  'Text',
  'FreeText',
  'Line',
  'Square',
  'Circle',
  'Polygon',
  'PolyLine',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Stamp',
  'Caret',
  'Ink',
])

/** Entries that depend on nothing but the objects they refer to (ISO 32000-1 §12.5). */
const ENTRIES = [
  'Type',
  'Subtype',
  'Rect',
  'Contents',
  'NM',
  'M',
  'F',
  'AP',
  'AS',
  'Border',
  'BS',
  'BE',
  'C',
  'IC',
  'CA',
  'ca',
  'BM',
  'QuadPoints',
  'H',
  'DS',
  'Name',
  'L',
  'LE',
  'LL',
  'LLE',
  'Cap',
  'RD',
  'CL',
  'Vertices',
  'InkList',
  'IT',
  'Sy',
  'Subj',
  'CreationDate',
  'State',
  'StateModel',
  'MK',
  'Lang',
] as const

/** Titles of people's remarks; in fields the entry is the name. */
const REMARK_ENTRIES = ['T', 'Q', 'DA'] as const

/** Copying an annotation takes as long as reading so many values; pages may share them. */
const VALUES_PER_ANNOTATION = 75

/** Schemes of addresses that readers of a document are not led to. */
const FORBIDDEN = /^\s*(?!https?:|mailto:|tel:|ftp:)[a-z][a-z\d+.-]*:/i

/** Commands of readers that any document may have (table 211). */
const COMMANDS: ReadonlySet<string> = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage'])

const PRINT = 4

const [HIDDEN, NO_VIEW] = [2, 32]

interface AnnotationParts {
  readonly source: PdfSource
  readonly layers: Layers
  readonly destinations: Destinations
  readonly fields: CopiedFields
  /** Takes the objects of annotations. */
  readonly own: Map<string, ImportedObject>
}

/** What becomes of the annotations of a page that is inserted. */
export interface CopiedAnnotations {
  /** What is painted on the page, of those that are not kept. */
  readonly appearances: readonly Appearance[]
  readonly annotations: readonly ImportedAnnotation[]
  /** Keys of the parent tree in the file, by the keys of annotations. */
  readonly parents: ReadonlyMap<string, number>
  readonly faults: readonly ImportFault[]
  readonly dropped: ReadonlySet<string>
}

/** The key of an annotation by the number of its object. */
export function annotationKey(id: number): string {
  return `annotation ${id}`
}

/**
 * Copies the annotations of a page: links, fields and remarks with their looks. Those that do something, hold other files
 * or prove something are left out, but for what is seen of them.
 */
export function copyAnnotations(
  page: PageDictionary,
  number: number,
  copier: ObjectCopier,
  parts: AnnotationParts,
): CopiedAnnotations {
  const { source, layers, own, fields } = parts
  const appearances: Appearance[] = []
  const annotations: ImportedAnnotation[] = []
  const parents = new Map<string, number>()
  const faults: ImportFault[] = []
  const dropped = new Set<string>()
  for (const [index, item] of source.list(page, 'Annots').entries()) {
    source.budget.readValues(VALUES_PER_ANNOTATION)
    const annotation = dictionaryOf(source.resolve(item))
    const area = annotation && rectOf(source, annotation)
    if (!annotation || !area || layers.hides(annotation.get('OC'))) continue
    const subtype = nameOf(source.get(annotation, 'Subtype')) ?? ''
    const loss = LOST.get(subtype)
    if (loss) dropped.add(loss)
    noteActions(source, annotation, dropped)
    const isSignature = subtype === 'Widget' && nameOf(fieldEntry(source, annotation, 'FT')) === 'Sig'
    if (isSignature) dropped.add('a signature')
    const key = item instanceof Ref ? annotationKey(item.id) : `annotation ${index} of page ${number}`
    const target = subtype === 'Link' ? linkTarget(source, annotation, parts.destinations) : NO_TARGET
    if (!KEPT.has(subtype) || isSignature) {
      const appearance = isSeen(source, annotation) ? appearanceOf(source, annotation, area) : undefined
      if (appearance) appearances.push(appearance)
      continue
    }
    if (target.lost !== undefined) {
      dropped.add(target.lost)
      continue
    }
    const written: ImportedPart[] = ['<<', ...entriesOf(annotation, ENTRIES, copier)]
    written.push('/P ', { key: `page ${number}` }, '\n', ...target.parts)
    if (subtype === 'Widget') written.push(...fields.widget(key, annotation))
    else written.push(...entriesOf(annotation, REMARK_ENTRIES, copier))
    const parent = source.get(annotation, 'StructParent')
    if (typeof parent === 'number') parents.set(key, parent)
    written.push('/StructParent ', { key: parentKey(key) }, '\n>>')
    own.set(key, { parts: written, stream: undefined })
    annotations.push({ key, type: typeOf(subtype), label: labelOf(source, annotation, subtype, target.label) })
    faults.push(...faultsOf(source, annotation, subtype))
  }
  return { appearances, annotations, parents, faults, dropped }
}

function isSeen(source: PdfSource, annotation: Dictionary): boolean {
  const flags = source.get(annotation, 'F')
  return typeof flags !== 'number' || (flags & (HIDDEN | NO_VIEW)) === 0
}

interface LinkTarget {
  readonly parts: readonly ImportedPart[]
  readonly label: string
  /** Why the link is left out. */
  readonly lost?: string | undefined
}

const NO_TARGET: LinkTarget = { parts: [], label: '' }

/** Where a link leads, if it still leads there. */
function linkTarget(source: PdfSource, annotation: Dictionary, destinations: Destinations): LinkTarget {
  const place = destinations.placeOf(annotation)
  if (place) {
    if (!destinations.isInserted(place)) return lost('a link to a page that is not inserted')
    return { parts: ['/Dest ', ...destinations.partsOf(place), '\n'], label: `page ${place.page}` }
  }
  const action = source.dictionary(annotation, 'A')
  const kind = nameOf(source.get(action, 'S'))
  const address = source.get(action, 'URI')
  if (kind === 'URI' && address instanceof Uint8Array && FORBIDDEN.test(textOfString(address)))
    return lost('a link that may run something')
  if (kind === 'URI' && address instanceof Uint8Array)
    return { parts: ['/A <</S /URI/URI ', address, '>>\n'], label: textOfString(address) }
  const command = nameOf(source.get(action, 'N')) ?? ''
  if (kind === 'Named' && COMMANDS.has(command)) return { parts: [`/A <</S /Named/N /${command}>>\n`], label: command }
  if (kind === 'JavaScript' || kind === 'Launch') return lost('a link that runs something')
  return lost(kind === 'GoToR' ? 'a link to another file' : 'a link that leads nowhere')
}

function lost(why: string): LinkTarget {
  return { parts: [], label: '', lost: why }
}

function typeOf(subtype: string): ImportedAnnotation['type'] {
  if (subtype === 'Link') return 'Link'
  return subtype === 'Widget' ? 'Form' : 'Annot'
}

function labelOf(source: PdfSource, annotation: Dictionary, subtype: string, target: string): string {
  const contents = textEntry(source, annotation, 'Contents')
  if (subtype !== 'Widget') return contents || target
  const label = fieldEntry(source, annotation, 'TU')
  const name = fieldEntry(source, annotation, 'T')
  return label instanceof Uint8Array ? textOfString(label) : name instanceof Uint8Array ? textOfString(name) : contents
}

/** What archives forbid in an annotation (ISO 19005-2 §6.3). */
function faultsOf(source: PdfSource, annotation: Dictionary, subtype: string): readonly ImportFault[] {
  const flags = source.get(annotation, 'F')
  const faults: ImportFault[] = []
  if (typeof flags !== 'number' || (flags & (PRINT | HIDDEN | NO_VIEW)) !== PRINT)
    faults.push({ kind: 'archive', text: `an annotation (${subtype}) is not printed` })
  if (subtype !== 'Link' && source.dictionary(annotation, 'AP') === undefined)
    faults.push({ kind: 'archive', text: `an annotation (${subtype}) has no appearance` })
  return faults
}
