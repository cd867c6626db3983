import type { ImportedObject, ImportedPage, ImportedPart } from '../pdf-input/imported-page.js'
import type { PdfFile } from './pdf-file.js'
import { type Encrypt, formatValue, type PdfValue, rawValue } from './pdf-values.js'

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

  constructor(private readonly file: PdfFile) {}

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
    const missing = [...objects].filter(([key]) => !ids.has(key))
    const first = this.file.reserveNumbers(missing.length)
    for (const [index, [key]] of missing.entries()) ids.set(key, first + index)
    for (const [index, [, object]] of missing.entries()) this.#writeObject(first + index, object, ids)
    return ids
  }

  #writeObject(id: number, object: ImportedObject, ids: ReadonlyMap<string, number>): void {
    writeObject(this.file, id, object, (key) => `${ids.get(key)} 0 R`)
  }
}

/** Says what stands for a key. */
export type SyntaxOfKey = (key: string) => string

/** Writes an object of another file. */
export function writeObject(file: PdfFile, id: number, { parts, stream }: ImportedObject, ofKey: SyntaxOfKey): void {
  if (stream) file.addStreamText(id, (encrypt) => syntaxOf(parts, ofKey, encrypt), stream)
  else file.addText(id, syntaxOf(parts, ofKey, undefined))
}

/** @param encrypt for strings that stand in a stream's dictionary */
export function syntaxOf(parts: readonly ImportedPart[], ofKey: SyntaxOfKey, encrypt: Encrypt | undefined): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else if (part instanceof Uint8Array) text += formatValue(part, encrypt)
    else text += ofKey(part.key)
  }
  return text
}
