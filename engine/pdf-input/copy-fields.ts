import type { ObjectCopier } from './copy-objects.js'
import type { ImportedForm } from './imported-document.js'
import type { ImportedObject, ImportedPart } from './imported-page.js'
import type { Dictionary } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'
import { textEntry } from './read-outline.js'

/** Entries of fields (ISO 32000-1 §12.7.3, §12.7.4) but for their names, and for those that lead to others. */
const ENTRIES = ['FT', 'TU', 'TM', 'Ff', 'V', 'DV', 'Opt', 'MaxLen', 'TI', 'I', 'Q', 'DA'] as const

/** Fields within each other. */
const DEEPEST = 32

interface FieldNode {
  readonly key: string
  readonly dictionary: Dictionary
  readonly parent: string | undefined
  /** The keys of the fields and widgets in it that are kept. */
  readonly kids: Set<string>
}

/** The fields of the pages that are inserted, and the groups that these stand in. */
export class CopiedFields {
  readonly #nodes = new Map<Dictionary, FieldNode>()
  readonly #roots = new Map<string, string>()
  readonly #form: Dictionary | undefined

  /** @param suffix makes names of fonts those of this file */
  constructor(
    private readonly source: PdfSource,
    private readonly copier: ObjectCopier,
    private readonly suffix: string,
  ) {
    this.#form = source.dictionary(source.catalog, 'AcroForm')
  }

  /** Entries that make an annotation a widget of its field, or the field itself. */
  widget(key: string, annotation: Dictionary): readonly ImportedPart[] {
    const parent = this.#parentOf(annotation, key, 0)
    const isField = annotation.has('T') || parent === undefined
    const name = isField ? this.#nameEntry(annotation, key, parent) : []
    return [...this.#entries(annotation, parent === undefined), ...name, ...parentEntry(parent)]
  }

  /** Writes the fields that hold others. */
  finish(own: Map<string, ImportedObject>): ImportedForm {
    for (const { key, dictionary, parent, kids } of this.#nodes.values()) {
      const parts: ImportedPart[] = ['<<', ...this.#entries(dictionary, parent === undefined)]
      parts.push(...this.#nameEntry(dictionary, key, parent), ...parentEntry(parent), '/Kids [')
      for (const kid of kids) parts.push({ key: kid }, ' ')
      parts.push(']\n>>')
      own.set(key, { parts, stream: undefined })
    }
    const fields = Array.from(this.#roots, ([key, name]) => ({ key, name }))
    if (fields.length === 0) return { fields, fonts: new Map(), needsAppearances: false }
    const needsAppearances = this.source.get(this.#form, 'NeedAppearances') === true
    return { fields, fonts: this.#fonts(), needsAppearances }
  }

  #parentOf(field: Dictionary, kid: string, depth: number): string | undefined {
    const dictionary = depth < DEEPEST ? this.source.dictionary(field, 'Parent') : undefined
    if (!dictionary) return undefined
    let node = this.#nodes.get(dictionary)
    if (!node) {
      const key = `field ${this.#nodes.size}`
      const kids = new Set<string>()
      // A field that holds itself has no parent by the time it is come to again.
      this.#nodes.set(dictionary, { key, dictionary, parent: undefined, kids })
      node = { key, dictionary, parent: this.#parentOf(dictionary, key, depth + 1), kids }
      this.#nodes.set(dictionary, node)
    }
    node.kids.add(kid)
    return node.key
  }

  /** Fields that stand in no other one get their names when the names of the document are known. */
  #nameEntry(field: Dictionary, key: string, parent: string | undefined): readonly ImportedPart[] {
    if (parent !== undefined) return entriesOf(field, ['T'], this.copier)
    this.#roots.set(key, textEntry(this.source, field, 'T') || 'field')
    return []
  }

  /** @param isRoot it has what the form says of all fields among its own entries */
  #entries(field: Dictionary, isRoot: boolean): readonly ImportedPart[] {
    const all = new Map(field)
    for (const name of ['DA', 'Q'] as const) {
      const shared = this.#form?.get(name)
      if (isRoot && !all.has(name) && shared !== undefined) all.set(name, shared)
    }
    return withFontNames(entriesOf(all, ENTRIES, this.copier), this.suffix)
  }

  #fonts(): ReadonlyMap<string, readonly ImportedPart[]> {
    const all = this.source.dictionary(this.source.dictionary(this.#form, 'DR'), 'Font') ?? []
    return new Map(Array.from(all, ([name, font]) => [fontName(name, this.suffix), this.copier.value(font)]))
  }
}

/** Entries of a dictionary in the syntax of the file. */
export function entriesOf(
  dictionary: Dictionary,
  names: readonly string[],
  copier: ObjectCopier,
): readonly ImportedPart[] {
  const parts: ImportedPart[] = []
  for (const name of names) {
    const value = dictionary.get(name)
    if (value === undefined) continue
    parts.push(`/${name} `)
    for (const part of copier.value(value)) parts.push(part)
    parts.push('\n')
  }
  return parts
}

function parentEntry(parent: string | undefined): readonly ImportedPart[] {
  return parent === undefined ? [] : ['/Parent ', { key: parent }, '\n']
}

function fontName(name: string, suffix: string): string {
  return `${name.replace(/[^\w.-]/g, '_')}_${suffix}`
}

/** Entries in which the fonts of `DA` have the names that they get. */
function withFontNames(parts: readonly ImportedPart[], suffix: string): readonly ImportedPart[] {
  return parts.map((part, index) => {
    if (!(part instanceof Uint8Array) || parts[index - 1] !== '/DA ') return part
    const text = Buffer.from(part).toString('latin1')
    return Buffer.from(
      text.replace(/\/([^\s/[\]()<>]+)(?=\s+[-+.\d]+\s+Tf)/g, (_whole, name: string) => `/${fontName(name, suffix)}`),
      'latin1',
    )
  })
}
