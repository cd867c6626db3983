import { TokenType } from '@csstools/css-tokenizer'
import { DiagnosticList, type DiagnosticSink, reportAll } from '../../base/diagnostics.js'
import type { SourceText } from '../../base/source.js'
import type { MediaName } from '../../base/template-settings.js'
import { blockOf } from '../properties/attribute-block.js'
import type { CssMode } from '../properties/declaration.js'
import { type RawDeclaration, textOf } from '../properties/parse-declaration.js'
import { isForScreens } from '../selectors/selector.js'
import { type CSSToken, isBlank, tokenizeCss, valueCursor } from '../values/value-cursor.js'
import { parseCounterStyleRule } from './counter-style-rule.js'
import { parseFontFace } from './font-face-rule.js'
import { readKeyframes } from './keyframes-rule.js'
import { parseLayerNames } from './layer-rule.js'
import { type MediaQueryList, mayMatchPages, parseMediaQueryList } from './media-query.js'
import {
  type AtRuleRange,
  afterComponent,
  parseDeclarations,
  type RuleRange,
  readAtRule,
  readBlock,
  readFlatBlock,
  reporter,
  spanOf,
  warnAt,
} from './parse-block.js'
import { parsePropertyRule } from './property-rule.js'
import { readPageRule } from './read-page-rule.js'
import { readSelectors } from './rule-selectors.js'
import {
  mayPrecedeImports,
  RULE_NESTING_LIMIT,
  type RuleScope,
  reportAtRule,
  reportInvalidPrelude,
  requireBlock,
  type SheetReader,
} from './sheet-reader.js'
import type { LayerPath, RuleHead, Stylesheet } from './stylesheet.js'
import { supportsArgument, supportsMatches } from './supports-condition.js'
import { matchBlocks } from './token-blocks.js'

interface ParseStylesheetOptions {
  readonly diagnostics: DiagnosticSink
  readonly mode: CssMode
  /** Keeps problems in the declarations of rules with these: for sheets of which a document uses a part. */
  readonly keepsProblems?: boolean
  /** The media that the sheet is read for, of which problems are reported; `print` when absent. */
  readonly media?: MediaName | undefined
}

const TOP: RuleScope = { media: [], layer: [], around: undefined, depth: 0 }

/**
 * Parses a style sheet (css-syntax-3 §5.3). A declaration or rule that cannot be read is dropped with a
 * diagnostic at its place, the rest continues.
 */
export function parseStylesheet(source: SourceText, options: ParseStylesheetOptions): Stylesheet {
  const tokens = tokenizeCss(source.text)
  const reader: SheetReader = {
    source,
    text: source.text,
    tokens,
    closings: matchBlocks(tokens),
    placeOf: (start, end) => source.span(start, end),
    diagnostics: options.diagnostics,
    mode: options.mode,
    media: options.media ?? 'print',
    imports: [],
    rules: [],
    pageRules: [],
    fontFaces: [],
    properties: [],
    counterStyles: [],
    keyframes: [],
    layers: [],
    problems: options.keepsProblems ? [] : undefined,
    parts: [],
    importsAllowed: true,
  }
  readRules(reader, 0, tokens.length, TOP)
  if (reader.parts.length > 0) reportParts(reader)
  const { imports, rules, pageRules, fontFaces, properties, counterStyles, keyframes, layers, problems = [] } = reader
  return { imports, rules, pageRules, fontFaces, properties, counterStyles, keyframes, layers, problems }
}

/** Reads what a sheet or the block of a conditional rule holds; within a style rule, declarations as well. */
function readRules(reader: SheetReader, start: number, end: number, scope: RuleScope): void {
  if (scope.around) {
    readNested(reader, { start, end }, scope.around, scope)
    return
  }
  let at = start
  while (at < end) {
    const token = reader.tokens[at]
    if (!token) return
    if (isBlank(token) || token[0] === TokenType.CDO || token[0] === TokenType.CDC) {
      at++
    } else if (token[0] === TokenType.AtKeyword) {
      const rule = readAtRule(reader, at, end)
      applyAtRule(reader, rule, scope)
      at = rule.next
    } else {
      at = readTopRule(reader, at, end, scope)
    }
  }
}

function readTopRule(reader: SheetReader, start: number, end: number, scope: RuleScope): number {
  let brace = start
  while (brace < end && reader.tokens[brace]?.[0] !== TokenType.OpenCurly) brace = afterComponent(reader, brace, end)
  if (brace >= end) {
    warnAt(reader, start, 'invalid-rule', 'a rule without a block')
    return end
  }
  const close = Math.min(reader.closings[brace] ?? end, end)
  readStyleRule(reader, { start, brace, close }, scope)
  return close + 1
}

function readStyleRule(reader: SheetReader, rule: RuleRange, scope: RuleScope): void {
  if (scope.depth >= RULE_NESTING_LIMIT) {
    warnAt(reader, rule.start, 'invalid-rule', 'the rule is nested too deep')
    return
  }
  const selectors = readSelectors(reader, rule, scope.around?.selectors, scope.media)
  if (selectors) reader.importsAllowed = false
  if (!selectors || selectors.length === 0) return
  const head = { selectors, ...laterPlace(reader, rule) }
  readNested(reader, { start: rule.brace + 1, end: rule.close }, head, scope)
}

/** The place and the text of a rule's selectors, without a hold on the tokens of the sheet. */
function laterPlace({ source, tokens }: SheetReader, { start, brace }: RuleRange): Pick<RuleHead, 'span' | 'text'> {
  const from = tokens[start]?.[2] ?? 0
  const to = (tokens[Math.max(start, brace - 1)]?.[3] ?? from) + 1
  return { span: () => source.span(from, to), text: () => source.text.slice(from, to).trim() }
}

/**
 * Reads the block of a style rule (css-nesting-1 §2): declarations and rules in the order in which they stand, so
 * that declarations behind a nested rule count after it.
 */
function readNested(
  reader: SheetReader,
  { start, end }: { readonly start: number; readonly end: number },
  head: RuleHead,
  scope: RuleScope,
): void {
  const inner: RuleScope = { ...scope, around: head, depth: scope.depth + 1 }
  for (const item of readBlock(reader, start, end)) {
    if (item.kind === 'declarations') addStyleRule(reader, head, item.declarations, scope)
    else if (item.kind === 'rule') readStyleRule(reader, item.rule, inner)
    else applyNestedAtRule(reader, item.rule, inner)
  }
}

function addStyleRule(
  reader: SheetReader,
  head: RuleHead,
  raws: readonly RawDeclaration[],
  { media, layer }: RuleScope,
): void {
  const found = new DiagnosticList()
  const declarations = parseDeclarations({ mode: reader.mode, diagnostics: found }, raws)
  if (found.items.length > 0 && mayShow(reader, head, media)) {
    if (reader.problems) reader.problems.push({ selectors: head.selectors, media, found: found.items })
    else reportAll(found.items, reader.diagnostics)
  }
  if (declarations.length > 0) reader.rules.push({ ...head, block: blockOf(declarations), media, layer })
}

/** Reports the parts of controls that rules name in vain where none names them as it should. */
function reportParts(reader: SheetReader): void {
  const used = new Set(reader.rules.flatMap(({ selectors }) => selectors.map(({ pseudoElement }) => pseudoElement)))
  const names: ReadonlySet<string | undefined> = used
  for (const { twins, ...problem } of reader.parts) {
    if (twins.some((twin) => names.has(twin)) || !mayShow(reader, problem, problem.media)) continue
    if (reader.problems) reader.problems.push(problem)
    else reportAll(problem.found, reader.diagnostics)
  }
}

/** Whether a rule may apply to anything on paper: `:hover` and the like are states of screens. */
function mayShow(
  reader: SheetReader,
  { selectors }: Pick<RuleHead, 'selectors'>,
  media: readonly MediaQueryList[],
): boolean {
  return !selectors.every(isForScreens) && media.every((list) => mayMatchPages(list, reader.media))
}

function applyNestedAtRule(reader: SheetReader, rule: AtRuleRange, scope: RuleScope): void {
  if (rule.name === 'media' || rule.name === 'supports' || (rule.name === 'layer' && rule.block)) {
    applyAtRule(reader, rule, scope)
  } else {
    reportAtRule(reader, rule, ' inside a rule', [])
  }
}

function applyAtRule(reader: SheetReader, rule: AtRuleRange, scope: RuleScope): void {
  const prelude = reader.tokens.slice(rule.preludeStart, rule.preludeEnd)
  if (!mayPrecedeImports(rule)) reader.importsAllowed = false
  switch (rule.name) {
    case 'charset':
      break
    case 'import':
      readImport(reader, rule, prelude)
      break
    case 'media':
      readMediaRule(reader, rule, prelude, scope)
      break
    case 'supports':
      readSupportsRule(reader, rule, prelude, scope)
      break
    case 'layer':
      readLayerRule(reader, rule, prelude, scope)
      break
    case 'page':
      readPageRule(reader, rule, prelude, scope)
      break
    case 'font-face':
      readFontFace(reader, rule, scope)
      break
    case 'property':
      readProperty(reader, rule, prelude, scope)
      break
    case 'counter-style':
      readCounterStyle(reader, rule, prelude, scope)
      break
    case 'keyframes':
    case '-webkit-keyframes':
      addKeyframes(reader, rule, prelude, scope)
      break
    default:
      reportAtRule(reader, rule)
  }
}

function readMediaRule(reader: SheetReader, rule: AtRuleRange, prelude: readonly CSSToken[], scope: RuleScope): void {
  if (!requireBlock(reader, rule, scope.depth)) return
  const list = parseMediaQueryList(prelude, () => reportInvalidPrelude(reader, rule, prelude))
  const media = [...scope.media, list]
  readRules(reader, rule.block.start, rule.block.end, { ...scope, media, depth: scope.depth + 1 })
}

function readSupportsRule(
  reader: SheetReader,
  rule: AtRuleRange,
  prelude: readonly CSSToken[],
  scope: RuleScope,
): void {
  if (!requireBlock(reader, rule, scope.depth)) return
  const supported = supportsMatches(valueCursor(prelude), reader.mode === 'quirks')
  if (supported === undefined) reportInvalidPrelude(reader, rule, prelude)
  else if (supported) readRules(reader, rule.block.start, rule.block.end, { ...scope, depth: scope.depth + 1 })
}

/** `@layer` with a block holds rules, without one it names layers in their order (css-cascade-5 §6.4). */
function readLayerRule(reader: SheetReader, rule: AtRuleRange, prelude: readonly CSSToken[], scope: RuleScope): void {
  const names = parseLayerNames(prelude)
  if (!names || (rule.block ? names.length > 1 : names.length === 0)) {
    const message = `"${textOf(prelude)}" does not name ${rule.block ? 'a layer' : 'layers'}`
    reader.diagnostics.warn('invalid-rule', message, spanOf(reader, rule.at, rule.preludeEnd))
    return
  }
  const { media } = scope
  if (!rule.block) {
    for (const name of names) reader.layers.push({ path: [...scope.layer, ...name], media })
    return
  }
  if (!requireBlock(reader, rule, scope.depth)) return
  const layer = [...scope.layer, ...(names[0] ?? anonymousLayer(reader, rule))]
  reader.layers.push({ path: layer, media })
  readRules(reader, rule.block.start, rule.block.end, { ...scope, layer, depth: scope.depth + 1 })
}

/** A name that no author can write, by the place of the rule. */
function anonymousLayer(reader: SheetReader, rule: AtRuleRange): LayerPath {
  const { file, start } = spanOf(reader, rule.at, rule.at + 1)
  return [`${file}:${start}`]
}

function readFontFace(reader: SheetReader, rule: AtRuleRange, { media }: RuleScope): void {
  if (!requireBlock(reader, rule, 0)) return
  const { declarations } = readFlatBlock(reader, rule.block.start, rule.block.end)
  const span = spanOf(reader, rule.at, rule.at + 1)
  const warn = (code: string, message: string) => reader.diagnostics.warn(code, message, span)
  const face = parseFontFace(declarations, span, (raw) => reporter(reader, raw), warn)
  if (face) reader.fontFaces.push({ face, media })
}

function readProperty(reader: SheetReader, rule: AtRuleRange, prelude: readonly CSSToken[], scope: RuleScope): void {
  if (!requireBlock(reader, rule, 0)) return
  const { declarations } = readFlatBlock(reader, rule.block.start, rule.block.end)
  const property = parsePropertyRule(prelude, declarations)
  if (property) reader.properties.push({ property, media: scope.media })
  else {
    const parts = 'the name of a custom property, a syntax, inherits and an initial-value that depends on no element'
    const message = `"@property" needs ${parts}`
    warnAt(reader, rule.at, 'invalid-rule', message)
  }
}

function readCounterStyle(
  reader: SheetReader,
  rule: AtRuleRange,
  prelude: readonly CSSToken[],
  scope: RuleScope,
): void {
  if (!requireBlock(reader, rule, 0)) return
  const { declarations } = readFlatBlock(reader, rule.block.start, rule.block.end)
  const style = parseCounterStyleRule(prelude, declarations)
  if (style) reader.counterStyles.push({ style, media: scope.media })
  else warnAt(reader, rule.at, 'invalid-rule', '"@counter-style" needs a name of its own and the symbols of its system')
}

function addKeyframes(
  reader: SheetReader,
  range: AtRuleRange,
  prelude: readonly CSSToken[],
  { media, layer }: RuleScope,
): void {
  const rule = readKeyframes(reader, range, prelude)
  if (rule) reader.keyframes.push({ rule, media, layer })
}

/** `@import` counts before all other rules only (css-cascade-5 §5). */
function readImport(reader: SheetReader, rule: AtRuleRange, prelude: readonly CSSToken[]): void {
  const span = spanOf(reader, rule.at, rule.preludeEnd)
  const cursor = valueCursor(prelude)
  const url = cursor.string() ?? cursor.url()
  const { importsAllowed } = reader
  if (url === undefined || rule.block || !importsAllowed) {
    const message = importsAllowed ? '"@import" needs an address' : '"@import" must come before all other rules'
    reader.diagnostics.warn('invalid-rule', message, span)
    return
  }
  let layer: LayerPath = []
  if (cursor.keyword(['layer'])) {
    layer = anonymousLayer(reader, rule)
  } else if (cursor.peekFunction() === 'layer') {
    const args = cursor.call()?.args
    layer = (args && parseLayerNames(args.tokens.slice(args.position, args.end)))?.[0] ?? anonymousLayer(reader, rule)
  }
  if (cursor.peekFunction() === 'supports') {
    const args = cursor.call()?.args
    if (!args || !supportsArgument(args, reader.mode === 'quirks')) return
  }
  const rest = cursor.tokens.slice(cursor.position)
  const media = rest.length === 0 ? [] : [parseMediaQueryList(rest, () => reportInvalidPrelude(reader, rule, rest))]
  reader.imports.push({ url, layer, layersBefore: reader.layers.splice(0), media, span })
}
