import type { ImportedObject, ImportedPage } from '../pdf-input/imported-page.js'
import { type SyntaxOfKey, syntaxOf } from './copied-syntax.js'
import type { PdfFile } from './pdf-file.js'
import { type PdfValue, rawValue } from './pdf-values.js'
import { WrittenCopies } from './written-copies.js'

/** A page of another file among the objects of this one. */
interface CopiedPage {
  readonly name: string
  readonly reference: PdfValue
}

/** Pages of other files in a document: each is written once, and so is what pages of one file share. */
export class CopiedPages {
  readonly #pages = new Map<string, CopiedPage>()
  /** The numbers of objects by their keys, for each file. */
  readonly #ids = new Map<string, Map<string, number>>()

  /** @param written what was written for documents before */
  constructor(
    private readonly file: PdfFile,
    private readonly written: WrittenCopies = new WrittenCopies(),
  ) {}

  /** The form XObject (ISO 32000-1 §8.10) that is the page. */
  of(page: ImportedPage): CopiedPage {
    let copied = this.#pages.get(page.key)
    if (!copied) {
      copied = { name: `D${this.#pages.size}`, reference: rawValue(`${this.#write(page)} 0 R`) }
      this.#pages.set(page.key, copied)
    }
    return copied
  }

  #write({ file, root, objects }: ImportedPage): number {
    return this.share(file, objects).get(root) as number
  }

  /**
   * Writes objects of a file that are not written yet.
   * @returns the numbers of all that are
   */
  share(file: string, objects: ReadonlyMap<string, ImportedObject>): ReadonlyMap<string, number> {
    const ids = this.#ids.get(file) ?? new Map<string, number>()
    this.#ids.set(file, ids)
    if (ids.size === 0 && this.file.isPlain) {
      this.#shareAll(objects, ids)
      return ids
    }
    const missing = [...objects].filter(([key]) => !ids.has(key))
    const first = this.file.reserveNumbers(missing.length)
    for (const [index, [key]] of missing.entries()) ids.set(key, first + index)
    for (const [index, [, object]] of missing.entries()) this.#writeObject(first + index, object, ids)
    return ids
  }

  #shareAll(objects: ReadonlyMap<string, ImportedObject>, ids: Map<string, number>): void {
    const first = this.file.reserveNumbers(objects.size)
    let id = first
    for (const key of objects.keys()) ids.set(key, id++)
    this.file.addCopy(this.written.of(objects, first, (key) => `${ids.get(key)} 0 R`))
  }

  #writeObject(id: number, object: ImportedObject, ids: ReadonlyMap<string, number>): void {
    writeObject(this.file, id, object, (key) => `${ids.get(key)} 0 R`)
  }
}

/** Writes an object of another file. */
export function writeObject(file: PdfFile, id: number, { parts, stream }: ImportedObject, ofKey: SyntaxOfKey): void {
  if (stream) file.addStreamText(id, (encrypt) => syntaxOf(parts, ofKey, encrypt), stream)
  else file.addText(id, syntaxOf(parts, ofKey, undefined))
}
