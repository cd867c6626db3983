import { deflate } from './deflate.js'
import { type PdfDictionary, rawValue } from './pdf-values.js'

/** An object stream (ISO 32000-1 §7.5.7), encoded. */
export interface ObjectStream {
  /** The numbers of its objects, in their order. */
  readonly ids: readonly number[]
  /** Where the first object is in the decoded bytes. */
  readonly first: number
  readonly bytes: Uint8Array
  /** `FlateDecode`, or twice that. */
  readonly filter: 'once' | 'twice'
}

/**
 * Decoders of object streams have no parameters: pdf-lib 1.17, @cantoo/pdf-lib 2.11 and @pdfme/pdf-lib 6.1 ignore
 * `DecodeParms` there, so that files saved by them lose all that a predictor took part in.
 */
const FILTERS: Readonly<Record<ObjectStream['filter'], PdfDictionary['']>> = {
  once: 'FlateDecode',
  twice: rawValue('[/FlateDecode /FlateDecode]'),
}

/** A third of the time that zlib takes by itself, for a hundredth of a short document more. */
const SHORT_LEVEL = 3

/** Bytes of rows that are worth deflating twice: what regular rows become is as regular as they are. */
const MANY_ROWS = 1 << 12
/** Level 6 looks for longer matches, and then repeats them less regularly. */
const [FIRST_LEVEL, SECOND_LEVEL] = [5, 9]

/** Objects per object stream: readers inflate a whole stream to reach one object. */
const OBJECTS_PER_STREAM = 200

/** The dictionary of an object stream. */
export function objectStreamDictionary({ ids, first, filter }: ObjectStream): Record<string, PdfDictionary['']> {
  return { Type: 'ObjStm', N: ids.length, First: first, Filter: FILTERS[filter] }
}

/** Deflates objects in rows of equal width, with their head, once or twice. */
export function deflateRows(bytes: Uint8Array): Pick<ObjectStream, 'bytes' | 'filter'> {
  return bytes.length < MANY_ROWS
    ? { bytes: deflate(bytes, SHORT_LEVEL), filter: 'once' }
    : { bytes: deflate(deflate(bytes, FIRST_LEVEL), SECOND_LEVEL), filter: 'twice' }
}

/** Gathers objects without streams for the next object stream. */
export class ObjectBatch {
  #ids: number[] = []
  #texts: string[] = []

  /** @param text of the object, in the syntax of the file, as Latin-1 */
  add(id: number, text: string): void {
    this.#ids.push(id)
    this.#texts.push(text)
  }

  get isFull(): boolean {
    return this.#ids.length >= OBJECTS_PER_STREAM
  }

  /** The objects so far as a stream; undefined when there are none. The batch is empty afterwards. */
  take(): ObjectStream | undefined {
    const ids = this.#ids
    const texts = this.#texts
    if (ids.length === 0) return undefined
    let head = ''
    let length = 0
    for (let i = 0; i < ids.length; i++) {
      head += `${ids[i]} ${length} `
      length += (texts[i] as string).length + 1
    }
    const bytes = Buffer.from(`${head}${texts.join('\n')}\n`, 'latin1')
    this.#ids = []
    this.#texts = []
    return { ids, first: head.length, bytes: deflate(bytes, SHORT_LEVEL), filter: 'once' }
  }
}
