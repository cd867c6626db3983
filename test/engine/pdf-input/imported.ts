import { inflateSync } from 'node:zlib'
import { importPage } from '../../../engine/pdf-input/import-page.js'
import type { ImportedObject, ImportedPage } from '../../../engine/pdf-input/imported-page.js'
import { PdfInputError } from '../../../engine/pdf-input/pdf-input-error.js'

export const MOST = 1_000_000_000

/** What an object says, references as `{key}`. */
export function syntaxOf({ parts }: ImportedObject): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      return part instanceof Uint8Array ? `(${Buffer.from(part).toString('latin1')})` : `{${part.key}}`
    })
    .join('')
}

/** The operators of a form. */
export function operatorsOf({ objects, root }: ImportedPage, key = root): string {
  const stream = objects.get(key)?.stream
  return stream ? inflateSync(stream).toString('latin1').replace(/\s+/g, ' ').trim() : 'none'
}

/** Why a page of a file is refused. */
export function refusalOf(file: Uint8Array, page = 1, bytes = MOST): string {
  try {
    importPage(file, page, bytes)
    return 'none'
  } catch (error) {
    if (error instanceof PdfInputError) return `${error.kind}: ${error.message}`
    throw error
  }
}
