import type { DiagnosticSink } from '../base/diagnostics.js'
import { TemplateError } from '../base/errors.js'
import { PARTIAL_TAG } from '../base/partial-tag.js'
import type { SourceText, Span } from '../base/source.js'
import { didYouMean } from '../base/suggest.js'
import { explainSyntax } from './explain-syntax.js'
import type { Expression } from './expression.js'
import { asPrinted } from './expression-uses.js'
import { FOREIGN_BLOCKS } from './foreign-tags.js'
import { type Filters, type NamedExpression, parseExpression, parseParameters } from './parse-expression.js'
import type { Mustache } from './scan-mustaches.js'
import type { LoopHead } from './template-tree.js'

export type BlockName = 'each' | 'if' | 'unless' | 'let'

/** A parsed placeholder or block tag. */
export type Tag =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly expression: Expression; readonly source: string; readonly span: Span }
  | { readonly kind: 'raw'; readonly expression: Expression; readonly source: string; readonly span: Span }
  | BlockOpening
  | { readonly kind: 'else-if'; readonly condition: Expression; readonly source: string; readonly span: Span }
  | {
      readonly kind: 'partial'
      readonly name: string
      readonly parameters: readonly NamedExpression[]
      readonly source: string
      readonly span: Span
    }
  | { readonly kind: 'close'; readonly block: BlockName; readonly source: string; readonly span: Span }

export type BlockOpening =
  | { readonly kind: 'each'; readonly loop: LoopHead; readonly source: string; readonly span: Span }
  | { readonly kind: 'if'; readonly condition: Expression; readonly source: string; readonly span: Span }
  | { readonly kind: 'unless'; readonly condition: Expression; readonly source: string; readonly span: Span }
  | {
      readonly kind: 'let'
      readonly name: string
      readonly value: Expression
      readonly source: string
      readonly span: Span
    }

/** The blocks that there are, without their marks. */
export const BLOCK_NAMES: readonly BlockName[] = ['each', 'if', 'unless', 'let']

const OPENING = /^\s*#\s*([^\s(]*)\s*/u
const CLOSING = /^\s*\/\s*(\S*)\s*$/u
const ELSE_IF = /^\s*else\s+if(?=\s|$)/u
const ALIAS = /\sas\s+([\p{L}\p{M}\p{Nd}_$-]+)\s*$/u
/** A loop as other languages write it. */
const FOREIGN_LOOP = /^\s*([\p{L}_][\p{L}\p{M}\p{Nd}_$-]*)\s+(?:in|of)\s+(.+?)\s*$/u
const LET = /^([\p{L}\p{M}\p{Nd}_$-]+)\s*=(?!=)/u

/**
 * Reads one mustache. What is neither a path nor of the language stays as text, with a warning.
 *
 * @throws TemplateError for unknown blocks, blocks whose head cannot be read, and unknown filters
 */
export function parseTag(source: SourceText, mustache: Mustache, filters: Filters, diagnostics: DiagnosticSink): Tag {
  const { contentStart, contentEnd } = mustache
  const written = source.text.slice(mustache.start, mustache.end)
  if (mustache.kind === 'escape') return { kind: 'text', text: written.slice(1) }
  const content = source.text.slice(contentStart, contentEnd)
  const span = source.span(mustache.start, mustache.end)
  const opening = OPENING.exec(content)
  if (mustache.kind === 'raw' || !opening) {
    const closing = CLOSING.exec(content)
    if (mustache.kind === 'value' && closing) return parseClosing(closing[1] ?? '', written, span)
    if (mustache.kind === 'value' && ELSE_IF.test(content)) return parseElseIf(source, mustache, filters, written, span)
    const partial = PARTIAL_TAG.exec(content)
    if (partial) {
      const parameterStart = contentStart + partial[0].length
      const parameters = parseParameters(source, parameterStart, contentEnd, filters)
      const name = partial[1] ?? ''
      if (name === '' || !parameters) {
        const message = `${written} cannot be read: expected a partial, as in {{> row item=line title="Total"}}`
        throw new TemplateError('malformed-partial', message, span)
      }
      return { kind: 'partial', name, parameters, source: written, span }
    }
    const expression = parseExpression(source, contentStart, contentEnd, filters)
    if (expression) {
      const kind = mustache.kind === 'raw' ? 'raw' : 'output'
      return { kind, expression: asPrinted(expression), source: written, span }
    }
    const message = `${written} stays as written: it is not an expression${explainSyntax(content, filters)}`
    diagnostics.warn('not-an-expression', message, span)
    return { kind: 'text', text: written }
  }
  const name = opening[1] ?? ''
  const block = BLOCK_NAMES.find((known) => known === name)
  if (!block) throw unknownBlock(name, '#', written, span)
  const head = { source, start: contentStart + opening[0].length, end: contentEnd, filters, written, span }
  return parseOpening(block, head)
}

function parseClosing(name: string, written: string, span: Span): Tag {
  const block = BLOCK_NAMES.find((known) => known === name)
  if (!block) throw unknownBlock(name, '/', written, span)
  return { kind: 'close', block, source: written, span }
}

function unknownBlock(name: string, mark: '#' | '/', written: string, span: Span): TemplateError {
  const foreign = FOREIGN_BLOCKS.get(name.toLowerCase())
  const similar = name === 'else' ? ' (did you mean "{{else}}"?)' : didYouMean(name, BLOCK_NAMES, mark)
  const all = mark === '#' ? `: there are ${BLOCK_NAMES.map((known) => `#${known}`).join(', ')}` : ''
  const hint = foreign === undefined ? similar || all : `: ${foreign}`
  return new TemplateError('unknown-block', `${written} is not a block of the template language${hint}`, span)
}

/** The text behind the name of a block. */
interface Head {
  readonly source: SourceText
  readonly start: number
  readonly end: number
  readonly filters: Filters
  /** The whole tag, and its place. */
  readonly written: string
  readonly span: Span
}

function parseElseIf(source: SourceText, mustache: Mustache, filters: Filters, written: string, span: Span): Tag {
  const { contentStart, contentEnd: end } = mustache
  const name = ELSE_IF.exec(source.text.slice(contentStart, end))?.[0] ?? ''
  const head = { source, start: contentStart + name.length, end, filters, written, span }
  const condition = parseRequired(head, 'a condition, as in {{else if paid}}')
  return { kind: 'else-if', condition, source: written, span }
}

function parseOpening(block: BlockName, head: Head): BlockOpening {
  const { source, start, end, filters, written, span } = head
  switch (block) {
    case 'if':
    case 'unless': {
      const condition = parseRequired(head, `a condition, as in {{#${block} paid}}`)
      return { kind: block, condition, source: written, span }
    }
    case 'each': {
      const text = source.text.slice(start, end)
      const foreign = FOREIGN_LOOP.exec(text)
      if (foreign) {
        const hint = `write {{#each ${foreign[2]} as ${foreign[1]}}}`
        throw new TemplateError('malformed-block', `${written} names its item before the list: ${hint}`, span)
      }
      const alias = ALIAS.exec(text)
      const listEnd = alias ? start + alias.index : end
      const list = parseRequired({ ...head, end: listEnd }, 'a list, as in {{#each items}}')
      return { kind: 'each', loop: { list, alias: alias?.[1], span }, source: written, span }
    }
    case 'let': {
      const name = LET.exec(source.text.slice(start, end))
      const value = name ? parseExpression(source, start + name[0].length, end, filters) : undefined
      const expected = 'a name and its value, as in {{#let total = a + b}}'
      return { kind: 'let', name: name?.[1] ?? '', value: required(value, head, expected), source: written, span }
    }
  }
}

function parseRequired(head: Head, expected: string): Expression {
  return required(parseExpression(head.source, head.start, head.end, head.filters), head, expected)
}

function required(
  expression: Expression | undefined,
  { written, filters, span }: Pick<Head, 'written' | 'filters' | 'span'>,
  expected: string,
): Expression {
  if (expression) return expression
  // The braces and the name of the block are no part of the expression.
  const hint = explainSyntax(written.replace(/^\{+\s*#?\s*(?:else\s+)?\S*|\}+$/gu, ''), filters)
  throw new TemplateError('malformed-block', `${written} cannot be read: expected ${expected}${hint}`, span)
}
