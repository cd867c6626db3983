import { assertNever } from '../../base/invariant.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { FirstLineStyles } from '../../style/styled-tree.js'
import type { RunningText } from '../../template/bound-tree.js'
import type {
  AtomicBox,
  FirstLineContent,
  InlineBox,
  InlineItem,
  OutOfFlowBox,
  PageMark,
  SymbolName,
} from '../box-tree.js'
import { transformText } from '../text-transform.js'
import {
  CARRIAGE_RETURN,
  dropsSegmentBreak,
  firstCharacter,
  isCollapsibleWhiteSpace,
  isSegmentBreak,
  LINE_FEED,
  lastCharacter,
  SPACE,
} from './white-space.js'

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/** An inline box under construction: its number is given when it is certain that it exists. */
export type InlineBoxDraft = Draft<InlineBox>

const NONE: OutOfFlowBox[] = []

/** A text item whose last space may still turn out to be superfluous. */
type TextDraft = Draft<Extract<InlineItem, { kind: 'text' }>>

/** A text before `text-transform`, and the character that stands before it. */
interface PlainText {
  text: string
  readonly before: string
}

/**
 * Collects the content of one inline formatting context and applies the first phase of white-space processing
 * (css-text-3 §4.1.1) across its inline boundaries, then `text-transform`.
 */
export class InlineRun {
  readonly #items: InlineItem[] = []
  #boxes: InlineBoxDraft[] | undefined
  #outOfFlow: OutOfFlowBox[] = NONE
  /** Something here makes a line box: text, an atomic inline, a break, or an edge of an inline box. */
  #content = false
  /** Collapsible white space that comes now vanishes: a collapsible space or the start of a line stands before it. */
  #atSpace = true
  /** The text that ends in the last collapsible space, while nothing but inline edges follows it. */
  #spaceText: TextDraft | undefined
  /** The text before that space, if the space is a text of its own. */
  #beforeSpace = ''
  /** When that space stands for a segment break: the character before it. East Asian text around it makes it vanish. */
  #beforeBreak: string | undefined
  /** The last character of the text so far, empty where something else stands before. */
  #before = ''
  /** The texts as they were given, where they may look otherwise on the first line. */
  readonly #plain: Map<InlineItem, PlainText> | undefined

  /** @param lineStyles those on its first line, if that has some of its own */
  constructor(private readonly lineStyles?: FirstLineStyles) {
    this.#plain = lineStyles && new Map()
  }

  get hasContent(): boolean {
    return this.#content
  }

  /** Inline boxes are among the items. */
  get hasBoxes(): boolean {
    return this.#boxes !== undefined
  }

  /** Floats and absolutely positioned boxes among the items. */
  get outOfFlow(): readonly OutOfFlowBox[] {
    return this.#outOfFlow
  }

  addText(text: string, style: ComputedStyle): void {
    switch (style.whiteSpaceCollapse) {
      case 'collapse':
        if (this.#isPlain(text)) this.#pushCollapsed(text, style)
        else this.#collapse(text, style, false)
        return
      case 'preserve-breaks':
        this.#collapse(text, style, true)
        return
      case 'preserve':
      case 'break-spaces':
        this.#preserve(text, style)
        return
      default:
        assertNever(style.whiteSpaceCollapse)
    }
  }

  /** Adds text as it is, such as that of a marker; collapsible white space after it vanishes. */
  addVerbatim(text: string, style: ComputedStyle, symbol?: SymbolName): void {
    if (text === '') return
    this.#items.push(textItem(text, style, symbol))
    this.#content = true
    this.#atSpace = true
    this.#spaceText = undefined
    this.#before = ''
  }

  /** Marks of the inline boxes opened here. */
  get marks(): readonly PageMark[] {
    return this.#boxes?.flatMap((box) => box.marks ?? []) ?? []
  }

  /** Adds a text that depends on the page; the given one stands for it. */
  addRunning(text: string, style: ComputedStyle, running: RunningText): void {
    this.#settleSpace(text)
    this.#items.push({ kind: 'text', text: transformText(text, style, ''), style, running })
    this.#content = true
    this.#endText()
  }

  /** @param hasEdge the box has a visible start edge, which makes a line box even without content */
  open(box: InlineBoxDraft, hasEdge: boolean): void {
    this.#items.push({ kind: 'open', box })
    if (this.#boxes) this.#boxes.push(box)
    else this.#boxes = [box]
    if (hasEdge) this.#content = true
  }

  close(box: InlineBoxDraft, hasEdge: boolean): void {
    this.#items.push({ kind: 'close', box })
    if (hasEdge) this.#content = true
  }

  addAtomic(box: AtomicBox): void {
    this.#items.push({ kind: 'atomic', box })
    this.#content = true
    this.#endText()
  }

  /** White space collapses across such boxes as if they were not there. */
  addOutOfFlow(box: OutOfFlowBox): void {
    this.#items.push({ kind: 'out-of-flow', box })
    if (this.#outOfFlow === NONE) this.#outOfFlow = [box]
    else this.#outOfFlow.push(box)
  }

  /** Puts boxes beside the flow before everything else. */
  prepend(boxes: readonly OutOfFlowBox[]): void {
    if (boxes.length === 0) return
    this.#outOfFlow = [...boxes, ...this.#outOfFlow]
    this.#items.unshift(...boxes.map((box) => ({ kind: 'out-of-flow', box }) as const))
  }

  addBreak(style: ComputedStyle): void {
    this.#items.push({ kind: 'break', style })
    this.#content = true
    this.#endText()
    this.#atSpace = true
  }

  addLeader(pattern: string, style: ComputedStyle): void {
    this.#items.push({ kind: 'leader', pattern, style })
    this.#content = true
    this.#endText()
  }

  addOpportunity(): void {
    this.#items.push({ kind: 'opportunity' })
    this.#before = ''
  }

  /** The collected items: a space at the end, which no line ever shows, is gone, and inline boxes have their numbers. */
  finish(nextId: () => number): readonly InlineItem[] {
    if (this.#spaceText) this.#dropSpace(this.#spaceText)
    if (this.#boxes) for (const box of this.#boxes) box.id = nextId()
    return this.#items
  }

  /** The finished items as they stand on the first line, if that has styles of its own. */
  firstLine(nextId: () => number): FirstLineContent | undefined {
    if (!this.lineStyles || !this.#content) return undefined
    const { lines, onLine } = this.lineStyles
    const styles = new Map<ComputedStyle, ComputedStyle>()
    const items = this.#items.map((item): InlineItem => {
      if (item.kind === 'open') styles.set(item.box.style, onLine(item.box.style))
      if (item.kind === 'leader') return { ...item, style: onLine(item.style) }
      return item.kind === 'text' ? { ...item, ...this.#textWith(item, onLine(item.style)) } : item
    })
    const boxes = lines.map(
      (style): InlineBox => ({ kind: 'inline', id: nextId(), style, node: undefined, aroundLine: true }),
    )
    return { style: lines[lines.length - 1] as ComputedStyle, boxes, items, styles }
  }

  #textWith(item: TextDraft, style: ComputedStyle): Pick<TextDraft, 'text' | 'style'> {
    const plain = style.textTransform === item.style.textTransform ? undefined : this.#plain?.get(item)
    return { text: plain ? transformText(plain.text, style, plain.before) : item.text, style }
  }

  #endText(): void {
    this.#atSpace = false
    this.#spaceText = undefined
    this.#beforeBreak = undefined
    this.#before = ''
  }

  /** Nothing in the text needs processing: single spaces only, none at a place where it would collapse. */
  #isPlain(text: string): boolean {
    let afterSpace = this.#atSpace
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > SPACE) afterSpace = false
      else if (code === SPACE && !afterSpace) afterSpace = true
      else if (isCollapsibleWhiteSpace(code)) return false
    }
    return true
  }

  /** Collapses runs of spaces, tabs and segment breaks; `keepBreaks` for `pre-line`. */
  #collapse(text: string, style: ComputedStyle, keepBreaks: boolean): void {
    let collapsed = ''
    /** The last character of that; asking a string for it while it grows would copy the string each time. */
    let last = ''
    let start = 0
    let i = 0
    while (i < text.length) {
      if (!isCollapsibleWhiteSpace(text.charCodeAt(i))) {
        i++
        continue
      }
      collapsed += text.slice(start, i)
      if (i > start) last = lastCharacter(text.slice(Math.max(start, i - 2), i))
      let breaks = 0
      for (; i < text.length && isCollapsibleWhiteSpace(text.charCodeAt(i)); i++) {
        if (isSegmentBreak(text, i)) breaks++
      }
      start = i
      if (keepBreaks && breaks > 0) {
        this.#pushCollapsed(collapsed, style)
        collapsed = ''
        this.#keepBreaks(breaks, style)
      } else if (i === text.length) {
        this.#endInSpace(collapsed, breaks > 0, style)
        return
      } else if (collapsed !== '' || !this.#atSpace) {
        const before = collapsed === '' ? this.#before : last
        if (breaks === 0 || !dropsSegmentBreak(before, firstCharacter(text.slice(i, i + 2)))) {
          collapsed += ' '
          last = ' '
        }
      } else if (breaks > 0) {
        this.#markBreak()
      }
    }
    this.#pushCollapsed(collapsed + text.slice(start), style)
  }

  /** A text that ends in white space: what comes next decides whether a segment break leaves a space. */
  #endInSpace(collapsed: string, isBreak: boolean, style: ComputedStyle): void {
    if (collapsed !== '' || !this.#atSpace) this.#pushCollapsed(`${collapsed} `, style)
    if (isBreak) this.#markBreak()
  }

  /** The last collapsible space has a segment break beside it, so it stands for that. */
  #markBreak(): void {
    if (!this.#spaceText) return
    const text = this.#spaceText.text
    this.#beforeBreak = text.length > 1 ? lastCharacter(text.slice(0, -1)) : this.#beforeSpace
  }

  #keepBreaks(count: number, style: ComputedStyle): void {
    if (this.#spaceText) this.#dropSpace(this.#spaceText)
    for (let n = 0; n < count; n++) this.addBreak(style)
  }

  /** Adds collapsed text, which may end in one collapsible space. */
  #pushCollapsed(text: string, style: ComputedStyle): void {
    if (text === '') return
    this.#settleSpace(text)
    const item = this.#pushText(text, style)
    this.#content = true
    this.#atSpace = text.charCodeAt(text.length - 1) === SPACE
    if (this.#atSpace) {
      this.#spaceText = item
      this.#beforeSpace = this.#before
    }
    this.#before = lastCharacter(text)
  }

  #pushText(text: string, style: ComputedStyle): TextDraft {
    const item: TextDraft = { kind: 'text', text: transformText(text, style, this.#before), style }
    this.#items.push(item)
    this.#plain?.set(item, { text, before: this.#before })
    return item
  }

  /** Text follows the last space: it stays, unless it stands for a segment break that vanishes. */
  #settleSpace(next: string): void {
    if (this.#spaceText && this.#beforeBreak !== undefined) {
      if (dropsSegmentBreak(this.#beforeBreak, firstCharacter(next))) this.#dropSpace(this.#spaceText)
    }
    this.#spaceText = undefined
    this.#beforeBreak = undefined
  }

  #dropSpace(item: TextDraft): void {
    item.text = item.text.slice(0, -1)
    const plain = this.#plain?.get(item)
    if (plain) plain.text = plain.text.slice(0, -1)
    if (item.text === '') this.#items.splice(this.#items.lastIndexOf(item), 1)
    this.#spaceText = undefined
  }

  /** `pre`, `pre-wrap` and `break-spaces`: segment breaks become forced breaks, all else stays. */
  #preserve(text: string, style: ComputedStyle): void {
    let start = 0
    for (let i = 0; i < text.length; i++) {
      if (!isSegmentBreak(text, i)) continue
      const end = text.charCodeAt(i) === LINE_FEED && text.charCodeAt(i - 1) === CARRIAGE_RETURN ? i - 1 : i
      this.#pushPreserved(text.slice(start, end), style)
      this.addBreak(style)
      start = i + 1
    }
    this.#pushPreserved(text.slice(start), style)
  }

  #pushPreserved(text: string, style: ComputedStyle): void {
    if (text === '') return
    this.#settleSpace(text)
    this.#pushText(text, style)
    this.#content = true
    this.#atSpace = false
    this.#before = lastCharacter(text)
  }
}

/** Text as it stands on a line, that of a marker with its symbol. */
export function textItem(text: string, style: ComputedStyle, symbol: SymbolName | undefined): InlineItem {
  return symbol ? { kind: 'text', text, style, symbol } : { kind: 'text', text, style }
}
