import { TokenType } from '@csstools/css-tokenizer'
import { hasVariable, longhandsOf, parsePropertyValue, textOf, wideKeyword } from '../properties/parse-declaration.js'
import { canonicalName } from '../properties/property-names.js'
import { SelectorError } from '../selectors/check-selector.js'
import { checkTokens } from '../selectors/check-tokens.js'
import { parseSelectorList } from '../selectors/parse-selector.js'
import { hasAttribute, referencedAttributes } from '../values/substitute-attributes.js'
import { isCustomName, isDeclarationValue, variablesAreValid } from '../values/substitute-variables.js'
import type { CSSToken, FunctionCall, ValueCursor } from '../values/value-cursor.js'

/** Evaluates a condition of `@supports` (css-conditional-3 §6) truthfully; undefined when it is invalid. */
export function supportsMatches(cursor: ValueCursor, quirks: boolean): boolean | undefined {
  const value = condition(cursor, quirks)
  return cursor.done ? value : undefined
}

function condition(cursor: ValueCursor, quirks: boolean): boolean | undefined {
  if (cursor.keyword(['not'])) {
    const operand = inParentheses(cursor, quirks)
    return operand === undefined ? undefined : !operand
  }
  let value = inParentheses(cursor, quirks)
  const word = cursor.keyword(['and', 'or'])
  if (!word) return value
  do {
    const next = inParentheses(cursor, quirks)
    if (value === undefined || next === undefined) return undefined
    value = word === 'and' ? value && next : value || next
  } while (cursor.keyword([word]))
  return value
}

function inParentheses(cursor: ValueCursor, quirks: boolean): boolean | undefined {
  const call = cursor.call()
  if (!call) return undefined
  if (call.name === 'selector') return supportsSelector(call, quirks)
  if (call.name === 'font-format') return isOneOf(call.args, FONT_FORMATS)
  if (call.name === 'font-tech') return isOneOf(call.args, FONT_TECHNOLOGIES)
  if (call.name !== '(') return false
  return supportsArgument(call.args, quirks)
}

/** Formats of fonts that `@font-face` can name (css-fonts-4 §11.1), and are read. */
const FONT_FORMATS = ['opentype', 'truetype', 'woff', 'woff2'] as const

/** What fonts may bring with them that is drawn. */
const FONT_TECHNOLOGIES = [
  'features-opentype',
  'variations',
  'color-colrv0',
  'color-colrv1',
  'color-cbdt',
  'color-sbix',
] as const

function isOneOf(args: ValueCursor, words: readonly string[]): boolean {
  return args.keyword(words) !== undefined && args.done
}

/** The content of parentheses: a declaration or a condition; whatever else stands there is of the future, and false. */
export function supportsArgument(args: ValueCursor, quirks: boolean): boolean {
  if (args.token?.[0] === TokenType.Ident && args.peekIdent() !== 'not') return supportsDeclaration(args)
  const value = condition(args, quirks)
  return args.done && value === true
}

function supportsDeclaration(cursor: ValueCursor): boolean {
  const name = cursor.ident() ?? ''
  if (cursor.token?.[0] !== TokenType.Colon) return false
  cursor.advance()
  const tokens = withoutImportance(cursor.tokens.slice(cursor.position, cursor.end))
  if (!isDeclarationValue(tokens) || !variablesAreValid(tokens)) return false
  if (name.startsWith('--')) return isCustomName(name)
  if (!longhandsOf(canonicalName(name.toLowerCase()))) return false
  if (hasAttribute(tokens) && !referencedAttributes(tokens)) return false
  if (wideKeyword(tokens) || hasVariable(tokens) || hasAttribute(tokens)) return true
  let problems = 0
  const expansion = parsePropertyValue(name.toLowerCase(), tokens, () => problems++, { mode: 'no-quirks' })
  return expansion !== undefined && problems === 0
}

/** A declaration may be important (css-conditional-3 §6). */
function withoutImportance(tokens: readonly CSSToken[]): readonly CSSToken[] {
  const [mark, word] = tokens.slice(-2)
  const isImportant =
    mark?.[0] === TokenType.Delim &&
    mark[4].value === '!' &&
    word?.[0] === TokenType.Ident &&
    word[4].value.toLowerCase() === 'important'
  return isImportant ? tokens.slice(0, -2) : tokens
}

/** White space was taken out: descendant combinators are not told from compounds, which changes no answer here. */
function supportsSelector({ args }: FunctionCall, quirks: boolean): boolean {
  try {
    let unsupported = 0
    checkTokens(args.tokens, args.position, args.end, false)
    const tokens = args.tokens.slice(args.position, args.end)
    const list = parseSelectorList(textOf(tokens), { ignoreCase: quirks, parents: undefined }, () => unsupported++)
    // A complex selector, no list (css-conditional-4 §3).
    return list.length === 1 && unsupported === 0
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}
