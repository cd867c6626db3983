import { assertNever, invariant } from '../base/invariant.js'
import { IDENTITY, type Matrix, multiply } from '../base/matrix.js'
import type { Path } from '../base/path.js'
import type { WorkBudget } from '../base/work-budget.js'
import type { FillRule } from '../images/vector-types.js'
import type { ShapePen, StrokedLine, StrokedPath } from '../paint/paint-target.js'
import type { Color } from '../style/computed-style.js'
import { formatFactor as factor, formatNumber as n } from './format-number.js'

/** The part of the graphics state (ISO 32000-1 §8.4) that is tracked so that operators are not repeated. */
interface GraphicsState {
  fill: Color | undefined
  stroke: Color | undefined
  /** Constant alpha for filling and stroking; undefined when not known. */
  alpha: number | undefined
  font: string
  fontSize: number
  lineWidth: number
  /** The operand of `d`; empty when not known, as at the start of a form. */
  dashes: string
  cap: ShapePen['cap'] | undefined
  /** Undefined at the start, when strokes without corners do not care. */
  join: ShapePen['join'] | undefined
  miterLimit: number | undefined
  /** From the coordinates of what is painted to those in which the stream began. */
  matrix: Matrix
  /** Whether text is stroked as well as filled (the text rendering modes 2 and 0, §9.3.6). */
  strokesText: boolean
}

/** Where a `save` was, and what the stream was like there. */
interface SavedState {
  readonly state: GraphicsState
  readonly operators: string
  readonly inText: boolean
  readonly marked: boolean
}

/** A step of work for each 2⁴ bytes of operators. */
const BYTES_PER_STEP = 4

/** Operators that a stream may gather before they are paid for: no page is to grow without end. */
const MOST_UNPAID = 65_536

/** The operands of `J` and `j` (ISO 32000-1 §8.4.3). */
const LINE_CAPS = { butt: 0, round: 1, square: 2 } as const
const LINE_JOINS = { miter: 0, round: 1, bevel: 2 } as const

/**
 * Operators of a page or a form in CSS px, y downwards; whoever embeds the text sets that coordinate system.
 * Grows while it is painted on.
 */
export class ContentStream {
  #operators = ''
  #inText = false
  /** Length of the operators that are paid for. */
  #paid = 0
  #state: GraphicsState
  readonly #saved: SavedState[] = []
  /** Whether anything was painted since the last `save` that is not restored. */
  #marked = false

  /**
   * @param alphas names of the graphics state dictionaries for alpha values in thousandths, shared by the document
   * @param work pays for what is painted
   */
  constructor(
    private readonly alphas: Map<number, string>,
    private readonly work: WorkBudget,
  ) {
    this.#state = {
      fill: undefined,
      stroke: undefined,
      alpha: 1,
      font: '',
      fontSize: 0,
      lineWidth: -1,
      dashes: '',
      cap: undefined,
      join: undefined,
      miterLimit: undefined,
      matrix: IDENTITY,
      strokesText: false,
    }
  }

  get isEmpty(): boolean {
    return this.#operators === ''
  }

  /** All operators so far, with an open text object ended. */
  finish(): string {
    this.endText()
    this.#pay()
    return this.#operators
  }

  /** Appends operators as they are. */
  append(operators: string): void {
    this.#operators += operators
  }

  save(): void {
    this.#saved.push({
      state: { ...this.#state },
      operators: this.#operators,
      inText: this.#inText,
      marked: this.#marked,
    })
    this.#marked = false
    this.endText()
    this.#operators += 'q\n'
  }

  /** Ends what the matching `save` began: as if it had never been where nothing was painted since. */
  restore(): void {
    const saved = this.#saved.pop()
    invariant(saved, 'a state that was saved')
    this.#state = saved.state
    if (this.#marked) {
      this.endText()
      this.#operators += 'Q\n'
      return
    }
    this.#operators = saved.operators
    this.#inText = saved.inText
    this.#marked = saved.marked
    this.#paid = Math.min(this.#paid, this.#operators.length)
  }

  clip(path: Path, rule: FillRule = 'nonzero'): void {
    this.endText()
    this.#path(path)
    this.#operators += rule === 'nonzero' ? 'W n\n' : 'W* n\n'
  }

  /** From the coordinates of what is painted now to those in which the stream began. */
  get matrix(): Matrix {
    return this.#state.matrix
  }

  transform(matrix: Matrix): void {
    this.endText()
    this.#state.matrix = multiply(this.#state.matrix, matrix)
    const { a, b, c, d, e, f } = matrix
    this.#operators += `${factor(a)} ${factor(b)} ${factor(c)} ${factor(d)} ${n(e)} ${n(f)} cm\n`
  }

  /** Sets parameters by the name of a graphics state dictionary. */
  setParameters(name: string): void {
    this.endText()
    this.#operators += `/${name} gs\n`
  }

  /** What is filled next is painted with a pattern (§8.7), until the matching `restore`. */
  setFillPattern(name: string): void {
    this.#state.fill = undefined
    this.#operators += `/Pattern cs /${name} scn\n`
  }

  /** What is stroked next is painted with a pattern, until the matching `restore`. */
  setStrokePattern(name: string): void {
    this.#state.stroke = undefined
    this.#operators += `/Pattern CS /${name} SCN\n`
  }

  fillRect(x: number, y: number, width: number, height: number, color: Color): void {
    this.endText()
    this.setFill(color)
    this.#marked = true
    this.#operators += `${n(x)} ${n(y)} ${n(width)} ${n(height)} re f\n`
  }

  fillPath(path: Path, color: Color, rule: FillRule = 'evenodd'): void {
    this.endText()
    this.setFill(color)
    this.fillArea(path, rule)
  }

  /** Fills with the colour or pattern that was set before. */
  fillArea(path: Path, rule: FillRule): void {
    this.#marked = true
    this.#path(path)
    this.#operators += rule === 'nonzero' ? 'f\n' : 'f*\n'
  }

  /** Strokes with the colour or pattern that was set before. */
  strokeShape(path: Path, pen: ShapePen): void {
    this.endText()
    this.#setPen(pen.width, pen.dashes, pen.dashOffset, pen.cap)
    const state = this.#state
    if (state.join !== pen.join) {
      state.join = pen.join
      this.#operators += `${LINE_JOINS[pen.join]} j\n`
    }
    if (pen.join === 'miter' && state.miterLimit !== pen.miterLimit) {
      state.miterLimit = pen.miterLimit
      this.#operators += `${n(pen.miterLimit)} M\n`
    }
    this.#marked = true
    this.#path(path)
    this.#operators += 'S\n'
  }

  strokeLine(line: StrokedLine): void {
    this.endText()
    this.#setStroke(line.color, line.width, line.dashes, line.cap)
    this.#marked = true
    this.#operators += `${n(line.x1)} ${n(line.y1)} m ${n(line.x2)} ${n(line.y2)} l S\n`
  }

  strokePath(stroke: StrokedPath): void {
    this.endText()
    this.#setStroke(stroke.color, stroke.width, stroke.dashes, stroke.cap)
    this.#marked = true
    this.#path(stroke.path)
    this.#operators += 'S\n'
  }

  /** Draws a form or image under a matrix. */
  drawObject(name: string, matrix: string, alpha: number): void {
    this.endText()
    this.setAlpha(alpha)
    this.#marked = true
    this.#operators += matrix === '' ? `/${name} Do\n` : `q ${matrix} cm /${name} Do Q\n`
  }

  /** Fills the clip with a shading (§8.7.4.2). */
  paintShading(name: string): void {
    this.#marked = true
    this.#operators += `/${name} sh\n`
  }

  setFill(color: Color): void {
    this.setAlpha(color.alpha)
    const current = this.#state.fill
    if (current === color || (current && sameInk(current, color))) return
    this.#state.fill = color
    this.#operators += isGray(color) ? `${n(color.red)} g\n` : `${n(color.red)} ${n(color.green)} ${n(color.blue)} rg\n`
  }

  setAlpha(alpha: number): void {
    if (this.#state.alpha === alpha) return
    this.#state.alpha = alpha
    const thousandths = Math.round(alpha * 1000)
    let name = this.alphas.get(thousandths)
    if (name === undefined) {
      name = `A${thousandths}`
      this.alphas.set(thousandths, name)
    }
    this.#operators += `/${name} gs\n`
  }

  /** Opens a text object unless one is open. */
  beginText(): void {
    if (this.#operators.length - this.#paid > MOST_UNPAID) this.#pay()
    this.#marked = true
    if (this.#inText) return
    this.#inText = true
    this.#operators += 'BT\n'
  }

  endText(): void {
    if (this.#operators.length - this.#paid > MOST_UNPAID) this.#pay()
    if (!this.#inText) return
    this.#inText = false
    this.#operators += 'ET\n'
  }

  #pay(): void {
    const { length } = this.#operators
    this.work.spend((length - this.#paid) >> BYTES_PER_STEP)
    this.#paid = length
  }

  setFont(name: string, size: number): void {
    if (this.#state.font === name && this.#state.fontSize === size) return
    this.#state.font = name
    this.#state.fontSize = size
    this.#operators += `/${name} ${n(size)} Tf\n`
  }

  /**
   * Text is filled, and stroked in the same colour when there is a line width for it.
   * @param outline in px
   */
  setTextOutline(color: Color, outline: number | undefined): void {
    const strokes = outline !== undefined
    if (strokes) this.#setStroke(color, outline, [], 'butt')
    if (strokes === this.#state.strokesText) return
    this.#state.strokesText = strokes
    this.#operators += strokes ? '2 Tr\n' : '0 Tr\n'
  }

  #setStroke(color: Color, width: number, dashes: readonly number[], cap: 'butt' | 'round'): void {
    this.setStroke(color)
    this.#setPen(width, dashes, 0, cap)
  }

  setStroke(color: Color): void {
    this.setAlpha(color.alpha)
    const current = this.#state.stroke
    if (current && sameInk(current, color)) return
    this.#state.stroke = color
    this.#operators += isGray(color) ? `${n(color.red)} G\n` : `${n(color.red)} ${n(color.green)} ${n(color.blue)} RG\n`
  }

  #setPen(width: number, dashes: readonly number[], dashOffset: number, cap: ShapePen['cap']): void {
    const state = this.#state
    if (state.lineWidth !== width) {
      state.lineWidth = width
      this.#operators += `${n(width)} w\n`
    }
    const pattern = `[${dashes.map(n).join(' ')}] ${n(dashOffset)}`
    if (state.dashes !== pattern) {
      state.dashes = pattern
      this.#operators += `${pattern} d\n`
    }
    if (state.cap !== cap) {
      state.cap = cap
      this.#operators += `${LINE_CAPS[cap]} J\n`
    }
  }

  #path(path: Path): void {
    let operators = ''
    for (const segment of path) {
      switch (segment.kind) {
        case 'move':
          operators += `${n(segment.x)} ${n(segment.y)} m\n`
          break
        case 'line':
          operators += `${n(segment.x)} ${n(segment.y)} l\n`
          break
        case 'curve':
          operators += `${n(segment.x1)} ${n(segment.y1)} ${n(segment.x2)} ${n(segment.y2)} ${n(segment.x)} ${n(segment.y)} c\n`
          break
        case 'rect':
          operators += `${n(segment.x)} ${n(segment.y)} ${n(segment.width)} ${n(segment.height)} re\n`
          break
        case 'close':
          operators += 'h\n'
          break
        default:
          assertNever(segment)
      }
    }
    this.#operators += operators
  }
}

function sameInk(a: Color, b: Color): boolean {
  return a.red === b.red && a.green === b.green && a.blue === b.blue
}

function isGray(color: Color): boolean {
  return color.red === color.green && color.green === color.blue
}
