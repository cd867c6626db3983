import { TokenType } from '@csstools/css-tokenizer'
import { tokenizeCss, ValueCursor } from '../values/value-cursor.js'
import { longhandOf } from './longhands.js'
import { parsePropertyValue } from './parse-declaration.js'
import { SHORTHANDS } from './shorthands.js'
import type { PropertyValueKinds } from './value-kinds.js'

/** No property has a keyword of this name. */
const PROBE = '-platen-probe'

/** A cursor that takes none of the words that it is asked for, but remembers them. */
class AskedWords extends ValueCursor {
  readonly words = new Set<string>()

  override keyword<W extends string>(words: readonly W[]): W | undefined {
    for (const word of words) this.words.add(word)
    return super.keyword(words)
  }
}

/**
 * Finds out what a property takes by asking its parser: which words it asks for where a value begins, and which of them
 * it accepts.
 *
 * @param name of a longhand or shorthand that is implemented
 */
export function valueKindsOf(name: string): PropertyValueKinds {
  const asked = new AskedWords(tokenizeCss(PROBE), { unsupported: undefined, latitude: undefined, span: undefined })
  const parse = SHORTHANDS.get(name)?.parse ?? longhandOf(name)?.parse
  parse?.(asked)
  const units = (['px', '%', '', 'deg', 'fr'] as const).filter((unit) => accepts(name, `1${unit}`))
  return {
    keywords: [...asked.words].filter((word) => !word.startsWith('-') && accepts(name, word)).sort(),
    takesColor: accepts(name, '#123456'),
    units,
  }
}

function accepts(name: string, text: string): boolean {
  let isClean = true
  const tokens = tokenizeCss(text).filter((token) => token[0] !== TokenType.EOF)
  const report = () => {
    isClean = false
  }
  return parsePropertyValue(name, tokens, report, { mode: 'no-quirks' }) !== undefined && isClean
}
