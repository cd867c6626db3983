import type { ImportedObject, ImportedPage } from '../pdf-input/imported-page.js'
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
      copied = { name: `F${this.#pages.size}`, reference: rawValue(`${this.#write(page)} 0 R`) }
      this.#pages.set(page.key, copied)
    }
    return copied
  }

  #write({ file, root, objects }: ImportedPage): number {
    const ids = this.#ids.get(file) ?? new Map<string, number>()
    this.#ids.set(file, ids)
    const missing = [...objects].filter(([key]) => !ids.has(key))
    const first = this.file.reserveNumbers(missing.length)
    for (const [index, [key]] of missing.entries()) ids.set(key, first + index)
    for (const [index, [, object]] of missing.entries()) this.#writeObject(first + index, object, ids)
    return ids.get(root) as number
  }

  #writeObject(id: number, object: ImportedObject, ids: ReadonlyMap<string, number>): void {
    const { stream } = object
    if (stream) this.file.addStreamText(id, (encrypt) => syntaxOf(object, ids, encrypt), stream)
    else this.file.addText(id, syntaxOf(object, ids, undefined))
  }
}

function syntaxOf({ parts }: ImportedObject, ids: ReadonlyMap<string, number>, encrypt: Encrypt | undefined): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else if (part instanceof Uint8Array) text += formatValue(part, encrypt)
    else text += `${ids.get(part.key)} 0 R`
  }
  return text
}
