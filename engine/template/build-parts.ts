import type { DiagnosticSink } from '../base/diagnostics.js'
import { TemplateError } from '../base/errors.js'
import type { SourceText } from '../base/source.js'
import type { TextPiece } from '../html/html-tree.js'
import { type BlockFactory, BlockNesting, type OpenBlock } from './block-nesting.js'
import type { Filters } from './parse-expression.js'
import { parseTag, type Tag } from './parse-tag.js'
import type { Mustache } from './scan-mustaches.js'
import type { TextPart } from './template-tree.js'

/** The template's text and the mustaches in it, shared by everything that reads them. */
export interface TagSource {
  readonly source: SourceText
  readonly mustaches: readonly Mustache[]
  readonly diagnostics: DiagnosticSink
  /** The filters that templates may use. */
  readonly filters: Filters
}

export function tagAt(tags: TagSource, index: number): Tag | undefined {
  const mustache = tags.mustaches[index]
  return mustache && parseTag(tags.source, mustache, tags.filters, tags.diagnostics)
}

/** Whether a tag is the bare word `else`, which belongs to a block where one takes it. */
export function isElse(tag: Tag): boolean {
  return tag.kind === 'output' && tag.expression.kind === 'path' && tag.expression.source === 'else'
}

const TEXT_BLOCKS: BlockFactory<TextPart> = {
  condition: (branches, otherwise) => ({
    kind: 'if',
    branches: branches.map(({ condition, items }) => ({ condition, parts: items })),
    otherwise,
  }),
  loop: (loop, parts, otherwise) => ({ kind: 'each', loop, parts, otherwise }),
  binding: (name, value, parts) => ({ kind: 'let', name, value, parts }),
}

/**
 * The parts of an attribute value, a title or a style sheet. Markup cannot stand there: `{{{x}}}` prints text.
 *
 * @param place what the text is, for messages
 */
export function buildParts(
  tags: TagSource,
  pieces: readonly TextPiece[],
  outer: BlockNesting<unknown> | undefined,
  place: string,
): readonly TextPart[] {
  const only = pieces[0]
  if (pieces.length === 0) return []
  if (pieces.length === 1 && typeof only === 'string') return [only]
  const nesting = new BlockNesting(TEXT_BLOCKS, outer, place)
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      addText(nesting.items, piece)
      continue
    }
    const tag = tagAt(tags, piece)
    if (!tag) continue
    if (tag.kind === 'text') addText(nesting.items, tag.text)
    else if (tag.kind === 'partial') {
      const message = `${tag.source} stands in ${place}; partials stand between elements and in their text`
      throw new TemplateError('misplaced-partial', message, tag.span)
    } else if (tag.kind === 'output' || tag.kind === 'raw') {
      const { expression, source, span } = tag
      if (nesting.takesElse && isElse(tag)) nesting.else(source, span)
      else nesting.items.push({ kind: 'output', expression, source, span })
    } else nesting.tag(tag)
  }
  return nesting.finish()
}

/** Appends text so that neighbours become one part. */
export function addText(parts: TextPart[], text: string): void {
  const last = parts.length - 1
  const previous = parts[last]
  if (typeof previous === 'string') parts[last] = previous + text
  else parts.push(text)
}

/** The parts as they apply where they stand: within the blocks that are open around them. */
export function wrapInBlocks(
  parts: readonly TextPart[],
  nesting: BlockNesting<unknown> | undefined,
): readonly TextPart[] {
  let wrapped = parts
  for (let around = nesting; around; around = around.outer) {
    for (let index = around.openBlocks.length - 1; index >= 0; index--) {
      const block = around.openBlocks[index]
      if (block) wrapped = [wrapInBlock(block, wrapped)]
    }
  }
  return wrapped
}

function wrapInBlock(block: OpenBlock<unknown>, parts: readonly TextPart[]): TextPart {
  const { opening } = block
  if (opening.kind === 'let') return { kind: 'let', name: opening.name, value: opening.value, parts }
  if (opening.kind === 'each') {
    return block.inElse
      ? { kind: 'each', loop: opening.loop, parts: [], otherwise: parts }
      : { kind: 'each', loop: opening.loop, parts, otherwise: [] }
  }
  const before = block.branches.map(({ condition }) => ({ condition, parts: [] }))
  return block.condition
    ? { kind: 'if', branches: [...before, { condition: block.condition, parts }], otherwise: [] }
    : { kind: 'if', branches: before, otherwise: parts }
}
