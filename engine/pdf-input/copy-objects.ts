import { deflateSync } from 'node:zlib'
import { filterNames } from './filters.js'
import { faultOfDevice, faultsOf } from './find-faults.js'
import type { ImportedObject, ImportedPart, ImportFault } from './imported-page.js'
import type { Layers } from './layers.js'
import { type Dictionary, dictionaryOf, isArray, Name, nameOf, type PdfObject, Ref, Stream } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'
import { type RewrittenContent, rewriteContent } from './rewrite-content.js'

/** Entries that belong to the document that a page comes from, or to what is left out. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'StructParent',
  'StructParents',
  'OC',
  'PieceInfo',
  'Metadata',
  'LastModified',
  'AF',
  'OPI',
  'Ref',
  'Measure',
  'PtData',
  'Alternates',
  'AA',
])

/** Those of them that somebody might miss. */
const MISSED: ReadonlyMap<string, string> = new Map([
  ['Alternates', 'another version of a picture'],
  ['Measure', 'a scale to measure by'],
  ['OPI', 'a place for a finer picture'],
  ['Ref', 'a page of another file in place of a drawing'],
])

/** Objects of the document that a page comes from: a reference to one leads nowhere. */
const OF_DOCUMENT: ReadonlySet<string> = new Set([
  'Catalog',
  'Pages',
  'Page',
  'Annot',
  'StructTreeRoot',
  'StructElem',
  'OCG',
  'OCMD',
  'Outlines',
  'Action',
  'Filespec',
  'EmbeddedFile',
])

/** Bytes of strings that are repeated wherever they are referred to. */
const LONGEST_INLINE = 100

/** Filters that archives do not have, and that cost more than others. */
const UNPACKED: ReadonlySet<string> = new Set(['LZWDecode', 'Crypt'])

const CATEGORIES = ['ColorSpace', 'ExtGState', 'Font', 'Pattern', 'Shading', 'XObject'] as const

/** These hold whether or not they are named. */
const DEFAULT_SPACES: ReadonlySet<string> = new Set(['DefaultGray', 'DefaultRGB', 'DefaultCMYK'])

interface PendingObject {
  readonly key: string
  readonly id: number
  readonly resources: Dictionary
  readonly isMarked: boolean
}

/** What stands for the key in the parent tree (ISO 32000-1 §14.7.4.4) of an object with a key. */
export function parentKey(key: string): string {
  return `parent of ${key}`
}

/** Copies objects of a file with all that they need, each once. */
export class ObjectCopier {
  readonly objects = new Map<string, ImportedObject>()
  /** Content with marks, which belongs to the structure that comes along, and so to one copy of it. */
  readonly marked = new Map<string, ImportedObject>()
  /** The content with marks that has numbers of its own (ISO 32000-1 §14.7.4.2), by its keys. */
  readonly numbered = new Map<string, Stream>()
  readonly dropped = new Set<string>()
  readonly #faults = new Map<string, ImportFault>()
  /** What is referred to and not copied yet. */
  readonly #pending: PendingObject[] = []
  readonly #known = new Set<string>()

  /**
   * @param page names what depends on the page
   * @param keepsMarks the structure of the file comes along
   */
  constructor(
    private readonly source: PdfSource,
    private readonly layers: Layers,
    public page: string,
    private readonly keepsMarks = false,
  ) {}

  get faults(): readonly ImportFault[] {
    return [...this.#faults.values()]
  }

  /**
   * Copies a form of our own making.
   * @param resources those that forms without any use
   */
  addForm(key: string, entries: Dictionary, content: RewrittenContent, resources: Dictionary): void {
    const dictionary = new Map<string, PdfObject>([...entries, ['Resources', this.needed(resources, content)]])
    this.objects.set(key, this.#stream(dictionary, content.bytes, resources))
    this.#finish()
  }

  /** Copies a stream of our own making. */
  addStream(key: string, bytes: Uint8Array): void {
    const target = this.keepsMarks ? this.marked : this.objects
    target.set(key, this.#stream(new Map(), bytes, new Map()))
  }

  /** What refers to marked content, wherever that stands, belongs to one copy as well. To be called in the end. */
  separate(): void {
    const users = new Map<string, string[]>()
    for (const [key, { parts }] of this.objects) {
      for (const part of parts) {
        if (typeof part === 'string' || part instanceof Uint8Array) continue
        const known = users.get(part.key)
        if (known) known.push(key)
        else users.set(part.key, [key])
      }
    }
    const open = [...this.marked.keys()]
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      for (const user of users.get(key) ?? []) {
        const object = this.objects.get(user)
        if (!object) continue
        this.objects.delete(user)
        this.marked.set(user, object)
        open.push(user)
      }
    }
  }

  /** The entries of a dictionary, without its brackets, with all that they refer to. @param areNames its keys name objects */
  entries(dictionary: Dictionary, resources: Dictionary, areNames = false): readonly ImportedPart[] {
    const parts = this.#entries(dictionary, resources, areNames ? NOTHING : LEFT_OUT)
    this.#finish()
    return parts
  }

  /** Copies a value with all that it refers to. @param resources those that forms without any use */
  value(value: PdfObject, resources: Dictionary = new Map()): readonly ImportedPart[] {
    const parts = this.#parts(value, resources)
    this.#finish()
    return parts
  }

  /** The operators of a page or form, without what is not copied. @param resources in which its names are looked up */
  rewrite(bytes: Uint8Array, resources: Dictionary | undefined): RewrittenContent {
    const properties = this.source.dictionary(resources, 'Properties')
    const isHidden = (name: string) => this.layers.hides(properties?.get(name))
    return rewriteContent(bytes, { isHidden, keepsMarks: this.keepsMarks }, this.source.budget)
  }

  /** Refers to what a value refers to, which is copied in its turn. @param resources those of the form around it */
  #refer(reference: Ref, resources: Dictionary): ImportedPart {
    const target = this.source.resolve(reference)
    // Long strings stay objects: many may refer to the same one.
    const isLong = target instanceof Uint8Array && target.length > LONGEST_INLINE
    if (!(target instanceof Stream) && dictionaryOf(target) === undefined && !isArray(target) && !isLong)
      return this.#simple(target)
    const dictionary = dictionaryOf(target)
    if (OF_DOCUMENT.has(nameOf(dictionary?.get('Type')) ?? '')) return 'null'
    // A form without resources of its own has those of the page, which differ from page to page.
    const isOfPage = target instanceof Stream && isContent(target.dictionary) && !target.dictionary.has('Resources')
    const isMarked = this.keepsMarks && target instanceof Stream && isContent(target.dictionary)
    const own = isOfPage ? `${reference.id} of ${this.page}` : String(reference.id)
    const key = isMarked ? `marked ${own}` : own
    if (!this.#known.has(key)) {
      this.#known.add(key)
      this.#pending.push({ key, id: reference.id, resources, isMarked })
    }
    return { key }
  }

  #finish(): void {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      const { key, isMarked } = next
      const value = this.source.resolve(new Ref(next.id, 0))
      const copied = this.#copy(value, next.resources)
      if (!isMarked) {
        this.objects.set(key, copied)
        continue
      }
      const isNumbered = value instanceof Stream && typeof value.dictionary.get('StructParents') === 'number'
      if (isNumbered) this.numbered.set(key, value)
      const parts = isNumbered ? [...copied.parts, '/StructParents ', { key: parentKey(key) }, '\n'] : copied.parts
      this.marked.set(key, { ...copied, parts })
    }
  }

  #copy(value: PdfObject, resources: Dictionary): ImportedObject {
    const dictionary = dictionaryOf(value)
    if (dictionary) for (const fault of faultsOf(this.source, dictionary, value instanceof Stream)) this.addFault(fault)
    if (!(value instanceof Stream)) return { parts: this.#parts(value, resources), stream: undefined }
    const { dictionary: entries } = value
    if (this.layers.hides(entries.get('OC'))) return EMPTY_FORM
    if (nameOf(this.source.get(entries, 'Subtype')) === 'PS') {
      this.dropped.add('a drawing in PostScript')
      return EMPTY_FORM
    }
    if (isContent(entries)) return this.#content(value, resources)
    const filters = filterNames(entries, this.source.resolve)
    return filters.some((filter) => UNPACKED.has(filter))
      ? this.#stream(withoutFilters(entries), this.source.unpack(value), resources)
      : this.#asItIs(value, resources)
  }

  /** A form, or a pattern that is painted. */
  #content(stream: Stream, outer: Dictionary): ImportedObject {
    const { dictionary } = stream
    const own = this.source.dictionary(dictionary, 'Resources')
    const resources = own ?? outer
    const content = this.rewrite(this.source.unpack(stream), resources)
    this.addDeviceFaults(content, resources)
    const needed = this.needed(resources, content)
    const entries = new Map<string, PdfObject>([...withoutFilters(dictionary), ['Resources', needed]])
    return this.#stream(entries, content.bytes, resources)
  }

  /** Notes colours of devices that content paints with. */
  addDeviceFaults({ deviceOperators, names }: RewrittenContent, resources: Dictionary): void {
    const spaces = this.source.dictionary(resources, 'ColorSpace')
    const paintsRgb = deviceOperators.has('rg') || deviceOperators.has('RG') || names.has('DeviceRGB')
    const paintsInks = deviceOperators.has('k') || deviceOperators.has('K') || names.has('DeviceCMYK')
    const add = (space: string) => {
      const fault = faultOfDevice(space, 'its content')
      if (fault) this.addFault(fault)
    }
    if (paintsRgb && !spaces?.has('DefaultRGB')) add('DeviceRGB')
    if (paintsInks && !spaces?.has('DefaultCMYK')) add('DeviceCMYK')
  }

  addFault(fault: ImportFault): void {
    this.#faults.set(`${fault.kind} ${fault.text}`, fault)
  }

  /** The resources that content names, and no others: those of a page may be those of the whole file. */
  needed(resources: Dictionary, { names }: RewrittenContent): Dictionary {
    const needed = new Map<string, PdfObject>()
    for (const category of CATEGORIES) {
      const all = this.source.dictionary(resources, category)
      if (!all) continue
      // Resources may be those of a whole file, and shared by all of its pages.
      const some = [...names, ...DEFAULT_SPACES].flatMap((name) => {
        const value = all.get(name)
        return value === undefined ? [] : [[name, value] as const]
      })
      if (some.length > 0) needed.set(category, new Map(some))
    }
    if (this.keepsMarks) this.#addProperties(needed, resources, names)
    return needed
  }

  /** Property lists of marks (§14.6.2), without those that are layers. */
  #addProperties(needed: Map<string, PdfObject>, resources: Dictionary, names: ReadonlySet<string>): void {
    const all = this.source.dictionary(resources, 'Properties')
    const lists = [...names].flatMap((name) => {
      const value = all?.get(name)
      const type = nameOf(this.source.get(dictionaryOf(this.source.resolve(value)), 'Type'))
      return value === undefined || type === 'OCG' || type === 'OCMD' ? [] : [[name, value] as const]
    })
    if (lists.length > 0) needed.set('Properties', new Map(lists))
  }

  #asItIs({ dictionary, bytes }: Stream, resources: Dictionary): ImportedObject {
    return { parts: this.#entries(dictionary, resources, OUT_OF_STREAM), stream: bytes }
  }

  #stream(dictionary: Dictionary, bytes: Uint8Array, resources: Dictionary): ImportedObject {
    const entries = new Map(dictionary).set('Filter', new Name('FlateDecode'))
    return { parts: this.#entries(entries, resources, OUT_OF_STREAM), stream: deflateSync(bytes) }
  }

  #parts(value: PdfObject, resources: Dictionary): readonly ImportedPart[] {
    const parts: ImportedPart[] = []
    this.#write(value, resources, parts)
    return joined(parts)
  }

  #entries(dictionary: Dictionary, resources: Dictionary, leftOut: ReadonlySet<string>): readonly ImportedPart[] {
    const parts: ImportedPart[] = []
    this.#writeEntries(dictionary, resources, parts, leftOut)
    return joined(parts)
  }

  #write(value: PdfObject, resources: Dictionary, parts: ImportedPart[], leftOut = LEFT_OUT): void {
    if (value instanceof Ref) parts.push(this.#refer(value, resources))
    else if (isArray(value)) {
      parts.push('[')
      for (const item of value) {
        this.#write(item, resources, parts)
        parts.push(' ')
      }
      parts.push(']')
    } else if (value instanceof Map) {
      if (OF_DOCUMENT.has(nameOf(value.get('Type')) ?? '')) {
        parts.push('null')
        return
      }
      for (const fault of faultsOf(this.source, value, false)) this.addFault(fault)
      parts.push('<<')
      this.#writeEntries(value, resources, parts, leftOut)
      parts.push('>>')
    } else parts.push(this.#simple(value))
  }

  #writeEntries(
    dictionary: Dictionary,
    resources: Dictionary,
    parts: ImportedPart[],
    leftOut: ReadonlySet<string>,
  ): void {
    for (const [key, value] of dictionary) {
      if (leftOut.has(key)) {
        const missed = MISSED.get(key)
        if (missed) this.dropped.add(missed)
        continue
      }
      parts.push(`/${nameSyntax(key)} `)
      // Resources may have any names.
      this.#write(value, resources, parts, leftOut !== NOTHING && RESOURCES.has(key) ? NOTHING : LEFT_OUT)
      parts.push('\n')
    }
  }

  #simple(value: PdfObject): ImportedPart {
    if (value instanceof Name) return `/${nameSyntax(value.value)}`
    if (value instanceof Uint8Array) return value
    return typeof value === 'number' ? numberSyntax(value) : String(value)
  }
}

/** What of a stream is left out: also where its bytes are. Those of other files are never read. */
const OUT_OF_STREAM: ReadonlySet<string> = new Set([...LEFT_OUT, 'Length', 'F', 'FFilter', 'FDecodeParms', 'DL'])

const NOTHING: ReadonlySet<string> = new Set()

/** Entries that give names to objects (ISO 32000-1 table 33). */
const RESOURCES: ReadonlySet<string> = new Set([...CATEGORIES, 'Properties'])

const EMPTY_FORM: ImportedObject = {
  parts: ['/Type /XObject\n/Subtype /Form\n/BBox [0 0 0 0]\n'],
  stream: new Uint8Array(0),
}

function isContent(dictionary: Dictionary): boolean {
  return nameOf(dictionary.get('Subtype')) === 'Form' || dictionary.get('PatternType') === 1
}

function withoutFilters(dictionary: Dictionary): Dictionary {
  const entries = new Map(dictionary)
  entries.delete('Filter')
  entries.delete('DecodeParms')
  return entries
}

/** Neighbouring syntax as one text. */
function joined(parts: readonly ImportedPart[]): readonly ImportedPart[] {
  const out: ImportedPart[] = []
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part
      continue
    }
    if (text) out.push(text)
    text = ''
    out.push(part)
  }
  if (text) out.push(text)
  return out
}

/** A name that was read, with what has a meaning of its own escaped. */
export function nameSyntax(name: string): string {
  return name.replace(
    /[^!-~]|[#()<>[\]{}/%]/g,
    (character) => `#${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

function numberSyntax(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value)
  const held = Math.min(Math.max(value, -3.4e9), 3.4e9)
  return held.toFixed(8).replace(/\.?0+$/, '')
}
