import { TokenType } from '@csstools/css-tokenizer'
import type { DiagnosticSink } from '../base/diagnostics.js'
import type { SourceText } from '../base/source.js'
import type { DeclarationBlock } from './declaration.js'
import { parseFontFace } from './font-face-rule.js'
import { type MediaQueryList, parseMediaQueryList } from './media-query.js'
import { type PageRule, type PageSizeDeclaration, parsePageSelectors, parsePageSize } from './page-rule.js'
import {
  type AtRuleRange,
  afterComponent,
  parseDeclarations,
  readAtRule,
  readBlock,
  reporter,
  spanOf,
  type TokenText,
  warnAt,
} from './parse-block.js'
import { type RawDeclaration, textOf } from './parse-declaration.js'
import { parseSelectorList, SelectorError } from './parse-selector.js'
import type { ComplexSelector } from './selector.js'
import type { ConditionalFontFace, ImportRule, StyleRule, Stylesheet } from './stylesheet.js'
import { supportsMatches } from './supports-condition.js'
import { matchBlocks } from './token-blocks.js'
import { type CSSToken, isBlank, tokenizeCss, valueCursor } from './value-cursor.js'

export interface ParseStylesheetOptions {
  readonly diagnostics: DiagnosticSink
  /** Quirks mode compares ids and classes without regard to case. */
  readonly quirks: boolean
}

/** At-rules that may nest in each other: deeper ones are dropped. */
const NESTING_LIMIT = 32

/** The sheet while it is read. */
interface SheetReader extends TokenText {
  readonly source: SourceText
  readonly quirks: boolean
  readonly imports: ImportRule[]
  readonly rules: StyleRule[]
  readonly pageRules: PageRule[]
  readonly fontFaces: ConditionalFontFace[]
}

/**
 * Parses a style sheet (css-syntax-3 §5.3). A declaration or rule that cannot be read is dropped with a
 * diagnostic at its place, the rest goes on.
 */
export function parseStylesheet(source: SourceText, options: ParseStylesheetOptions): Stylesheet {
  const tokens = tokenizeCss(source.text)
  const reader: SheetReader = {
    source,
    tokens,
    closings: matchBlocks(tokens),
    placeOf: (start, end) => source.span(start, end),
    diagnostics: options.diagnostics,
    quirks: options.quirks,
    imports: [],
    rules: [],
    pageRules: [],
    fontFaces: [],
  }
  readRules(reader, 0, tokens.length, [], 0)
  const { imports, rules, pageRules, fontFaces } = reader
  return { imports, rules, pageRules, fontFaces }
}

function readRules(
  reader: SheetReader,
  start: number,
  end: number,
  media: readonly MediaQueryList[],
  depth: number,
): void {
  let at = start
  while (at < end) {
    const token = reader.tokens[at]
    if (!token) return
    if (isBlank(token) || token[0] === TokenType.CDO || token[0] === TokenType.CDC) {
      at++
    } else if (token[0] === TokenType.AtKeyword) {
      const rule = readAtRule(reader, at, end)
      applyAtRule(reader, rule, media, depth)
      at = rule.next
    } else {
      at = readStyleRule(reader, at, end, media)
    }
  }
}

function readStyleRule(reader: SheetReader, start: number, end: number, media: readonly MediaQueryList[]): number {
  let brace = start
  while (brace < end && reader.tokens[brace]?.[0] !== TokenType.OpenCurly) brace = afterComponent(reader, brace, end)
  if (brace >= end) {
    warnAt(reader, start, 'invalid-rule', 'a rule without a block')
    return end
  }
  const close = Math.min(reader.closings[brace] ?? end, end)
  const selectors = readSelectors(reader, start, brace)
  if (selectors.length > 0) {
    const contents = readBlock(reader, brace + 1, close)
    for (const nested of contents.atRules) {
      warnAt(reader, nested.at, 'unsupported-nesting', `"@${nested.name}" inside a rule is not supported`)
    }
    const declarations = parseDeclarations(reader, contents.declarations)
    if (declarations.length > 0) reader.rules.push({ selectors, block: { declarations }, media })
  }
  return close + 1
}

/** The selectors of a rule; none when they are invalid, which is reported. */
function readSelectors(reader: SheetReader, start: number, brace: number): readonly ComplexSelector[] {
  const first = reader.tokens[start]
  const last = reader.tokens[brace]
  const text = first && last ? reader.source.text.slice(first[2], last[2]).trim() : ''
  const wrong = reader.tokens.slice(start, brace).find((token) => !maySelect(token))
  try {
    if (wrong) throw new SelectorError('invalid', `unexpected "${wrong[1]}"`)
    return parseSelectorList(text, reader.quirks, (message) => {
      reader.diagnostics.warn('unsupported-selector', `${message} in "${text}"`, spanOf(reader, start, brace))
    })
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    const code = error.kind === 'invalid' ? 'invalid-selector' : 'unsupported-selector'
    reader.diagnostics.warn(code, `"${text}" is not a selector: ${error.message}`, spanOf(reader, start, brace))
    return []
  }
}

/** Characters that have a meaning in selectors; the selector parser is more tolerant than CSS. */
function maySelect(token: CSSToken): boolean {
  switch (token[0]) {
    case TokenType.Delim:
      return '.*>+~|=^$-'.includes(token[4].value)
    case TokenType.AtKeyword:
    case TokenType.Semicolon:
    case TokenType.Percentage:
    case TokenType.BadString:
    case TokenType.BadURL:
    case TokenType.URL:
    case TokenType.CDO:
    case TokenType.CDC:
    case TokenType.CloseCurly:
      return false
    default:
      return true
  }
}

function applyAtRule(reader: SheetReader, rule: AtRuleRange, media: readonly MediaQueryList[], depth: number): void {
  const prelude = reader.tokens.slice(rule.preludeStart, rule.preludeEnd)
  switch (rule.name) {
    case 'charset':
      break
    case 'import':
      readImport(reader, rule, prelude)
      break
    case 'media':
      readMediaRule(reader, rule, prelude, media, depth)
      break
    case 'supports':
      readSupportsRule(reader, rule, prelude, media, depth)
      break
    case 'page':
      readPageRule(reader, rule, prelude, media)
      break
    case 'font-face':
      readFontFace(reader, rule, media)
      break
    default:
      warnAt(reader, rule.at, unknownAtRule(rule.name), `the at-rule "@${rule.name}" is not supported`)
  }
}

function readMediaRule(
  reader: SheetReader,
  rule: AtRuleRange,
  prelude: readonly CSSToken[],
  media: readonly MediaQueryList[],
  depth: number,
): void {
  if (!requireBlock(reader, rule, depth)) return
  const list = parseMediaQueryList(prelude, () => invalidPrelude(reader, rule, prelude))
  readRules(reader, rule.block.start, rule.block.end, [...media, list], depth + 1)
}

function readSupportsRule(
  reader: SheetReader,
  rule: AtRuleRange,
  prelude: readonly CSSToken[],
  media: readonly MediaQueryList[],
  depth: number,
): void {
  if (!requireBlock(reader, rule, depth)) return
  const supported = supportsMatches(valueCursor(prelude), reader.quirks)
  if (supported === undefined) invalidPrelude(reader, rule, prelude)
  else if (supported) readRules(reader, rule.block.start, rule.block.end, media, depth + 1)
}

function readFontFace(reader: SheetReader, rule: AtRuleRange, media: readonly MediaQueryList[]): void {
  if (!requireBlock(reader, rule, 0)) return
  const { declarations } = readBlock(reader, rule.block.start, rule.block.end)
  const span = spanOf(reader, rule.at, rule.at + 1)
  const warn = (code: string, message: string) => reader.diagnostics.warn(code, message, span)
  const face = parseFontFace(declarations, span, (raw) => reporter(reader, raw), warn)
  if (face) reader.fontFaces.push({ face, media })
}

const KNOWN_AT_RULES = new Set([
  'layer',
  'counter-style',
  'container',
  'keyframes',
  'namespace',
  'property',
  'scope',
  'starting-style',
  'font-feature-values',
  'font-palette-values',
  'color-profile',
  'footnote',
  'position-try',
  'view-transition',
])

function unknownAtRule(name: string): string {
  return KNOWN_AT_RULES.has(name) ? 'unsupported-at-rule' : 'unknown-at-rule'
}

type BlockRule = AtRuleRange & { readonly block: { readonly start: number; readonly end: number } }

function requireBlock(reader: SheetReader, rule: AtRuleRange, depth: number): rule is BlockRule {
  if (rule.block && depth < NESTING_LIMIT) return true
  const problem = rule.block ? 'is nested too deep' : 'needs a block'
  warnAt(reader, rule.at, 'invalid-rule', `"@${rule.name}" ${problem}`)
  return false
}

function invalidPrelude(reader: SheetReader, rule: AtRuleRange, prelude: readonly CSSToken[]): void {
  const message = `"${textOf(prelude)}" is not a condition of "@${rule.name}"`
  reader.diagnostics.warn('invalid-condition', message, spanOf(reader, rule.at, rule.preludeEnd))
}

/** `@import` counts before all other rules only (css-cascade-4 §5). */
function readImport(reader: SheetReader, rule: AtRuleRange, prelude: readonly CSSToken[]): void {
  const span = spanOf(reader, rule.at, rule.preludeEnd)
  const cursor = valueCursor(prelude)
  const url = cursor.string() ?? cursor.url()
  const late = reader.rules.length > 0 || reader.pageRules.length > 0 || reader.fontFaces.length > 0
  if (url === undefined || rule.block || late) {
    const message = late ? '"@import" must come before all other rules' : '"@import" needs an address'
    reader.diagnostics.warn('invalid-rule', message, span)
    return
  }
  const rest = cursor.tokens.slice(cursor.position)
  const media = rest.length === 0 ? [] : [parseMediaQueryList(rest, () => invalidPrelude(reader, rule, rest))]
  reader.imports.push({ url, media, span })
}

function readPageRule(
  reader: SheetReader,
  rule: AtRuleRange,
  prelude: readonly CSSToken[],
  media: readonly MediaQueryList[],
): void {
  if (!requireBlock(reader, rule, 0)) return
  const selectors = parsePageSelectors(prelude)
  if (!selectors) {
    const message = `"${textOf(prelude)}" is not a page selector`
    reader.diagnostics.warn('invalid-selector', message, spanOf(reader, rule.at, rule.preludeEnd))
    return
  }
  const contents = readBlock(reader, rule.block.start, rule.block.end)
  let size: PageSizeDeclaration | undefined
  let sizeImportant = false
  const others: RawDeclaration[] = []
  for (const raw of contents.declarations) {
    if (raw.name.toLowerCase() !== 'size') {
      others.push(raw)
      continue
    }
    const value = parsePageSize(raw.tokens)
    if (!value) reporter(reader, raw)('invalid-value', `"${textOf(raw.tokens)}" is not a value of "size"`)
    else if (raw.important || !sizeImportant) {
      size = value
      sizeImportant = raw.important
    }
  }
  const block = { declarations: parseDeclarations(reader, others) }
  const marginBoxes = readMarginBoxes(reader, contents.atRules)
  reader.pageRules.push({ selectors, block, size, sizeImportant, marginBoxes, media })
}

const MARGIN_BOX =
  /^(?:(?:top|bottom)-(?:left-corner|left|center|right|right-corner)|(?:left|right)-(?:top|middle|bottom))$/

function readMarginBoxes(reader: SheetReader, rules: readonly AtRuleRange[]): ReadonlyMap<string, DeclarationBlock> {
  const boxes = new Map<string, DeclarationBlock>()
  for (const rule of rules) {
    if (!MARGIN_BOX.test(rule.name)) {
      warnAt(reader, rule.at, unknownAtRule(rule.name), `the at-rule "@${rule.name}" is not supported in "@page"`)
      continue
    }
    if (!requireBlock(reader, rule, 0)) continue
    const { declarations } = readBlock(reader, rule.block.start, rule.block.end)
    const before = boxes.get(rule.name)?.declarations ?? []
    boxes.set(rule.name, { declarations: [...before, ...parseDeclarations(reader, declarations)] })
  }
  return boxes
}
