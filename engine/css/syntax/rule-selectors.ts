import { TokenType } from '@csstools/css-tokenizer'
import { DiagnosticList } from '../../base/diagnostics.js'
import { SelectorError } from '../selectors/check-selector.js'
import { checkTokens } from '../selectors/check-tokens.js'
import { PARENT_PSEUDO_CLASS, parseSelectorList } from '../selectors/parse-selector.js'
import type { ComplexSelector } from '../selectors/selector.js'
import { type CSSToken, isBlank } from '../values/value-cursor.js'
import type { MediaQueryList } from './media-query.js'
import { afterComponent, type RuleRange, spanOf } from './parse-block.js'
import type { SheetReader } from './sheet-reader.js'

/**
 * The selectors of a style rule that can select something; undefined when the list is invalid, which is reported.
 * @param parents the selectors of the style rule around (css-nesting-1 §2)
 * @param media the conditions around
 */
export function readSelectors(
  reader: SheetReader,
  { start, brace }: RuleRange,
  parents: readonly ComplexSelector[] | undefined,
  media: readonly MediaQueryList[],
): readonly ComplexSelector[] | undefined {
  const first = reader.tokens[start]
  const last = reader.tokens[brace]
  const text = first && last ? reader.source.text.slice(first[2], last[2]).trim() : ''
  let rewrite = parents !== undefined
  try {
    checkTokens(reader.tokens, start, brace, reader.mode === 'user-agent')
    for (let i = start; i < brace; i++) {
      const token = reader.tokens[i]
      if (token && (isAmpersand(token) || token[0] === TokenType.Comment)) rewrite = true
    }
    const whole = rewrite ? rewritten(reader, start, brace, parents !== undefined) : text
    return parseSelectorList(whole, { ignoreCase: reader.mode === 'quirks', parents }, (message, part) => {
      const span = spanOf(reader, start, brace)
      if (part) {
        const found = new DiagnosticList()
        found.warn('unsupported-selector', message, span, message)
        reader.parts.push({ selectors: [part.selector], media, found: found.items, twins: part.twins })
      } else reader.diagnostics.warn('unsupported-selector', `${message} in "${text}"`, span, message)
    })
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    const code = error.kind === 'invalid' ? 'invalid-selector' : 'unsupported-selector'
    const message = `"${text}" is not a selector: ${error.message}`
    reader.diagnostics.warn(code, message, spanOf(reader, start, brace), error.message)
    return undefined
  }
}

function isAmpersand(token: CSSToken): boolean {
  return token[0] === TokenType.Delim && token[4].value === '&'
}

/** The selector list without comments and with `&` as a pseudo-class, in nested rules also where it is only meant. */
function rewritten(reader: SheetReader, start: number, end: number, nested: boolean): string {
  const parts: string[] = []
  let from = start
  for (let at = start; at < end; at = afterComponent(reader, at, end)) {
    if (reader.tokens[at]?.[0] !== TokenType.Comma) continue
    parts.push(partText(reader, from, at, nested))
    from = at + 1
  }
  parts.push(partText(reader, from, end, nested))
  return parts.join(',')
}

function partText(reader: SheetReader, start: number, end: number, nested: boolean): string {
  let text = ''
  let hasParent = false
  let pending = ''
  for (let i = start; i < end; i++) {
    const token = reader.tokens[i]
    if (!token) break
    if (token[0] === TokenType.Comment) continue
    if (isAmpersand(token)) {
      hasParent = true
      text += pending
      pending = PARENT_PSEUDO_CLASS
      continue
    }
    // A type has to come first in a compound: `&div` is `div` and the parent.
    if (token[0] === TokenType.Ident) text += token[1] + pending
    else text += pending + token[1]
    pending = ''
  }
  text = (text + pending).trim()
  if (text === '' || !nested) return text
  return hasParent && !startsWithCombinator(reader, start, end) ? text : `${PARENT_PSEUDO_CLASS} ${text}`
}

function startsWithCombinator(reader: SheetReader, start: number, end: number): boolean {
  let at = start
  for (let token = reader.tokens[at]; at < end && token && isBlank(token); token = reader.tokens[at]) at++
  const token = reader.tokens[at]
  return token?.[0] === TokenType.Delim && '>+~'.includes(token[4].value)
}
