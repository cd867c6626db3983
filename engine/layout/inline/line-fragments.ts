import { assertNever, invariant } from '../../base/invariant.js'
import type { SymbolName } from '../../boxes/box-tree.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { ShapedWord } from '../../fonts/font-types.js'
import { boxFragment } from '../box-fragment.js'
import type { Anchors, PlacedFragment, TextFragment } from '../fragment-tree.js'
import { decorateTexts, type TextPlace } from './decorate-text.js'
import { placeMarks } from './emphasis-marks.js'
import type { InlineBoxState } from './inline-box-state.js'
import { edgeSide, hasEdge, inlineEdge } from './inline-edges.js'
import { leaderPositions } from './leader.js'
import type { LineItem } from './line-items.js'
import type {
  EdgeUnit,
  InlineRun,
  LeaderUnit,
  OutOfFlowUnit,
  SeparatorUnit,
  SpaceUnit,
  TabUnit,
  WordUnit,
} from './paragraph.js'
import { textFragment } from './text-fragment.js'

/** The fragment of an inline box while the pen is within it. */
interface OpenFragment {
  readonly state: InlineBoxState
  readonly children: PlacedFragment[]
  /** Left and top edge of the border box on the line. */
  readonly x: number
  readonly y: number
  borderLeft: number
  borderRight: number
  paddingLeft: number
  paddingRight: number
  /** Edges of the box that are on the line. */
  hasLeft: boolean
  hasRight: boolean
}

/** Text of one style that will be one fragment. */
interface OpenText {
  readonly state: InlineBoxState
  readonly run: InlineRun
  readonly x: number
  readonly words: ShapedWord[]
  readonly positions: number[]
  readonly isLeader: boolean
  readonly symbol: SymbolName | undefined
  /** That of its first word. */
  order: number
  /** Read behind it. */
  separator: TextFragment['separator']
  anchors: Anchors | undefined
}

type TextUnit = WordUnit | SpaceUnit | TabUnit

/** Text that waits for its neighbours, for lines that run across them. */
interface DecoratedText extends TextPlace {
  readonly order: number
  readonly y: number
  readonly fragment: TextFragment
}

/** An absolutely positioned box, and where the pen is when it comes to it. */
export interface AnchoredBox {
  readonly unit: OutOfFlowUnit
  readonly x: number
}

/** A pen that moves over a line from left to right and leaves fragments behind. */
export class LineWriter {
  readonly #children: PlacedFragment[] = []
  readonly #open: OpenFragment[] = []
  #text: OpenText | undefined
  #decorated: DecoratedText[] = []
  #x: number
  #outOfFlow: AnchoredBox[] | undefined
  #reach = 0
  /** That of the item that is added. */
  #order = 0
  /** Those of the first items in fragments, where there is a reading order. */
  readonly #orders = new Map<PlacedFragment, number>()

  /** @param readingOrder the numbers of the items as they are read, where that is not their order on the line */
  constructor(
    private readonly containingWidth: number,
    private readonly direction: 'ltr' | 'rtl',
    private readonly start: number,
    private readonly readingOrder: ReadonlyMap<LineItem, number> | undefined,
  ) {
    this.#x = start
  }

  add(item: LineItem): void {
    const { unit, state } = item
    // What is not among them ends the line, as an ellipsis does.
    if (this.readingOrder) this.#order = this.readingOrder.get(item) ?? Number.POSITIVE_INFINITY
    switch (unit.kind) {
      case 'open':
      case 'close':
        this.#addEdge(unit, state)
        break
      case 'atomic':
        this.#addAtomic(item)
        break
      case 'break':
        break
      case 'separator':
        this.#addSeparator(unit, item)
        break
      case 'leader':
        this.#addLeader(unit, item.width, state)
        break
      case 'out-of-flow':
        this.#outOfFlow ??= []
        this.#outOfFlow.push({ unit, x: this.#x })
        break
      case 'word':
      case 'space':
      case 'tab':
        if (item.anchors) this.#addAnchored(unit, item, item.anchors)
        else {
          this.#addTextUnit(unit, state)
          this.#x += item.width
        }
        break
      default:
        assertNever(unit)
    }
  }

  /** Bottom edge of content that is longer than an atomic inline in the line; 0 where none is. */
  get reach(): number {
    return this.#reach
  }

  /** The absolutely positioned boxes anchored in the line. */
  get outOfFlow(): readonly AnchoredBox[] | undefined {
    return this.#outOfFlow
  }

  finish(): readonly PlacedFragment[] {
    this.#flushDecorated()
    while (this.#open.length > 0) this.#close()
    return this.#inOrder(this.#children)
  }

  /**
   * css2 appendix E: boxes on lines are painted in the order of the tree, which is that of reading. Texts of one box beside
   * each other are painted as they are seen, since readers of plain text put right what runs from right to left; each says
   * its place as read for readers of the structure.
   */
  #inOrder(children: PlacedFragment[]): readonly PlacedFragment[] {
    if (!this.readingOrder) return children
    const asRead = children.toSorted((a, b) => this.#orderOf(a) - this.#orderOf(b))
    const ordered: PlacedFragment[] = []
    while (ordered.length < asRead.length) {
      const start = ordered.length
      const end = Math.max(endOfTexts(asRead, start), start + 1)
      const texts = asRead.slice(start, end)
      const isAsSeen = texts.every(({ x }, index) => index === 0 || x >= (texts[index - 1]?.x ?? x))
      const seen = isAsSeen ? texts : texts.map((text, readAs) => ({ ...text, readAs })).sort((a, b) => a.x - b.x)
      // One by one: a line may have more of them than a call takes arguments.
      for (const text of seen) ordered.push(text)
    }
    return ordered
  }

  #orderOf(placed: PlacedFragment): number {
    return this.#orders.get(placed) ?? 0
  }

  #addWord(run: InlineRun, word: ShapedWord, state: InlineBoxState, isLeader = false): void {
    const text = this.#textOf(run, state, isLeader)
    text.words.push(word)
    text.positions.push(this.#x - text.x)
    if (this.#order < text.order) text.order = this.#order
  }

  #addTextUnit(unit: TextUnit, state: InlineBoxState): void {
    if (unit.kind === 'word' && unit.symbol) this.#addSymbol(unit.run, unit.word, state, unit.symbol)
    else this.#addWord(unit.run, unit.word, state)
  }

  #addSymbol(run: InlineRun, word: ShapedWord, state: InlineBoxState, symbol: SymbolName): void {
    const text = this.#begin(run, state, false, symbol)
    text.words.push(word)
    text.positions.push(0)
  }

  /** A text begins behind the anchors before it and ends at those behind it, from right to left the other way round. */
  #addAnchored(unit: TextUnit, { state, width }: LineItem, { before, behind }: Anchors): void {
    const [left, right] = unit.run.level & 1 ? [behind, before] : [before, behind]
    if (left.length > 0) this.#flushText()
    this.#addTextUnit(unit, state)
    this.#x += width
    if (this.#text && before.length + behind.length > 0) {
      const other = this.#text.anchors ?? { before, behind }
      this.#text.anchors = {
        before: before.length > 0 ? before : other.before,
        behind: behind.length > 0 ? behind : other.behind,
      }
    }
    if (right.length > 0) this.#flushText()
  }

  /** Behind the word beside it, or behind all else, beyond the edge at which the line ends. */
  #addSeparator({ run, word, overhang }: SeparatorUnit, { state, level }: LineItem): void {
    const isBesideWord = state.parent !== undefined
    if (this.readingOrder && !isBesideWord) this.#flushText()
    const text = this.#textOf(run, state, false)
    const isLeft = isBesideWord ? (level & 1) === 1 : this.direction === 'rtl'
    text.separator = { word, position: (isLeft ? (isBesideWord ? this.#x : this.start) - overhang : this.#x) - text.x }
  }

  #textOf(run: InlineRun, state: InlineBoxState, isLeader: boolean): OpenText {
    const text = this.#text
    if (text && !text.symbol && text.state === state && isAlike(text.run, run)) return text
    return this.#begin(run, state, isLeader, undefined)
  }

  #begin(run: InlineRun, state: InlineBoxState, isLeader: boolean, symbol: SymbolName | undefined): OpenText {
    this.#enter(state)
    const text: OpenText = {
      state,
      run,
      order: this.#order,
      x: this.#x,
      words: [],
      positions: [],
      isLeader,
      symbol,
      separator: undefined,
      anchors: undefined,
    }
    this.#text = text
    return text
  }

  #addLeader({ run, word, space, width }: LeaderUnit, room: number, state: InlineBoxState): void {
    const start = this.#x
    this.#addWord(run, space, state)
    this.#flushText()
    for (const at of leaderPositions(width, start, start + room, this.containingWidth, this.direction)) {
      this.#x = at
      this.#addWord(run, word, state, true)
    }
    this.#x = start + room
    this.#flushText()
  }

  #addAtomic({ state, atomic, width, anchors }: LineItem): void {
    if (!atomic) return
    this.#enter(state)
    this.#flushDecorated()
    const { fragment, ascent, marginTop, marginLeft } = atomic.inline
    const { subtree, shift } = atomic.place
    const top = subtree.baseline + shift - ascent + marginTop
    this.#put(this.#x + marginLeft, top, fragment, this.#order, anchors)
    this.#x += width
    if (fragment.spill) this.#reach = Math.max(this.#reach, top + fragment.height + fragment.spill)
  }

  #addEdge(unit: EdgeUnit, state: InlineBoxState): void {
    const side = edgeSide(unit)
    const { margin, border, padding } = inlineEdge(unit.box, side, this.containingWidth)
    this.#flushText()
    if (!state.hasFragment) {
      this.#x += margin + border + padding
      return
    }
    if (side === 'left') {
      if (state.parent) this.#enter(state.parent)
      this.#x += margin
      const fragment = this.#enter(state)
      if (fragment) {
        fragment.borderLeft = border
        fragment.paddingLeft = padding
        fragment.hasLeft = hasEdge(unit.box, side)
      }
      this.#x += border + padding
      return
    }
    const fragment = this.#enter(state)
    if (fragment) {
      fragment.borderRight = border
      fragment.paddingRight = padding
      fragment.hasRight = hasEdge(unit.box, side)
    }
    this.#x += border + padding
    if (state.parent) this.#enter(state.parent)
    this.#x += margin
  }

  /** Ends the fragments that do not enclose `state` and starts those that do; returns the innermost. */
  #enter(state: InlineBoxState): OpenFragment | undefined {
    this.#flushText()
    const wanted: InlineBoxState[] = []
    for (let at: InlineBoxState | undefined = state; at; at = at.parent) if (at.hasFragment) wanted.unshift(at)
    let common = 0
    while (common < wanted.length && this.#open[common]?.state === wanted[common]) common++
    if (this.#open.length > common || wanted.length > common) this.#flushDecorated()
    while (this.#open.length > common) this.#close()
    for (let i = common; i < wanted.length; i++) {
      const opened = wanted[i] as InlineBoxState
      this.#open.push({
        state: opened,
        children: [],
        x: this.#x,
        y: this.#borderTop(opened),
        borderLeft: 0,
        borderRight: 0,
        paddingLeft: 0,
        paddingRight: 0,
        hasLeft: opened.box?.aroundLine === true,
        hasRight: opened.box?.aroundLine === true,
      })
    }
    return this.#open.at(-1)
  }

  /** The border box of an inline box stands around its content area, whatever the line height. */
  #borderTop({ text, subtree, shift }: InlineBoxState): number {
    const { style } = text
    const padding = resolveLength(style.paddingTop, this.containingWidth)
    return subtree.baseline + shift - text.boxAscent - padding - style.borderTopWidth
  }

  #close(): void {
    const closed = this.#open.pop()
    if (!closed) return
    const { x, y, children, hasLeft, hasRight } = closed
    const order = children.reduce((least, child) => Math.min(least, this.#orderOf(child)), Number.POSITIVE_INFINITY)
    const { box, text, subtree, shift } = closed.state
    invariant(box, 'a fragment of an inline box')
    const { style } = text
    const padding = {
      top: resolveLength(style.paddingTop, this.containingWidth),
      right: closed.paddingRight,
      bottom: resolveLength(style.paddingBottom, this.containingWidth),
      left: closed.paddingLeft,
    }
    const border = {
      top: style.borderTopWidth,
      right: closed.borderRight,
      bottom: style.borderBottomWidth,
      left: closed.borderLeft,
    }
    const baseline = subtree.baseline + shift - y
    const fragment = boxFragment({
      box,
      style,
      width: this.#x - x,
      height: baseline + text.boxDescent + padding.bottom + border.bottom,
      border,
      padding,
      children: this.#inOrder(children),
      firstBaseline: baseline,
      lastBaseline: baseline,
      cut: hasLeft && hasRight ? undefined : { top: false, bottom: false, left: !hasLeft, right: !hasRight },
    })
    this.#put(x, y, fragment, order)
  }

  /** Places a fragment whose offset is relative to the line. */
  #put(x: number, y: number, fragment: PlacedFragment['fragment'], order: number, anchors?: Anchors): void {
    const parent = this.#open.at(-1)
    const plain = parent ? { x: x - parent.x, y: y - parent.y, fragment } : { x, y, fragment }
    const placed = anchors ? { ...plain, anchors } : plain
    if (this.readingOrder) this.#orders.set(placed, order)
    ;(parent?.children ?? this.#children).push(placed)
  }

  #flushText(): void {
    const text = this.#text
    if (!text) return
    this.#text = undefined
    const { state, run, x, words, positions, isLeader, order, symbol, separator, anchors } = text
    const width = this.#x - x
    const { emphasis } = run.style
    const marks =
      emphasis && !isLeader && !symbol
        ? placeMarks(emphasis, { fontSize: run.fontSize, words, positions, letterSpacing: run.style.letterSpacing })
        : undefined
    const fragment = textFragment({
      style: run.style.style,
      fontSize: run.fontSize,
      width,
      height: run.style.ascent + run.style.descent,
      ascent: run.style.ascent,
      words,
      positions,
      letterSpacing: run.style.letterSpacing,
      isLeader,
      symbol,
      marks,
      separator,
      anchors,
    })
    const y = state.subtree.baseline + state.shift - run.style.ascent
    if (state.decorations.length === 0 && this.#decorated.length === 0) this.#put(x, y, fragment, order)
    else this.#decorated.push({ x, y, width, state, fragment, order })
  }

  /** Puts the texts since the last one together with the lines below and above them. */
  #flushDecorated(): void {
    this.#flushText()
    const texts = this.#decorated
    if (texts.length === 0) return
    this.#decorated = []
    const first = texts.reduce((least, { order }) => Math.min(least, order), Number.POSITIVE_INFINITY)
    const last = texts.reduce((most, { order }) => Math.max(most, order), 0)
    for (const { x, y, fragment } of decorateTexts(texts, 'below-text')) this.#put(x, y, fragment, first - 0.5)
    for (const { x, y, fragment, order } of texts) this.#put(x, y, fragment, order)
    for (const { x, y, fragment } of decorateTexts(texts, 'above-text')) this.#put(x, y, fragment, last + 0.5)
  }
}

/** Where texts end that begin at an index. */
function endOfTexts(placed: readonly PlacedFragment[], start: number): number {
  let end = start
  while (placed[end]?.fragment.kind === 'text') end++
  return end
}

/** Whether text of two runs is one fragment. */
function isAlike(a: InlineRun, b: InlineRun): boolean {
  return a.style === b.style && a.fontSize === b.fontSize && a.level === b.level
}
