import type { ImportedPart } from '../pdf-input/imported-page.js'
import { type Encrypt, formatValue } from './pdf-values.js'

/** Says what stands for a key. */
export type SyntaxOfKey = (key: string) => string

/**
 * Parts of an object of another file, in the syntax of this one.
 * @param encrypt for strings that stand in a stream's dictionary
 */
export function syntaxOf(parts: readonly ImportedPart[], ofKey: SyntaxOfKey, encrypt: Encrypt | undefined): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else if (part instanceof Uint8Array) text += formatValue(part, encrypt)
    else text += ofKey(part.key)
  }
  return text
}
