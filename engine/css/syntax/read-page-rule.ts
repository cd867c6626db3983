import type { DeclarationBlock } from '../properties/declaration.js'
import { type RawDeclaration, textOf } from '../properties/parse-declaration.js'
import type { CSSToken } from '../values/value-cursor.js'
import { addDescriptor, type DeclaredDescriptors, isPageDescriptor } from './page-descriptors.js'
import { parsePageSelectors } from './page-rule.js'
import { type AtRuleRange, parseDeclarations, readFlatBlock, reporter, spanOf } from './parse-block.js'
import { type RuleScope, reportAtRule, requireBlock, type SheetReader } from './sheet-reader.js'

/** Reads `@page` (css-page-3 §4): descriptors of the page and its margin boxes. */
export function readPageRule(
  reader: SheetReader,
  rule: AtRuleRange,
  prelude: readonly CSSToken[],
  scope: RuleScope,
): void {
  if (!requireBlock(reader, rule, 0)) return
  const selectors = parsePageSelectors(prelude)
  if (!selectors) {
    const message = `"${textOf(prelude)}" is not a page selector`
    reader.diagnostics.warn('invalid-selector', message, spanOf(reader, rule.at, rule.preludeEnd))
    return
  }
  const contents = readFlatBlock(reader, rule.block.start, rule.block.end)
  let descriptors: DeclaredDescriptors = {}
  const others: RawDeclaration[] = []
  for (const raw of contents.declarations) {
    const name = raw.name.toLowerCase()
    if (!isPageDescriptor(name)) {
      others.push(raw)
      continue
    }
    const added = addDescriptor(descriptors, name, raw.tokens, raw.important)
    if (added) descriptors = added
    else reporter(reader, raw)('invalid-value', `"${textOf(raw.tokens)}" is not a value of "${name}"`)
  }
  const block = { declarations: parseDeclarations(reader, others) }
  const marginBoxes = readMarginBoxes(reader, contents.atRules)
  const { media, layer } = scope
  reader.pageRules.push({ selectors, block, descriptors, marginBoxes, media, layer })
}

/** Margin boxes, and the footnote area (css-gcpm-3 §2.5). */
const AREAS: readonly string[] = [
  'footnote',
  ...['top', 'bottom'].flatMap((edge) =>
    ['left-corner', 'left', 'center', 'right', 'right-corner'].map((place) => `${edge}-${place}`),
  ),
  ...['left', 'right'].flatMap((edge) => ['top', 'middle', 'bottom'].map((place) => `${edge}-${place}`)),
]

function readMarginBoxes(reader: SheetReader, rules: readonly AtRuleRange[]): ReadonlyMap<string, DeclarationBlock> {
  const boxes = new Map<string, DeclarationBlock>()
  for (const rule of rules) {
    if (!AREAS.includes(rule.name)) {
      reportAtRule(reader, rule, ' in "@page"', AREAS)
      continue
    }
    if (!requireBlock(reader, rule, 0)) continue
    const { declarations } = readFlatBlock(reader, rule.block.start, rule.block.end)
    const before = boxes.get(rule.name)?.declarations ?? []
    boxes.set(rule.name, { declarations: [...before, ...parseDeclarations(reader, declarations)] })
  }
  return boxes
}
