import { TokenType } from '@csstools/css-tokenizer'
import { closingOf, isDeclarationValue } from './substitute-variables.js'
import { type CSSToken, tokenizeCss, type ValueCursor, valueCursor } from './value-cursor.js'
import { VALUE_TYPES } from './value-syntax.js'

/** A substituted value may have this many tokens. */
const TOKEN_LIMIT = 20_000

/** `attr()` may nest this deep in fallbacks. */
const DEPTH_LIMIT = 32

/** The attributes of an element by name. */
type Attributes = ReadonlyMap<string, string>

/** What the text of an attribute is taken for (css-values-5 §7.7). */
type AttributeType =
  | { readonly kind: 'string' }
  /** A number, to which the unit is added. */
  | { readonly kind: 'number'; readonly unit: string }
  | { readonly kind: 'syntax'; readonly names: readonly string[] }

interface AttributeCall {
  readonly name: string
  readonly type: AttributeType
  /** Index of the first token behind the comma. */
  readonly fallback: number | undefined
}

/** The names of the attributes that a value refers to; undefined for a value with an `attr()` that cannot be read. */
export function referencedAttributes(tokens: readonly CSSToken[]): readonly string[] | undefined {
  const names: string[] = []
  for (const [at, token] of tokens.entries()) {
    if (!isAttribute(token)) continue
    const call = readCall(tokens, at + 1, closingOf(tokens, at, tokens.length))
    if (!call) return undefined
    names.push(call.name)
  }
  return names
}

/**
 * Replaces `attr()` by what an element's attributes say (css-values-5 §7.7); undefined when one says nothing of its type
 * and has no fallback, which makes the declaration invalid at computed-value time.
 */
export function substituteAttributes(
  tokens: readonly CSSToken[],
  attributes: Attributes,
): readonly CSSToken[] | undefined {
  const output: CSSToken[] = []
  return append({ tokens, attributes, output }, 0, tokens.length, 0) ? output : undefined
}

interface Substitution {
  readonly tokens: readonly CSSToken[]
  readonly attributes: Attributes
  readonly output: CSSToken[]
}

/** Appends the tokens `[start, end)` with their attributes replaced. */
function append(substitution: Substitution, start: number, end: number, depth: number): boolean {
  const { tokens, attributes, output } = substitution
  for (let at = start; at < end; at++) {
    const token = tokens[at] as CSSToken
    if (!isAttribute(token)) {
      if (output.length >= TOKEN_LIMIT) return false
      output.push(token)
      continue
    }
    const close = closingOf(tokens, at, end)
    const call = readCall(tokens, at + 1, close)
    if (!call || depth >= DEPTH_LIMIT) return false
    const value = tokensFor(call, attributes.get(call.name))
    if (value) {
      if (output.length + value.length > TOKEN_LIMIT) return false
      for (const each of value) output.push(each)
    } else if (call.fallback === undefined || !append(substitution, call.fallback, close, depth + 1)) {
      return false
    }
    at = close
  }
  return true
}

/** What stands in place of a call; undefined where its fallback does. */
function tokensFor({ type, fallback }: AttributeCall, text: string | undefined): readonly CSSToken[] | undefined {
  if (type.kind === 'string') {
    if (text === undefined && fallback !== undefined) return undefined
    return tokenizeCss(
      `"${(text ?? '').replace(/["\\\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`,
    )
  }
  if (text === undefined) return undefined
  const tokens = tokenizeCss(text.trim())
  if (type.kind === 'number') {
    const [number] = tokens
    return tokens.length === 1 && number?.[0] === TokenType.Number
      ? tokenizeCss(`${number[4].value}${type.unit}`)
      : undefined
  }
  if (tokens.length > TOKEN_LIMIT || !isDeclarationValue(tokens)) return undefined
  return type.names.some((name) => isOfSyntax(tokens, name)) ? tokens : undefined
}

function isOfSyntax(tokens: readonly CSSToken[], name: string): boolean {
  if (name === '*') return tokens.length > 0
  const cursor = valueCursor(tokens)
  return VALUE_TYPES.get(name)?.(cursor) !== undefined && cursor.done
}

/** The arguments `[start, end)` of an `attr()`. */
function readCall(tokens: readonly CSSToken[], start: number, end: number): AttributeCall | undefined {
  let comma = start
  for (let depth = 0; comma < end; comma++) {
    const type = tokens[comma]?.[0]
    if (type === TokenType.Function || type === TokenType.OpenParen) depth++
    else if (type === TokenType.CloseParen) depth--
    else if (type === TokenType.Comma && depth === 0) break
  }
  const cursor = valueCursor(tokens.slice(start, comma))
  const name = cursor.ident()?.toLowerCase()
  const type = name === undefined ? undefined : readType(cursor)
  if (name === undefined || !type || !cursor.done) return undefined
  return { name, type, fallback: comma < end ? comma + 1 : undefined }
}

function readType(cursor: ValueCursor): AttributeType | undefined {
  if (cursor.done || cursor.keyword(['raw-string', 'string'])) return { kind: 'string' }
  if (cursor.keyword(['number'])) return { kind: 'number', unit: '' }
  if (cursor.delim('%')) return { kind: 'number', unit: '%' }
  const unit = cursor.ident()
  if (unit !== undefined) return isUnit(unit) ? { kind: 'number', unit } : { kind: 'syntax', names: [] }
  const call = cursor.call()
  return call?.name === 'type' ? readSyntax(call.args) : undefined
}

/** Of what is no unit nothing is, so that the fallback counts. */
function isUnit(unit: string): boolean {
  return (
    /^(?:m?s|k?hz|fr)$/i.test(unit) ||
    ['length', 'angle', 'resolution'].some((type) => isOfSyntax(tokenizeCss(`1${unit}`), type))
  )
}

/** `<length> | <percentage>`, or `*`. UNSUPPORTED: keywords and lists. */
function readSyntax(args: ValueCursor): AttributeType | undefined {
  if (args.delim('*')) return args.done ? { kind: 'syntax', names: ['*'] } : undefined
  const names: string[] = []
  do {
    const opens = args.delim('<')
    const name = args.ident()?.toLowerCase()
    if (!opens || name === undefined || !args.delim('>') || !VALUE_TYPES.has(name)) return undefined
    names.push(name)
  } while (args.delim('|'))
  return args.done ? { kind: 'syntax', names } : undefined
}

/** Whether any `attr()` is in a value. */
export function hasAttribute(tokens: readonly CSSToken[]): boolean {
  return tokens.some(isAttribute)
}

function isAttribute(token: CSSToken): boolean {
  return token[0] === TokenType.Function && token[4].value.toLowerCase() === 'attr'
}
