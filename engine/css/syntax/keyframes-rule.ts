import { TokenType } from '@csstools/css-tokenizer'
import { type Diagnostic, DiagnosticList } from '../../base/diagnostics.js'
import type { DeclarationBlock } from '../properties/declaration.js'
import { asksAttributes, type RawDeclaration, textOf } from '../properties/parse-declaration.js'
import { type CSSToken, type ValueCursor, valueCursor } from '../values/value-cursor.js'
import {
  type AtRuleRange,
  parseDeclarations,
  type RuleRange,
  readBlock,
  readFlatBlock,
  type TokenText,
  warnAt,
} from './parse-block.js'

/** `@keyframes` (css-animations-1 §4). */
export interface KeyframesRule {
  readonly name: string
  /** In the order in which they stand. */
  readonly frames: readonly Keyframe[]
  /** Said where an element uses the rule: one that nothing uses means nothing on paper. */
  readonly problems: readonly Diagnostic[]
}

/** The declarations of one block. */
export interface Keyframe {
  /** From 0 to 1. */
  readonly offsets: readonly number[]
  readonly block: DeclarationBlock
}

/** Reads the rule; undefined, in silence, where no animation can name it. */
export function readKeyframes(
  reader: TokenText,
  { block }: AtRuleRange,
  prelude: readonly CSSToken[],
): KeyframesRule | undefined {
  const cursor = valueCursor(prelude)
  const name = cursor.peekIdent() === 'none' ? undefined : (cursor.string() ?? cursor.customIdent())
  if (name === undefined || !cursor.done || !block) return undefined
  const diagnostics = new DiagnosticList()
  const own = { ...reader, diagnostics }
  const frames: Keyframe[] = []
  for (const item of readBlock(own, block.start, block.end)) {
    if (item.kind === 'rule') frames.push(...readKeyframe(own, item.rule))
    else if (item.kind === 'at-rule')
      warnAt(own, item.rule.at, 'invalid-rule', 'an at-rule cannot stand in "@keyframes"')
    else
      for (const raw of item.declarations)
        diagnostics.warn('invalid-rule', 'a declaration cannot stand here', raw.span())
  }
  return { name, frames, problems: diagnostics.items }
}

/** One block; none where a selector is wrong. */
function readKeyframe(reader: TokenText, { start, brace, close }: RuleRange): readonly Keyframe[] {
  const selectors = reader.tokens.slice(start, brace)
  const offsets = keyframeOffsets(valueCursor(selectors))
  if (!offsets) {
    warnAt(reader, start, 'invalid-rule', `"${textOf(selectors)}" is not a place in an animation`)
    return []
  }
  const { declarations: raws } = readFlatBlock(reader, brace + 1, close)
  const usable = raws.filter((raw) => mayStand(raw, reader))
  return [{ offsets, block: { declarations: parseDeclarations(reader, usable) } }]
}

/** UNSUPPORTED: `attr()`, which is said. */
function mayStand(raw: RawDeclaration, { diagnostics }: TokenText): boolean {
  if (OF_ANIMATIONS.test(raw.name)) return false
  if (raw.important) diagnostics.warn('invalid-declaration', 'nothing is important in "@keyframes"', raw.span())
  else if (asksAttributes(raw)) {
    diagnostics.warn('unsupported-value', `attr() is not supported in "${raw.name}" of "@keyframes"`, raw.span())
  } else return true
  return false
}

/** Properties that count in no keyframe (css-animations-1 §4.1). */
const OF_ANIMATIONS = /^(?:-webkit-)?animation(?:-|$)/i

function keyframeOffsets(cursor: ValueCursor): readonly number[] | undefined {
  const offsets: number[] = []
  do {
    const word = cursor.keyword(['from', 'to'])
    const token = cursor.token
    if (word) offsets.push(word === 'from' ? 0 : 1)
    else if (token?.[0] === TokenType.Percentage && token[4].value >= 0 && token[4].value <= 100) {
      offsets.push(token[4].value / 100)
      cursor.advance()
    } else return undefined
  } while (cursor.comma())
  return cursor.done ? offsets : undefined
}
