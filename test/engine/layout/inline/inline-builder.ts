import type { InlineItem, InlineRootBox } from '../../../../engine/boxes/box-tree.js'
import type { FontLibrary } from '../../../../engine/fonts/font-types.js'
import type { ConstraintSpace } from '../../../../engine/layout/constraint-space.js'
import type { BoxFragment, LineFragment, PlacedFragment } from '../../../../engine/layout/fragment-tree.js'
import { inlineIntrinsicSizes, layoutInlineRoot } from '../../../../engine/layout/inline/layout-inline.js'
import type { ComputedStyle } from '../../../../engine/style/computed-style.js'
import { createSquareFonts } from '../square-fonts.js'
import { createTestContext, type TestAlgorithms, type TestContext, testSpace } from '../test-context.js'
import { testStyle } from '../test-style.js'

export type Overrides = Partial<ComputedStyle>

/** A piece of inline content: text, a span, or items. */
export type Piece = string | Span | readonly InlineItem[]

export interface Span {
  readonly style: Overrides
  readonly pieces: readonly Piece[]
}

export function span(style: Overrides, ...pieces: readonly Piece[]): Span {
  return { style, pieces }
}

let nextId = 1000

/** Builds an inline root; `\n` in a text is a forced break. Spans inherit the text properties of what is around them. */
export function inlineRoot(fonts: FontLibrary, base: Overrides, ...pieces: readonly Piece[]): InlineRootBox {
  const style = testStyle(fonts, base)
  const items: InlineItem[] = []
  for (const piece of pieces) addPiece(fonts, base, style, piece, items)
  return { kind: 'inline-root', id: nextId++, style, node: undefined, items, decorations: [] }
}

const NOT_INHERITED: Overrides = {
  verticalAlign: 'baseline',
  unicodeBidi: 'normal',
  textDecorationLine: { underline: false, overline: false, lineThrough: false },
  paddingLeft: 0,
  paddingRight: 0,
  paddingTop: 0,
  marginLeft: 0,
  borderBottomWidth: 0,
  backgroundColor: { red: 0, green: 0, blue: 0, alpha: 0 },
}

function addPiece(fonts: FontLibrary, base: Overrides, style: ComputedStyle, piece: Piece, items: InlineItem[]): void {
  if (typeof piece === 'string') {
    for (const [index, text] of piece.split('\n').entries()) {
      if (index > 0) items.push({ kind: 'break', style })
      if (text !== '') items.push({ kind: 'text', text, style })
    }
    return
  }
  if ('pieces' in piece) {
    const own: Overrides = { ...base, ...NOT_INHERITED, ...piece.style }
    const box = { kind: 'inline', id: nextId++, style: testStyle(fonts, own), node: undefined } as const
    items.push({ kind: 'open', box })
    for (const inner of piece.pieces) addPiece(fonts, own, box.style, inner, items)
    items.push({ kind: 'close', box })
    return
  }
  items.push(...piece)
}

export interface Laid {
  readonly ctx: TestContext
  readonly root: InlineRootBox
  readonly fragment: BoxFragment
}

export const INLINE_ALGORITHMS: TestAlgorithms = {
  'inline-root': { layout: layoutInlineRoot, intrinsic: inlineIntrinsicSizes },
}

/** Lays out inline content in squares of 10px, in one piece. */
export function lay(width: number, base: Overrides, ...pieces: readonly Piece[]): Laid {
  const fonts = createSquareFonts()
  const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
  const root = inlineRoot(fonts, base, ...pieces)
  return { ctx, root, fragment: layOut(ctx, root, testSpace(width)) }
}

export function layOut(ctx: TestContext, root: InlineRootBox, space: ConstraintSpace): BoxFragment {
  const result = ctx.layout(root, space, undefined)
  if (result.kind !== 'placed') throw new Error('the root was not placed')
  return result.fragment
}

export function linesOf(fragment: BoxFragment): readonly LineFragment[] {
  return fragment.children.map(({ fragment: child }) => {
    if (child.kind !== 'line') throw new Error('a child that is not a line')
    return child
  })
}

/** Text of each line in visual order. */
export function lineTexts(fragment: BoxFragment): readonly string[] {
  return linesOf(fragment).map((line) => textOf(line.children))
}

/** Text in visual order; of right-to-left words the glyphs, which are characters in the square fonts. */
export function textOf(children: readonly PlacedFragment[]): string {
  return inVisualOrder(children)
    .map(({ fragment }) => {
      if (fragment.kind === 'text') {
        return fragment.words
          .map(({ text, glyphs, direction }) => (direction === 'rtl' ? String.fromCharCode(...glyphs) : text))
          .join('')
      }
      return fragment.kind === 'box' ? (fragment.box.kind === 'inline' ? textOf(fragment.children) : '\ufffc') : ''
    })
    .join('')
}

/** Fragments as they are seen: they are painted as they are read. Two at one place are a mark and what it stands on. */
export function inVisualOrder(children: readonly PlacedFragment[]): readonly PlacedFragment[] {
  return [...children].sort((a, b) => a.x - b.x)
}

/** Every word of a line with the x at which it stands, spaces left out. */
export function wordPositions(line: LineFragment): readonly string[] {
  const words: string[] = []
  collect(line.children, 0, words)
  return words
}

function collect(children: readonly PlacedFragment[], x: number, words: string[]): void {
  for (const { x: own, fragment } of children) {
    if (fragment.kind === 'box') collect(fragment.children, x + own, words)
    if (fragment.kind !== 'text') continue
    fragment.words.forEach((word, i) => {
      if (word.text.trim() !== '') words.push(`${word.text}@${x + own + (fragment.positions[i] ?? 0)}`)
    })
  }
}
