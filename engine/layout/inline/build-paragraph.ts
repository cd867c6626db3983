import { assertNever } from '../../base/invariant.js'
import { snap } from '../../base/units.js'
import type { InlineBox, InlineItem, InlineRootBox, OutOfFlowBox, SymbolName } from '../../boxes/box-tree.js'
import { floatSide } from '../../boxes/out-of-flow.js'
import type { ShapedWord } from '../../fonts/font-types.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { affectsContent, groupsContent } from '../carried-effects.js'
import type { LayoutContext } from '../layout-types.js'
import type { BidiLevels } from './bidi-algorithm.js'
import { baseDirection, needsBidi, resolveLevels } from './bidi-levels.js'
import { textOfItem } from './item-text.js'
import { isBarrier, type Joins, joinBarriers, joinsAt, joinsOf } from './joining.js'
import { keepPhrases } from './keep-phrases.js'
import { adjustLeaderBreaks, leaderUnit } from './leader.js'
import {
  addBreaksBetweenLetters,
  type BreakOpportunities,
  findBreaks,
  removeBreaksBetweenLetters,
} from './line-breaks.js'
import { adjustStrictness } from './line-strictness.js'
import type { InlineRun, Paragraph, SpaceUnit, Unit } from './paragraph.js'
import { endsAt, seamKerning } from './seams.js'
import {
  MAX_WORD_LENGTH,
  measureWord,
  shapeSpace,
  shapeText,
  shapeWordUnit,
  spaceAdvance,
  WidthSum,
  wordAdvance,
} from './shape-text.js'
import {
  IDEOGRAPHIC_SPACE,
  isEastAsian,
  isInvisible,
  isSpaceless,
  NO_BREAK_SPACE,
  SOFT_HYPHEN,
  SPACE,
  TAB,
} from './text-codes.js'
import { itemizeText, plainRun, ScriptReader } from './text-runs.js'
import { symbolAdvance, type TextStyle, textStyleOf } from './text-style.js'

/** Turns the items of an inline root into units: runs are itemized, words shaped, break opportunities known. */
export function buildParagraph(ctx: LayoutContext, root: InlineRootBox): Paragraph {
  const paragraph = paragraphIn(ctx, root, root.style)
  const { firstLine } = root
  if (!firstLine) return paragraph
  const onLine = paragraphIn(ctx, { ...root, items: firstLine.items }, firstLine.style)
  return { ...paragraph, firstLine: { ...onLine, around: firstLine.boxes, styles: firstLine.styles } }
}

/** @param style that of the lines */
function paragraphIn(ctx: LayoutContext, root: InlineRootBox, style: ComputedStyle): Paragraph {
  const text = paragraphText(root)
  const breaks = findBreaks(text)
  adjustBreaks(root, text, breaks)
  adjustLeaderBreaks(root, breaks, (item) => textOfItem(item).length)
  const bidi = needsBidi(root)
  const levels = bidi ? resolveLevels(root, text.length) : undefined
  const rootStyle = textStyleOf(ctx, style)
  const builder = new UnitBuilder(ctx, { root, rootStyle, text, breaks, levels })
  for (const item of root.items) builder.add(item)
  return {
    root,
    rootStyle,
    direction: bidi ? baseDirection(root) : 'ltr',
    bidi,
    text,
    breaks,
    units: builder.units,
    breakBefore: builder.breakBefore,
    hasContent: builder.hasContent,
    firstLine: undefined,
    around: NO_BOXES,
    styles: undefined,
  }
}

const NO_BOXES: readonly InlineBox[] = []

/** The text in which lines are broken. */
function paragraphText(root: InlineRootBox): string {
  if (root.items.length === 1 && root.items[0]?.kind === 'text') return root.items[0].text
  let text = ''
  for (const item of root.items) text += textOfItem(item)
  return text
}

/** Applies `line-break`, `word-break` and `hyphens`, which change the opportunities within single items. */
function adjustBreaks(root: InlineRootBox, text: string, breaks: BreakOpportunities): void {
  let offset = 0
  for (const item of root.items) {
    const { length } = textOfItem(item)
    if (item.kind === 'text') {
      const end = offset + length
      adjustStrictness(item.style, text, breaks, offset, end)
      if (item.style.wordBreak === 'break-all') addBreaksBetweenLetters(text, breaks, offset, end)
      if (item.style.wordBreak === 'keep-all') removeBreaksBetweenLetters(text, breaks, offset, end)
      if (item.style.wordBreak === 'auto-phrase') keepPhrases(item.style.language, text, breaks, offset, end)
      if (item.style.hyphens === 'none') removeSoftHyphenBreaks(text, breaks, offset, end)
    }
    offset += length
  }
}

function removeSoftHyphenBreaks(text: string, breaks: BreakOpportunities, start: number, end: number): void {
  for (let at = text.indexOf('\u00ad', start); at >= 0 && at < end; at = text.indexOf('\u00ad', at + 1)) {
    breaks[at + 1] = 0
  }
}

/** The parts that units are made of. */
interface UnitSource {
  readonly root: InlineRootBox
  /** Style of the lines. */
  readonly rootStyle: TextStyle
  readonly text: string
  readonly breaks: BreakOpportunities
  readonly levels: BidiLevels | undefined
}

class UnitBuilder {
  readonly units: Unit[] = []
  readonly breakBefore: boolean[] = []
  hasContent = false
  readonly #widths = new WidthSum()
  #offset = 0
  readonly #open: { readonly box: InlineBox; readonly style: TextStyle }[] = []
  /** The innermost box that encloses both sides of the place after the last unit that was not an `open`. */
  #boundaryStyle: TextStyle
  /** Where a break before the next leaf goes: before the boxes that open right there. */
  #boundary = 0
  #lastSpace: SpaceUnit | undefined
  /** Index of the word or space that the last run ended with, -1 where something keeps it apart from what follows. */
  #tail = -1
  /** Where letters do not join; worked out for the first word that might. */
  #barriers: ReadonlySet<number> | undefined
  #scripts: ScriptReader | undefined

  constructor(
    private readonly ctx: LayoutContext,
    private readonly source: UnitSource,
  ) {
    this.#boundaryStyle = source.rootStyle
  }

  add(item: InlineItem): void {
    switch (item.kind) {
      case 'text':
        this.#addText(item.text, item.style)
        if (item.symbol) this.#drawSymbol(item.symbol, item.style)
        return
      case 'open':
        if (this.#tail >= 0 && isBarrier(item.box, 'open')) this.#tail = -1
        this.#open.push({ box: item.box, style: textStyleOf(this.ctx, item.box.style) })
        this.#push({ kind: 'open', box: item.box })
        return
      case 'close':
        if (this.#tail >= 0 && isBarrier(item.box, 'close')) this.#tail = -1
        this.#open.pop()
        this.#push({ kind: 'close', box: item.box })
        this.#boundary = this.units.length
        this.#boundaryStyle = this.#top()
        return
      case 'atomic':
        this.#addLeaf({ kind: 'atomic', box: item.box, level: this.source.levels?.[this.#offset] ?? 0 }, this.#offset)
        this.#offset++
        break
      case 'break':
        this.hasContent = true
        this.#push({ kind: 'break', clear: item.style.clear })
        this.#boundary = this.units.length
        this.#lastSpace = undefined
        this.#offset++
        break
      case 'leader':
        this.#addLeaf(leaderUnit(this.ctx, item, this.source.levels?.[this.#offset] ?? 0), this.#offset)
        this.#offset++
        break
      case 'opportunity':
        this.#offset++
        break
      case 'out-of-flow':
        this.#push({
          kind: 'out-of-flow',
          box: item.box,
          inline: this.#positioned(),
          affecting: this.#affecting(item.box),
        })
        // It stays on the line of what comes before it.
        this.#boundary = this.units.length
        break
      default:
        assertNever(item)
    }
    this.#tail = -1
  }

  #top(): TextStyle {
    return this.#open.at(-1)?.style ?? this.source.rootStyle
  }

  /** The innermost open box that absolutely positioned boxes may refer to. */
  #positioned(): InlineBox | undefined {
    return this.#open.findLast(({ box }) => box.style.position !== 'static')?.box
  }

  /** The open boxes that affect a box beside the flow: positions of their own are not moved with what is around them. */
  #affecting(beside: OutOfFlowBox): readonly InlineBox[] | undefined {
    const affects = floatSide(beside) ? affectsContent : groupsContent
    const affecting = this.#open.flatMap(({ box }) => (affects(box) ? [box] : []))
    return affecting.length > 0 ? affecting : undefined
  }

  #push(unit: Unit): void {
    this.units.push(unit)
    this.breakBefore.push(false)
  }

  /** @param at offset of its first code unit in the paragraph */
  #addLeaf(unit: Unit, at: number): void {
    const boundary = this.#boundary
    const mayBreak = this.units.length > 0 && this.#mayBreakAt(at)
    this.#push(unit)
    if (mayBreak) this.breakBefore[boundary] = true
    this.#leafAdded(unit)
  }

  #leafAdded(unit: Unit): void {
    if (unit.kind !== 'space' || !unit.collapsible) this.hasContent = true
    this.#boundary = this.units.length
    this.#boundaryStyle = this.#top()
    this.#lastSpace = unit.kind === 'space' ? unit : undefined
  }

  /**
   * css-text-3 §5.1: at a space, the space's own `white-space` decides; between other characters that of the
   * innermost box around both.
   */
  #mayBreakAt(at: number): boolean {
    const space = this.#lastSpace
    if (space?.run.style.breakSpaces) return true
    if (this.source.breaks[at] !== 1) return false
    if (space && (space.collapsible || space.hangs)) return space.run.style.wraps
    return this.#boundaryStyle.wraps
  }

  #addText(text: string, style: ComputedStyle): void {
    const offset = this.#offset
    const textStyle = textStyleOf(this.ctx, style)
    this.#scripts ??= new ScriptReader(this.source.text)
    const runs = itemizeText(this.ctx, text, textStyle, this.#scripts, { levels: this.source.levels, offset })
    for (const { start, end, run, capitals } of runs) {
      this.#addRun(run, offset + start, offset + end, capitals)
    }
    this.#offset = offset + text.length
  }

  /** Makes a shape of a list item's symbol, and widens the space after it until both are as wide as in browsers. */
  #drawSymbol(symbol: SymbolName, style: ComputedStyle): void {
    this.#tail = -1
    const last = this.units.length - 1
    const space = this.units[last]
    const at = space?.kind === 'space' ? last - 1 : last
    const word = this.units[at]
    if (word?.kind !== 'word') return
    this.units[at] = { ...word, symbol }
    if (space?.kind !== 'space') return
    const wanted = symbolAdvance(textStyleOf(this.ctx, style), symbol)
    this.units[last] = { ...space, width: Math.max(0, wanted - word.width) }
  }

  #addRun(run: InlineRun, start: number, end: number, capitals: boolean): void {
    const isSeam = this.#tail >= 0 && this.#kernSeam(run, start, capitals)
    // A space kerns with the letters around it, also across the seam.
    const textStart = isSeam ? start - 1 : start
    let from = start
    for (let i = start; i < end; i++) {
      const code = this.source.text.charCodeAt(i)
      if (code === SPACE || code === TAB || code === NO_BREAK_SPACE || code === IDEOGRAPHIC_SPACE) {
        this.#addWord(run, from, i, capitals, false)
        from = code === SPACE ? this.#addSpaces(run, i, textStart, end) : i + 1
        if (code === TAB) this.#addTab(run, i)
        if (code === NO_BREAK_SPACE) this.#addFixedSpace(run, i, textStart, end)
        if (code === IDEOGRAPHIC_SPACE) this.#addIdeographicSpace(run, i)
        i = from - 1
      } else if (code === SOFT_HYPHEN) {
        this.#addWord(run, from, i, capitals, this.source.breaks[i + 1] === 1)
        from = i + 1
      } else if (isInvisible(code)) {
        this.#addWord(run, from, i, capitals, false)
        from = i + 1
      } else if (i > from && this.#startsWord(from, i, code)) {
        this.#addWord(run, from, i, capitals, false)
        from = i
      }
    }
    this.#addWord(run, from, end, capitals, false)
    this.#tail = endsAt(this.units.at(-1), end) ? this.units.length - 1 : -1
  }

  /** Kerns the last text with that of another run behind it; returns whether nothing keeps the two apart. */
  #kernSeam(run: InlineRun, start: number, capitals: boolean): boolean {
    const tail = this.units[this.#tail]
    const mayBreak = this.source.breaks[start] === 1
    const kerning = seamKerning(this.ctx, this.source.text, { tail, run, at: start, mayBreak, capitals })
    if (kerning === undefined) return false
    const change = kerning === 0 ? 0 : this.#widths.add(kerning)
    if (tail?.kind === 'word' && kerning !== 0)
      this.units[this.#tail] = { ...tail, width: tail.width + change, kerning }
    else if (tail?.kind === 'space' && change !== 0) this.units[this.#tail] = { ...tail, width: tail.width + change }
    return true
  }

  /**
   * Scripts without spaces are divided at every opportunity, and those that lines are justified in between all
   * characters: they do not kern.
   */
  #startsWord(from: number, at: number, code: number): boolean {
    if (at - from >= MAX_WORD_LENGTH) return code < 0xdc00 || code >= 0xe000
    if (isEastAsian(code) && isEastAsian(this.source.text.charCodeAt(at - 1))) return true
    return this.source.breaks[at] === 1 && (isSpaceless(code) || isSpaceless(this.source.text.charCodeAt(at - 1)))
  }

  #addWord(run: InlineRun, start: number, end: number, capitals: boolean, softHyphen: boolean): void {
    if (start === end) return
    const text = this.source.text.slice(start, end)
    const drawn = capitals ? text.toUpperCase() : text
    const joins = run.shaping.script === 'arab' ? this.#joinsOf(start, end) : 'none'
    const unit = shapeWordUnit(this.ctx, run, drawn, { start, end, softHyphen, joins, kerning: 0 }, this.#widths)
    // Small capitals of a font are read as they are written, and so are those made of large ones, letter for letter.
    const isReadAsWritten = drawn !== text && drawn.length === text.length
    this.#addLeaf(isReadAsWritten ? { ...unit, word: { ...unit.word, readAs: text } } : unit, start)
  }

  #joinsOf(start: number, end: number): Joins {
    this.#barriers ??= joinBarriers(this.source.root)
    const before = !this.#barriers.has(start) && joinsAt(this.source.text, start)
    return joinsOf(before, !this.#barriers.has(end) && joinsAt(this.source.text, end))
  }

  /** Adds the spaces from `at` on within a run; returns the offset behind them. */
  #addSpaces(run: InlineRun, at: number, start: number, end: number): number {
    const { collapses, breakSpaces, wraps } = run.style
    let to = at + 1
    const last = breakSpaces ? to : Math.min(end, at + MAX_WORD_LENGTH)
    while (to < last && this.source.text.charCodeAt(to) === SPACE) to++
    const isSingle = to - at === 1
    const word = isSingle ? shapeSpace(this.ctx, run) : shapeText(this.ctx, run, this.source.text.slice(at, to))
    const advance = isSingle
      ? this.#spaceAdvance(run, word, at, start, end)
      : wordAdvance(run, word) + run.style.wordSpacing * (to - at)
    const width = this.#widths.add(advance)
    const hangs = collapses || (wraps && !breakSpaces)
    this.#addLeaf({ kind: 'space', start: at, run, word, width, collapsible: collapses, hangs }, at)
    return to
  }

  /** Advance of a space at `at` in text of one run from `start` to `end`. */
  #spaceAdvance(run: InlineRun, space: ShapedWord, at: number, start: number, end: number): number {
    return spaceAdvance(
      this.ctx,
      run,
      space,
      this.#codeWithin(at - 1, start, end),
      this.#codeWithin(at + 1, start, end),
    )
  }

  #codeWithin(at: number, start: number, end: number): number {
    return at >= start && at < end ? this.source.text.charCodeAt(at) : Number.NaN
  }

  /** A no-break space separates words as other spaces do and is as wide, kerning included, but it never vanishes. */
  #addFixedSpace(run: InlineRun, at: number, start: number, end: number): void {
    const word = shapeText(this.ctx, run, '\u00a0')
    const width = this.#widths.add(this.#spaceAdvance(run, shapeSpace(this.ctx, run), at, start, end))
    this.#addLeaf({ kind: 'space', start: at, run, word, width, collapsible: false, hangs: false }, at)
  }

  /** A space as wide as an ideograph never vanishes, but hangs at the end of a line (css-text-3 §4.1.2). */
  #addIdeographicSpace(run: InlineRun, start: number): void {
    const { wraps, collapses, breakSpaces } = run.style
    const word = shapeText(this.ctx, run, '\u3000')
    const width = this.#widths.add(wordAdvance(run, word))
    const hangs = collapses || (wraps && !breakSpaces)
    this.#addLeaf({ kind: 'space', start, run, word, width, collapsible: false, hangs }, start)
  }

  #addTab(run: InlineRun, start: number): void {
    const word = shapeSpace(this.ctx, run)
    const interval = tabInterval(this.ctx, run)
    const minimum = snap((run.style.face.metrics.zeroAdvance * run.style.fontSize) / 2)
    this.#addLeaf({ kind: 'tab', start, run, word, interval, minimum, width: 0 }, start)
  }
}

/** Distance of tab stops (css-text-3 §4.2). */
function tabInterval(ctx: LayoutContext, run: InlineRun): number {
  const { tabSize } = run.style.style
  if (tabSize.kind === 'length') return tabSize.px
  const plain = plainRun(run.style)
  const space = measureWord(plain, shapeText(ctx, plain, ' ')) + run.style.wordSpacing
  return snap(tabSize.count * space)
}
