import { invariant } from '../base/invariant.js'
import type { Matrix } from '../base/matrix.js'
import type { Path } from '../base/path.js'
import type { WorkBudget } from '../base/work-budget.js'
import type { FillRule } from '../images/vector-types.js'
import type { ShapePen, StrokedLine, StrokedPath } from '../paint/paint-target.js'
import type { Color } from '../style/computed-style.js'
import { type PaginationArtifact, STRUCTURE_TYPES, type Tag } from '../tags/structure-element.js'
import type { ArtifactProperties } from './artifact-properties.js'
import { type ByteSink, roundCoordinate } from './byte-sink.js'
import { type FilledRect, joinRects } from './filled-rect.js'
import { type GraphicsParameters, type GraphicsResources, GraphicsState } from './graphics-state.js'
import type { CurrentContent, MarkedContent } from './marked-content.js'
import { writeMatrix, writePath } from './path-operators.js'
import { hexUtf16 } from './to-unicode.js'

/** How pieces of content begin, by the numbers of their types. With the spaces, zlib finds more of what cells repeat. */
const BEGINNINGS = STRUCTURE_TYPES.map((type) => `/${type} << /MCID `)

/** Where a `save` was, and what the stream was like there. */
interface SavedState {
  readonly parameters: GraphicsParameters
  /** Length of the operators. */
  readonly length: number
  readonly inText: boolean
  readonly marked: boolean
  readonly tag: Tag | PaginationArtifact | undefined
  readonly tagInText: boolean
}

/** The beginning of an upright line of text, as it is written. */
interface TextLineStart {
  readonly start: number
  readonly y: number
}

/** Files for the archive have no strings of more than 32,767 bytes (ISO 19005-2 §6.1.13). */
const LONGEST_STRING = 32_000

/** A step of work for each 2⁴ bytes of operators. */
const BYTES_PER_STEP = 4

/** Operators that a stream may gather before they are paid for: no page is to grow without end. */
const MOST_UNPAID = 65_536

/** What the content streams of a document share. */
export interface StreamContext extends GraphicsResources {
  /** Pays for what is painted: that of the document. */
  work: WorkBudget
  /** What is painted belongs to it, unless text says otherwise. */
  readonly content: CurrentContent
  readonly artifacts: ArtifactProperties
}

/**
 * Operators of a page or a form in CSS px, y downwards; whoever embeds the text sets that coordinate system.
 * Grows while it is painted on.
 */
export class ContentStream {
  readonly state: GraphicsState
  readonly #out: ByteSink
  #inText = false
  /** Whether a TJ operator is open, its string at the end. */
  #inArray = false
  /** Where its last string began. */
  #stringStart = 0
  /** Where the last line of the text object that is open began, if others can be moved to from there. */
  #line: TextLineStart | undefined
  readonly #lastRect: FilledRect = { x: 0, y: 0, width: 0, height: 0, start: 0, end: -1 }
  /** Length of the operators that are paid for. */
  #paid = 0
  readonly #saved: SavedState[] = []
  /** Whether anything was painted since the last `save` that is not restored. */
  #marked = false
  /** The owner of the open marked-content sequence, and whether that began within the text object. */
  #tag: Tag | PaginationArtifact | undefined
  #tagInText = false
  /** Whether the glyphs that stand for another text are a piece of content. */
  #isReplacedApart = false

  /**
   * @param shared by all streams of the document
   * @param marks numbers content; absent for what is drawn as one object, whose use is marked instead
   * @param out takes the operators, from its start
   */
  constructor(
    private readonly shared: StreamContext,
    readonly marks: MarkedContent | undefined,
    out: ByteSink,
  ) {
    out.truncate(0)
    this.#out = out
    this.state = new GraphicsState(out, shared)
  }

  get isEmpty(): boolean {
    return this.#out.length === 0
  }

  /** All operators so far, with an open text object ended. */
  finish(): Uint8Array {
    this.endText()
    this.#endTag()
    this.pay()
    return this.#out.written
  }

  /** Appends operators, given as Latin-1 text, as they are. */
  append(operators: string): void {
    this.#out.text(operators)
  }

  save(): void {
    this.#saved.push({
      parameters: this.state.parameters,
      length: this.#out.length,
      inText: this.#inText,
      marked: this.#marked,
      tag: this.#tag,
      tagInText: this.#tagInText,
    })
    this.#marked = false
    this.endText()
    this.#out.text('q\n')
  }

  /** Ends what the matching `save` began: as if it had never been where nothing was painted since. */
  restore(): void {
    const saved = this.#saved.pop()
    invariant(saved, 'a state that was saved')
    this.state.parameters = saved.parameters
    if (this.#marked) {
      this.endText()
      this.#out.text('Q\n')
      return
    }
    this.#out.truncate(saved.length)
    this.#inText = saved.inText
    this.#marked = saved.marked
    this.#tag = saved.tag
    this.#tagInText = saved.tagInText
    this.#paid = Math.min(this.#paid, this.#out.length)
  }

  clip(path: Path, rule: FillRule = 'nonzero'): void {
    this.endText()
    writePath(this.#out, path)
    this.#out.text(rule === 'nonzero' ? 'W n\n' : 'W* n\n')
  }

  transform(matrix: Matrix): void {
    this.endText()
    this.state.transform(matrix)
  }

  /** Sets parameters by the name of a graphics state dictionary. */
  setParameters(name: string): void {
    this.endText()
    this.#out.text(`/${name} gs\n`)
  }

  /** Rectangles that continue each other, as the borders of a row do, become one. */
  fillRect(x: number, y: number, width: number, height: number, color: Color): void {
    this.endText()
    this.#beginTag()
    this.state.setFill(color)
    this.#marked = true
    const last = this.#lastRect
    if (last.end === this.#out.length && joinRects(last, x, y, width, height)) this.#out.truncate(last.start)
    else {
      last.x = x
      last.y = y
      last.width = width
      last.height = height
      last.start = this.#out.length
    }
    this.#out.point(last.x, last.y)
    this.#out.point(last.width, last.height)
    this.#out.text('re f\n')
    last.end = this.#out.length
  }

  fillPath(path: Path, color: Color, rule: FillRule = 'evenodd'): void {
    this.endText()
    this.state.setFill(color)
    this.fillArea(path, rule)
  }

  /** Fills with the colour or pattern that was set before. */
  fillArea(path: Path, rule: FillRule): void {
    this.#beginTag()
    this.#marked = true
    writePath(this.#out, path)
    this.#out.text(rule === 'nonzero' ? 'f\n' : 'f*\n')
  }

  /** Strokes with the colour or pattern that was set before. */
  strokeShape(path: Path, pen: ShapePen): void {
    this.endText()
    this.#beginTag()
    this.state.setShapePen(pen)
    this.#marked = true
    writePath(this.#out, path)
    this.#out.text('S\n')
  }

  strokeLine(line: StrokedLine): void {
    this.endText()
    this.#beginTag()
    this.state.setLine(line.color, line.width, line.dashes, line.cap)
    this.#marked = true
    this.#out.point(line.x1, line.y1)
    this.#out.text('m ')
    this.#out.point(line.x2, line.y2)
    this.#out.text('l S\n')
  }

  strokePath(stroke: StrokedPath): void {
    this.endText()
    this.#beginTag()
    this.state.setLine(stroke.color, stroke.width, stroke.dashes, stroke.cap)
    this.#marked = true
    writePath(this.#out, stroke.path)
    this.#out.text('S\n')
  }

  /**
   * Draws a form or image, the unit of whose coordinates a matrix may give.
   * @param isMarked it is a form whose content is marked itself
   */
  drawObject(name: string, matrix: Matrix | undefined, alpha: number, isMarked = false): void {
    this.endText()
    if (isMarked) this.#endTag()
    else this.#beginTag()
    this.state.setAlpha(alpha)
    this.#marked = true
    if (!matrix) {
      this.#out.text(`/${name} Do\n`)
      return
    }
    this.#out.text('q ')
    writeMatrix(this.#out, matrix)
    this.#out.text(`cm /${name} Do Q\n`)
  }

  /** Fills the clip with a shading (§8.7.4.2). */
  paintShading(name: string): void {
    this.#beginTag()
    this.#marked = true
    this.#out.text(`/${name} sh\n`)
  }

  /**
   * Where the next line of text begins and how its letters lean, as a text matrix (§9.4.2) that turns them upright, for
   * y grows downwards on the page. What follows on the same baseline, as the cells of a row do, is moved to from there,
   * by the difference of rounded numbers, so that nothing adds up. Lines below each other are not: readers compare
   * positions, and hair's breadths between the rows of a column would make them read the columns in another order.
   */
  setLine(x: number, y: number, slant: number): void {
    const start = roundCoordinate(x)
    const last = this.#line
    this.#line = slant === 0 ? { start, y } : undefined
    if (slant === 0 && last?.y === y) {
      this.#out.number(start - last.start)
      this.#out.text('0 Td\n')
      return
    }
    this.#out.text('1 0 ')
    this.#out.number(slant)
    this.#out.text('-1 ')
    this.#out.point(x, y)
    this.#out.text('Tm\n')
  }

  /** How far above its line text stands, in px: a text rise (§9.3.7). */
  setRise(rise: number): void {
    this.#out.number(rise)
    this.#out.text('Ts\n')
  }

  /** Glyphs in the string of a TJ operator (§9.4.3), which begins when none is open. */
  show(glyphs: string): void {
    if (!this.#inArray) {
      this.#inArray = true
      this.#out.text('[(')
      this.#stringStart = this.#out.length
    } else if (this.#out.length + glyphs.length - this.#stringStart > LONGEST_STRING) {
      this.#out.text(')(')
      this.#stringStart = this.#out.length
    }
    this.#out.text(glyphs)
  }

  /** Moves back within a TJ operator. @param thousandths whole, of an em */
  moveBack(thousandths: number): void {
    this.#out.text(this.#inArray ? ')' : '[')
    this.#inArray = true
    this.#out.integer(thousandths)
    this.#out.text('(')
    this.#stringStart = this.#out.length
  }

  /** Ends the TJ operator that is open, if one is. */
  endShow(): void {
    if (!this.#inArray) return
    this.#inArray = false
    this.#out.text(')]TJ\n')
  }

  /** Opens a text object unless one is open. @param tag what the text belongs to */
  beginText(tag: Tag | PaginationArtifact = this.shared.content.tag ?? 'artifact'): void {
    // An artifact that goes on in text begins again within it: what ends it is then the same wherever text of cells follows.
    if (this.marks && (!this.#continues(tag) || (tag === 'artifact' && !this.#inText))) this.#endTag()
    this.#openText()
    this.#beginTag(tag)
  }

  #openText(): void {
    if (this.#out.length - this.#paid > MOST_UNPAID) this.pay()
    this.#marked = true
    if (this.#inText) return
    this.#inText = true
    this.#line = undefined
    this.#out.text('BT\n')
  }

  /**
   * Begins glyphs that stand for another text than their own (§14.9.4). A sequence within a piece of content is right, but
   * poppler takes its end for that of the piece, and loses the rest: where they may, they are a piece of their own. Whatever
   * the type of the element the tag is `Span`, without which poppler does not look for the text.
   * Returns whether the text object that was open had to end, and with it the line in it.
   */
  beginActualText(text: string, tag: Tag | PaginationArtifact | undefined): boolean {
    const owner = tag ?? this.shared.content.tag ?? 'artifact'
    let hasEnded = false
    let number = ''
    this.#isReplacedApart = false
    if (this.marks && typeof owner === 'number') {
      this.#endTag()
      hasEnded = !this.#inText
      this.#openText()
      this.#tag = owner
      this.#tagInText = true
      this.#isReplacedApart = true
      number = `/MCID ${this.marks.add(owner)}`
    } else this.beginText(owner)
    this.#out.text(`/Span<<${number}/ActualText<feff${hexUtf16(text)}>>>BDC\n`)
    return hasEnded
  }

  endActualText(): void {
    if (this.#isReplacedApart) this.#endTag()
    else this.#out.text('EMC\n')
  }

  endText(): void {
    if (this.#out.length - this.#paid > MOST_UNPAID) this.pay()
    if (!this.#inText) return
    if (this.#tagInText) this.#endTag()
    this.#inText = false
    this.#out.text('ET\n')
  }

  /** Another piece of content follows, even when it is of the same element: something stands between. */
  breakContent(): void {
    this.#marked = true
    this.#endTag()
  }

  /** Sequences of marked content and text objects are nested properly (§14.6.1), whichever is the outer one. */
  #beginTag(tag: Tag | PaginationArtifact = this.shared.content.tag ?? 'artifact'): void {
    if (!this.marks || this.#continues(tag)) return
    this.#endTag()
    this.#tag = tag
    this.#tagInText = this.#inText
    if (typeof tag === 'string') {
      this.#out.text(tag === 'artifact' ? '/Artifact BMC\n' : `/Artifact/${this.shared.artifacts.nameOf(tag)} BDC\n`)
      return
    }
    // Each cell begins one: written in parts, for a text put together would be taken apart again.
    this.#out.text(BEGINNINGS[this.marks.typeNumberOf(tag)] as string)
    this.#out.integer(this.marks.add(tag))
    this.#out.text('>>BDC\n')
  }

  /** Whether content belongs to the sequence that is open: nothing else was told in its element since. */
  #continues(tag: Tag | PaginationArtifact): boolean {
    return tag === this.#tag && (typeof tag !== 'number' || !this.marks?.endsWithElement(tag))
  }

  #endTag(): void {
    if (this.#tag === undefined) return
    const isInText = this.#tagInText
    this.#tag = undefined
    this.#tagInText = false
    if (!isInText) this.endText()
    this.#out.text('EMC\n')
  }

  /** Pays for the operators so far. */
  pay(): void {
    const { length } = this.#out
    this.shared.work.spend((length - this.#paid) >> BYTES_PER_STEP)
    this.#paid = length
  }
}
