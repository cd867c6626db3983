import type { SourceText } from '../../base/source.js'
import { didYouMean } from '../../base/suggest.js'
import type { MediaName } from '../../base/template-settings.js'
import { textOf } from '../properties/parse-declaration.js'
import type { CSSToken } from '../values/value-cursor.js'
import type { MediaQueryList } from './media-query.js'
import type { PageRule } from './page-rule.js'
import { type AtRuleRange, spanOf, type TokenText, warnAt } from './parse-block.js'
import type {
  ConditionalCounterStyle,
  ConditionalFontFace,
  ConditionalKeyframes,
  ConditionalProperty,
  ImportRule,
  LayerDeclaration,
  LayerPath,
  RuleHead,
  RuleProblems,
  StyleRule,
} from './stylesheet.js'

/** A part of controls that a rule names in vain. */
interface PartProblem extends RuleProblems {
  readonly twins: readonly string[]
}

/** A sheet while it is read. */
export interface SheetReader extends TokenText {
  readonly source: SourceText
  readonly imports: ImportRule[]
  readonly rules: StyleRule[]
  readonly pageRules: PageRule[]
  readonly fontFaces: ConditionalFontFace[]
  readonly properties: ConditionalProperty[]
  readonly counterStyles: ConditionalCounterStyle[]
  readonly keyframes: ConditionalKeyframes[]
  readonly layers: LayerDeclaration[]
  /** Problems in the declarations of rules that are not reported yet; undefined where all are at once. */
  readonly problems: RuleProblems[] | undefined
  /** Parts of controls that are named in vain, unless the sheet uses another name of theirs. */
  readonly parts: PartProblem[]
  /** The media that the sheet is read for. */
  readonly media: MediaName
  /** No rule came yet that `@import` must stand before. */
  importsAllowed: boolean
}

/** The context that the rules around a rule give it. */
export interface RuleScope {
  readonly media: readonly MediaQueryList[]
  readonly layer: LayerPath
  /** The style rule around; undefined outside of style rules. */
  readonly around: RuleHead | undefined
  readonly depth: number
}

/** Rules may nest this deep in each other: deeper ones are dropped. */
export const RULE_NESTING_LIMIT = 32

type AtRuleWithBlock = AtRuleRange & { readonly block: { readonly start: number; readonly end: number } }

/** Whether an at-rule has a block that may be read; the contrary is reported. */
export function requireBlock(reader: SheetReader, rule: AtRuleRange, depth: number): rule is AtRuleWithBlock {
  if (rule.block && depth < RULE_NESTING_LIMIT) return true
  const problem = rule.block ? 'is nested too deep' : 'needs a block'
  warnAt(reader, rule.at, 'invalid-rule', `"@${rule.name}" ${problem}`)
  return false
}

export function reportInvalidPrelude(reader: SheetReader, rule: AtRuleRange, prelude: readonly CSSToken[]): void {
  const message = `"${textOf(prelude)}" is not a condition of "@${rule.name}"`
  reader.diagnostics.warn('invalid-condition', message, spanOf(reader, rule.at, rule.preludeEnd))
}

const KNOWN_AT_RULES = new Set([
  'container',
  'namespace',
  'scope',
  'font-feature-values',
  'font-palette-values',
  'color-profile',
  'footnote',
  'position-try',
])

/** The at-rules that are implemented. */
const AT_RULES = [
  'charset',
  'import',
  'media',
  'supports',
  'layer',
  'page',
  'font-face',
  'property',
  'counter-style',
  'keyframes',
]

/** Whether `@import` may follow an at-rule (css-cascade-5 §5): one that is not known, or lacks its block, does not count. */
export function mayPrecedeImports({ name, block }: AtRuleRange): boolean {
  if (name === 'charset' || name === 'import') return true
  if (!block) return name !== 'namespace'
  return !AT_RULES.includes(name) && !KNOWN_AT_RULES.has(name) && !SCREEN_AT_RULE.test(name)
}

/** Motion, windows and rules for a single browser: none of it can show on paper. */
const SCREEN_AT_RULE =
  /^(?:(?:-(?:webkit|moz|ms|o)-)?(?:keyframes|viewport)|-moz-document|starting-style|view-transition)$/

/** Reports an at-rule that is not implemented, unless it means nothing on paper. */
export function reportAtRule(
  reader: SheetReader,
  { name, at }: AtRuleRange,
  place = '',
  known: readonly string[] = AT_RULES,
): void {
  if (SCREEN_AT_RULE.test(name)) return
  const code = KNOWN_AT_RULES.has(name) ? 'unsupported-at-rule' : 'unknown-at-rule'
  const hint = code === 'unknown-at-rule' ? didYouMean(name, known, '@') : ''
  warnAt(reader, at, code, `the at-rule "@${name}" is not supported${place}${hint}`, `@${name}`)
}
