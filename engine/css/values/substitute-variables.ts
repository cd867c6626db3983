import { TokenType } from '@csstools/css-tokenizer'
import { type CSSToken, isBlank } from './value-cursor.js'

/** A substituted value may have this many tokens: what doubles at each step must end somewhere. */
const TOKEN_LIMIT = 20_000

/** `var()` may nest this deep in fallbacks. */
const DEPTH_LIMIT = 32

/** The value of a custom property, or undefined when it has none (the guaranteed-invalid value). */
type VariableLookup = (name: string) => readonly CSSToken[] | undefined

/**
 * Replaces `var()` by values (css-variables-1 §3); undefined when one has neither a value nor a fallback, which
 * makes the declaration invalid at computed-value time.
 */
export function substituteVariables(
  tokens: readonly CSSToken[],
  lookup: VariableLookup,
): readonly CSSToken[] | undefined {
  const substitution = { tokens, lookup, output: [] }
  return append(substitution, 0, tokens.length, 0) ? substitution.output : undefined
}

interface Substitution {
  readonly tokens: readonly CSSToken[]
  readonly lookup: VariableLookup
  readonly output: CSSToken[]
}

/** Appends the tokens `[start, end)` with their variables replaced. */
function append(substitution: Substitution, start: number, end: number, depth: number): boolean {
  const { tokens, output } = substitution
  let at = start
  while (at < end) {
    const token = tokens[at]
    if (!token) break
    if (!isVariable(token)) {
      if (output.length >= TOKEN_LIMIT) return false
      output.push(token)
      at++
      continue
    }
    const close = closingOf(tokens, at, end)
    if (depth >= DEPTH_LIMIT || !appendVariable(substitution, at + 1, close, depth)) return false
    at = close + 1
  }
  return true
}

/** Appends what `var(` with the arguments `[start, end)` stands for. */
function appendVariable(substitution: Substitution, start: number, end: number, depth: number): boolean {
  const { tokens, lookup, output } = substitution
  const call = readVariable(tokens, start, end)
  if (!call) return false
  const value = lookup(call.name)
  if (value) {
    if (output.length + value.length > TOKEN_LIMIT) return false
    for (const token of value) output.push(token)
    return true
  }
  return call.fallback !== undefined && append(substitution, call.fallback, end, depth + 1)
}

interface VariableCall {
  readonly name: string
  /** Index of the first token behind the comma. */
  readonly fallback: number | undefined
}

function readVariable(tokens: readonly CSSToken[], start: number, end: number): VariableCall | undefined {
  let at = skipBlanks(tokens, start, end)
  const name = tokens[at]
  if (at >= end || name?.[0] !== TokenType.Ident || !isCustomName(name[4].value)) return undefined
  at = skipBlanks(tokens, at + 1, end)
  if (at >= end) return { name: name[4].value, fallback: undefined }
  return tokens[at]?.[0] === TokenType.Comma ? { name: name[4].value, fallback: at + 1 } : undefined
}

/**
 * Whether each `var()` is written as it must be (css-variables-1 §3): what is not makes the declaration invalid. A
 * fallback is a `<declaration-value>` (css-syntax-3 §8.2), perhaps an empty one: no `;` and no `!` outside of brackets.
 */
export function variablesAreValid(tokens: readonly CSSToken[]): boolean {
  /** The brackets that are open, and whether they are those of a `var()`. */
  const open: boolean[] = []
  let variables = 0
  return tokens.every((token, i) => {
    switch (token[0]) {
      case TokenType.Function:
      case TokenType.OpenParen:
      case TokenType.OpenSquare:
      case TokenType.OpenCurly: {
        const isOfVariable = isVariable(token)
        if (isOfVariable) variables++
        open.push(isOfVariable)
        return !isOfVariable || variableName(tokens, i + 1) !== undefined
      }
      case TokenType.CloseParen:
        if (open.pop()) variables--
        return true
      case TokenType.CloseSquare:
      case TokenType.CloseCurly:
        return open.pop() !== true
      case TokenType.BadString:
      case TokenType.BadURL:
        return variables === 0
      case TokenType.Semicolon:
        return open.at(-1) !== true
      case TokenType.Delim:
        return open.at(-1) !== true || token[4].value !== '!'
      default:
        return true
    }
  })
}

/** Whether tokens are a `<declaration-value>` (css-syntax-3 §8.2): brackets close what is open, no `;` and no `!` outside of them. */
export function isDeclarationValue(tokens: readonly CSSToken[]): boolean {
  const open: TokenType[] = []
  return tokens.every((token) => {
    switch (token[0]) {
      case TokenType.Function:
      case TokenType.OpenParen:
        open.push(TokenType.CloseParen)
        return true
      case TokenType.OpenSquare:
        open.push(TokenType.CloseSquare)
        return true
      case TokenType.OpenCurly:
        open.push(TokenType.CloseCurly)
        return true
      case TokenType.CloseParen:
      case TokenType.CloseSquare:
      case TokenType.CloseCurly:
        return open.pop() === token[0]
      case TokenType.BadString:
      case TokenType.BadURL:
        return false
      case TokenType.Semicolon:
        return open.length > 0
      case TokenType.Delim:
        return open.length > 0 || token[4].value !== '!'
      default:
        return true
    }
  })
}

/** The names of the custom properties that a value refers to, fallbacks included. */
export function referencedVariables(tokens: readonly CSSToken[]): readonly string[] {
  return tokens.flatMap((token, i) => (isVariable(token) ? (variableName(tokens, i + 1) ?? []) : []))
}

/** The name that a `var()` begins with, if it is followed by the end or by a fallback. */
function variableName(tokens: readonly CSSToken[], start: number): string | undefined {
  const at = skipBlanks(tokens, start, tokens.length)
  const name = tokens[at]
  if (name?.[0] !== TokenType.Ident || !isCustomName(name[4].value)) return undefined
  const next = tokens[skipBlanks(tokens, at + 1, tokens.length)]
  const ends = next === undefined || next[0] === TokenType.CloseParen || next[0] === TokenType.Comma
  return ends ? name[4].value : undefined
}

/** Two dashes alone are kept for CSS itself (css-variables-1 §2). */
export function isCustomName(name: string): boolean {
  return name.startsWith('--') && name.length > 2
}

function isVariable(token: CSSToken): boolean {
  return token[0] === TokenType.Function && token[4].value.toLowerCase() === 'var'
}

function skipBlanks(tokens: readonly CSSToken[], start: number, end: number): number {
  let at = start
  for (let token = tokens[at]; at < end && token && isBlank(token); token = tokens[at]) at++
  return at
}

/** Index of the parenthesis that closes the function at `open`; `end` where none does. */
export function closingOf(tokens: readonly CSSToken[], open: number, end: number): number {
  let depth = 0
  for (let i = open; i < end; i++) {
    const type = tokens[i]?.[0]
    if (type === TokenType.Function || type === TokenType.OpenParen) depth++
    else if (type === TokenType.CloseParen && --depth === 0) return i
  }
  return end
}
