import { TokenType } from '@csstools/css-tokenizer'
import type { DiagnosticSink } from '../../base/diagnostics.js'
import type { Span } from '../../base/source.js'
import { blockOf } from '../properties/attribute-block.js'
import type { CssMode, Declaration, DeclarationBlock } from '../properties/declaration.js'
import {
  longhandsOf,
  parseDeclaration,
  type RawDeclaration,
  textOf,
  trimBlanks,
  unprefixed,
} from '../properties/parse-declaration.js'
import { canonicalName } from '../properties/property-names.js'
import { type CSSToken, isBlank, tokenizeCss } from '../values/value-cursor.js'
import { matchBlocks } from './token-blocks.js'

/** Where messages about a token range point: a style sheet, or the element that has a `style` attribute. */
type PlaceOf = (start: number, end: number) => Span

/** A sequence of tokens with their blocks matched. */
export interface TokenText {
  /** That the offsets of the tokens are of. */
  readonly text: string
  readonly tokens: readonly CSSToken[]
  readonly closings: Int32Array
  readonly placeOf: PlaceOf
  readonly mode: CssMode
  readonly diagnostics: DiagnosticSink
}

/** The parts of a `{}` block (css-syntax-3 §5.4.4), in order. */
type BlockItem =
  /** A run of declarations. */
  | { readonly kind: 'declarations'; readonly declarations: RawDeclaration[] }
  | { readonly kind: 'at-rule'; readonly rule: AtRuleRange }
  | { readonly kind: 'rule'; readonly rule: RuleRange }

/** `prelude { … }` as indices of tokens. */
export interface RuleRange {
  readonly start: number
  readonly brace: number
  /** The closing brace, or the end of what is around. */
  readonly close: number
}

/** `@name prelude { … }` or `@name prelude;` as indices of tokens. */
export interface AtRuleRange {
  /** Lower-case. */
  readonly name: string
  readonly at: number
  readonly preludeStart: number
  readonly preludeEnd: number
  /** First token inside the braces and the closing one; undefined for a statement. */
  readonly block: { readonly start: number; readonly end: number } | undefined
  /** The first token behind the rule. */
  readonly next: number
}

/** Parses a `style` attribute. */
export function parseStyleAttribute(
  text: string,
  span: Span,
  diagnostics: DiagnosticSink,
  mode: CssMode,
): DeclarationBlock {
  const tokens = tokenizeCss(text)
  const source: TokenText = { text, tokens, closings: matchBlocks(tokens), placeOf: () => span, diagnostics, mode }
  // In an attribute a block begins no rule (css-style-attr-1 §3).
  const { declarations, atRules } = readFlatBlock(source, 0, tokens.length, false)
  for (const rule of atRules) warnAt(source, rule.at, 'unsupported-at-rule', `"@${rule.name}" cannot stand here`)
  return blockOf(parseDeclarations(source, declarations))
}

/** Reads a block in which no style rules may stand: they are reported. */
export function readFlatBlock(
  source: TokenText,
  start: number,
  end: number,
  mayHoldRules = true,
): { readonly declarations: readonly RawDeclaration[]; readonly atRules: readonly AtRuleRange[] } {
  const declarations: RawDeclaration[] = []
  const atRules: AtRuleRange[] = []
  for (const item of readBlock(source, start, end, mayHoldRules)) {
    if (item.kind === 'at-rule') atRules.push(item.rule)
    else if (item.kind === 'rule') warnAt(source, item.rule.start, 'invalid-rule', 'a rule cannot stand here')
    else for (const raw of item.declarations) declarations.push(raw)
  }
  return { declarations, atRules }
}

/** The longhands of a block in order. */
export function parseDeclarations(
  source: Pick<TokenText, 'mode' | 'diagnostics'>,
  raws: readonly RawDeclaration[],
): readonly Declaration[] {
  let names: ReadonlySet<string> | undefined
  const declarations: Declaration[] = []
  for (const raw of raws) {
    if (raw.name.startsWith('-')) {
      names ??= new Set(raws.map((other) => other.name.toLowerCase()))
      if (isPrefixedTwin(raw.name.toLowerCase(), names)) continue
    }
    const report = isFallback(raw, raws) ? silent : reporter(source, raw)
    for (const declaration of parseDeclaration(raw, report, source.mode)) declarations.push(declaration)
  }
  return declarations
}

/** A vendor's older spelling of a property that the same block sets by its proper name, or by a spelling that counts. */
function isPrefixedTwin(name: string, names: ReadonlySet<string>): boolean {
  const plain = unprefixed(name)
  if (plain === undefined || longhandsOf(canonicalName(name)) !== undefined) return false
  const others = [plain, `-webkit-${plain}`, ...(RELATIVE_SIDES.get(plain) ?? [])]
  return others.some((other) => names.has(other) && longhandsOf(canonicalName(other)) !== undefined)
}

/** Sides of the flow by their names of old. */
const RELATIVE_SIDES: ReadonlyMap<string, readonly string[]> = new Map([
  ['margin-start', ['margin-inline-start']],
  ['margin-end', ['margin-inline-end']],
  ['padding-start', ['padding-inline-start']],
  ['padding-end', ['padding-inline-end']],
])

const VENDOR_VALUE = /^-[a-z]/i

/** A value in a vendor's spelling beside another one for the same property, as in `display: -ms-flexbox; display: flex`. */
function isFallback(raw: RawDeclaration, raws: readonly RawDeclaration[]): boolean {
  return (
    VENDOR_VALUE.test(raw.tokens[0]?.[1] ?? '') &&
    !raw.name.startsWith('--') &&
    raws.some((other) => other !== raw && other.name.toLowerCase() === raw.name.toLowerCase())
  )
}

function silent(): void {}

export function reporter(
  source: Pick<TokenText, 'diagnostics'>,
  raw: RawDeclaration,
): (code: string, message: string) => void {
  return (code, message) => source.diagnostics.warn(code, message, raw.span(), raw.name.toLowerCase())
}

export function spanOf(source: TokenText, from: number, to: number): Span {
  const first = source.tokens[from]
  const last = source.tokens[Math.max(from, to - 1)] ?? source.tokens.at(-1)
  const start = first ? first[2] : last ? last[3] + 1 : 0
  return source.placeOf(start, last ? last[3] + 1 : start)
}

export function warnAt(source: TokenText, index: number, code: string, message: string, subject?: string): void {
  source.diagnostics.warn(code, message, spanOf(source, index, index + 1), subject)
}

/** Reads the tokens of a block. What is neither a declaration nor a rule is reported and left out. */
export function readBlock(source: TokenText, start: number, end: number, mayHoldRules = true): readonly BlockItem[] {
  const items: BlockItem[] = []
  let at = start
  while (at < end) {
    const token = source.tokens[at]
    if (!token) break
    if (isBlank(token) || token[0] === TokenType.Semicolon) {
      at++
    } else if (token[0] === TokenType.AtKeyword) {
      const rule = readAtRule(source, at, end)
      items.push({ kind: 'at-rule', rule })
      at = rule.next
    } else {
      at = readDeclarationOrRule(source, at, end, items, mayHoldRules)
    }
  }
  return items
}

export function readAtRule(source: TokenText, at: number, end: number): AtRuleRange {
  const token = source.tokens[at]
  const name = token?.[0] === TokenType.AtKeyword ? token[4].value.toLowerCase() : ''
  let position = at + 1
  while (position < end) {
    const type = source.tokens[position]?.[0]
    if (type === TokenType.Semicolon) {
      return { name, at, preludeStart: at + 1, preludeEnd: position, block: undefined, next: position + 1 }
    }
    if (type === TokenType.OpenCurly) {
      const close = Math.min(source.closings[position] ?? end, end)
      const block = { start: position + 1, end: close }
      return { name, at, preludeStart: at + 1, preludeEnd: position, block, next: Math.min(close + 1, end) }
    }
    position = afterComponent(source, position, end)
  }
  return { name, at, preludeStart: at + 1, preludeEnd: end, block: undefined, next: end }
}

/** The index behind the component value at `position`: a token, or a whole block. */
export function afterComponent(source: TokenText, position: number, end: number): number {
  const closing = source.closings[position] ?? -1
  return Math.min(closing === -1 ? position + 1 : closing + 1, end)
}

/** Reads what begins at `start`, a rule if braces come before the next semicolon, and returns where the next begins. */
function readDeclarationOrRule(
  source: TokenText,
  start: number,
  end: number,
  into: BlockItem[],
  mayHoldRules: boolean,
): number {
  const { tokens } = source
  const mayBeRule = mayHoldRules && !isCustomProperty(tokens[start]) && !hasBlockAsValue(source, start, end)
  let position = start
  while (position < end && tokens[position]?.[0] !== TokenType.Semicolon) {
    if (mayBeRule && tokens[position]?.[0] === TokenType.OpenCurly) {
      const close = Math.min(source.closings[position] ?? end, end)
      into.push({ kind: 'rule', rule: { start, brace: position, close } })
      return Math.min(close + 1, end)
    }
    position = afterComponent(source, position, end)
  }
  const declaration = readDeclaration(source, start, position)
  const last = into.at(-1)
  if (declaration && last?.kind === 'declarations') last.declarations.push(declaration)
  else if (declaration) into.push({ kind: 'declarations', declarations: [declaration] })
  return position + 1
}

function isCustomProperty(first: CSSToken | undefined): boolean {
  return first?.[0] === TokenType.Ident && first[4].value.startsWith('--')
}

/** Whether a name, a colon and nothing but a block follow: a declaration, however little it may say (css-syntax-3 §5.5.6). */
function hasBlockAsValue(source: TokenText, start: number, end: number): boolean {
  const { tokens } = source
  if (tokens[start]?.[0] !== TokenType.Ident) return false
  const colon = behindBlanks(tokens, start + 1, end)
  if (colon >= end || tokens[colon]?.[0] !== TokenType.Colon) return false
  const brace = behindBlanks(tokens, colon + 1, end)
  if (brace >= end || tokens[brace]?.[0] !== TokenType.OpenCurly) return false
  const behind = behindBlanks(tokens, afterComponent(source, brace, end), end)
  return behind >= end || tokens[behind]?.[0] === TokenType.Semicolon
}

function behindBlanks(tokens: readonly CSSToken[], start: number, end: number): number {
  let at = start
  for (let token = tokens[at]; at < end && token && isBlank(token); token = tokens[at]) at++
  return at
}

/** The declaration in `[start, end)`; undefined, which is reported, when it is none. */
function readDeclaration(source: TokenText, start: number, end: number): RawDeclaration | undefined {
  const { tokens } = source
  const first = tokens[start]
  const colon = behindBlanks(tokens, start + 1, end)
  if (first?.[0] !== TokenType.Ident || colon >= end || tokens[colon]?.[0] !== TokenType.Colon) {
    const text = textOf(tokens.slice(start, end))
    if (STAR_HACK.test(text)) return undefined
    warnAt(source, start, 'invalid-declaration', `"${text}" is not a declaration`)
    return undefined
  }
  const { value, important } = splitImportant(trimBlanks(tokens.slice(colon + 1, end)))
  const written = { text: source.text, start: first[2], end: (tokens[end - 1] ?? first)[3] + 1 }
  return { name: first[4].value, tokens: value, important, written, span: () => spanOf(source, start, end) }
}

/** A declaration for Internet Explorer 7, which no other program reads. */
const STAR_HACK = /^\*\s*[a-z-]+\s*:/i

/** Cuts a final `!important` off. */
function splitImportant(tokens: readonly CSSToken[]): { value: readonly CSSToken[]; important: boolean } {
  const word = tokens.at(-1)
  if (word?.[0] !== TokenType.Ident || word[4].value.toLowerCase() !== 'important') {
    return { value: tokens, important: false }
  }
  const rest = trimBlanks(tokens.slice(0, -1))
  const mark = rest.at(-1)
  if (mark?.[0] !== TokenType.Delim || mark[4].value !== '!') return { value: tokens, important: false }
  return { value: trimBlanks(rest.slice(0, -1)), important: true }
}
